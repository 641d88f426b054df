import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultAllowance, planBudget, reserveFor } from '../../src/core/checkpoint/budget.ts';
import { cliffBound, median } from '../../src/core/checkpoint/gates/cliff.ts';
import type { SegmentNeed } from '../../src/core/checkpoint/need.ts';
import { compactSpan } from '../../src/core/checkpoint/reference.ts';
import { cutSegments } from '../../src/core/checkpoint/segment.ts';
import { settle, type WrittenDraft } from '../../src/core/checkpoint/settle.ts';
import { FidelityBudgetExhausted } from '../../src/core/errors/fidelity-budget-exhausted.ts';
import type { Fact } from '../../src/core/facts/fact.ts';
import type { SpanId } from '../../src/core/span.ts';
import { runsOf } from '../properties/compacting.ts';

/** One token a word: what a text costs can be read off it. */
const count = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

const need = fc
  .record({ sourceTokens: fc.integer({ min: 1, max: 20_000 }), factCount: fc.nat(60), needTokens: fc.integer({ min: 1, max: 900 }) })
  .map((one): SegmentNeed => ({ ...one, needTokens: Math.max(one.needTokens, Math.ceil(one.sourceTokens / 32)) }));
const needs = fc.array(need, { minLength: 1, maxLength: 10 });

describe('F1: segments', () => {
  const tokens = fc.array(fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 20_000 })), { minLength: 1, maxLength: 200 });

  it('F1: cover all spans in order, each once, at most ten of them, none empty', () => {
    fc.assert(
      fc.property(tokens, fc.integer({ min: 1, max: 2000 }), (spans, least) => {
        const segments = cutSegments(spans, least);
        expect(segments[0]?.start).toBe(0);
        expect(segments.at(-1)?.end).toBe(spans.length);
        for (const [index, segment] of segments.entries()) {
          expect(segment.end).toBeGreaterThan(segment.start);
          expect(segment.start).toBe(segments[index - 1]?.end ?? 0);
        }
        expect(segments.length).toBeLessThanOrEqual(Math.min(10, spans.length));
      }),
      runsOf(500),
    );
  });

  it('F1: a span larger than two segments is one of its own', () => {
    fc.assert(
      fc.property(tokens, (spans) => {
        const segments = cutSegments(spans, 1);
        const total = spans.reduce((sum, span) => sum + span, 0);
        const share = total / Math.min(10, spans.length);
        for (const [index, span] of spans.entries()) {
          if (span <= 2 * share) continue;
          expect(segments).toContainEqual({ start: index, end: index + 1 });
        }
      }),
      runsOf(500),
    );
  });

  it('F1: given equal spans, then ten equal shares', () => {
    const segments = cutSegments(
      Array.from({ length: 100 }, () => 500),
      400,
    );
    expect(segments.map((segment) => segment.end - segment.start)).toEqual(Array.from({ length: 10 }, () => 10));
  });

  it('F1: given less than the least of a segment for each, then fewer; one is allowed', () => {
    expect(cutSegments([100, 100, 100, 100], 200)).toHaveLength(2);
    expect(cutSegments([5], 400)).toEqual([{ start: 0, end: 1 }]);
    expect(cutSegments([], 400)).toEqual([]);
  });
});

