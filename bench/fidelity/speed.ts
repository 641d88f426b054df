import { planBudget } from '../../src/core/checkpoint/budget.ts';
import { checkSurrogate } from '../../src/core/checkpoint/check-surrogate.ts';
import { type CheckpointDraft, draftCheckpoint, segmentsOf } from '../../src/core/checkpoint/draft.ts';
import type { RegionSpan } from '../../src/core/checkpoint/region.ts';
import { cutSegments } from '../../src/core/checkpoint/segment.ts';
import { settle } from '../../src/core/checkpoint/settle.ts';
import { surrogateCounter } from '../../src/core/count-span.ts';
import { DEFAULTS } from '../../src/core/defaults.ts';
import { redact } from '../../src/core/redact/redact.ts';
import type { TokenCount, TokenCounter } from '../../src/core/token-count.ts';
import { extract } from '../../src/summarize/extractive.ts';

/** What an extractive checkpoint is written from. */
export interface SpeedMaterial {
  readonly name: string;
  /** Not redacted yet. */
  readonly region: readonly RegionSpan[];
  readonly userTexts: readonly string[];
}

/** The steps of an extractive checkpoint, in order. `facts` is the largest part of `draft` (cut, facts, needs, phases), run once more by itself. */
export const STEPS = ['redact', 'facts', 'draft', 'extract', 'check', 'settle'] as const;
export type Step = (typeof STEPS)[number];

export interface SpeedFigures {
  readonly sourceBytes: number;
  readonly spanCount: number;
  readonly factCount: number;
  readonly coveredSegments: number;
  readonly segmentCount: number;
  /** Of this process, all threads: what else runs on the machine is not in it. */
  readonly cpuMs: Readonly<Record<Step, number>>;
}

/** All steps; `facts` is in `draft`. */
export function totalMs({ cpuMs }: SpeedFigures): number {
  return STEPS.reduce((sum, step) => sum + (step === 'facts' ? 0 : cpuMs[step]), 0);
}

/** Writes one checkpoint by the pipeline's own functions, each step timed. */
export function timeCheckpoint({ region, userTexts }: SpeedMaterial, counter: TokenCounter): SpeedFigures {
  const cpuMs: Record<Step, number> = { redact: 0, facts: 0, draft: 0, extract: 0, check: 0, settle: 0 };
  const timed: Timed = (step, run) => {
    const start = process.cpuUsage();
    const result = run();
    const { user, system } = process.cpuUsage(start);
    cpuMs[step] += (user + system) / 1000;
    return result;
  };
  const count = surrogateCounter(counter);
  const redacted = timed('redact', () => redactRegion(region));
  timed('facts', () => findFacts(redacted));
  const draft = timed('draft', () => draftOf(redacted, count));
  const budget = planBudget(draft.needs, draft.allowanceTokens);
  const texts = writeTexts(draft, userTexts, count, timed);
  const written = draft.segments.map(({ sourceTokens, facts, index }) => ({ sourceTokens, facts, text: texts[index] }));
  const settled = timed('settle', () => settle(written, budget, { floor: DEFAULTS.minFactsPerSegment, count }));
  return {
    sourceBytes: region.reduce((sum, span) => sum + Buffer.byteLength(span.source.text), 0),
    spanCount: region.length,
    factCount: draft.segments.reduce((sum, segment) => sum + segment.facts.length, 0),
    segmentCount: settled.length,
    coveredSegments: settled.filter((one) => one.outcome === 'covered').length,
    cpuMs,
  };
}

type Timed = <T>(step: Step, run: () => T) => T;

export function redactRegion(region: readonly RegionSpan[]): readonly RegionSpan[] {
  return region.map((span) => ({ ...span, source: { ...span.source, text: redact(span.source.text) } }));
}

export function draftOf(region: readonly RegionSpan[], count: (text: string) => TokenCount): CheckpointDraft {
  return draftCheckpoint(region, { minSegmentTokens: DEFAULTS.minSegmentTokens, floor: DEFAULTS.minFactsPerSegment, count, userTurns: [] });
}

/** Segment by segment, as `extractCheckpoint` does. */
export function writeTexts(
  draft: CheckpointDraft,
  userTexts: readonly string[],
  count: (text: string) => TokenCount,
  timed: Timed = (_step, run) => run(),
): readonly string[] {
  const { allotments } = planBudget(draft.needs, draft.allowanceTokens);
  let unused = 0;
  return draft.segments.map(({ index, turns, sources, sourceTokens, facts }) => {
    const allowanceTokens = (allotments[index] ?? 0) + unused;
    const request = { index, startTurn: turns[0], endTurn: turns[1], sources, sourceTokens, facts, allowanceTokens, count };
    const written = timed('extract', () => extract({ ...request, floor: DEFAULTS.minFactsPerSegment }));
    const { text } = timed('check', () => checkSurrogate(request, written, { userTexts, floor: DEFAULTS.minFactsPerSegment }));
    unused = allowanceTokens - (text === '' ? 0 : count(text));
    return text;
  });
}

function findFacts(region: readonly RegionSpan[]): void {
  const ranges = cutSegments(
    region.map((span) => span.tokens),
    DEFAULTS.minSegmentTokens,
  );
  segmentsOf(ranges.map(({ start, end }) => region.slice(start, end)));
}
