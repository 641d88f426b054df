import type { NoteCheckpoint, NoteSegment } from '../markers/note.ts';
import type { SpanId } from '../span.ts';
import type { TokenCount } from '../token-count.ts';
import type { Checkpoint, CheckpointSegment } from './checkpoint.ts';
import type { SegmentDraft } from './draft.ts';
import type { GateReason, SettledSegment } from './settle.ts';

/** A checkpoint as the ledger keeps it: with its text and its spans, so that it can be checked and re-made (F14, E12). */
export interface WrittenCheckpoint extends Checkpoint {
  /** The gates that its segments passed. */
  readonly floor: number;
  readonly ceiling: number;
  /** What its texts were counted by: one that is carried may be of another compaction's. Absent in entries of before it was kept. */
  readonly tokenizer?: string | undefined;
  readonly segments: readonly WrittenCheckpointSegment[];
}

export interface WrittenCheckpointSegment extends CheckpointSegment {
  /** Of its source, in order. */
  readonly spanIds: readonly SpanId[];
  /** The surrogate; empty where there is none. */
  readonly lines: readonly string[];
  /** F4: what a text took that was a coverage cliff in the end (F8), and does not stand. Absent in entries of before it was kept. */
  readonly spentTokens?: TokenCount | undefined;
}

/** What a writer gave for one segment. */
export interface SegmentDelivery {
  readonly text?: string | undefined;
  /** Without a text: what was written was a hedge (F11). */
  readonly isHedged?: boolean | undefined;
  readonly summarizer: string;
}

const REASONS: Readonly<Record<GateReason, string>> = {
  entry: 'the allowance does not cover all needs; what is least dense in facts goes first (F3)',
  headroom: 'what remained was less than twice the mean consumption (F4)',
  unwritten: 'nobody wrote a text that passes',
  ratio: 'its ratio is above the ceiling (F7)',
  cliff: 'its ratio is above three times the median of the written segments (F8)',
  floor: 'its text keeps fewer facts than the floor (F5)',
  required: 'its text lacks a required fact (F9)',
  anchors: 'its text holds none of its facts (F11)',
  allotment: 'its text is longer than its allotment and what earlier segments left (F2)',
};

const GATE_OF: ReadonlyMap<string, GateReason> = new Map(Object.entries(REASONS).map(([gate, words]) => [words, gate as GateReason]));

/** The gate that a segment is said not to have passed; `undefined` where the words are none of ours. */
export function gateOf(segment: Pick<CheckpointSegment, 'reason'>): GateReason | undefined {
  return GATE_OF.get(segment.reason ?? '');
}

/** Puts together what stands in the note, in the receipt and in the ledger. Neighbours that are externalized share one handle. */
export function composeCheckpoint(
  id: string,
  segments: readonly SegmentDraft[],
  settled: readonly SettledSegment[],
  deliveries: readonly SegmentDelivery[],
  options: {
    readonly allowanceTokens: TokenCount;
    readonly floor: number;
    readonly ceiling: number;
    readonly tokenizer: string;
    /** One handle for spans, by index. */
    readonly handleFor: (spanIndexes: readonly number[]) => string;
    readonly spanIdOf: (spanIndex: number) => SpanId;
  },
): WrittenCheckpoint {
  const handles = handlesOf(segments, settled, options.handleFor);
  return {
    id,
    turns: [Math.min(...segments.map((one) => one.turns[0])), Math.max(...segments.map((one) => one.turns[1]))],
    allowanceTokens: options.allowanceTokens,
    floor: options.floor,
    ceiling: options.ceiling,
    tokenizer: options.tokenizer,
    segments: segments.map((segment, index): WrittenCheckpointSegment => {
      const { outcome, reason, textTokens, ratio, factsRetained } = settled[index] ?? NOTHING;
      const isCovered = outcome === 'covered';
      return {
        index,
        turns: segment.turns,
        sourceTokens: segment.sourceTokens,
        externalizedTokens: isCovered ? 0 : segment.sourceTokens,
        summaryTokens: isCovered ? textTokens : 0,
        ratio: isCovered ? roundToTenth(ratio) : null,
        facts: segment.facts.length,
        factsRetained: isCovered ? factsRetained : 0,
        outcome,
        summarizer: reason === 'entry' ? '' : (deliveries[index]?.summarizer ?? ''),
        ...(reason === undefined ? {} : { reason: REASONS[reason] }),
        handle: handles[index] ?? '',
        spanIds: segment.spanIndexes.map(options.spanIdOf),
        lines: isCovered ? (deliveries[index]?.text ?? '').split('\n') : [],
        ...(reason === 'cliff' ? { spentTokens: textTokens } : {}),
      };
    }),
  };
}

const NOTHING: SettledSegment = {
  outcome: 'externalized',
  reason: 'unwritten',
  textTokens: 0,
  ratio: Number.POSITIVE_INFINITY,
  factsRetained: 0,
  lacksRequired: false,
};

function handlesOf(
  segments: readonly SegmentDraft[],
  settled: readonly SettledSegment[],
  handleFor: (spanIndexes: readonly number[]) => string,
): readonly string[] {
  const handles: string[] = [];
  for (let start = 0; start < segments.length; ) {
    let end = start + 1;
    if (settled[start]?.outcome === 'externalized') while (end < segments.length && settled[end]?.outcome === 'externalized') end++;
    const handle = handleFor(segments.slice(start, end).flatMap((segment) => segment.spanIndexes));
    while (start < end) {
      handles.push(handle);
      start++;
    }
  }
  return handles;
}

/** What stands in the note: one marker a segment, and one for neighbours that share a handle. */
export function noteCheckpoint({ id, segments }: Pick<WrittenCheckpoint, 'id' | 'segments'>): NoteCheckpoint {
  return { id, segments: runsByHandle(segments).map(noteSegment) };
}

function noteSegment(run: readonly WrittenCheckpointSegment[]): NoteSegment {
  const [first] = run;
  if (first === undefined) throw new Error('F12: a run has a segment');
  return {
    marker: {
      outcome: first.outcome,
      startTurn: Math.min(...run.map(({ turns }) => turns[0])),
      endTurn: Math.max(...run.map(({ turns }) => turns[1])),
      tokens: run.reduce((sum, { sourceTokens }) => sum + sourceTokens, 0),
      handle: first.handle,
    },
    lines: run.length === 1 ? first.lines : [],
  };
}

/** The receipt's part: without text and spans. */
export function receiptCheckpoint({ id, turns, allowanceTokens, segments }: WrittenCheckpoint): Checkpoint {
  return {
    id,
    turns,
    allowanceTokens,
    segments: segments.map(({ spanIds: _spanIds, lines: _lines, spentTokens: _spentTokens, ...segment }) => segment),
  };
}

/** Segments that share a handle: neighbours that are externalized. */
export function runsByHandle(segments: readonly WrittenCheckpointSegment[]): readonly (readonly WrittenCheckpointSegment[])[] {
  const runs: WrittenCheckpointSegment[][] = [];
  for (const segment of segments) {
    const last = runs.at(-1);
    if (last?.[0]?.handle === segment.handle && last[0].outcome === 'externalized' && segment.outcome === 'externalized') last.push(segment);
    else runs.push([segment]);
  }
  return runs;
}

export function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10;
}
