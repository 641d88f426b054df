import type { Span } from '../span.ts';
import type { ExchangeFacts } from './exchange-facts.ts';

/** Lines of a file as an exchange shows them. */
interface ShownLines {
  readonly index: number;
  readonly start: number;
  readonly lines: readonly string[];
}

/** What pi puts below a part of a file. */
const TRAILER = /\n{0,2}\[[^\n\]]{0,200}(?:more lines in file|Showing lines)[^\n\]]{0,200}\]$/;
const TRAILER_CHARACTERS = 500;

/**
 * Reads whose content stands again later: by span index, the later read. Either the same was asked for and the same came
 * back (then the newest such), or a later read of the same file shows the same lines, letter for letter, among others. Lines
 * say nothing of pictures: a result with media is compared by its bytes alone, as a whole.
 * n log n: one candidate is looked up for each read, and compared once.
 */
export function supersededReads(spans: readonly Span[], facts: ReadonlyMap<number, ExchangeFacts>): ReadonlyMap<number, number> {
  const superseded = new Map<number, number>();
  const newest = new Map<string, number>();
  const byPath = new Map<string, ShownLines[]>();
  for (const [index, one] of [...facts].sort(([a], [b]) => b - a)) {
    if (one.target === undefined) continue;
    const key = `${one.contentHash} ${one.target}`;
    const again = newest.get(key);
    if (again === undefined) newest.set(key, index);
    else superseded.set(index, again);
    const shown = one.hasMedia ? undefined : shownLines(index, one, spans[index]?.exchange?.resultText ?? '');
    if (shown === undefined || one.reading?.kind !== 'file') continue;
    const list = byPath.get(one.reading.path);
    if (list) list.push(shown);
    else byPath.set(one.reading.path, [shown]);
  }
  for (const newestFirst of byPath.values()) addCovered(newestFirst, superseded);
  return superseded;
}

function shownLines(index: number, facts: ExchangeFacts, text: string): ShownLines | undefined {
  if (facts.reading?.kind !== 'file' || facts.target?.startsWith('file ') !== true) return undefined;
  const end = text.slice(-TRAILER_CHARACTERS);
  const trailer = TRAILER.exec(end)?.[0].length ?? 0;
  const lines = text.slice(0, text.length - trailer).split('\n');
  while (lines.at(-1) === '') lines.pop();
  return lines.length === 0 ? undefined : { index, start: facts.reading.range?.start ?? 1, lines };
}

const endOf = (shown: ShownLines): number => shown.start + shown.lines.length - 1;

function addCovered(newestFirst: readonly ShownLines[], superseded: Map<number, number>): void {
  if (newestFirst.length < 2) return;
  const starts = [...new Set(newestFirst.map(({ start }) => start))].sort((a, b) => a - b);
  const rankOf = new Map(starts.map((start, rank) => [start, rank + 1]));
  const farthest: (ShownLines | undefined)[] = new Array<undefined>(starts.length + 1).fill(undefined);
  for (const shown of newestFirst) {
    const rank = rankOf.get(shown.start) ?? 1;
    if (!superseded.has(shown.index)) {
      const candidate = farthestUpTo(farthest, rank);
      if (candidate && covers(candidate, shown)) superseded.set(shown.index, candidate.index);
    }
    for (let at = rank; at < farthest.length; at += at & -at) {
      const known = farthest[at];
      if (known === undefined || endOf(shown) > endOf(known)) farthest[at] = shown;
    }
  }
}

/** Of the later reads that start no later, the one that reaches farthest (of equals the newest): a Fenwick tree's prefix. */
function farthestUpTo(farthest: readonly (ShownLines | undefined)[], rank: number): ShownLines | undefined {
  let best: ShownLines | undefined;
  for (let at = rank; at > 0; at -= at & -at) {
    const one = farthest[at];
    if (one && (best === undefined || endOf(one) > endOf(best) || (endOf(one) === endOf(best) && one.index > best.index))) best = one;
  }
  return best;
}

function covers(later: ShownLines, older: ShownLines): boolean {
  const offset = older.start - later.start;
  if (offset < 0 || endOf(older) > endOf(later)) return false;
  return older.lines.every((line, at) => line === later.lines[offset + at]);
}
