import type { RegionSpan } from '../../src/core/checkpoint/region.ts';
import type { SegmentRequest } from '../../src/core/checkpoint/summarizer.ts';
import type { FactSource } from '../../src/core/facts/fact.ts';
import { gatherFacts } from '../../src/core/facts/gather-facts.ts';
import type { SpanId } from '../../src/core/span.ts';

/** Four characters a token. */
export const quarter = (text: string): number => Math.ceil(text.length / 4);

/** What a tool gave back at a turn, unless said otherwise. */
export function sourceAt(turn: number, text: string, fields: Partial<FactSource> = {}): FactSource {
  return {
    spanId: `t${turn}.1` as SpanId,
    turn,
    origin: 'output',
    call: `deploy part=${turn}`,
    toolName: 'deploy',
    text,
    hasFailed: false,
    writtenPaths: [],
    ...fields,
  };
}

/** A segment of these sources, with the facts that they have. */
export function requestFor(sources: readonly FactSource[], fields: Partial<SegmentRequest> = {}): SegmentRequest {
  return {
    index: 0,
    startTurn: sources[0]?.turn ?? 0,
    endTurn: sources.at(-1)?.turn ?? 0,
    sources,
    sourceTokens: sources.reduce((sum, source) => sum + quarter(source.text), 0),
    facts: gatherFacts(sources),
    allowanceTokens: 1000,
    count: quarter,
    ...fields,
  };
}

export function regionOfSources(sources: readonly FactSource[]): readonly RegionSpan[] {
  return sources.map((source, spanIndex) => ({ spanIndex, tokens: quarter(source.text), source }));
}
