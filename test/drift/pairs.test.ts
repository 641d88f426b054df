import { describe, expect, it } from 'vitest';
import { checkDrift } from '../../src/core/drift/check-drift.ts';
import { type LabelledPair, labelledPairs } from './labelled-pairs.ts';

const PAIRS = labelledPairs();
const KINDS = ['polarity', 'modality', 'scope', 'number', 'state', 'quotation'] as const;

interface Figures {
  readonly drifted: number;
  readonly passed: number;
  readonly faithful: number;
  readonly cut: number;
}

function measure(pairs: readonly LabelledPair[]): Figures {
  const isCut = (pair: LabelledPair): boolean => checkDrift(pair.surrogate, pair.source).length > 0;
  const drifted = pairs.filter((pair) => pair.label === 'drifted');
  const faithful = pairs.filter((pair) => pair.label === 'faithful');
  return { drifted: drifted.length, passed: drifted.filter((pair) => !isCut(pair)).length, faithful: faithful.length, cut: faithful.filter(isCut).length };
}

describe('E16: the labelled pairs', () => {
  it('given the set, then it is large, balanced, and of many domains', () => {
    const { drifted, faithful } = measure(PAIRS);
    expect(PAIRS.length).toBeGreaterThanOrEqual(1150);
    expect(PAIRS.filter(({ split }) => split === 'held').length).toBeGreaterThanOrEqual(180);
    expect(Math.min(drifted, faithful) / PAIRS.length).toBeGreaterThanOrEqual(0.45);
    expect(new Set(PAIRS.map((pair) => pair.domain)).size).toBeGreaterThanOrEqual(8);
    expect(new Set(PAIRS.map((pair) => pair.id)).size).toBe(PAIRS.length);
  });

  // The bounds are what was measured (docs/drift.md), not the goals (2 % and 5 %). Pairs become `held` when they are laid
  // aside for a measurement, and `dev` when they were looked at.
  const bounds = [
    { split: 'dev' as const, passShare: 0.034, cutShare: 0.075 },
    { split: 'held' as const, passShare: 0.223, cutShare: 0.523 },
  ];
  it.each(bounds.filter(({ split }) => PAIRS.some((pair) => pair.split === split)))(
    'given the pairs of split $split, when they are checked, then at most $passShare of drifted ones pass and $cutShare of faithful ones are cut',
    ({ split, passShare, cutShare }) => {
      const pairs = PAIRS.filter((pair) => pair.split === split);
      const figures = measure(pairs);
      const byKind = KINDS.map((kind) => {
        const { drifted, passed } = measure(pairs.filter((pair) => pair.kind === kind));
        return `${kind} ${passed}/${drifted}`;
      });
      console.log(
        `drift, ${split}: ${figures.passed}/${figures.drifted} drifted passed (${byKind.join(', ')}); ${figures.cut}/${figures.faithful} faithful cut`,
      );
      expect(figures.passed / figures.drifted).toBeLessThanOrEqual(passShare);
      expect(figures.cut / figures.faithful).toBeLessThanOrEqual(cutShare);
    },
  );
});
