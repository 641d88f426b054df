import { type ErrorCode, HoldfastError } from './holdfast-error.ts';

/** What went wrong with the summarizer, by what can be done about it. */
export type SummarizerFailure =
  | 'rate-limited'
  | 'overloaded' // 5xx, and what the provider says in the middle of a stream
  | 'network'
  | 'timed-out'
  | 'refused' // 4xx: key, model's name, size
  | 'broken-answer' // no JSON, or of another shape
  | 'cut-off' // at the token limit, or without an end
  | 'no-text' // empty, white space, thinking alone
  | 'filtered' // the provider's content filter
  | 'other';

const CODES: Readonly<Record<SummarizerFailure, Extract<ErrorCode, `summarizer-${string}`>>> = {
  'rate-limited': 'summarizer-unavailable',
  overloaded: 'summarizer-unavailable',
  network: 'summarizer-unavailable',
  'timed-out': 'summarizer-unavailable',
  refused: 'summarizer-refused',
  'broken-answer': 'summarizer-unusable',
  'cut-off': 'summarizer-unusable',
  'no-text': 'summarizer-unusable',
  filtered: 'summarizer-unusable',
  other: 'summarizer-unavailable',
};

export interface SummarizerErrorFields {
  readonly failure: SummarizerFailure;
  /** In one clause, in our own words: no text of the provider, no key, no header (DESIGN §10). */
  readonly what: string;
  /** The summarizer's name. */
  readonly summarizer: string;
  /** Index of the segment within its checkpoint. */
  readonly segment: number;
  /** Calls that were made for this text. */
  readonly attempts: number;
  /** All segments that failed, where the writer knows of more than one. */
  readonly failedSegments?: readonly number[] | undefined;
  readonly statusCode?: number | undefined;
  readonly cause?: unknown;
}

/** The summarizer gave no text for a segment, after its retries. The conversation and the archive are as they were. */
export class SummarizerError extends HoldfastError {
  readonly failure: SummarizerFailure;
  readonly summarizer: string;
  readonly segment: number;
  readonly attempts: number;
  readonly failedSegments: readonly number[];
  readonly statusCode: number | undefined;

  constructor(fields: SummarizerErrorFields) {
    const failed = fields.failedSegments ?? [fields.segment];
    super({
      code: CODES[fields.failure],
      what: fields.what,
      where: `${fields.summarizer}, segment${failed.length > 1 ? 's' : ''} ${failed.join(', ')}, ${fields.attempts} ${fields.attempts === 1 ? 'attempt' : 'attempts'}`,
      next:
        fields.failure === 'refused'
          ? "Check the model's name and the provider's key, or use `--summarizer extractive`; what was written is kept."
          : 'Run it again: what was written is kept and not paid for twice; or use `--summarizer extractive`.',
      cause: fields.cause,
    });
    this.failure = fields.failure;
    this.summarizer = fields.summarizer;
    this.segment = fields.segment;
    this.attempts = fields.attempts;
    this.failedSegments = failed;
    this.statusCode = fields.statusCode;
  }

  /** The same, of several segments that were written at once. */
  alsoFor(failedSegments: readonly number[]): SummarizerError {
    const { failure, what, summarizer, segment, attempts, statusCode, cause } = this;
    return new SummarizerError({ failure, what, summarizer, segment, attempts, failedSegments, statusCode, cause });
  }

  protected override details(): Record<string, unknown> {
    return {
      failure: this.failure,
      summarizer: this.summarizer,
      segment: this.segment,
      attempts: this.attempts,
      failedSegments: this.failedSegments,
      ...(this.statusCode === undefined ? {} : { statusCode: this.statusCode }),
    };
  }
}
