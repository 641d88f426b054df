import { type ErrorCode, HoldfastError } from './holdfast-error.ts';

/** An option, flag or combination of them cannot be used. Nothing was done. */
export class ConfigError extends HoldfastError {
  readonly option: string | undefined;

  constructor(fields: {
    readonly code?: Extract<ErrorCode, 'config-invalid' | 'plan-stale'>;
    readonly what: string;
    readonly option?: string | undefined;
    readonly next: string;
    readonly cause?: unknown;
  }) {
    super({ ...fields, code: fields.code ?? 'config-invalid', where: fields.option });
    this.option = fields.option;
  }

  protected override details(): Record<string, unknown> {
    return { option: this.option };
  }
}
