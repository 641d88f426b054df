import { FidelityBudgetExhausted } from '../errors/fidelity-budget-exhausted.ts';

export interface ReferenceSegment {
  readonly name: string;
  readonly tokens: number;
  readonly facts: number;
}

export interface ReferenceCheckpoint {
  readonly segments: readonly { readonly name: string; readonly summaryTokens: number; readonly ratio: number }[];
  readonly uncovered: readonly never[];
}

/** F7's hard ceiling, in the reference contract too (DESIGN §13). */
const RATIO_CEILING = 40;

/**
 * The reference contract of a checkpoint (DESIGN §13): equal shares of the budget by source tokens, three gates a
 * segment, in this order: ratio above 40, allotment above what remains, facts below the floor.
 *
 * @throws FidelityBudgetExhausted at the first segment that fails a gate.
 */
export function compactSpan(input: {
  readonly spanTokens: number;
  readonly budgetTokens: number;
  readonly minFactsPerSegment: number;
  readonly segments: readonly ReferenceSegment[];
}): ReferenceCheckpoint {
  let remaining = input.budgetTokens;
  const segments = input.segments.map((segment) => {
    const allotment = Math.max(1, roundHalfToEven((segment.tokens * input.budgetTokens) / input.spanTokens));
    const ratio = segment.tokens / allotment;
    const fail = (reason: 'ratio' | 'allotment' | 'facts'): never => {
      throw new FidelityBudgetExhausted({
        segment: segment.name,
        ratio: roundToTenth(ratio),
        facts: segment.facts,
        neededTokens: allotment,
        remainingTokens: remaining,
        reason,
      });
    };
    if (ratio > RATIO_CEILING) fail('ratio');
    if (allotment > remaining) fail('allotment');
    if (segment.facts < input.minFactsPerSegment) fail('facts');
    remaining -= allotment;
    return { name: segment.name, summaryTokens: allotment, ratio: roundToTenth(ratio) };
  });
  return { segments, uncovered: [] };
}

function roundHalfToEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

function roundToTenth(value: number): number {
  return roundHalfToEven(value * 10) / 10;
}
