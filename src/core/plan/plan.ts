import type { ClassifiedSpan } from '../classify/classify.ts';
import type { Action } from '../classify/span-class.ts';
import type { Conversation, PlacedNote } from '../conversation.ts';
import { countNote } from '../count-span.ts';
import { DEFAULTS } from '../defaults.ts';
import { CompactionInvariantError, type ProtectedSpan } from '../errors/compaction-invariant-error.ts';
import type { CompactionEvent } from '../receipt.ts';
import type { TokenCount, TokenCounter } from '../token-count.ts';
import { estimateNoteTokens } from './estimate-notes.ts';
import { layOut } from './layout.ts';
import { isIndexable } from './state-record.ts';
import { type Unit, unitsInOrder } from './unit.ts';
import { type NoteOptions, writeNotes } from './write-notes.ts';

export interface PlanOptions extends Omit<NoteOptions, 'isReleased' | 'stateRecordLines'> {
  /** By span index; of spans that left earlier, what they took. */
  readonly tokens: readonly TokenCount[];
  readonly counter: TokenCounter;
  /** What the window may hold afterwards, all included. */
  readonly targetTokens: TokenCount;
  /** Spans that left in an earlier compaction of this conversation. */
  readonly isGone: (spanIndex: number) => boolean;
  /** Spans that the output cannot hold: orphans on a wire, thinking in another format. */
  readonly mustLeave: (spanIndex: number) => boolean;
  /** E8: span id to reason. */
  readonly releases: ReadonlyMap<string, string>;
  readonly isTruncating: boolean;
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
export function planActions(
  conversation: Conversation,
  classified: readonly ClassifiedSpan[],
  options: PlanOptions,
): Plan {
  const events = [...checkProtectedBudget(classified, options), ...releaseEvents(classified, options)];
  const trial = new Trial(conversation, classified, options);
  const units = unitsInOrder(classified, options.tokens, {
    isFree: (index) => !trial.isForced(index),
    isTruncating: options.isTruncating,
  });
  const taken = smallestSufficient(trial, units, options.targetTokens);
  const result = trial.exactly(taken);
  return { ...result, events: [...events, ...prefixEvents(classified, result.actions)] };
}

/** What a set of units, taken beside the forced spans, gives. Pure; remembers counts of note texts. */
class Trial {
  private readonly noteCounts = new Map<string, TokenCount>();
  private readonly conversation: Conversation;
  private readonly classified: readonly ClassifiedSpan[];
  private readonly options: PlanOptions;
  private readonly forced: readonly boolean[];
  private readonly demandedThinking: readonly number[];
  private readonly signedThinking: readonly number[];
  private readonly noteOptions: NoteOptions;

  constructor(conversation: Conversation, classified: readonly ClassifiedSpan[], options: PlanOptions) {
    this.conversation = conversation;
    this.classified = classified;
    this.options = options;
    this.signedThinking = indexesWhere(classified, (one) => one.rule.id === 'thinking' && isSigned(one));
    const signed = new Set(this.signedThinking);
    this.forced = classified.map((one, index) => isForced(one, index, options) || signed.has(index));
    this.demandedThinking = indexesWhere(classified, (one) => one.rule.id === 'thinking-demanded');
    this.noteOptions = {
      ...options,
      isReleased: (index) => options.releases.has(classified[index]?.span.id ?? ''),
      stateRecordLines: Math.min(DEFAULTS.stateRecordLines, Math.floor(options.targetTokens / TOKENS_PER_RECORD_LINE)),
    };
  }

  isForced(index: number): boolean {
    return this.forced[index] === true;
  }

  actionsOf(units: readonly Unit[]): Action[] {
    const leaves = [...this.forced];
    for (const unit of units) for (const index of unit.spanIndexes) leaves[index] = true;
    this.releaseThinking(leaves);
    return this.classified.map((one, index) => (leaves[index] ? actionOf(one, this.options) : 'keep'));
  }

  /** Thinking that the wire demands goes only with all calls of its message. */
  private releaseThinking(leaves: boolean[]): void {
    for (const index of this.demandedThinking) {
      const message = this.classified[index]?.span.pieces[0]?.message;
      if (message === undefined) continue;
      const stays = this.conversation.messages[message]?.pieces.some(
        ({ spanIndex, piece }) => piece.content.type !== 'thinking' && !leaves[spanIndex],
      );
      if (!stays) leaves[index] = true;
    }
  }

  /** Tokens that stay, notes estimated: a fast guess for the search. */
  estimate(units: readonly Unit[], noteFactor: number): TokenCount {
    const actions = this.actionsOf(units);
    const layout = layOut(this.conversation, (index) => actions[index] !== 'keep');
    return this.keptTokens(actions) + Math.ceil(noteFactor * estimateNoteTokens(this.classified, actions, layout));
  }

