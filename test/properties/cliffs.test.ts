import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultAllowance, planBudget } from '../../src/core/checkpoint/budget.ts';
import { median } from '../../src/core/checkpoint/gates/cliff.ts';
import type { SegmentNeed } from '../../src/core/checkpoint/need.ts';
import { settle, type WrittenDraft } from '../../src/core/checkpoint/settle.ts';
import { runsOf } from './compacting.ts';

/** One token a word. */
const count = (text: string): number => text.split(' ').filter((word) => word !== '').length;
const words = (number: number): string => Array.from({ length: number }, () => 'word').join(' ');

/** Ratios as written: most near each other, some far above them. All are below the ceiling, so that F8 alone speaks. */
const textTokens = 60;
const writtenRatio = fc.oneof(
  { weight: 3, arbitrary: fc.double({ min: 2, max: 9, noNaN: true }) },
  { weight: 1, arbitrary: fc.double({ min: 10, max: 39.9, noNaN: true }) },
);
const ratios = fc.array(writtenRatio, { minLength: 1, maxLength: 10 });

function settledWith(written: readonly number[]) {
  const segments = written.map((ratio): WrittenDraft => ({ sourceTokens: Math.max(1, Math.floor(ratio * textTokens)), facts: [], text: words(textTokens) }));
  const budget = { allowanceTokens: 1_000_000, reserveTokens: 0, allotments: segments.map(() => textTokens) };
  return settle(segments, budget, { floor: 0, count });
}

/** The slower twin of F8: takes the worst out one by one, and looks at all that is left each time. */
function cliffsBySlowTwin(written: readonly number[]): readonly number[] {
  const left = new Map(written.map((ratio, index) => [index, Math.max(1, Math.floor(ratio * textTokens)) / textTokens]));
  const out: number[] = [];
  while (left.size >= 3) {
    const sorted = [...left.values()].sort((a, b) => a - b);
    const middle = sorted.length % 2 === 1 ? (sorted[sorted.length >> 1] ?? 0) : ((sorted[sorted.length / 2 - 1] ?? 0) + (sorted[sorted.length / 2] ?? 0)) / 2;
    const [worst, ratio] = [...left].reduce((a, b) => (b[1] > a[1] ? b : a));
    if (ratio <= 3 * middle) break;
    out.push(worst);
    left.delete(worst);
  }
  return out.sort((a, b) => a - b);
}

describe('F8: coverage cliffs, where there are some', () => {
  it('F8: the segments that go are those that the rule names, one by one; what stands has no cliff left; and cliffs did occur', () => {
    let withCliff = 0;
    let withSeveral = 0;
    let without = 0;
    fc.assert(
      fc.property(ratios, (written) => {
        const settled = settledWith(written);
        const cliffs = settled.flatMap((one, index) => (one.reason === 'cliff' ? [index] : []));
        expect(cliffs).toEqual(cliffsBySlowTwin(written));
        for (const index of cliffs) expect(settled[index]?.outcome).toBe('externalized');
        const standing = settled.filter((one) => one.outcome === 'covered');
        expect(standing).toHaveLength(written.length - cliffs.length);
        if (standing.length >= 3) for (const one of standing) expect(one.ratio).toBeLessThanOrEqual(3 * median(standing.map(({ ratio }) => ratio)));
        if (cliffs.length > 0) withCliff++;
        else without++;
        if (cliffs.length > 1) withSeveral++;
      }),
      { ...runsOf(400), verbose: 0 },
    );
    // A property of cliffs that met none has said nothing.
    expect({ withCliff, withSeveral, without }).toEqual({
      withCliff: expect.toSatisfy((cases: number) => cases > 0),
      withSeveral: expect.toSatisfy((cases: number) => cases > 0),
      without: expect.toSatisfy((cases: number) => cases > 0),
    });
  });

  it('F8: with one or two written segments there is none, however far they are from each other', () => {
    fc.assert(
      fc.property(fc.array(writtenRatio, { minLength: 1, maxLength: 2 }), (written) => {
        expect(settledWith(written).every((one) => one.outcome === 'covered')).toBe(true);
      }),
      runsOf(100),
    );
  });

  it('F6, F8: what is not written does not move the median: with segments without a text among them the same ones go', () => {
    let withCliff = 0;
    fc.assert(
      fc.property(ratios, fc.array(fc.nat(9), { maxLength: 5 }), (written, places) => {
        const alone = settledWith(written).map((one) => one.reason);
        const segments: (WrittenDraft & { readonly isOurs: boolean })[] = written.map((ratio) => ({
          sourceTokens: Math.max(1, Math.floor(ratio * textTokens)),
          facts: [],
          text: words(textTokens),
          isOurs: true,
        }));
        for (const place of places) segments.splice(Math.min(place, segments.length), 0, { sourceTokens: 5000, facts: [], text: undefined, isOurs: false });
        const budget = { allowanceTokens: 1_000_000, reserveTokens: 0, allotments: segments.map(() => textTokens) };
        const settled = settle(segments, budget, { floor: 0, count }).filter((_, index) => segments[index]?.isOurs);
        expect(settled.map((one) => one.reason)).toEqual(alone);
        if (alone.includes('cliff')) withCliff++;
      }),
      runsOf(200),
    );
    expect(withCliff).toBeGreaterThan(0);
  });

  it('F2, F8: given needs whose bare ratios are cliffs, then the plan raises them, so that a writer that uses its allotment makes none', () => {
    let wouldBe = 0;
    const needs = fc.array(
      fc
        .record({ sourceTokens: fc.integer({ min: 400, max: 8000 }), factCount: fc.nat(40), density: fc.double({ min: 1, max: 31, noNaN: true }) })
        .map(({ sourceTokens, factCount, density }): SegmentNeed => ({ sourceTokens, factCount, needTokens: Math.ceil(sourceTokens / density) })),
      { minLength: 3, maxLength: 10 },
    );
    fc.assert(
      fc.property(needs, (segments) => {
        const bare = segments.map((one) => one.sourceTokens / one.needTokens);
        if (Math.max(...bare) > 3 * median(bare)) wouldBe++;
        const budget = planBudget(segments, defaultAllowance(segments));
        const drafts = segments.map(({ sourceTokens }, index): WrittenDraft => ({ sourceTokens, facts: [], text: words(budget.allotments[index] ?? 0) }));
        const settled = settle(drafts, budget, { floor: 0, count });
        expect(settled.map((one) => one.reason)).toEqual(segments.map(() => undefined));
      }),
      runsOf(150),
    );
    expect(wouldBe).toBeGreaterThan(0);
  });
});
