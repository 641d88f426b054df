import { composeCheckpoint, roundToTenth, type SegmentDelivery, type WrittenCheckpoint, type WrittenCheckpointSegment } from './core/checkpoint/compose.ts';
import type { CheckpointDraft } from './core/checkpoint/draft.ts';
import { type SettledSegment, settle } from './core/checkpoint/settle.ts';
import { surrogateCounter } from './core/count-span.ts';
import { FidelityBudgetExhausted } from './core/errors/fidelity-budget-exhausted.ts';
import { runHandle } from './core/handles/run-handle.ts';
import type { CompactionEvent } from './core/receipt.ts';
import type { SpanId } from './core/span.ts';
import type { PlanningOptions } from './options.ts';
import { type CheckpointOutline, gatesOf, type Outline } from './outline.ts';
import type { Prepared } from './prepare.ts';
import type { Deliveries } from './write-checkpoint.ts';

/** The carried checkpoints and the new one, after its gates; with what happened, as events. */
export interface SettledCheckpoints {
  readonly checkpoints: readonly WrittenCheckpoint[];
  readonly events: readonly CompactionEvent[];
}

interface Settling {
  readonly prepared: Prepared;
  /** `false` where there is no archive: then nothing can be externalized (F13). */
  readonly isArchived?: boolean | undefined;
  readonly options: PlanningOptions;
  readonly handleOf: (spanIndex: number) => string;
  readonly groupHandleOf: (spanIndexes: readonly number[]) => string;
}

/** @throws FidelityBudgetExhausted where the caller asked to be told (F13). */
export function settleCheckpoints(outline: Omit<Outline, 'planned'>, deliveries: Deliveries, settling: Settling): SettledCheckpoints {
  const written = outline.checkpoints.map((checkpoint, index) => settleOne(checkpoint, deliveries.checkpoints[index] ?? [], settling));
  const omission = outline.omission === undefined ? undefined : OMISSIONS[outline.omission];
  return {
    // What is re-made is the oldest, and stands first.
    checkpoints:
      outline.carried.length === 0 || written.length < 2
        ? [...outline.carried, ...written]
        : [...written.slice(0, -1), ...outline.carried, ...written.slice(-1)],
    events: [
      ...(omission === undefined ? [] : [omission]),
      ...deliveries.events,
      ...outline.checkpoints.flatMap(phaseEvents),
      ...written.flatMap(segmentEvents),
    ],
  };
}

function settleOne({ id, draft, budget }: CheckpointOutline, deliveries: readonly SegmentDelivery[], settling: Settling): WrittenCheckpoint {
  const { prepared, options } = settling;
  const gates = { ...gatesOf(options), count: surrogateCounter(prepared.counter) };
  const settled = settle(
    draft.segments.map(({ sourceTokens, facts, index: segment }) => {
      const { text, isHedged } = deliveries[segment] ?? {};
      return { sourceTokens, facts, text, isHedged };
    }),
    budget,
    gates,
  );
  const checkpoint = composeCheckpoint(id, draft.segments, settled, deliveries, {
    allowanceTokens: budget.allowanceTokens,
    floor: gates.floor,
    ceiling: gates.ceiling,
    tokenizer: prepared.counter.name,
    handleFor: (indexes) => runHandle(indexes, settling),
    spanIdOf: (span) => spanIdOf(span, prepared),
  });
  if (options.onExhausted === 'throw' || settling.isArchived === false) throwExhausted(checkpoint, settled, draft, settling.isArchived !== false);
  return checkpoint;
}

const OMISSIONS: Readonly<Record<NonNullable<Outline['omission']>, CompactionEvent | undefined>> = {
  'small-plan': undefined,
  'not-wanted': undefined,
  'no-room': { name: 'checkpoint-omitted', message: 'the target leaves no room for a checkpoint: what was scratch is dropped, and the archive holds it' },
};

function spanIdOf(index: number, prepared: Prepared): SpanId {
  const id = prepared.classified[index]?.span.id;
  if (id === undefined) throw new Error(`E1: span ${index} has a class`);
  return id;
}

/** F10. */
function phaseEvents({ id, draft }: CheckpointOutline): readonly CompactionEvent[] {
  return draft.phases.map(({ index, reason }) => ({
    name: 'phase-changed',
    message: `${id}, between segments ${index} and ${index + 1}: ${reason}; both are sized to the denser one`,
    turn: draft.segments[index + 1]?.turns[0] ?? 0,
    checkpoint: id,
    segment: index,
  }));
}

/** F12: loud; neighbours that share a handle and a reason in one event. */
function segmentEvents(checkpoint: WrittenCheckpoint): readonly CompactionEvent[] {
  const runs: WrittenCheckpointSegment[][] = [];
  for (const segment of checkpoint.segments) {
    if (segment.outcome === 'covered') continue;
    const last = runs.at(-1)?.at(-1);
    if (last?.handle === segment.handle && last.reason === segment.reason && last.index === segment.index - 1) runs.at(-1)?.push(segment);
    else runs.push([segment]);
  }
  return runs.map((run) => {
    const first = run[0];
    const last = run.at(-1);
    if (first === undefined || last === undefined) throw new Error('F12: a run has a segment');
    const names = run.length === 1 ? `segment ${first.index}` : `segments ${first.index} to ${last.index}`;
    const tokens = run.reduce((sum, segment) => sum + segment.sourceTokens, 0);
    return {
      name: first.outcome === 'uncovered' ? 'segment-uncovered' : 'segment-externalized',
      message: `${checkpoint.id}, ${names} (t${first.turns[0]}-t${last.turns[1]}, ${tokens} tokens): ${first.reason ?? ''}; the source is ${first.handle}`,
      turn: first.turns[0],
      checkpoint: checkpoint.id,
      segment: first.index,
    };
  });
}

/** F13, P52: names the first segment that is not covered, and counts all. */
function throwExhausted(checkpoint: WrittenCheckpoint, settled: readonly SettledSegment[], draft: CheckpointDraft, isArchived: boolean): void {
  const { id, segments, allowanceTokens } = checkpoint;
  const failed = segments.filter((segment) => segment.outcome !== 'covered');
  const [first] = failed;
  if (first === undefined) return;
  const used = segments.slice(0, first.index).reduce((sum, segment) => sum + segment.summaryTokens, 0);
  throw new FidelityBudgetExhausted({
    segment: `${id}.${first.index} (t${first.turns[0]}-t${first.turns[1]})`,
    ratio: roundToTenth(settled[first.index]?.ratio ?? Number.POSITIVE_INFINITY),
    facts: first.facts,
    neededTokens: draft.needs[first.index]?.needTokens ?? 0,
    remainingTokens: Math.max(0, allowanceTokens - used),
    reason: 'segment',
    isArchived,
    checkpoint: {
      id,
      segmentCount: segments.length,
      coveredCount: segments.length - failed.length,
      failedSegments: failed.map(({ index, turns, reason = '' }) => ({ segment: index, turns, reason })),
    },
  });
}
