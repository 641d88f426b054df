import type { CheckpointOptions } from '../checkpoint-options.ts';
import { CHECKPOINT_LEGEND, legendOf, mustLeave, releasesOf } from '../decide.ts';
import type { PlanningOptions } from '../options.ts';
import type { Prepared } from '../prepare.ts';
import type { PlanTerms } from './inspected-session.ts';

/** What the page plans with, as `decide` gives it to the same core. A test holds both to the same actions and tokens. */
export function planTermsOf(prepared: Prepared, options: PlanningOptions & CheckpointOptions): PlanTerms {
  const { restored, recall, classified } = prepared;
  const leaving = classified.flatMap(({ span }) => (mustLeave(prepared, span.index) ? [span.index] : []));
  return {
    keepRecentTokens: options.keepRecentTokens,
    keepRecentExchanges: prepared.keepRecentExchanges,
    tokenizer: prepared.counter.name,
    gone: [...restored.gone.keys()],
    mustLeave: leaving,
    releases: [...releasesOf(prepared)],
    canRecall: recall !== 'off',
    isTruncating: options.strategy === 'truncate',
    isOverflowing: options.overflow === 'tombstone',
    protectedBudget: options.protectedBudget,
    legend: legendOf(prepared, options),
    checkpointLegend: CHECKPOINT_LEGEND,
    checkpointTokens: options.checkpointTokens,
    windowTokens: options.window ?? prepared.sourceTokens,
    hasEarlierCheckpoints: (restored.parent?.checkpoints ?? []).length > 0,
  };
}
