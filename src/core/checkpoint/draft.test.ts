import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quarter, regionOfSources, sourceAt } from '../../../test/checkpoint/fact-sources.ts';
import { runsOf } from '../../../test/properties/compacting.ts';
import { gatherFacts } from '../facts/gather-facts.ts';
import type { SpanId } from '../span.ts';
import { planBudget } from './budget.ts';
import { composeCheckpoint } from './compose.ts';
import { draftCheckpoint, segmentRequest, segmentsAgain } from './draft.ts';
import { settle } from './settle.ts';

const sources = Array.from({ length: 20 }, (_, index) =>
  sourceAt(
    index + 2,
    `${'opened part alpha\n'.repeat(30)}${index < 15 ? `${index + 3} passed, 0 failed` : `Error: part ${index} was refused by host-${index}.internal:51${index}\ntook ${index}.5 s, 3 warnings, 4 errors\nexit code ${index}`}`,
    {
      hasFailed: index >= 15,
    },
  ),
);
const region = regionOfSources(sources).map((span) => ({ ...span, tokens: 150 }));
const OPTIONS = { minSegmentTokens: 100, floor: 3, count: quarter, userTurns: [] };
const draft = draftCheckpoint(region, OPTIONS);

describe('a draft', () => {
  it('F1: given twenty spans of one size, then ten segments of two, with their turns, in order', () => {
    expect(draft.segments.map((segment) => segment.spanIndexes)).toEqual(Array.from({ length: 10 }, (_, index) => [2 * index, 2 * index + 1]));
    expect(draft.segments.map((segment) => segment.turns)).toEqual(Array.from({ length: 10 }, (_, index) => [2 * index + 2, 2 * index + 3]));
    expect(draft.segments.reduce((sum, segment) => sum + segment.sourceTokens, 0)).toBe(region.reduce((sum, span) => sum + span.tokens, 0));
  });

  it('F5: each fact of the region is in the segment that its source lies in, and names it there', () => {
    const facts = gatherFacts(sources);
    expect(facts.length).toBeGreaterThan(20);
    expect(draft.segments.flatMap((segment) => segment.facts.map((fact) => fact.anchor))).toEqual(facts.map((fact) => fact.anchor));
    for (const segment of draft.segments) {
      for (const fact of segment.facts) expect(segment.sources[fact.source]?.text.slice(fact.offset)).toMatch(new RegExp(`^${fact.anchor}`));
    }
  });

  it('F9: what is required is told by the whole region: the last outcome of a chain, not that of each segment', () => {
    const requiredIn = (all: typeof draft): number => all.segments.reduce((sum, segment) => sum + segment.facts.filter((fact) => fact.isRequired).length, 0);
    const chain = sources.map((source) => ({ ...source, call: 'bash npm test', toolName: 'bash', input: { command: 'npm test' } }));
    const whole = draftCheckpoint(regionOfSources(chain), OPTIONS);
    const alone = whole.segments.map((segment) => requiredIn(draftCheckpoint(regionOfSources(segment.sources), OPTIONS)));
    expect(requiredIn(whole)).toBeLessThan(alone.reduce((sum, one) => sum + one, 0));
    expect(whole.segments.at(-1)?.facts.some((fact) => fact.isRequired)).toBe(true);
  });

  it('F10: where errors begin, the change is in the draft, and both sides are sized alike', () => {
    expect(draft.phases.map((phase) => phase.reason)).toContain('errors-begin');
    const { index } = draft.phases.find((phase) => phase.reason === 'errors-begin') ?? { index: -2 };
    const rates = [draft.needs[index], draft.needs[index + 1]].map((need) => (need?.needTokens ?? 0) / (need?.sourceTokens ?? 1));
    expect(rates[0]).toBeCloseTo(rates[1] ?? 0, 1);
  });

  it('F3: the allowance is the least with which nobody is externalized at entry', () => {
    const entry = (allowance: number): number => planBudget(draft.needs, allowance).allotments.filter((allotment) => allotment === 0).length;
    expect([entry(draft.allowanceTokens), entry(draft.allowanceTokens - 1)]).toEqual([0, 1]);
  });

  it('given an empty region, then nothing, and no allowance', () => {
    expect(draftCheckpoint([], OPTIONS)).toMatchObject({ segments: [], needs: [], phases: [], allowanceTokens: 0 });
  });

  it('a request has the segment as it is', () => {
    const [segment] = draft.segments;
    if (segment === undefined) throw new Error('F1: there are ten');
    expect(segmentRequest(segment, 77, quarter)).toEqual({
      index: 0,
      startTurn: 2,
      endTurn: 3,
      sources: segment.sources,
      sourceTokens: segment.sourceTokens,
      facts: segment.facts,
      allowanceTokens: 77,
      count: quarter,
    });
  });

  it('F14: the segments of a checkpoint again, from its spans alone, are those of its draft; a span that is gone is not made up', () => {
    const byId = new Map(region.map((span) => [span.source.spanId, span]));
    const recorded = draft.segments.map((segment) => ({ spanIds: segment.sources.map((source) => source.spanId) }));
    expect(segmentsAgain(recorded, (id) => byId.get(id))).toEqual(draft.segments);
    byId.delete('t3.1' as SpanId);
    expect(segmentsAgain(recorded, (id) => byId.get(id))[0]?.spanIndexes).toEqual([0]);
  });

  it('F1, F5: any sizes: each span in one segment, each fact in its own, whatever the least of a segment', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40), { minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 400 }), (sizes, minSegmentTokens) => {
        const spans = regionOfSources(sizes.map((size, index) => sourceAt(index + 1, `${'row alpha\n'.repeat(size)}${index} passed`)));
        const made = draftCheckpoint(spans, { ...OPTIONS, minSegmentTokens });
        expect(made.segments.flatMap((segment) => segment.spanIndexes)).toEqual(spans.map((span) => span.spanIndex));
        for (const segment of made.segments) {
          expect(segment.sourceTokens).toBe(segment.spanIndexes.reduce((sum, index) => sum + (spans[index]?.tokens ?? 0), 0));
          for (const fact of segment.facts) expect(segment.sources[fact.source]?.spanId).toBe(fact.spanId);
        }
      }),
      runsOf(100),
    );
  });
});

