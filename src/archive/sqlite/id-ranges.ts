/** Whole numbers from `first` to `last`, both included. */
export interface IdRange {
  readonly first: number;
  readonly last: number;
}

/** The fewest ranges that hold exactly these numbers, sorted. */
export function rangesOf(ids: Iterable<number>): readonly IdRange[] {
  const ranges: { first: number; last: number }[] = [];
  for (const id of [...ids].sort((one, other) => one - other)) {
    const before = ranges.at(-1);
    if (before === undefined || id > before.last + 1) ranges.push({ first: id, last: id });
    else before.last = id;
  }
  return ranges;
}

/** The fewest ranges that hold what any of these holds, sorted. */
export function joinRanges(ranges: readonly IdRange[]): readonly IdRange[] {
  const joined: { first: number; last: number }[] = [];
  for (const range of ranges.toSorted((one, other) => one.first - other.first)) {
    const before = joined.at(-1);
    if (before === undefined || range.first > before.last + 1) joined.push({ ...range });
    else before.last = Math.max(before.last, range.last);
  }
  return joined;
}

/** Whether one of the ranges, sorted and apart, holds the number. */
export function holdsId(ranges: readonly IdRange[], id: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.last ?? id) < id) low = middle + 1;
    else high = middle;
  }
  return (ranges[low]?.first ?? id + 1) <= id;
}

export function* idsIn(ranges: Iterable<IdRange>): Generator<number> {
  for (const { first, last } of ranges) for (let id = first; id <= last; id++) yield id;
}

export function countIn(ranges: readonly IdRange[]): number {
  return ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
}
