import type { Fact } from '../facts/fact.ts';
import type { TokenCount } from '../token-count.ts';
import type { FidelityBudget } from './budget.ts';
import type { SegmentOutcome } from './checkpoint.ts';
import { holdsNoAnchor } from './gates/anchors.ts';
import { cliffsAmong } from './gates/cliff.ts';
import { isBelowFloor } from './gates/floor.ts';
import { coverageRatio, isAboveCeiling } from './gates/ratio.ts';
import { heldAnchors } from './held-anchors.ts';
import { Spending } from './spending.ts';

/** A segment with the text that somebody wrote for it, if any. */
export interface WrittenDraft {
  readonly sourceTokens: TokenCount;
  readonly facts: readonly Fact[];
  readonly text: string | undefined;
  /** Where there is no text: what was written was a hedge (F11). */
  readonly isHedged?: boolean | undefined;
}

/** Why a segment is not covered. */
export type GateReason = 'entry' | 'headroom' | 'unwritten' | 'ratio' | 'cliff' | 'floor' | 'required' | 'anchors' | 'allotment';

/** What the gates say of one segment. */
export interface SettledSegment {
  readonly outcome: SegmentOutcome;
  /** Where it is not covered. */
  readonly reason?: GateReason;
  /** Of the text as it was judged; 0 without one. */
  readonly textTokens: TokenCount;
  readonly ratio: number;
  readonly factsRetained: number;
  /** F9. */
  readonly lacksRequired: boolean;
}

type SegmentFigures = Omit<SettledSegment, 'outcome' | 'reason'>;

export interface GateOptions {
  /** F5: facts a segment has to keep, where it has so many. */
  readonly floor: number;
  /** F7: at most 40. */
  readonly ceiling?: number | undefined;
  readonly count: (text: string) => TokenCount;
}

/**
 * F4–F8, F9, F11: passes each segment's text through the gates, in order, while the budget is spent. What does not pass
 * is externalized, or `uncovered` where it is a hedge; it never stands.
 */
export function settle(segments: readonly WrittenDraft[], budget: FidelityBudget, options: GateOptions): readonly SettledSegment[] {
  const spending = new Spending(budget.allowanceTokens);
  const settled = segments.map((segment, index): SettledSegment => {
    const allotment = budget.allotments[index] ?? 0;
    const judged = judge(segment, { allotment, available: spending.availableFor(allotment), isShort: spending.isShort }, options);
    spending.pass(allotment, judged.outcome === 'covered' ? judged.textTokens : undefined);
    return judged;
  });
  return withoutCliffs(settled);
}

function judge(
  segment: WrittenDraft,
  budget: { readonly allotment: TokenCount; readonly available: TokenCount; readonly isShort: boolean },
  options: GateOptions,
): SettledSegment {
  const figures = figuresOf(segment, options.count);
  const fail = (reason: GateReason, outcome: SegmentOutcome = 'externalized'): SettledSegment => ({ outcome, reason, ...figures });
  if (budget.allotment === 0) return fail('entry');
  if (budget.isShort) return fail('headroom');
  if (segment.text === undefined) return segment.isHedged === true ? fail('anchors', 'uncovered') : fail('unwritten');
  const reason = failedGate(segment.facts, figures, options);
  if (reason !== undefined) return fail(reason, reason === 'anchors' ? 'uncovered' : 'externalized');
  if (figures.textTokens > budget.available) return fail('allotment');
  return { outcome: 'covered', ...figures };
}

/** The first gate that a text does not pass by itself: F11, F7, F9, F5. */
export function failedGate(facts: readonly Fact[], figures: SegmentFigures, options: Pick<GateOptions, 'floor' | 'ceiling'>): GateReason | undefined {
  if (holdsNoAnchor(figures.factsRetained, facts.length)) return 'anchors';
  if (isAboveCeiling(figures.ratio, options.ceiling)) return 'ratio';
  if (figures.lacksRequired) return 'required';
  if (isBelowFloor(figures.factsRetained, facts.length, options.floor)) return 'floor';
  return undefined;
}

/** F5, F6: what a text holds of its segment. The same for the writer and for `verify` (F14). */
export function figuresOf(segment: Pick<WrittenDraft, 'sourceTokens' | 'facts' | 'text'>, count: (text: string) => TokenCount): SegmentFigures {
  const { text = '', facts, sourceTokens } = segment;
  const textTokens = text === '' ? 0 : count(text);
  const holds = heldAnchors(text);
  const missing = facts.filter((fact) => text === '' || !holds(fact.anchor));
  return {
    textTokens,
    ratio: coverageRatio(sourceTokens, textTokens),
    factsRetained: facts.length - missing.length,
    lacksRequired: missing.some((fact) => fact.isRequired),
  };
}

/** F8: when all are written, since the median is theirs. */
function withoutCliffs(settled: readonly SettledSegment[]): readonly SettledSegment[] {
  const cliffs = cliffsAmong(settled.map((one) => (one.outcome === 'covered' ? one.ratio : undefined)));
  return settled.map((one, index) => (cliffs.has(index) ? { ...one, outcome: 'externalized', reason: 'cliff' } : one));
}
