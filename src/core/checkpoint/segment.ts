import type { TokenCount } from '../token-count.ts';

/** A run of a region's sources, by index: half-open. */
export interface SegmentRange {
  readonly start: number;
  readonly end: number;
}

/** F1: a region is cut into tenths. */
export const SEGMENT_COUNT = 10;
/** F1: a span larger than so many segments is one of its own. */
const OVERSIZE_SEGMENTS = 2;

/**
 * F1: cuts a region at span boundaries into ten segments of about equal source tokens; fewer where there are fewer spans
 * or less than `minSegmentTokens` for each. A span larger than two segments is one of its own. Covers all spans in order.
 */
export function cutSegments(tokens: readonly TokenCount[], minSegmentTokens: TokenCount): readonly SegmentRange[] {
  if (tokens.length === 0) return [];
  const total = sum(tokens);
  const count = Math.max(1, Math.min(SEGMENT_COUNT, tokens.length, Math.floor(total / Math.max(1, minSegmentTokens))));
  const oversize = (OVERSIZE_SEGMENTS * total) / count;
  const runs = runsBetween(tokens, (span) => span > oversize);
  const plain = runs.filter((run) => !run.isAlone);
  const shares = shareOut(
    plain.map((run) => ({ tokens: sum(tokens.slice(run.start, run.end)), spanCount: run.end - run.start })),
    count - (runs.length - plain.length),
    minSegmentTokens,
  );
  return runs.flatMap((run) => (run.isAlone ? [{ start: run.start, end: run.end }] : cutRun(tokens, run, shares[plain.indexOf(run)] ?? 1)));
}

interface Run extends SegmentRange {
  readonly isAlone: boolean;
}

function runsBetween(tokens: readonly TokenCount[], isOversize: (tokens: TokenCount) => boolean): readonly Run[] {
  const runs: Run[] = [];
  let start = 0;
  for (const [index, span] of tokens.entries()) {
    if (!isOversize(span)) continue;
    if (index > start) runs.push({ start, end: index, isAlone: false });
    runs.push({ start: index, end: index + 1, isAlone: true });
    start = index + 1;
  }
  if (start < tokens.length) runs.push({ start, end: tokens.length, isAlone: false });
  return runs;
}

/** How many segments each run gets: at least one, no more than it has spans or `minSegmentTokens` for, the rest where a segment is largest. */
function shareOut(
  runs: readonly { readonly tokens: TokenCount; readonly spanCount: number }[],
  count: number,
  minSegmentTokens: TokenCount,
): readonly number[] {
  const shares = runs.map(() => 1);
  for (let left = count - runs.length; left > 0; left--) {
    let best = -1;
    let largest = 0;
    for (const [index, run] of runs.entries()) {
      const share = shares[index] ?? 1;
      if (share < run.spanCount && run.tokens / (share + 1) >= minSegmentTokens && run.tokens / share > largest) {
        best = index;
        largest = run.tokens / share;
      }
    }
    if (best === -1) break;
    shares[best] = (shares[best] ?? 1) + 1;
  }
  return shares;
}

/** Each cut is at the boundary nearest to an equal share; each segment has a span at least. */
function cutRun(tokens: readonly TokenCount[], run: SegmentRange, count: number): readonly SegmentRange[] {
  const total = sum(tokens.slice(run.start, run.end));
  const cuts: number[] = [run.start];
  let reached = 0;
  let at = run.start;
  for (let piece = 1; piece < count; piece++) {
    const wanted = (total * piece) / count;
    const last = run.end - (count - piece);
    let next = at;
    while (next < last && (next === at || reached + (tokens[next] ?? 0) / 2 <= wanted)) {
      reached += tokens[next] ?? 0;
      next++;
    }
    at = next;
    cuts.push(at);
  }
  cuts.push(run.end);
  return cuts.slice(1).map((end, index) => ({ start: cuts[index] ?? run.start, end }));
}

function sum(tokens: readonly TokenCount[]): TokenCount {
  return tokens.reduce((total, count) => total + count, 0);
}
