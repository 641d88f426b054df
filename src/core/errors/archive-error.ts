import { type ErrorCode, HoldfastError } from './holdfast-error.ts';

/** The archive cannot be opened, is of another version, is busy, or is damaged. The conversation is untouched. */
export class ArchiveError extends HoldfastError {
  constructor(fields: {
    readonly code: Extract<ErrorCode, `archive-${string}` | 'output-unwritable'>;
    readonly what: string;
    readonly where?: string | undefined;
    readonly next: string;
    readonly cause?: unknown;
  }) {
    super(fields);
  }
}
