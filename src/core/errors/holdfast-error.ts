/** Every stable error code with the exit code of the command line (DESIGN §9) and what to do. */
export const ERROR_CODES = {
  'invariant-unmet': 4,
  'verification-failed': 5,
  'fidelity-exhausted': 4,
  'summarizer-unavailable': 4,
  'summarizer-refused': 4,
  'summarizer-unusable': 4,
  'format-unknown': 3,
  'format-invalid': 3,
  'format-limit': 3,
  'orphan-result': 3,
  'orphan-call': 3,
  'duplicate-id': 3,
  'input-unreadable': 3,
  'output-unwritable': 6,
  'archive-unavailable': 6,
  'archive-version': 6,
  'archive-busy': 6,
  'archive-corrupt': 6,
  'archive-key': 6,
  'handle-unknown': 6,
  'handle-malformed': 2,
  'marker-malformed': 3,
  'config-invalid': 2,
  'plan-stale': 4,
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

export interface HoldfastErrorFields {
  readonly code: ErrorCode;
  /** What happened, in one clause. */
  readonly what: string;
  /** Where: a path, a line, a span. */
  readonly where?: string | undefined;
  /** What to do next, as a sentence. */
  readonly next: string;
  readonly cause?: unknown;
}

const BRAND: unique symbol = Symbol.for('holdfast.error') as never;

/** The root of all errors of holdfast. Its message has three parts: what happened, where, what to do next. */
export class HoldfastError extends Error {
  readonly code: ErrorCode;
  readonly what: string;
  readonly where: string | undefined;
  readonly next: string;

  constructor(fields: HoldfastErrorFields) {
    super(`${fields.what}${fields.where ? ` (${fields.where})` : ''}. ${fields.next}`, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.name = new.target.name;
    this.code = fields.code;
    this.what = fields.what;
    this.where = fields.where;
    this.next = fields.next;
  }

  get [BRAND](): true {
    return true;
  }

  get exitCode(): number {
    return ERROR_CODES[this.code];
  }

  /** True for an error of holdfast, also where two copies of the package are loaded (`instanceof` fails there). */
  static is(value: unknown): value is HoldfastError {
    return typeof value === 'object' && value !== null && BRAND in value;
  }

  /** Fields only: no content of a conversation, no keys. */
  toJSON(): Record<string, unknown> {
    return {
      name: this.name,
      code: this.code,
      what: this.what,
      ...(this.where === undefined ? {} : { where: this.where }),
      next: this.next,
      ...this.details(),
    };
  }

  /** Typed fields that a subclass adds to `toJSON`. */
  protected details(): Record<string, unknown> {
    return {};
  }
}
