import type { VerificationFailure } from './errors/verification-error.ts';
import type { Reading } from './reading.ts';
import type { Span, SpanId } from './span.ts';

export interface CompareOptions {
  readonly isOtherFormat: boolean;
  readonly mayGrow: boolean;
  /** A span of the output that the host would not send. */
  readonly isHidden: (span: Span) => boolean;
}

/** A reading of a kept span, as it has to stand. */
export interface ExpectedReading<R extends Reading = Reading> {
  readonly reading: R;
  readonly spanId: SpanId;
  readonly isAuthoritative: boolean;
  readonly isHidden: boolean;
}

export function missing(item: ExpectedReading): VerificationFailure {
  return {
    claim: item.isAuthoritative ? 'authoritative-present' : 'order-kept',
    spanId: item.spanId,
    message: `the ${item.isAuthoritative ? 'authoritative ' : ''}span ${item.spanId} does not stand letter for letter where it should`,
  };
}

export function invented(characterCount: number): VerificationFailure {
  return {
    claim: 'nothing-invented',
    message: `the output holds a text of ${characterCount} characters that is neither a kept span nor a note of this compaction`,
  };
}
