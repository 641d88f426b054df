import { HoldfastError } from './holdfast-error.ts';

export interface FidelityBudgetFields {
  readonly segment: string;
  /** Source tokens ÷ the segment's allotment. */
  readonly ratio: number;
  readonly facts: number;
  readonly neededTokens: number;
  readonly remainingTokens: number;
  /** `segment`: it would have to be externalized, for what `detail` says. */
  readonly reason: 'ratio' | 'allotment' | 'facts' | 'segment';
  readonly detail?: string | undefined;
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

  constructor(fields: FidelityBudgetFields) {
    super({
      code: 'fidelity-exhausted',
      what: `The fidelity budget is exhausted at segment ${JSON.stringify(fields.segment)}: ${REASONS[fields.reason]}${fields.detail === undefined ? '' : `: ${fields.detail}`}`,
      where: [
        ...(Number.isFinite(fields.ratio) ? [`ratio ${fields.ratio}`] : []),
        `${fields.facts} facts`,
        `${fields.neededTokens} tokens needed`,
        `${fields.remainingTokens} remain`,
      ].join(', '),
      next: 'Raise the target or the budget for checkpoints, or let the segment go behind its handle (`--on-exhausted externalize`).',
    });
    this.segment = fields.segment;
    this.ratio = fields.ratio;
    this.facts = fields.facts;
    this.neededTokens = fields.neededTokens;
    this.remainingTokens = fields.remainingTokens;
    this.reason = fields.reason;
  }

  protected override details(): Record<string, unknown> {
    return {
      segment: this.segment,
      ratio: this.ratio,
      facts: this.facts,
      neededTokens: this.neededTokens,
      remainingTokens: this.remainingTokens,
      reason: this.reason,
    };
  }
}