describe('a region of 700,000 spans', () => {
  it('F1: given so many, then it is cut, settled and put together without overflowing the stack, and no span is lost', () => {
    const many = Array.from({ length: 700_000 }, (_, index) => ({ spanIndex: index, tokens: 3, source: sourceAt(index + 1, 'row alpha', { call: 'deploy' }) }));
    // In one segment, the worst that there can be. A worker's stack holds more arguments than the 140,000 that were reported.
    const made = draftCheckpoint(many, { ...OPTIONS, minSegmentTokens: 3_000_000 }, []);
    const budget = planBudget(made.needs, 100);
    const settled = settle(
      made.segments.map(({ sourceTokens, facts }) => ({ sourceTokens, facts, text: undefined })),
      budget,
      { floor: 3, count: quarter },
    );
    const asked: number[] = [];
    const checkpoint = composeCheckpoint('k1', made.segments, settled, [], {
      allowanceTokens: 100,
      floor: 3,
      ceiling: 40,
      tokenizer: 'quarter',
      handleFor: (indexes) => {
        asked.push(indexes.length);
        return 'hf_aaaaaaaaaaaaaaaaaaaa';
      },
      spanIdOf: (index) => `t${index + 1}.1` as SpanId,
    });
    expect(made.segments).toHaveLength(1);
    expect(checkpoint.turns).toEqual([1, 700_000]);
    expect(asked).toEqual([700_000]);
    expect(checkpoint.segments.reduce((sum, segment) => sum + segment.spanIds.length, 0)).toBe(700_000);
  });
});
