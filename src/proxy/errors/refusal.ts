import { isArchiveFailure } from '../../core/errors/archive-error.ts';
import { HoldfastError } from '../../core/errors/holdfast-error.ts';
import type { Problem } from './problem.ts';

/** E8, for who talks through a proxy: what its error names are flags of `compact`. */
const WAYS_OUT =
  'Ways out: start a new conversation, send less in one message, start the proxy with the `--window` that the model has, or with `--on-refusal pass`, and the provider decides.';

/**
 * The problem that a refusal of live compaction is to the client; `undefined` for a fault of ours, which must not cost the
 * user a turn. Known by its code: errors may come from another copy of the package.
 */
export function refusalOf(error: unknown, window: number | undefined): Problem | undefined {
  if (!HoldfastError.is(error)) return undefined;
  const isRefusal = error.code === 'invariant-unmet' || error.code === 'fidelity-exhausted' || isArchiveFailure(error);
  if (!isRefusal) return undefined;
  const next = isArchiveFailure(error) ? error.next : WAYS_OUT;
  return { kind: 'prompt-too-long', message: `${error.what}. ${next}`, sizes: sizesOf(error, window) };
}

/** Of E7: what must stay at least, and what may stay at most. Where the one is not above the other, no figure is told. */
function sizesOf(error: HoldfastError, window: number | undefined): Problem['sizes'] {
  const { floorTokens, targetTokens } = error as Partial<Record<'floorTokens' | 'targetTokens', unknown>>;
  if (typeof floorTokens !== 'number' || typeof targetTokens !== 'number') return undefined;
  const maximum = window !== undefined && floorTokens > window ? window : targetTokens;
  return floorTokens > maximum ? { tokens: floorTokens, maximum } : undefined;
}
