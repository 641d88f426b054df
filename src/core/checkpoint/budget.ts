import type { TokenCount } from '../token-count.ts';
import { CLIFF_FACTOR, median } from './gates/cliff.ts';
import type { SegmentNeed } from './need.ts';

/** Who may write how much, before anybody writes. */
export interface FidelityBudget {
  readonly allowanceTokens: TokenCount;
  /** Kept back so that F4 does not fire when each segment uses exactly its allotment. */
  readonly reserveTokens: TokenCount;
  /** By segment; 0 where it is externalized at entry (F3). */
  readonly allotments: readonly TokenCount[];
}

/** F3: the allowance is at least so many times the largest need. F4: what remains, so many times the mean consumption. */
export const HEADROOM_FACTOR = 2;
/** F8 speaks of texts as written, which vary: planned ratios keep below the cliff by so much. */
const PLANNED_SHARE = 0.8;
/** Rounds in which allotments are raised until no planned ratio is a cliff; each lowers the median, so a few suffice. */
const CLIFF_ROUNDS = 12;

/** F3: the allowance that covers all needs: the default, and what a caller saves by giving less. */
export function defaultAllowance(segments: readonly SegmentNeed[]): TokenCount {
  const needs = withoutCliffs(segments, needsOf(segments));
  return Math.max(sum(needs) + reserveFor(needs), HEADROOM_FACTOR * Math.max(0, ...needs));
}

/** F2, F3: who is externalized at entry, the least dense in facts first, and what the others get. */
export function planBudget(segments: readonly SegmentNeed[], allowanceTokens: TokenCount): FidelityBudget {
  const staying = new Set(segments.keys());
  while (staying.size > 0 && defaultAllowance(pick(segments, staying)) > allowanceTokens) staying.delete(leastDense(segments, staying));
  const chosen = pick(segments, staying);
  const { reserveTokens, allotments } = spread(chosen, allowanceTokens);
  const position = new Map([...staying].map((segment, index) => [segment, index]));
  return { allowanceTokens, reserveTokens, allotments: segments.map((_, index) => allotments[position.get(index) ?? -1] ?? 0) };
}

function pick(segments: readonly SegmentNeed[], staying: ReadonlySet<number>): readonly SegmentNeed[] {
  return segments.filter((_, index) => staying.has(index));
}

/** F9: among equals the tail stays, so the earliest goes. */
function leastDense(segments: readonly SegmentNeed[], staying: ReadonlySet<number>): number {
  let least = -1;
  let lowest = Number.POSITIVE_INFINITY;
  for (const index of staying) {
    const segment = segments[index];
    const density = segment === undefined ? 0 : segment.factCount / Math.max(1, segment.sourceTokens);
    if (density < lowest) {
      least = index;
      lowest = density;
    }
  }
  return least;
}

function needsOf(segments: readonly SegmentNeed[]): readonly TokenCount[] {
  return segments.map((segment) => segment.needTokens);
}

/** F8 in the plan: allotments raised until no planned ratio is above three times the median. */
function withoutCliffs(segments: readonly SegmentNeed[], planned: readonly TokenCount[]): readonly TokenCount[] {
  let allotments = planned;
  if (allotments.length < 3) return allotments;
  for (let round = 0; round < CLIFF_ROUNDS; round++) {
    const bound = CLIFF_FACTOR * PLANNED_SHARE * median(segments.map((segment, index) => segment.sourceTokens / (allotments[index] ?? 1)));
    const raised = segments.map((segment, index) => Math.max(allotments[index] ?? 1, Math.ceil(segment.sourceTokens / bound)));
    if (raised.every((allotment, index) => allotment === allotments[index])) break;
    allotments = raised;
  }
  return allotments;
}

/** What is left over goes by source tokens, as much of it as leaves room for the reserve that follows from it. */
function spread(
  segments: readonly SegmentNeed[],
  allowanceTokens: TokenCount,
): { readonly reserveTokens: TokenCount; readonly allotments: readonly TokenCount[] } {
  const needs = withoutCliffs(segments, needsOf(segments));
  const source = segments.reduce((total, segment) => total + segment.sourceTokens, 0);
  // A share below one token is none, so what lowers the others' ratios can leave a small segment above three times their median.
  const withExtra = (extra: TokenCount): readonly TokenCount[] =>
    withoutCliffs(
      segments,
      needs.map((need, index) => need + Math.floor((extra * (segments[index]?.sourceTokens ?? 0)) / Math.max(1, source))),
    );
  // The reserve grows with what is given out, so the most that fits is found by halving.
  let low = 0;
  let high = Math.max(0, allowanceTokens - sum(needs));
  while (low < high) {
    const extra = Math.ceil((low + high) / 2);
    const allotments = withExtra(extra);
    if (sum(allotments) + reserveFor(allotments) <= allowanceTokens) low = extra;
    else high = extra - 1;
  }
  const allotments = withExtra(low);
  return { reserveTokens: reserveFor(allotments), allotments };
}

/** F2: the least reserve with which F4 stays silent when all use exactly what they have. */
export function reserveFor(allotments: readonly TokenCount[]): TokenCount {
  let used = 0;
  let later = sum(allotments);
  let reserve = 0;
  for (const [index, allotment] of allotments.entries()) {
    if (index > 0) reserve = Math.max(reserve, Math.ceil((HEADROOM_FACTOR * used) / index) - later);
    used += allotment;
    later -= allotment;
  }
  return reserve;
}

function sum(tokens: readonly TokenCount[]): TokenCount {
  return tokens.reduce((total, count) => total + count, 0);
}
