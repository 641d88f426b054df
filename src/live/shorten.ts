import { type Compaction, compact, plan } from '../compact.ts';
import { CompactionInvariantError } from '../core/errors/compaction-invariant-error.ts';
import type { Receipt } from '../core/receipt.ts';
import type { TokenCount, TokenCounter } from '../core/token-count.ts';
import type { CompactOptions } from '../options.ts';

/** Share above the protected floor at which a target works: with a larger target a little more is recent. */
const ABOVE_FLOOR = 1.15;

/** Targets in the counter's tokens. */
export interface Targets {
  /** What is wanted: the lower mark. */
  readonly wanted: TokenCount;
  /** What is taken where the protected floor is above the wanted one: no more than this. */
  readonly most: TokenCount;
}

export type ShortenOptions = Omit<CompactOptions, 'target' | 'maxTokens' | 'reclaim' | 'counter'> & { readonly counter: TokenCounter };

/** Of a compaction what live use needs. */
export type Shortened = Pick<Compaction, 'status' | 'text' | 'receipt'>;

/** On this thread, or on another. */
export type Shorten = (body: string, options: ShortenOptions, targets: Targets) => Promise<Shortened>;

/**
 * Compacts to the wanted target; where only authoritative spans are left above it, to the smallest target that works and
 * is not above the most.
 *
 * @throws CompactionInvariantError where none is (E7).
 */
export async function shorten(body: string, options: ShortenOptions, targets: Targets): Promise<Shortened> {
  return atLowestTarget(targets, (maxTokens) => compact(body, { ...options, maxTokens }));
}

/** The same decisions, nothing written. */
export async function planShorter(body: string, options: ShortenOptions, targets: Targets): Promise<Receipt> {
  return atLowestTarget(targets, (maxTokens) => plan(body, { ...options, maxTokens }));
}

async function atLowestTarget<T>({ wanted, most }: Targets, attempt: (maxTokens: TokenCount) => Promise<T>): Promise<T> {
  try {
    return await attempt(wanted);
  } catch (error) {
    if (!(error instanceof CompactionInvariantError) || error.floorTokens > most) throw error;
    return await attempt(Math.min(most, Math.ceil(error.floorTokens * ABOVE_FLOOR)));
  }
}
