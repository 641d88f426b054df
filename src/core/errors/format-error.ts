import { type ErrorCode, HoldfastError } from './holdfast-error.ts';

export interface FormatErrorFields {
  readonly code: Extract<
    ErrorCode,
    'format-unknown' | 'format-invalid' | 'format-limit' | 'orphan-result' | 'orphan-call' | 'duplicate-id' | 'input-unreadable' | 'marker-malformed'
  >;
  readonly what: string;
  readonly next: string;
  /** Line of the file, from 1 (transcripts). */
  readonly line?: number | undefined;
  /** Offset of the first byte of that line. */
  readonly byteOffset?: number | undefined;
  /** Where in the JSON, as `messages[12].content[0]`. */
  readonly path?: string | undefined;
  readonly cause?: unknown;
}

/** The input is not what its format demands. Says where: line, message, block, path. */
export class FormatError extends HoldfastError {
  readonly line: number | undefined;
  readonly byteOffset: number | undefined;
  readonly path: string | undefined;

  constructor(fields: FormatErrorFields) {
    const where = [fields.line === undefined ? undefined : `line ${fields.line}`, fields.path].filter((part) => part !== undefined).join(', ');
    super({ ...fields, where: where === '' ? undefined : where });
    this.line = fields.line;
    this.byteOffset = fields.byteOffset;
    this.path = fields.path;
  }

  protected override details(): Record<string, unknown> {
    return { line: this.line, byteOffset: this.byteOffset, path: this.path };
  }
}
