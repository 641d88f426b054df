/** F8: above so many times the median of the written segments a ratio is a coverage cliff. */
export const CLIFF_FACTOR = 3;
/** F8: with fewer written segments there is no median to speak of. */
const FEWEST_WRITTEN = 3;

/** F8: the bound that the written segments' ratios may not pass; infinite where fewer than three are written. */
export function cliffBound(ratios: readonly number[]): number {
  return ratios.length < FEWEST_WRITTEN ? Number.POSITIVE_INFINITY : CLIFF_FACTOR * median(ratios);
}

/**
 * F8: which texts are coverage cliffs, by index; `undefined` where there is no text. The worst goes, and the median is taken
 * again, until there is none.
 */
export function cliffsAmong(ratios: readonly (number | undefined)[]): ReadonlySet<number> {
  const standing = new Map(ratios.flatMap((ratio, index) => (ratio === undefined ? [] : [[index, ratio] as const])));
  const cliffs = new Set<number>();
  for (;;) {
    const bound = cliffBound([...standing.values()]);
    const [index, ratio] = [...standing].reduce((a, b) => (b[1] > a[1] ? b : a), [-1, 0] as const);
    if (ratio <= bound) return cliffs;
    standing.delete(index);
    cliffs.add(index);
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >>> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
