import type { ClassifiedSpan } from '../classify/classify.ts';
import type { Action } from '../classify/span-class.ts';
import type { Conversation, PlacedNote } from '../conversation.ts';
import { DEFAULTS } from '../defaults.ts';
import { CompactionInvariantError, type ProtectedSpan } from '../errors/compaction-invariant-error.ts';
import type { NoteCheckpoint } from '../markers/note.ts';
import type { CompactionEvent } from '../receipt.ts';
import type { TokenCount } from '../token-count.ts';
import { LeftTalk } from './left-talk.ts';
import { smallestSufficient } from './search.ts';
import { isSigned, Trial, type TrialOptions, type Tried } from './trial.ts';
import { TALK_TIER, type Unit, unitsInOrder } from './unit.ts';

export interface PlanOptions extends TrialOptions {
  readonly isTruncating: boolean;
  /** E8a: after all else, talk leaves sentence by sentence. */
  readonly isOverflowing: boolean;
  /** Whether the agent can get back what left (E3a). */
  readonly canRecall: boolean;
  /** E9: bound of the authoritative set. */
  readonly protectedBudget?: TokenCount | undefined;
}

export interface Plan {
  /** By span index. */
  readonly actions: readonly Action[];
  readonly notes: readonly PlacedNote[];
  readonly noteTokens: TokenCount;
  readonly tokensAfter: TokenCount;
  readonly events: readonly CompactionEvent[];
}

/** What leaves, before the texts of checkpoints are written. */
export interface PlannedActions extends Omit<Plan, 'notes'> {
  /** The notes left no room for the state record: none for checkpoints either. */
  readonly isTerse: boolean;
  /** The plan with its notes as they will stand. */
  conclude(checkpoints: readonly NoteCheckpoint[]): Plan;
}

/** Decides what leaves (E5–E9). Throws `CompactionInvariantError` where the target cannot be met; then nothing is changed. */
export function planActions(conversation: Conversation, classified: readonly ClassifiedSpan[], options: PlanOptions): PlannedActions {
  const events = [...checkProtectedBudget(classified, options), ...releaseEvents(classified, options)];
  const trial = new Trial(conversation, classified, options);
  const all = unitsInOrder(classified, options.tokens, {
    isFree: (index) => !trial.isForced(index),
    isTruncating: options.isTruncating,
    isOverflowing: options.isOverflowing,
  });
  // E8a: after all else.
  const units = options.isOverflowing ? all.filter((unit) => unit.tier < TALK_TIER) : all;
  const found = smallestSufficient(trial, units, options.targetTokens);
  if (found.isEnough) return { ...planOf(trial, found.units, classified, events), isTerse: false };
  // What marks the holes may be what does not fit: said in fewer words, it is less (E6 counts net, E7 is for what has to stay).
  const terse = new Trial(conversation, classified, { ...options, isTerse: true });
  const foundTerse = smallestSufficient(terse, units, options.targetTokens);
  if (foundTerse.isEnough) return { ...planOf(terse, foundTerse.units, classified, [...events, NOTES_SHORTENED]), isTerse: true };
  return withSharedNotes(conversation, classified, all, options, events);
}

const NOTES_SHORTENED: CompactionEvent = {
  name: 'notes-shortened',
  message: 'the target leaves no room for the state record and the live index: runs share tombstones, and labels are left out',
};

/**
 * A note at each hole, shared by neighbours where they are many, and one for all where more would cost a sentence that
 * binds (E8a). Holes may be of an earlier compaction, so this is no matter of what may leave now.
 */
function withSharedNotes(
  conversation: Conversation,
  classified: readonly ClassifiedSpan[],
  units: readonly Unit[],
  options: PlanOptions,
  events: readonly CompactionEvent[],
): PlannedActions {
  const many = new Trial(conversation, classified, { ...options, isTerse: true, noteLimit: noteLimitOf(options.targetTokens) });
  const withMany = smallestSufficient(many, units, options.targetTokens);
  const one = new Trial(conversation, classified, { ...options, isTerse: true, noteLimit: 1 });
  const withOne = smallestSufficient(one, units, options.targetTokens);
  const talk = new LeftTalk(classified);
  const told = (taken: readonly Unit[]): readonly CompactionEvent[] => [...events, NOTES_SHORTENED, ...talk.events(taken)];
  // Units leave in the order of what their sentences say, so the last one tells of all.
  const isWorthwhile = withMany.units.length <= withOne.units.length || !talk.binds(withMany.units.at(-1));
  if (withMany.isEnough && isWorthwhile) return { ...planOf(many, withMany.units, classified, told(withMany.units)), isTerse: true };
  if (withOne.isEnough) return { ...planOf(one, withOne.units, classified, told(withOne.units)), isTerse: true };
  throw targetUnmet(classified, one.try(withOne.units), options);
}

