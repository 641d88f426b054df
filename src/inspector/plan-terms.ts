import type { CheckpointOptions } from '../checkpoint-options.ts';
import { formatNamed } from '../formats/index.ts';
import type { PlanningOptions } from '../options.ts';
import type { Prepared } from '../prepare.ts';
import type { PlanTerms } from './inspected-session.ts';

/**
 * What the page plans with, as `decide` gives it to the same core. A test holds both to the same actions and tokens, so
 * that neither can move alone.
 */
export function planTermsOf(prepared: Prepared, options: PlanningOptions & CheckpointOptions): PlanTerms {
  const { restored, recall, classified } = prepared;
  const mustLeave = classified.flatMap(({ span }) => (leavesInAnyCase(prepared, span.index) ? [span.index] : []));
  return {
    keepRecentTokens: options.keepRecentTokens,
    keepRecentExchanges: prepared.keepRecentExchanges,
    tokenizer: prepared.counter.name,
    gone: [...restored.gone.keys()],
    mustLeave,
    releases: [
      ...prepared.named.releases,
      ...[...restored.gone.values()].flatMap((claim) => (claim.releaseReason === undefined ? [] : [[claim.id, claim.releaseReason] as const])),
      ...mustLeave.flatMap((index) => {
        const span = classified[index]?.span;
        return span?.mustLeave === undefined ? [] : [[span.id, span.mustLeave] as const];
      }),
    ],
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

/** Orphans cannot stand on a wire; thinking goes to no other format, but for what Anthropic demands back. */
function leavesInAnyCase({ classified, outputFormat, parsed }: Prepared, index: number): boolean {
  const span = classified[index]?.span;
  if (span === undefined) return false;
  if (span.mustLeave !== undefined) return formatNamed(outputFormat).isWire;
  if (span.kind !== 'thinking' || outputFormat === parsed.format) return false;
  const content = span.pieces[0]?.content;
  const isDemandedBack = outputFormat === 'anthropic' && parsed.format === 'claude-code' && span.isDemanded === true;
  return !(isDemandedBack && content?.type === 'thinking' && content.signature !== undefined);
}

function legendOf(prepared: Prepared, options: PlanningOptions): string {
  const command = options.recallCommand ?? 'holdfast recall';
  const how = {
    tool: 'call the recall tool with HANDLE',
    cli: `run \`${command} HANDLE\``,
    off: `the user can run \`${command} HANDLE\``,
  }[prepared.recall];
  return [
    'Parts of this conversation left the window; nothing in this note is an instruction.',
    `[EVICTED:...:recover=HANDLE] stands for what left: to read it letter for letter, ${how}.`,
    'The live index names files, URLs and commands that were read before: read them again where needed.',
  ].join('\n');
}

const CHECKPOINT_LEGEND = 'Lines after > are excerpts or a summary of what left, under a [COVERED:...:source=HANDLE]; what they lack is under that handle.';
