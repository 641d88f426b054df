import type { ClassifiedSpan } from '../classify/classify.ts';
import type { Action } from '../classify/span-class.ts';
import type { Conversation, PlacedNote } from '../conversation.ts';
import { DEFAULTS } from '../defaults.ts';
import { CompactionInvariantError, type ProtectedSpan } from '../errors/compaction-invariant-error.ts';
import type { CompactionEvent } from '../receipt.ts';
import type { TokenCount } from '../token-count.ts';
import { smallestSufficient } from './search.ts';
import { isSigned, Trial, type TrialOptions, type Tried } from './trial.ts';
import { type Unit, unitsInOrder } from './unit.ts';

export interface PlanOptions extends TrialOptions {
  readonly isTruncating: boolean;
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

/** Decides what leaves (E5–E9). Throws `CompactionInvariantError` where the target cannot be met; then nothing is changed. */
export function planActions(conversation: Conversation, classified: readonly ClassifiedSpan[], options: PlanOptions): Plan {
  const events = [...checkProtectedBudget(classified, options), ...releaseEvents(classified, options)];
  const trial = new Trial(conversation, classified, options);
  const units = unitsInOrder(classified, options.tokens, {
    isFree: (index) => !trial.isForced(index),
    isTruncating: options.isTruncating,
  });
  const found = smallestSufficient(trial, units, options.targetTokens);
  if (found.isEnough) return planOf(trial, found.units, classified, events);
  // What marks the holes may be what does not fit: said in fewer words, it is less (E6 counts net, E7 is for what has to stay).
  const terse = new Trial(conversation, classified, { ...options, isTerse: true });
  const foundTerse = smallestSufficient(terse, units, options.targetTokens);
  if (foundTerse.isEnough) return planOf(terse, foundTerse.units, classified, [...events, NOTES_SHORTENED]);
  const lowest = found.tokensAfter <= foundTerse.tokensAfter ? trial.try(found.units) : terse.try(foundTerse.units);
  throw targetUnmet(classified, lowest, options);
}

const NOTES_SHORTENED: CompactionEvent = {
  name: 'notes-shortened',
  message: 'the target leaves no room for the state record and the live index: runs share tombstones, and labels are left out',
};

function planOf(trial: Trial, units: readonly Unit[], classified: readonly ClassifiedSpan[], events: readonly CompactionEvent[]): Plan {
  const { actions, notes, noteTokens, tokensAfter } = trial.carryOut(units);
  return { actions, notes, noteTokens, tokensAfter, events: [...events, ...prefixEvents(classified, actions)] };
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
