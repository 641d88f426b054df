import { type ErrorCode, HoldfastError } from './holdfast-error.ts';

/** By its code, as errors may come from another copy of the package. A full disk has a code that files share. */
export function isArchiveFailure(error: unknown): error is HoldfastError {
  return HoldfastError.is(error) && (error.code.startsWith('archive-') || error.code === 'output-unwritable');
}

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
