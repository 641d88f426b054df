import { HoldfastError } from './holdfast-error.ts';

/** A handle is malformed, or the archive does not know it. */
export class HandleError extends HoldfastError {
  readonly handle: string;

  constructor(fields: {
    readonly code: 'handle-unknown' | 'handle-malformed';
    readonly handle: string;
    readonly what: string;
    readonly next: string;
  }) {
    super({ ...fields, where: fields.handle.slice(0, 80) });
    this.handle = fields.handle;
  }

  protected override details(): Record<string, unknown> {
    return { handle: this.handle };
  }
}
