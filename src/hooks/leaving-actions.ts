import type { ClassifiedSpan } from '../core/classify/classify.ts';
import type { Action } from '../core/classify/span-class.ts';
import { isIndexable } from '../core/plan/span-texts.ts';

/** What a host's compaction does to each span, in the words of E5: all leaves but what stands. By span index. */
export function leavingActions(classified: readonly ClassifiedSpan[], stands: (spanIndex: number) => boolean): readonly Action[] {
  return classified.map((one) => {
    if (stands(one.span.index) || one.rule.id === 'fixed') return 'keep';
    if (one.rule.spanClass === 'disposable') return 'drop';
    return one.rule.spanClass === 'recoverable' && one.handleState === 'valid' && isIndexable(one) ? 'evict' : 'evict_with_tombstone';
  });
}