  exactly(units: readonly Unit[]): Omit<Plan, 'events'> & { readonly estimatedNoteTokens: TokenCount } {
    const actions = this.actionsOf(units);
    const layout = layOut(this.conversation, (index) => actions[index] !== 'keep');
    const notes = writeNotes(this.conversation, this.classified, actions, layout, this.noteOptions);
    const noteTokens = notes.reduce((sum, note) => sum + this.countText(note.text), 0);
    return {
      actions,
      notes,
      noteTokens,
      tokensAfter: this.keptTokens(actions) + noteTokens,
      estimatedNoteTokens: estimateNoteTokens(this.classified, actions, layout),
    };
  }

  private keptTokens(actions: readonly Action[]): TokenCount {
    let sum = 0;
    for (let index = 0; index < actions.length; index++) if (actions[index] === 'keep') sum += this.options.tokens[index] ?? 0;
    return sum;
  }

  /** Remembered by text, so that a plan that differs in one hole counts one note anew. */
  private countText(text: string): TokenCount {
    const known = this.noteCounts.get(text);
    if (known !== undefined) return known;
    const tokens = countNote(text, this.options.counter);
    this.noteCounts.set(text, tokens);
    return tokens;
  }

  failure(units: readonly Unit[], targetTokens: TokenCount): CompactionInvariantError {
    const { actions, tokensAfter } = this.exactly(units);
    const before = this.options.tokens.reduce((sum, tokens, index) => sum + (this.options.isGone(index) ? 0 : tokens), 0);
    const kept = this.classified.filter((one) => actions[one.span.index] === 'keep');
    return new CompactionInvariantError({
      targetTokens,
      reclaimedTokens: Math.max(0, before - tokensAfter),
      floorTokens: tokensAfter,
      fixedTokens: sumWhere(kept, this.options.tokens, (one) => one.rule.id === 'fixed'),
      protectedSpans: kept.map((one) => protectedSpan(one, this.options.tokens)),
    });
  }
}

/** A line of the state record for so many tokens of the target, so that the record of a small window is small. */
const TOKENS_PER_RECORD_LINE = 2000;
/** How often the estimate is corrected by an exact count before the search walks step by step. */
const CALIBRATIONS = 4;
/** Units that the last steps look at one by one. */
const WALK_STEPS = 64;

/** E6: the shortest run of units, in order, that meets the target net of all that is put in place. */
function smallestSufficient(trial: Trial, units: readonly Unit[], targetTokens: TokenCount): readonly Unit[] {
  if (trial.exactly([]).tokensAfter <= targetTokens) return [];
  let factor = 1;
  let count = units.length;
  for (let round = 0; round < CALIBRATIONS; round++) {
    count = searchCount(units, (taken) => trial.estimate(taken, factor) <= targetTokens);
    const exact = trial.exactly(units.slice(0, count));
    const next = exact.estimatedNoteTokens === 0 ? 1 : exact.noteTokens / exact.estimatedNoteTokens;
    if (Math.abs(next - factor) < 0.01) break;
    factor = next;
  }
  const walked = walk(trial, units, count, targetTokens);
  if (walked !== undefined) return trimOvershoot(trial, units.slice(0, walked), targetTokens);
  const worthwhile = withoutLosses(trial, units);
  if (trial.exactly(worthwhile).tokensAfter <= targetTokens) return trimOvershoot(trial, worthwhile, targetTokens);
  throw trial.failure(worthwhile, targetTokens);
}

function searchCount(units: readonly Unit[], isEnough: (taken: readonly Unit[]) => boolean): number {
  let low = 0;
  let high = units.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isEnough(units.slice(0, middle))) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** From the estimate to the exact count: up until it is enough, or down while one less is enough. */
function walk(trial: Trial, units: readonly Unit[], start: number, targetTokens: TokenCount): number | undefined {
  const isEnough = (count: number): boolean => trial.exactly(units.slice(0, count)).tokensAfter <= targetTokens;
  let count = start;
  if (isEnough(count)) {
    for (let step = 0; step < WALK_STEPS && count > 0 && isEnough(count - 1); step++) count--;
    return count;
  }
  for (let stride = 1; count < units.length; stride = Math.min(stride * 2, 1024)) {
    count = Math.min(units.length, count + stride);
    if (!isEnough(count)) continue;
    while (stride > 1) {
      stride >>>= 1;
      if (isEnough(count - stride)) count -= stride;
    }
    return count;
  }
  return undefined;
}

/** Rounds in which units whose marker costs more than they give are taken back. */
const LOSS_ROUNDS = 3;

/** Takes back what would cost more than it gives: a lone small span whose tombstone is larger than itself. */
function withoutLosses(trial: Trial, units: readonly Unit[]): readonly Unit[] {
  let best = units;
  let bestTokens = trial.exactly(units).tokensAfter;
  for (let round = 0; round < LOSS_ROUNDS; round++) {
    const candidates = best.filter((unit) => unit.tier === 1 || unit.tokens > SMALLEST_WORTHWHILE_TOKENS * 2 ** (LOSS_ROUNDS - 1 - round));
    const tokens = trial.exactly(candidates).tokensAfter;
    if (tokens < bestTokens) {
      best = candidates;
      bestTokens = tokens;
    }
  }
  return best;
}

/** About what a lone tombstone in its own note takes. */
const SMALLEST_WORTHWHILE_TOKENS = 25;
/** Units that are tried for taking back, the largest first. */
const TRIMS = 32;

/**
 * E6, smallest overshoot: of the last tier, what is not needed is given back, the largest that fits first, among equals
 * the earliest (longest unchanged prefix). Never below what the reference contract would take in this order (§13).
 */
function trimOvershoot(trial: Trial, taken: readonly Unit[], targetTokens: TokenCount): readonly Unit[] {
  const lastTier = taken.at(-1)?.tier;
  const slack = targetTokens - trial.exactly(taken).tokensAfter;
  const total = taken.reduce((sum, unit) => sum + unit.tokens, 0);
  const leastGross = grossOfReference(trial, taken, targetTokens);
  let result = taken;
  let gross = total;
  let tries = 0;
  const candidates = taken.filter((unit) => unit.tier === lastTier && unit.tokens <= slack + SMALLEST_WORTHWHILE_TOKENS);
  candidates.sort((a, b) => b.tokens - a.tokens || (a.spanIndexes[0] ?? 0) - (b.spanIndexes[0] ?? 0));
  for (const unit of candidates) {
    if (tries++ >= TRIMS || gross - unit.tokens < leastGross) continue;
    const without = result.filter((other) => other !== unit);
    if (trial.exactly(without).tokensAfter > targetTokens) continue;
    result = without;
    gross -= unit.tokens;
  }
  return result;
}

/** Gross tokens of the shortest run of units whose gross sum meets the target: what §13's contract would take. */
function grossOfReference(trial: Trial, taken: readonly Unit[], targetTokens: TokenCount): TokenCount {
  const before = trial.exactly([]);
  let missing = before.tokensAfter - before.noteTokens - targetTokens;
  let gross = 0;
  for (const unit of taken) {
    if (missing <= 0) break;
    missing -= unit.tokens;
    gross += unit.tokens;
  }
  return gross;
}

function isForced(one: ClassifiedSpan, index: number, options: PlanOptions): boolean {
  return (
    options.isGone(index) ||
    options.mustLeave(index) ||
    options.releases.has(one.span.id) ||
    // A host would read its own summary beside the source that it stands for, and hide the source (E12).
    one.rule.id === 'summary-remade'
  );
}

function isSigned(one: ClassifiedSpan): boolean {
  const content = one.span.pieces[0]?.content;
  return content?.type === 'thinking' && (content.signature !== undefined || content.redacted === true);
}

/** E5: what the action of a span that leaves is, by its class. */
function actionOf(one: ClassifiedSpan, options: PlanOptions): Action {
  if (options.releases.has(one.span.id)) return 'evict_with_tombstone';
  switch (one.rule.spanClass) {
    case 'disposable':
      return 'drop';
    case 'recoverable':
      // A handle that a line cannot hold letter for letter is of no use there.
      return one.handleState === 'valid' && isIndexable(one) ? 'evict' : 'evict_with_tombstone';
    case 'authoritative':
      return 'evict_with_tombstone';
  }
}

function checkProtectedBudget(classified: readonly ClassifiedSpan[], options: PlanOptions): readonly CompactionEvent[] {
  if (options.protectedBudget === undefined) return [];
  const kept = classified.filter(
    (one) => one.rule.spanClass === 'authoritative' && !options.releases.has(one.span.id) && !options.isGone(one.span.index),
  );
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

/** Anthropic rule 7: a kept thinking block may be refused by models that bind it to its prefix. Said, not hidden (P6). */
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

function sumWhere(
  classified: readonly ClassifiedSpan[],
  tokens: readonly TokenCount[],
  fits: (one: ClassifiedSpan) => boolean,
): TokenCount {
  return classified.reduce((sum, one) => sum + (fits(one) ? (tokens[one.span.index] ?? 0) : 0), 0);
}

function indexesWhere(classified: readonly ClassifiedSpan[], fits: (one: ClassifiedSpan) => boolean): readonly number[] {
  return classified.filter(fits).map((one) => one.span.index);
}