describe('F2, F3: the budget', () => {
  it('F2, F3: needs, reserve and headroom are within the allowance; nobody has less than its need', () => {
    fc.assert(
      fc.property(needs, fc.integer({ min: 0, max: 20_000 }), (segments, allowance) => {
        const budget = planBudget(segments, allowance);
        const used = budget.allotments.reduce((sum, allotment) => sum + allotment, 0);
        if (used > 0) expect(used + budget.reserveTokens).toBeLessThanOrEqual(allowance);
        for (const [index, allotment] of budget.allotments.entries()) {
          if (allotment > 0) expect(allotment).toBeGreaterThanOrEqual(segments[index]?.needTokens ?? 0);
        }
        const written = segments.filter((_, index) => (budget.allotments[index] ?? 0) > 0);
        expect(allowance).toBeGreaterThanOrEqual(written.length === 0 ? 0 : 2 * Math.max(...written.map((segment) => segment.needTokens)));
      }),
      runsOf(500),
    );
  });

  it('F3: with the default allowance nothing is externalized; with one token less something is', () => {
    fc.assert(
      fc.property(needs, (segments) => {
        const enough = defaultAllowance(segments);
        expect(planBudget(segments, enough).allotments.every((allotment) => allotment > 0)).toBe(true);
        expect(planBudget(segments, enough - 1).allotments.some((allotment) => allotment === 0)).toBe(true);
      }),
      runsOf(300),
    );
  });

  it('F3: what is externalized at entry is the least dense in facts; among equals the earliest (F9)', () => {
    const segments = [10, 0, 10, 0, 10].map((factCount): SegmentNeed => ({ sourceTokens: 1000, factCount, needTokens: 100 }));
    const { allotments } = planBudget(segments, defaultAllowance(segments) - 100);
    expect(allotments.map((allotment) => allotment > 0)).toEqual([true, false, true, true, true]);
  });

  it('F2: given all use exactly their allotment, then F4 is silent, and with a reserve of one less it is not', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 2, maxLength: 10 }), (allotments) => {
        const fires = (reserve: number): boolean => {
          let remaining = allotments.reduce((sum, allotment) => sum + allotment, 0) + reserve;
          let used = 0;
          for (const [index, allotment] of allotments.entries()) {
            if (index > 0 && remaining < (2 * used) / index) return true;
            remaining -= allotment;
            used += allotment;
          }
          return false;
        };
        const reserve = reserveFor(allotments);
        expect(fires(reserve)).toBe(false);
        if (reserve > 0) expect(fires(reserve - 1)).toBe(true);
      }),
      runsOf(500),
    );
  });

  it('F8: given what is left over is less than a token for the smallest segment, then its planned ratio is no cliff all the same', () => {
    const segments = [
      { sourceTokens: 1, factCount: 11, needTokens: 60 },
      { sourceTokens: 1, factCount: 19, needTokens: 64 },
      { sourceTokens: 1, factCount: 18, needTokens: 1 },
      { sourceTokens: 7467, factCount: 5, needTokens: 234 },
    ];
    const { allotments, reserveTokens } = planBudget(segments, 12_600);
    const ratios = segments.map((segment, index) => segment.sourceTokens / (allotments[index] ?? 1));
    expect(Math.max(...ratios)).toBeLessThanOrEqual(cliffBound(ratios));
    expect(allotments.reduce((sum, allotment) => sum + allotment, reserveTokens)).toBeLessThanOrEqual(12_600);
  });

  it('F7, F8: no planned ratio is above 40 or three times the planned median', () => {
    fc.assert(
      fc.property(needs, (segments) => {
        const { allotments } = planBudget(segments, defaultAllowance(segments));
        const ratios = segments.map((segment, index) => segment.sourceTokens / (allotments[index] ?? 1));
        for (const ratio of ratios) expect(ratio).toBeLessThanOrEqual(Math.min(40, cliffBound(ratios)));
      }),
      runsOf(300),
    );
  });
});

function fact(anchor: string, isRequired = false): Fact {
  return { kind: 'identifier', anchor, line: anchor, spanId: 't1.1' as SpanId, turn: 1, source: 0, offset: 0, isRequired };
}

function segment(sourceTokens: number, anchors: readonly string[], text: string | undefined): WrittenDraft {
  return { sourceTokens, facts: anchors.map((anchor) => fact(anchor)), text };
}

const words = (number: number, word = 'word'): string => Array.from({ length: number }, () => word).join(' ');
const budgetOf = (allowanceTokens: number, count_: number): { allowanceTokens: number; reserveTokens: number; allotments: number[] } => ({
  allowanceTokens,
  reserveTokens: 0,
  allotments: Array.from({ length: count_ }, () => 100),
});

