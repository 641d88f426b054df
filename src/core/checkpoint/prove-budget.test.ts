import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quarter, regionOfSources, sourceAt } from '../../../test/checkpoint/fact-sources.ts';
import { runsOf } from '../../../test/properties/compacting.ts';
import type { SpanId } from '../span.ts';
import { type FidelityBudget, planBudget } from './budget.ts';
import { composeCheckpoint, type WrittenCheckpoint, type WrittenCheckpointSegment } from './compose.ts';
import { draftCheckpoint } from './draft.ts';
import { proveBudget } from './prove-budget.ts';
import { settle } from './settle.ts';

/** Ten segments of one source each; those that are given have errors, the others are without a fact. */
function draftOf(isDense: (index: number) => boolean = () => true) {
  const sources = Array.from({ length: 10 }, (_, index) =>
    sourceAt(
      index + 1,
      `${'copied the rows\n'.repeat(100)}${isDense(index) ? `Error: host-${index}.internal:51${index} refused\nexit code ${index + 1}` : 'ready'}`,
    ),
  );
  return draftCheckpoint(regionOfSources(sources), { minSegmentTokens: 1, floor: 1, count: quarter, userTurns: [] });
}

type Draft = ReturnType<typeof draftOf>;

/** What a writer does with `sizes` characters for each segment beside its facts, through the gates and into the ledger. */
function writtenWith(draft: Draft, budget: FidelityBudget, textOf: (index: number) => string | undefined): WrittenCheckpoint {
  const texts = draft.segments.map((_, index) => textOf(index));
  const settled = settle(
    draft.segments.map(({ sourceTokens, facts }, index) => ({ sourceTokens, facts, text: texts[index] })),
    budget,
    { floor: 1, count: quarter },
  );
  return composeCheckpoint(
    'k1',
    draft.segments,
    settled,
    texts.map((text) => ({ text, summarizer: 'test' })),
    {
      allowanceTokens: budget.allowanceTokens,
      floor: 1,
      ceiling: 40,
      tokenizer: 'quarter',
      handleFor: (indexes) => `hf_${indexes.join('_')}`,
      spanIdOf: (index) => `t${index + 1}.1` as SpanId,
    },
  );
}

/** The facts of a segment, and filler up to so many tokens. */
function textOf(draft: Draft, index: number, tokens: number): string {
  const facts = [...new Set(draft.segments[index]?.facts.map((fact) => fact.line))].join('\n');
  return `${facts}\n${'copied the rows\n'.repeat(200)}`.slice(0, Math.max(facts.length, 4 * tokens));
}

const PROOF = { count: quarter, userTurns: [] };

function withSegment(checkpoint: WrittenCheckpoint, index: number, change: Partial<WrittenCheckpointSegment>): WrittenCheckpoint {
  return {
    ...checkpoint,
    segments: checkpoint.segments.map((segment) => {
      if (segment.index !== index) return segment;
      const { reason: _reason, ...rest } = segment;
      return 'outcome' in change ? { ...rest, ...change } : { ...segment, ...change };
    }),
  };
}

