import { HoldfastError } from './holdfast-error.ts';

/** A segment that cannot be covered. */
export interface ExhaustedSegment {
  /** From 0, as in the receipt. */
  readonly segment: number;
  /** First and last turn, both included. */
  readonly turns: readonly [number, number];
  /** Why, in words. */
  readonly reason: string;
}

/** How far the budget of a checkpoint went (P52). */
export interface ExhaustedCheckpoint {
  /** `k1`, `k2`, … */
  readonly id: string;
  readonly segmentCount: number;
  /** Those that can be written. */
  readonly coveredCount: number;
  /** All that cannot, in order; the first is the one that is named. */
  readonly failedSegments: readonly ExhaustedSegment[];
}

export interface FidelityBudgetFields {
  readonly segment: string;
  /** Source tokens ÷ the segment's allotment; of a checkpoint: ÷ the tokens of what was written for it, infinite without a text. */
  readonly ratio: number;
  readonly facts: number;
  readonly neededTokens: number;
  readonly remainingTokens: number;
  /** `segment`: it would have to be externalized, for what `checkpoint` says. */
  readonly reason: 'ratio' | 'allotment' | 'facts' | 'segment';
  /** Absent for the reference contract (DESIGN §13), which stops at its first failure. */
  readonly checkpoint?: ExhaustedCheckpoint | undefined;
  /** Whether externalizing is possible: there is an archive. */
  readonly isArchived?: boolean | undefined;
}

const REASONS = {
  ratio: 'its coverage ratio is above 40:1',
  allotment: 'its allotment is more than what remains',
  facts: 'its facts are below the floor',
  segment: 'it cannot be covered',
} as const;

/** F13: the fidelity budget cannot cover a segment. */
export class FidelityBudgetExhausted extends HoldfastError {
  readonly segment: string;
  readonly ratio: number;
  readonly facts: number;
  readonly neededTokens: number;
  readonly remainingTokens: number;
  readonly reason: FidelityBudgetFields['reason'];
  readonly checkpoint: ExhaustedCheckpoint | undefined;

  constructor(fields: FidelityBudgetFields) {
    super({
      code: 'fidelity-exhausted',
      what:
        fields.checkpoint === undefined
          ? `The fidelity budget is exhausted at segment ${JSON.stringify(fields.segment)}: ${REASONS[fields.reason]}`
          : `The fidelity budget is exhausted: ${sentenceOf(fields.checkpoint)}`,
      where: [
        ...(fields.checkpoint === undefined ? [] : [fields.segment]),
        ...(Number.isFinite(fields.ratio) ? [`ratio ${fields.ratio}`] : []),
        `${fields.facts} facts`,
        `${fields.neededTokens} tokens needed`,
        `${fields.remainingTokens} remain`,
      ].join(', '),
      next:
        fields.isArchived === false
          ? 'Raise the allowance, or give an archive, so that the segment can go behind its handle.'
          : 'Raise the target or the budget for checkpoints, or let the segment go behind its handle (`--on-exhausted externalize`).',
    });
    this.segment = fields.segment;
    this.ratio = fields.ratio;
    this.facts = fields.facts;
    this.neededTokens = fields.neededTokens;
    this.remainingTokens = fields.remainingTokens;
    this.reason = fields.reason;
    this.checkpoint = fields.checkpoint;
  }

  protected override details(): Record<string, unknown> {
    return {
      segment: this.segment,
      ratio: this.ratio,
      facts: this.facts,
      neededTokens: this.neededTokens,
      remainingTokens: this.remainingTokens,
      reason: this.reason,
      ...(this.checkpoint === undefined ? {} : { checkpoint: this.checkpoint }),
    };
  }
}

/** P52: `7 of 10 segments of k1 can be written, and segments 3, 5 to 6 (counted from 0) cannot; segment 3 of 10: …`. */
function sentenceOf({ id, segmentCount, coveredCount, failedSegments }: ExhaustedCheckpoint): string {
  const [first] = failedSegments;
  const failed = runsOf(failedSegments.map((one) => one.segment));
  return `${coveredCount} of ${segmentCount} segments of ${id} can be written, and ${failedSegments.length === 1 ? 'segment' : 'segments'} ${failed} (counted from 0) cannot; segment ${first?.segment} of ${segmentCount}: ${first?.reason}`;
}

/** `3, 5 to 6`. */
function runsOf(numbers: readonly number[]): string {
  const runs: { readonly first: number; last: number }[] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run !== undefined && run.last + 1 === number) run.last = number;
    else runs.push({ first: number, last: number });
  }
  return runs.map(({ first, last }) => (first === last ? `${first}` : `${first} to ${last}`)).join(', ');
}
