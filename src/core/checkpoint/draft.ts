import type { Fact, FactSource } from '../facts/fact.ts';
import { gatherFacts } from '../facts/gather-facts.ts';
import type { SpanId } from '../span.ts';
import type { TokenCount } from '../token-count.ts';
import type { TurnIndex } from '../turn.ts';
import { defaultAllowance } from './budget.ts';
import { measureNeed, type SegmentNeed } from './need.ts';
import { type PhaseChange, phaseChanges, sizeForPhases } from './phases.ts';
import type { RegionSpan } from './region.ts';
import { cutSegments } from './segment.ts';
import type { SegmentRequest } from './summarizer.ts';

/** A segment before it is written. */
export interface SegmentDraft {
  readonly index: number;
  readonly turns: readonly [TurnIndex, TurnIndex];
  readonly spanIndexes: readonly number[];
  readonly sources: readonly FactSource[];
  /** `Fact.source` is an index into `sources`. */
  readonly facts: readonly Fact[];
  readonly sourceTokens: TokenCount;
}

/** A region, cut and measured: all that is known before the first word is written (F1, F2, F10). */
export interface CheckpointDraft {
  readonly segments: readonly SegmentDraft[];
  readonly needs: readonly SegmentNeed[];
  readonly phases: readonly PhaseChange[];
  /** F3: the least allowance with which nothing is externalized at entry. */
  readonly allowanceTokens: TokenCount;
}

export interface DraftOptions {
  readonly minSegmentTokens: TokenCount;
  /** F5. */
  readonly floor: number;
  /** F7: at most 40. */
  readonly ceiling?: number | undefined;
  readonly count: (text: string) => TokenCount;
  /** Turns in which the user spoke: where one begins, the task may have changed. */
  readonly userTurns: readonly TurnIndex[];
}

/** `facts` are those of the whole region, where they are known already. */
export function draftCheckpoint(
  region: readonly RegionSpan[],
  options: DraftOptions,
  facts: readonly Fact[] = gatherFacts(region.map((span) => span.source)),
): CheckpointDraft {
  const ranges = cutSegments(
    region.map((span) => span.tokens),
    options.minSegmentTokens,
  );
  const segments = segmentsOf(
    ranges.map(({ start, end }) => region.slice(start, end)),
    facts,
  );
  const { needs, phases } = measureSegments(segments, options);
  return { segments, needs, phases, allowanceTokens: defaultAllowance(needs) };
}

/** F2, F10: what each segment needs, beside its neighbours. The same for the writer and for `verify` (F14). */
export function measureSegments(segments: readonly SegmentDraft[], options: Omit<DraftOptions, 'minSegmentTokens'>): Pick<CheckpointDraft, 'needs' | 'phases'> {
  const measured = segments.map((segment) => measureNeed(segment, options));
  const phases = phaseChanges(
    segments.map((segment, index) => ({ sources: segment.sources, need: measured[index] ?? NOTHING })),
    options.userTurns,
  );
  return { needs: sizeForPhases(measured, phases), phases };
}

const NOTHING: SegmentNeed = { sourceTokens: 0, factCount: 0, needTokens: 1 };

/** The segments of a checkpoint again, from the spans that it is said to stand for. */
export function segmentsAgain(
  segments: readonly { readonly spanIds: readonly SpanId[] }[],
  regionSpanOf: (id: SpanId) => RegionSpan | undefined,
): readonly SegmentDraft[] {
  return segmentsOf(segments.map(({ spanIds }) => spanIds.flatMap((id) => regionSpanOf(id) ?? [])));
}

/** A draft as a summarizer and the check of its text get it. */
export function segmentRequest(draft: SegmentDraft, allowanceTokens: TokenCount, count: SegmentRequest['count'], checkpoint?: string): SegmentRequest {
  const { index, turns, sources, sourceTokens, facts } = draft;
  return {
    ...(checkpoint === undefined ? {} : { checkpoint }),
    index,
    startTurn: turns[0],
    endTurn: turns[1],
    sources,
    sourceTokens,
    facts,
    allowanceTokens,
    count,
  };
}

/** Runs of a region as segments, with the facts of the whole region: what is last is known only there (F9). */
export function segmentsOf(
  runs: readonly (readonly RegionSpan[])[],
  facts: readonly Fact[] = gatherFacts(runs.flat().map((span) => span.source)),
): readonly SegmentDraft[] {
  let start = 0;
  let next = 0;
  return runs.map((run, index) => {
    const end = start + run.length;
    const first = next;
    while ((facts[next]?.source ?? end) < end) next++;
    const offset = start;
    const segment: SegmentDraft = {
      index,
      turns: [
        run.reduce((least, span) => Math.min(least, span.source.turn), Number.POSITIVE_INFINITY),
        run.reduce((most, span) => Math.max(most, span.source.turn), 0),
      ],
      spanIndexes: run.map((span) => span.spanIndex),
      sources: run.map((span) => span.source),
      facts: facts.slice(first, next).map((fact) => ({ ...fact, source: fact.source - offset })),
      sourceTokens: run.reduce((sum, span) => sum + span.tokens, 0),
    };
    start = end;
    return segment;
  });
}
