import type { SpanId } from '../span.ts';
import { HoldfastError } from './holdfast-error.ts';

/** One thing that the proof found wrong. */
export interface VerificationFailure {
  /** Which claim of E15 failed. */
  readonly claim:
    | 'authoritative-present'
    | 'class-derived'
    | 'eviction-marked'
    | 'handle-resolves'
    | 'order-kept'
    | 'wire-valid'
    | 'nothing-invented'
    | 'checkpoint-holds'; // F14
  readonly message: string;
  readonly spanId?: SpanId | undefined;
}

/** E15: the output cannot be proved from itself and the archive. The caller keeps the original. */
export class VerificationError extends HoldfastError {
  readonly failures: readonly VerificationFailure[];

  constructor(failures: readonly VerificationFailure[], next?: string) {
    const first = failures[0];
    super({
      code: 'verification-failed',
      what: `The compacted conversation could not be proved: ${first?.message ?? 'no reason given'}${failures.length > 1 ? `, and ${failures.length - 1} more` : ''}`,
      where: first?.spanId,
      next: next ?? 'Keep the original; run `holdfast verify OUT --json` to see every failure.',
    });
    this.failures = failures;
  }

  protected override details(): Record<string, unknown> {
    return { failures: this.failures };
  }
}