/** Share of the target that notes may take where talk leaves; about what a note with one tombstone takes. */
const NOTE_SHARE = 0.1;
const NOTE_TOKENS = 70;

function noteLimitOf(targetTokens: TokenCount): number {
  return Math.max(1, Math.floor((targetTokens * NOTE_SHARE) / NOTE_TOKENS));
}

function planOf(
  trial: Trial,
  units: readonly Unit[],
  classified: readonly ClassifiedSpan[],
  events: readonly CompactionEvent[],
): Omit<PlannedActions, 'isTerse'> {
  const tried = trial.try(units);
  const allEvents = [...events, ...prefixEvents(classified, tried.actions)];
  return { ...tried, events: allEvents, conclude: (checkpoints) => ({ ...trial.carryOut(units, checkpoints), events: allEvents }) };
}

/** E7, with what would stay if all that may leave left. */
function targetUnmet(classified: readonly ClassifiedSpan[], tried: Tried, options: PlanOptions): CompactionInvariantError {
  const before = options.tokens.reduce((sum, tokens, index) => sum + (options.isGone(index) ? 0 : tokens), 0);
  const kept = classified.filter((one) => tried.actions[one.span.index] === 'keep');
  return new CompactionInvariantError({
    targetTokens: options.targetTokens,
    reclaimedTokens: Math.max(0, before - tried.tokensAfter),
    floorTokens: tried.tokensAfter,
    fixedTokens: sumWhere(kept, options.tokens, (one) => one.rule.id === 'fixed'),
    protectedSpans: kept.map((one) => protectedSpan(one, options.tokens)),
    canRecall: options.canRecall,
    isTruncating: options.isTruncating,
    isOverflowing: options.isOverflowing,
  });
}

function checkProtectedBudget(classified: readonly ClassifiedSpan[], options: PlanOptions): readonly CompactionEvent[] {
  if (options.protectedBudget === undefined) return [];
  const kept = classified.filter((one) => one.rule.spanClass === 'authoritative' && !options.releases.has(one.span.id) && !options.isGone(one.span.index));
  const tokens = sumWhere(kept, options.tokens, () => true);
  if (tokens > options.protectedBudget) {
    throw new CompactionInvariantError({
      targetTokens: options.protectedBudget,
      reclaimedTokens: 0,
      floorTokens: tokens,
      fixedTokens: sumWhere(kept, options.tokens, (one) => one.rule.id === 'fixed'),
      protectedSpans: kept.map((one) => protectedSpan(one, options.tokens)),
      what: `The authoritative spans take ${tokens} tokens, more than the protected budget of ${options.protectedBudget}`,
      next: 'Raise `protectedBudget`, or release spans with a reason.',
    });
  }
  if (tokens < options.protectedBudget * DEFAULTS.protectedBudgetWarnShare) return [];
  return [
    {
      name: 'protected-budget-neared',
      message: `authoritative spans take ${tokens} of the protected budget of ${options.protectedBudget} tokens`,
    },
  ];
}

function releaseEvents(classified: readonly ClassifiedSpan[], options: PlanOptions): readonly CompactionEvent[] {
  return classified
    .filter((one) => options.releases.has(one.span.id))
    .map((one) => ({
      name: 'span-released',
      message: options.releases.get(one.span.id) ?? '',
      spanId: one.span.id,
      turn: one.span.turn,
    }));
}

/** Anthropic rule 7: a kept thinking block may be refused by models that bind it to its prefix. Said, not hidden (P06). */
function prefixEvents(classified: readonly ClassifiedSpan[], actions: readonly Action[]): readonly CompactionEvent[] {
  const firstLeaving = actions.findIndex((action) => action !== 'keep');
  const bound = classified.filter(
    (one) => one.rule.id === 'thinking-demanded' && actions[one.span.index] === 'keep' && one.span.index > firstLeaving && isSigned(one),
  );
  if (firstLeaving === -1 || bound.length === 0) return [];
  const turns = new Set(bound.map((one) => one.span.turn));
  return [...turns].map((turn) => ({
    name: 'thinking-prefix-changed',
    turn,
    message:
      'the open turn keeps signed thinking, and what precedes it changed: a model that binds thinking to its prefix wants `thinking.block_binding.prefix_mismatch_behavior: "drop_block"` here',
  }));
}

function protectedSpan(one: ClassifiedSpan, tokens: readonly TokenCount[]): ProtectedSpan {
  return { id: one.span.id, turn: one.span.turn, tokens: tokens[one.span.index] ?? 0, rule: one.rule.id };
}

function sumWhere(classified: readonly ClassifiedSpan[], tokens: readonly TokenCount[], fits: (one: ClassifiedSpan) => boolean): TokenCount {
  return classified.reduce((sum, one) => sum + (fits(one) ? (tokens[one.span.index] ?? 0) : 0), 0);
}
