import { z } from 'zod';
import type { TokenCount, TokenCounter } from '../core/token-count.ts';

/** Tokens of one page, by our count. Hosts warn above 10,000 by theirs, which may count a quarter more. */
export const ALLOWANCE = { fewest: 200, default: 4_000, most: 8_000 } as const;

/** What the cursor of the next page takes, and the words around it. */
const CURSOR_TOKENS = 120;

export const allowanceInput = z
  .int()
  .min(1)
  .optional()
  .describe(`Tokens that a page may take: ${ALLOWANCE.default} where not given, from ${ALLOWANCE.fewest} to ${ALLOWANCE.most}.`);

export const cursorInput = z.string().optional().describe('The cursor of the page before; the other arguments as they were.');

/** More or less than is possible is taken as the nearest that is. */
export function allowanceOf(wanted: number | undefined): TokenCount {
  return Math.min(ALLOWANCE.most, Math.max(ALLOWANCE.fewest, wanted ?? ALLOWANCE.default));
}

/** How many items from the first one fit into a page beside its frame; at least one, so that each page goes on. */
export function fitting(items: readonly string[], frame: string, allowance: TokenCount, counter: TokenCounter): number {
  let left = allowance - CURSOR_TOKENS - counter.count(frame);
  for (const [index, item] of items.entries()) {
    left -= counter.count(item) + 1;
    if (left < 0 && index > 0) return index;
  }
  return items.length;
}