describe('F4–F8, F11: each gate by itself', () => {
  it('F4: when less remains than twice the mean consumption so far, the rest is externalized', () => {
    const segments = Array.from({ length: 4 }, () => segment(1000, ['anchor'], `anchor ${words(99)}`));
    const settled = settle(segments, budgetOf(350, 4), { floor: 0, count });
    expect(settled.map((one) => one.outcome)).toEqual(['covered', 'covered', 'externalized', 'externalized']);
    expect(settled[2]?.reason).toBe('headroom');
  });

  it('F5: the floor is min(floor, facts of the segment): more facts in another segment do not help', () => {
    const rich = segment(100, ['a1', 'a2', 'a3', 'a4'], 'a1 a2 a3 a4 b1 b2');
    const poor = segment(100, ['b1', 'b2'], 'a1 a2 a3 a4 b1');
    const settled = settle([rich, poor, segment(100, [], 'nothing to keep here at all')], budgetOf(1000, 3), { floor: 3, count });
    expect(settled.map((one) => one.outcome)).toEqual(['covered', 'externalized', 'covered']);
    expect(settled[1]).toMatchObject({ reason: 'floor', factsRetained: 1 });
  });

  it('F6, F7: above 40:1 never stands; an empty text has an infinite ratio; a caller may lower the ceiling, not raise it', () => {
    const one = (tokens: number, ceiling?: number) => settle([segment(tokens, [], words(10))], budgetOf(1000, 1), { floor: 0, ceiling, count })[0];
    expect(one(400)).toMatchObject({ outcome: 'covered', ratio: 40 });
    expect(one(401)).toMatchObject({ outcome: 'externalized', reason: 'ratio' });
    expect(one(401, 60)).toMatchObject({ outcome: 'externalized', reason: 'ratio' });
    expect(one(300, 20)).toMatchObject({ outcome: 'externalized', reason: 'ratio' });
    expect(settle([segment(10, [], '')], budgetOf(100, 1), { floor: 0, count })[0]).toMatchObject({ outcome: 'externalized', ratio: Number.POSITIVE_INFINITY });
  });

  it('F8: above three times the median of the written segments never stands; with two written only F7 applies', () => {
    const texts = [10, 10, 10, 3];
    const segments = texts.map((size) => segment(100, [], words(size)));
    expect(settle(segments, budgetOf(1000, 4), { floor: 0, count }).map((one) => one.reason)).toEqual([undefined, undefined, undefined, 'cliff']);
    expect(settle(segments.slice(2), budgetOf(1000, 2), { floor: 0, count }).map((one) => one.outcome)).toEqual(['covered', 'covered']);
  });

  it('F9: a required fact that is not there, and the segment does not stand', () => {
    const facts = [fact('exit code 1', true), fact('a'), fact('b'), fact('c')];
    const settled = settle([{ sourceTokens: 50, facts, text: 'a b c and more' }], budgetOf(1000, 1), { floor: 3, count });
    expect(settled[0]).toMatchObject({ outcome: 'externalized', reason: 'required' });
  });

  it('F11: a hedge is uncovered, whatever its ratio', () => {
    const settled = settle([segment(20, ['ECONNRESET', 'exit code 7'], 'Various issues were investigated in this part.')], budgetOf(1000, 1), {
      floor: 3,
      count,
    });
    expect(settled[0]).toMatchObject({ outcome: 'uncovered', reason: 'anchors', factsRetained: 0 });
  });

  it('F5–F8, F11: whatever the texts, what stands passes every gate, and takes no more than the allowance', () => {
    const drafts = fc.array(
      fc.record({
        sourceTokens: fc.integer({ min: 1, max: 4000 }),
        anchors: fc.subarray(['a1', 'b2', 'c3', 'd4']),
        size: fc.nat(120),
        held: fc.nat(4),
        isWritten: fc.boolean(),
      }),
      { minLength: 1, maxLength: 10 },
    );
    fc.assert(
      fc.property(drafts, fc.integer({ min: 1, max: 1500 }), fc.nat(4), (parts, allowance, floor) => {
        const segments = parts.map((part) =>
          segment(part.sourceTokens, part.anchors, part.isWritten ? [...part.anchors.slice(0, part.held), words(part.size)].join(' ') : undefined),
        );
        const settled = settle(segments, { allowanceTokens: allowance, reserveTokens: 0, allotments: segments.map(() => 50) }, { floor, count });
        const standing = settled.filter((one) => one.outcome === 'covered');
        expect(standing.reduce((sum, one) => sum + one.textTokens, 0)).toBeLessThanOrEqual(allowance);
        const bound = standing.length < 3 ? 40 : Math.min(40, 3 * median(standing.map((one) => one.ratio)));
        for (const [index, one] of settled.entries()) {
          if (one.outcome !== 'covered') continue;
          const facts = segments[index]?.facts.length ?? 0;
          expect(one.ratio).toBeLessThanOrEqual(bound);
          expect(one.factsRetained).toBeGreaterThanOrEqual(Math.min(floor, facts));
          if (facts > 0) expect(one.factsRetained).toBeGreaterThan(0);
        }
      }),
      runsOf(500),
    );
  });
});

describe('§13: compactSpan as the oracle', () => {
  it('wherever the reference raises for a segment, ours has externalized it, marked it, or given it what it needs', () => {
    const segments = fc.array(fc.record({ tokens: fc.integer({ min: 40, max: 9000 }), facts: fc.nat(12) }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(segments, fc.integer({ min: 10, max: 4000 }), fc.nat(6), (parts, budgetTokens, floor) => {
        const spanTokens = parts.reduce((sum, part) => sum + part.tokens, 0);
        const raised = raisedBy({
          spanTokens,
          budgetTokens,
          minFactsPerSegment: floor,
          segments: parts.map((part, index) => ({ name: String(index), ...part })),
        });
        if (raised === undefined) return;
        const index = Number(raised.segment);
        // A writer that gives every segment what the reference would: all its facts that fit, then filler.
        const drafts = parts.map((part, at) => {
          const anchors = Array.from({ length: part.facts }, (_, number) => `s${at}f${number}`);
          const size = Math.max(1, Math.round((part.tokens * budgetTokens) / spanTokens));
          return segment(part.tokens, anchors, [...anchors.slice(0, size), words(Math.max(0, size - anchors.length))].join(' ').trim());
        });
        const settled = settle(
          drafts,
          {
            allowanceTokens: budgetTokens,
            reserveTokens: 0,
            allotments: parts.map((part) => Math.max(1, Math.round((part.tokens * budgetTokens) / spanTokens))),
          },
          { floor, count },
        )[index];
        if (raised.reason === 'ratio') expect(settled?.outcome).not.toBe('covered');
        if (raised.reason === 'allotment') expect(settled?.outcome === 'covered' ? settled.textTokens <= budgetTokens : true).toBe(true);
        // The reference's floor is absolute; ours is what the segment has (F5), so a segment poor in facts may stand with all of them.
        if (raised.reason === 'facts' && settled?.outcome === 'covered') expect(settled.factsRetained).toBe(parts[index]?.facts);
      }),
      runsOf(500),
    );
  });
});

function raisedBy(input: Parameters<typeof compactSpan>[0]): FidelityBudgetExhausted | undefined {
  try {
    compactSpan(input);
    return undefined;
  } catch (error) {
    if (error instanceof FidelityBudgetExhausted) return error;
    throw error;
  }
}
