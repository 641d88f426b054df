import { describe, expect, it } from 'vitest';
import { checkDrift, checkStatements } from '../../src/core/drift/check-drift.ts';
import { type LabelledPair, labelledPairs } from './labelled-pairs.ts';

const PAIRS = labelledPairs();
const KINDS = ['polarity', 'modality', 'scope', 'number', 'state', 'quotation'] as const;

type Check = typeof checkDrift;

interface Figures {
  readonly drifted: number;
  readonly passed: number;
  readonly faithful: number;
  readonly cut: number;
}

function measure(pairs: readonly LabelledPair[], check: Check): Figures {
  const isCut = (pair: LabelledPair): boolean => check(pair.surrogate, pair.source).length > 0;
  const drifted = pairs.filter((pair) => pair.label === 'drifted');
  const faithful = pairs.filter((pair) => pair.label === 'faithful');
  return { drifted: drifted.length, passed: drifted.filter((pair) => !isCut(pair)).length, faithful: faithful.length, cut: faithful.filter(isCut).length };
}

describe('E16: the labelled pairs', () => {
  it('given the set, then it is large, balanced, and of many domains', () => {
    const drifted = PAIRS.filter((pair) => pair.label === 'drifted').length;
    const faithful = PAIRS.length - drifted;
    expect(PAIRS.length).toBeGreaterThanOrEqual(7000);
    expect(PAIRS.filter(({ split }) => split === 'held').length).toBeGreaterThanOrEqual(1000);
    expect(Math.min(drifted, faithful) / PAIRS.length).toBeGreaterThanOrEqual(0.37);
    expect(new Set(PAIRS.map((pair) => pair.domain)).size).toBeGreaterThanOrEqual(8);
    expect(new Set(PAIRS.map((pair) => pair.id)).size).toBe(PAIRS.length);
  });

  // The bounds of `shortened`, the wording that our prompt asks for, are the goals (issue 4: 2 % and 5 %); the others are what
  // was measured (docs/drift.md). Pairs become `held` when they are laid
  // aside for a measurement, and `dev` when they were looked at. Where a check is not meant for faithful sentences of a
  // wording (a summary that does not keep to what our prompt asks), it may cut them all.
  const bounds: readonly (Pick<LabelledPair, 'wording' | 'split'> & { readonly check: Check; readonly passShare: number; readonly cutShare: number })[] = [
    { check: checkDrift, wording: 'free', split: 'dev', passShare: 0.034, cutShare: 0.075 },
    { check: checkDrift, wording: 'free', split: 'held', passShare: 0.223, cutShare: 0.523 },
    { check: checkStatements, wording: 'shortened', split: 'dev', passShare: 0.02, cutShare: 0.05 },
    { check: checkStatements, wording: 'shortened', split: 'held', passShare: 0.02, cutShare: 0.05 },
    { check: checkStatements, wording: 'hostile', split: 'dev', passShare: 0.02, cutShare: 0.05 },
    { check: checkStatements, wording: 'hostile', split: 'held', passShare: 0.02, cutShare: 0.05 },
    { check: checkStatements, wording: 'statement', split: 'dev', passShare: 0, cutShare: 1 },
    { check: checkStatements, wording: 'statement', split: 'held', passShare: 0, cutShare: 1 },
    { check: checkStatements, wording: 'joined', split: 'dev', passShare: 0, cutShare: 1 },
    { check: checkStatements, wording: 'joined', split: 'held', passShare: 0.006, cutShare: 1 },
    { check: checkStatements, wording: 'free', split: 'dev', passShare: 0.011, cutShare: 1 },
    { check: checkStatements, wording: 'free', split: 'held', passShare: 0, cutShare: 1 },
  ];
  it.each(bounds)(
    'given the pairs of split $split with $wording wording, when $check.name checks them, then at most $passShare of drifted ones pass and $cutShare of faithful ones are cut',
    ({ check, wording, split, passShare, cutShare }) => {
      const pairs = PAIRS.filter((pair) => pair.split === split && pair.wording === wording);
      const figures = measure(pairs, check);
      const byKind = KINDS.map((kind) => {
        const { drifted, passed } = measure(
          pairs.filter((pair) => pair.kind === kind),
          check,
        );
        return `${kind} ${passed}/${drifted}`;
      });
      console.log(
        `${check.name}, ${wording}, ${split}: ${figures.passed}/${figures.drifted} drifted passed (${byKind.join(', ')}); ${figures.cut}/${figures.faithful} faithful cut`,
      );
      expect(figures.passed / figures.drifted).toBeLessThanOrEqual(passShare);
      expect(figures.cut / figures.faithful).toBeLessThanOrEqual(cutShare);
    },
  );
});
