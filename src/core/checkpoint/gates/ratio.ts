import type { TokenCount } from '../../token-count.ts';

/** F7: a hard ceiling; a caller may lower it, not raise it. */
export const RATIO_CEILING = 40;

/** F6: source tokens that the text stands for ÷ its tokens. An empty text has an infinite ratio. */
export function coverageRatio(sourceTokens: TokenCount, textTokens: TokenCount): number {
  return textTokens === 0 ? Number.POSITIVE_INFINITY : sourceTokens / textTokens;
}

/** F7. */
export function isAboveCeiling(ratio: number, ceiling: number = RATIO_CEILING): boolean {
  return ratio > Math.min(ceiling, RATIO_CEILING);
}