describe('F14: what a checkpoint says of its budget, again', () => {
  const draft = draftOf();
  const budget = planBudget(draft.needs, 6 * draft.allowanceTokens);
  const allotted = (index: number): number => budget.allotments[index] ?? 0;
  const honest = writtenWith(draft, budget, (index) => textOf(draft, index, allotted(index) - 1));

  it('given a checkpoint as it was written, then nothing is found', () => {
    expect(honest.segments.every((segment) => segment.outcome === 'covered')).toBe(true);
    expect(proveBudget(honest, draft.segments, PROOF)).toEqual([]);
  });

  it('F3: given an allowance that does not cover the needs and the reserve, then it is found, with both figures', () => {
    const [problem] = proveBudget({ ...honest, allowanceTokens: draft.allowanceTokens - 1 }, draft.segments, PROOF);
    expect(problem).toBe(
      `k1 has an allowance of ${draft.allowanceTokens - 1} tokens, and what is not externalized at entry needs ${draft.allowanceTokens} (F3)`,
    );
    expect(proveBudget({ ...honest, allowanceTokens: draft.allowanceTokens }, draft.segments, PROOF).join()).not.toContain('F3');
  });

  it('F3: given an allowance below twice the largest need, then it is found, though the needs fit', () => {
    const one = { ...draft, segments: draft.segments.slice(0, 1), needs: draft.needs.slice(0, 1) };
    const need = one.needs[0]?.needTokens ?? 0;
    const written = writtenWith(one, { allowanceTokens: 2 * need, reserveTokens: 0, allotments: [need] }, () => textOf(draft, 0, need));
    expect(proveBudget(written, one.segments, PROOF)).toEqual([]);
    expect(proveBudget({ ...written, allowanceTokens: 2 * need - 1 }, one.segments, PROOF)).toEqual([
      `k1 has an allowance of ${2 * need - 1} tokens, and what is not externalized at entry needs ${2 * need} (F3)`,
    ]);
  });

  it('F3: given one was externalized at entry that was not the least dense in facts, or that could be written, then it is found', () => {
    const mixed = draftOf((index) => index !== 4);
    const small = planBudget(mixed.needs, mixed.allowanceTokens - 1);
    expect(small.allotments.map((allotment, index) => (allotment === 0 ? index : -1)).filter((index) => index >= 0)).toEqual([4]);
    const written = writtenWith(mixed, small, (index) => textOf(mixed, index, small.allotments[index] ?? 0));
    expect(proveBudget(written, mixed.segments, PROOF)).toEqual([]);
    const entry = written.segments[4];
    const swapped = withSegment(withSegment(written, 4, { outcome: 'covered', summaryTokens: 40 }), 6, {
      outcome: 'externalized',
      reason: entry?.reason ?? '',
      summaryTokens: 0,
    });
    expect(proveBudget(swapped, mixed.segments, PROOF).join('\n')).toMatch(/segment 4 is not externalized at entry[^\n]*\(F3\)/);
    expect(proveBudget(swapped, mixed.segments, PROOF).join('\n')).toMatch(/segment 6 is externalized at entry[^\n]*\(F3\)/);
    expect(proveBudget({ ...written, allowanceTokens: mixed.allowanceTokens }, mixed.segments, PROOF).join('\n')).toMatch(
      /segment 4 is externalized at entry, and the allowance covers its need \(F3\)/,
    );
  });

  it('F2: given a text is longer than its allotment and what earlier ones left, then it is found', () => {
    const longer = withSegment(honest, 0, { summaryTokens: allotted(0) + 1 });
    expect(proveBudget(longer, draft.segments, PROOF)).toEqual([`k1, segment 0 takes ${allotted(0) + 1} tokens, and has ${allotted(0)} (F2)`]);
  });

  it('F4: given what remained was less than twice the mean consumption, then a segment that is written all the same is found', () => {
    // As a writer without F4 would leave it: the first segments take the allowance, and the last is squeezed in.
    const squeezed = { ...honest, segments: honest.segments.map((segment) => ({ ...segment, summaryTokens: segment.index === 9 ? 50 : 100 })) };
    const tight = { ...squeezed, allowanceTokens: 9 * 100 + 199 };
    expect(proveBudget(tight, draft.segments, { userTurns: [] })).toEqual([
      'k1, segment 9 is written, though what remained was less than twice the mean consumption (F4)',
    ]);
    expect(proveBudget({ ...tight, allowanceTokens: 9 * 100 + 200 }, draft.segments, { userTurns: [] })).toEqual([]);
  });

  it('F4: given one is externalized for what remained, and enough did, then it is found', () => {
    const spent = writtenWith(draft, { ...budget, allowanceTokens: 450, allotments: budget.allotments.map(() => 100) }, (index) => textOf(draft, index, 100));
    const out = spent.segments.filter((segment) => segment.outcome !== 'covered');
    expect(out.length).toBeGreaterThan(3);
    expect(proveBudget(spent, draft.segments, { userTurns: [] })).toEqual([]);
    const first = out[0]?.index ?? -1;
    expect(proveBudget({ ...spent, allowanceTokens: 5000 }, draft.segments, { userTurns: [] })[0]).toBe(
      `k1, segment ${first} is externalized for what remained, which was twice the mean consumption or more (F4)`,
    );
  });

  it('F4, F8: given a cliff took tokens before it fell, then they are in the ledger, and count as spent', () => {
    const cliff = writtenWith(draft, budget, (index) => textOf(draft, index, index === 2 ? 1 : allotted(index)));
    expect(cliff.segments[2]).toMatchObject({ outcome: 'externalized', spentTokens: expect.any(Number), summaryTokens: 0, lines: [] });
    expect(proveBudget(cliff, draft.segments, PROOF)).toEqual([]);
    const cheap = { ...cliff, allowanceTokens: cliff.segments.reduce((sum, segment) => sum + segment.summaryTokens, 0) };
    expect(proveBudget(cheap, draft.segments, { userTurns: [] }).join('\n')).toMatch(/F4/);
    const old = withSegment(cheap, 2, { spentTokens: undefined });
    expect(proveBudget(old, draft.segments, { userTurns: [] })).toEqual([]);
  });

  it('F8: given a cliff stands, or one fell that was none, then it is found', () => {
    expect(proveBudget(withSegment(honest, 5, { summaryTokens: 12 }), draft.segments, { userTurns: [] })).toEqual(['k1, segment 5 is a coverage cliff (F8)']);
    const cliff = writtenWith(draft, budget, (index) => textOf(draft, index, index === 2 ? 1 : allotted(index)));
    const forged = withSegment(cliff, 2, { spentTokens: allotted(2) });
    expect(proveBudget(forged, draft.segments, { userTurns: [] })).toEqual(['k1, segment 2 is externalized as a coverage cliff, and was none (F8)']);
    const free = withSegment(cliff, 2, { spentTokens: 1 });
    expect(proveBudget(free, draft.segments, { userTurns: [] }).join('\n')).toMatch(/segment 2 is externalized as a coverage cliff, and was none \(F8\)/);
  });

  it('F12: given a segment that is not covered gives a reason of its own, or none, then it is found', () => {
    for (const reason of ['it was dull', undefined]) {
      const dull = withSegment(honest, 3, { outcome: 'externalized', ...(reason === undefined ? {} : { reason }) });
      expect(proveBudget(dull, draft.segments, { userTurns: [] })).toEqual([
        'k1, segment 3 is externalized, and the reason that it gives for it is none of the gates (F12)',
      ]);
    }
  });

  it('F2–F4, F8: whatever is written under whatever allowance, the proof finds nothing, with the tokenizer and without it', () => {
    const mixed = draftOf((index) => index % 3 !== 1);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3 * mixed.allowanceTokens }),
        fc.array(fc.option(fc.integer({ min: 0, max: 150 }), { nil: undefined }), { minLength: 10, maxLength: 10 }),
        (allowance, sizes) => {
          const planned = planBudget(mixed.needs, allowance);
          const written = writtenWith(mixed, planned, (index) => {
            const size = sizes[index];
            return size === undefined ? undefined : textOf(mixed, index, size);
          });
          expect(proveBudget(written, mixed.segments, PROOF)).toEqual([]);
          expect(proveBudget(written, mixed.segments, { userTurns: [] })).toEqual([]);
        },
      ),
      runsOf(300),
    );
  });
});
