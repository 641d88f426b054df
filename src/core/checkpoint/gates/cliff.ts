/** F8: above so many times the median of the written segments a ratio is a coverage cliff. */
export const CLIFF_FACTOR = 3;
/** F8: with fewer written segments there is no median to speak of. */
const FEWEST_WRITTEN = 3;

/** F8: the bound that the written segments' ratios may not pass; infinite where fewer than three are written. */
export function cliffBound(ratios: readonly number[]): number {
  return ratios.length < FEWEST_WRITTEN ? Number.POSITIVE_INFINITY : CLIFF_FACTOR * median(ratios);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >>> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
