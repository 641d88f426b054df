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
  /** The checkpoint that the segment is of: `k1`, `k2`, … */
  readonly checkpoint?: string | undefined;
  /** Index of the segment within its checkpoint. */
  readonly segment: number;
  /** Calls that were made for this text. */
  readonly attempts: number;
  /** All segments that failed, where the writer knows of more than one. */
  readonly failedSegments?: readonly FailedSegment[] | undefined;
  /** What was charged for answers that could not be used, where the provider said it. */
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number } | undefined;
  readonly statusCode?: number | undefined;
  readonly cause?: unknown;
}

/** A segment by its checkpoint and its index within it. */
export interface FailedSegment {
  readonly checkpoint?: string | undefined;
  readonly segment: number;
}

/** The summarizer gave no text for a segment, after its retries. The conversation and the archive are as they were. */
export class SummarizerError extends HoldfastError {
  readonly failure: SummarizerFailure;
  readonly summarizer: string;
  readonly checkpoint: string | undefined;
  readonly segment: number;
  readonly attempts: number;
  readonly failedSegments: readonly FailedSegment[];
  readonly usage: SummarizerErrorFields['usage'];
  readonly statusCode: number | undefined;

  constructor(fields: SummarizerErrorFields) {
    const failed = fields.failedSegments ?? [{ ...(fields.checkpoint === undefined ? {} : { checkpoint: fields.checkpoint }), segment: fields.segment }];
    super({
      code: CODES[fields.failure],
      what: fields.what,
      where: `${fields.summarizer}, ${namesOf(failed)}, ${fields.attempts} ${fields.attempts === 1 ? 'attempt' : 'attempts'}`,
      next:
        fields.failure === 'refused'
          ? "Check the model's name and the provider's key, or use `--summarizer extractive`; what was written is kept."
          : 'Run it again: what was written is kept and not paid for twice; or use `--summarizer extractive`.',
      cause: fields.cause,
    });
    this.failure = fields.failure;
    this.summarizer = fields.summarizer;
    this.checkpoint = fields.checkpoint;
    this.segment = fields.segment;
    this.attempts = fields.attempts;
    this.failedSegments = failed;
    this.usage = fields.usage;
    this.statusCode = fields.statusCode;
  }

  /** The same, of several segments that were written at once. */
  alsoFor(failedSegments: readonly FailedSegment[]): SummarizerError {
    const { failure, what, summarizer, checkpoint, segment, attempts, usage, statusCode, cause } = this;
    return new SummarizerError({ failure, what, summarizer, checkpoint, segment, attempts, failedSegments, usage, statusCode, cause });
  }

  protected override details(): Record<string, unknown> {
    return {
      failure: this.failure,
      summarizer: this.summarizer,
      ...(this.checkpoint === undefined ? {} : { checkpoint: this.checkpoint }),
      segment: this.segment,
      attempts: this.attempts,
      failedSegments: this.failedSegments,
      ...(this.usage === undefined ? {} : { usage: this.usage }),
      ...(this.statusCode === undefined ? {} : { statusCode: this.statusCode }),
    };
  }
}

/** `k1 segments 0, 2; k2 segment 1`. */
function namesOf(failed: readonly FailedSegment[]): string {
  const byCheckpoint = new Map<string, number[]>();
  for (const { checkpoint = '', segment } of failed) byCheckpoint.set(checkpoint, [...(byCheckpoint.get(checkpoint) ?? []), segment]);
  return [...byCheckpoint]
    .map(([checkpoint, segments]) => `${checkpoint === '' ? '' : `${checkpoint} `}segment${segments.length > 1 ? 's' : ''} ${segments.join(', ')}`)
    .join('; ');
}
