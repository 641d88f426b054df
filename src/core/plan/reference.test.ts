import { describe, expect, it } from 'vitest';
import { compactSpan } from '../checkpoint/reference.ts';
import { CompactionInvariantError } from '../errors/compaction-invariant-error.ts';
import { FidelityBudgetExhausted } from '../errors/fidelity-budget-exhausted.ts';
import { planCompaction, type ReferenceSpan } from './reference.ts';

const spans: readonly ReferenceSpan[] = [
  { id: 'u', cls: 'authoritative', tokens: 50 },
  { id: 'r1', cls: 'recoverable', tokens: 30, handleValid: true },
  { id: 'd1', cls: 'disposable', tokens: 10 },
  { id: 'r2', cls: 'recoverable', tokens: 40 },
  { id: 'd2', cls: 'disposable', tokens: 10 },
];

describe('§13: planCompaction', () => {
  it('§13: takes disposable spans first, then recoverable ones, and stops when the sum reaches the target', () => {
    expect(planCompaction(spans, 50)).toEqual({
      reclaimed: 50,
      actions: [
        { id: 'd1', action: 'summarize' },
        { id: 'd2', action: 'summarize' },
        { id: 'r1', action: 'evict' },
      ],
    });
  });

  it('§13: a recoverable span without a valid handle leaves with a tombstone', () => {
    expect(planCompaction(spans, 51).actions.at(-1)).toEqual({ id: 'r2', action: 'evict_with_tombstone' });
  });

  it('§13: a target of 0 gives an empty plan', () => {
    expect(planCompaction(spans, 0)).toEqual({ actions: [], reclaimed: 0 });
  });

  it('§13: what is still short raises with the target, the sum and the protected ids', () => {
    try {
      planCompaction(spans, 91);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(CompactionInvariantError);
      const invariant = error as CompactionInvariantError;
      expect([invariant.targetTokens, invariant.reclaimedTokens, invariant.protectedSpans.map((span) => span.id)]).toEqual([91, 90, ['u']]);
    }
  });
});

describe('§13: compactSpan', () => {
  const segments = [
    { name: 'a', tokens: 100, facts: 3 },
    { name: 'b', tokens: 300, facts: 2 },
  ];

  it('§13: each segment gets its share of the budget, ratios to one decimal', () => {
    expect(compactSpan({ spanTokens: 400, budgetTokens: 30, minFactsPerSegment: 1, segments })).toEqual({
      // 100 × 30 ÷ 400 = 7.5 and 300 × 30 ÷ 400 = 22.5: halves to even give 8 and 22.
      segments: [
        { name: 'a', summaryTokens: 8, ratio: 12.5 },
        { name: 'b', summaryTokens: 22, ratio: 13.6 },
      ],
      uncovered: [],
    });
  });

  const failure = (input: Parameters<typeof compactSpan>[0]): unknown => {
    try {
      return compactSpan(input);
    } catch (error) {
      return error;
    }
  };

  it.each([
    ['ratio', { spanTokens: 4100, budgetTokens: 100, minFactsPerSegment: 9, segments: [{ name: 'x', tokens: 4100, facts: 0 }] }],
    [
      'allotment',
      {
        spanTokens: 10,
        budgetTokens: 1,
        minFactsPerSegment: 0,
        segments: [
          { name: 'x', tokens: 5, facts: 0 },
          { name: 'y', tokens: 5, facts: 0 },
        ],
      },
    ],
    ['facts', { spanTokens: 400, budgetTokens: 40, minFactsPerSegment: 3, segments }],
  ] as const)('§13: the gate %s raises, in this order', (reason, input) => {
    const error = failure(input);
    expect(error).toBeInstanceOf(FidelityBudgetExhausted);
    expect((error as FidelityBudgetExhausted).reason).toBe(reason);
  });
});
