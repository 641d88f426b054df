import { describe, expect, it } from 'vitest';
import { FidelityBudgetExhausted } from './fidelity-budget-exhausted.ts';

const failed = (...segments: number[]) =>
  segments.map((segment) => ({ segment, turns: [segment + 2, segment + 3] as const, reason: `the reason of ${segment} (F5)` }));

function exhausted(coveredCount: number, ...segments: number[]): FidelityBudgetExhausted {
  return new FidelityBudgetExhausted({
    segment: `k1.${segments[0]} (t2-t3)`,
    ratio: Number.POSITIVE_INFINITY,
    facts: 4,
    neededTokens: 50,
    remainingTokens: 20,
    reason: 'segment',
    checkpoint: { id: 'k1', segmentCount: 10, coveredCount, failedSegments: failed(...segments) },
  });
}

describe('P52, F13: what the error says', () => {
  it.each([
    [
      0,
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      '0 of 10 segments of k1 can be written, and segments 0 to 9 (counted from 0) cannot; segment 0 of 10: the reason of 0 (F5)',
    ],
    [9, [7], '9 of 10 segments of k1 can be written, and segment 7 (counted from 0) cannot; segment 7 of 10: the reason of 7 (F5)'],
    [5, [3, 5, 6, 7, 9], '5 of 10 segments of k1 can be written, and segments 3, 5 to 7, 9 (counted from 0) cannot; segment 3 of 10: the reason of 3 (F5)'],
  ])(
    'given %i of 10 can be written, and %j cannot, then it counts them, names each by its number, and gives the reason of the first',
    (covered, numbers, words) => {
      expect(exhausted(covered, ...numbers).what).toBe(`The fidelity budget is exhausted: ${words}`);
    },
  );

  it('given it is written as JSON, then counts, numbers, turns and reasons are typed fields', () => {
    expect(JSON.parse(JSON.stringify(exhausted(8, 3, 5)))).toMatchObject({
      code: 'fidelity-exhausted',
      segment: 'k1.3 (t2-t3)',
      checkpoint: { id: 'k1', segmentCount: 10, coveredCount: 8, failedSegments: JSON.parse(JSON.stringify(failed(3, 5))) },
    });
  });

  it('§13: given the reference contract raised it, then there is no checkpoint, and the message is as it was', () => {
    const error = new FidelityBudgetExhausted({ segment: 'tail', ratio: 92, facts: 2, neededTokens: 140, remainingTokens: 160, reason: 'ratio' });
    expect(error.what).toBe('The fidelity budget is exhausted at segment "tail": its coverage ratio is above 40:1');
    expect(error.where).toBe('ratio 92, 2 facts, 140 tokens needed, 160 remain');
    expect(error.toJSON()).not.toHaveProperty('checkpoint');
  });
});
