import type { SpanClass } from '../classify/span-class.ts';
import { CompactionInvariantError } from '../errors/compaction-invariant-error.ts';
import type { SpanId } from '../span.ts';

/** A span as the reference contract sees it (DESIGN §13). `cls` is the contract's own name. */
export interface ReferenceSpan {
  readonly id: string;
  readonly cls: SpanClass;
  readonly tokens: number;
  readonly handleValid?: boolean;
}

export interface ReferencePlan {
  readonly actions: readonly { readonly id: string; readonly action: 'summarize' | 'evict' | 'evict_with_tombstone' }[];
  /** Gross: nothing is taken off for what is put in place. */
  readonly reclaimed: number;
}

/**
 * The reference contract of planning (DESIGN §13): disposable spans in order until the sum reaches the target, then
 * recoverable ones. Gross tokens. Kept exact, as an oracle for the engine and for readers.
 *
 * @throws CompactionInvariantError where the sum stays short; its `protectedSpans` are the authoritative ones.
 * @example
 * planCompaction([{ id: 'a', cls: 'disposable', tokens: 40 }], 30)
 * // { actions: [{ id: 'a', action: 'summarize' }], reclaimed: 40 }
 */
export function planCompaction(spans: readonly ReferenceSpan[], targetTokens: number): ReferencePlan {
  const actions: { id: string; action: 'summarize' | 'evict' | 'evict_with_tombstone' }[] = [];
  let reclaimed = 0;
  for (const spanClass of ['disposable', 'recoverable'] as const) {
    for (const span of spans) {
      if (reclaimed >= targetTokens) return { actions, reclaimed };
      if (span.cls !== spanClass) continue;
      const action = spanClass === 'disposable' ? 'summarize' : span.handleValid ? 'evict' : 'evict_with_tombstone';
      actions.push({ id: span.id, action });
      reclaimed += span.tokens;
    }
  }
  if (reclaimed >= targetTokens) return { actions, reclaimed };
  const kept = spans.filter((span) => span.cls === 'authoritative');
  throw new CompactionInvariantError({
    targetTokens,
    reclaimedTokens: reclaimed,
    floorTokens: kept.reduce((sum, span) => sum + span.tokens, 0),
    fixedTokens: 0,
    protectedSpans: kept.map((span) => ({ id: span.id as SpanId, turn: 0, tokens: span.tokens, rule: 'authoritative' })),
    what: `Only authoritative spans are left: ${reclaimed} of ${targetTokens} tokens could be reclaimed`,
  });
}
