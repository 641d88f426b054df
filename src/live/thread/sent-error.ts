import { ArchiveError } from '../../core/errors/archive-error.ts';
import { CompactionInvariantError } from '../../core/errors/compaction-invariant-error.ts';
import { ConfigError } from '../../core/errors/config-error.ts';
import { FidelityBudgetExhausted } from '../../core/errors/fidelity-budget-exhausted.ts';
import { FormatError } from '../../core/errors/format-error.ts';
import { HandleError } from '../../core/errors/handle-error.ts';
import { HoldfastError } from '../../core/errors/holdfast-error.ts';
import { SummarizerError } from '../../core/errors/summarizer-error.ts';
import { VerificationError } from '../../core/errors/verification-error.ts';
import type { SentError } from './job.ts';

const CLASSES = [
  ArchiveError,
  CompactionInvariantError,
  ConfigError,
  FidelityBudgetExhausted,
  FormatError,
  HandleError,
  SummarizerError,
  VerificationError,
  HoldfastError,
];

/** Without its cause, which may hold anything. */
export function sentError(error: unknown): SentError {
  if (!HoldfastError.is(error)) return { name: 'Error', message: error instanceof Error ? error.message : String(error), fields: {} };
  const { name, message, cause: _cause, ...fields } = { ...error, name: error.name, message: error.message };
  return { name, message, fields };
}

/** The error as it was thrown: of its class, with its fields. */
export function receivedError({ name, message, fields }: SentError): Error {
  const type = CLASSES.find((one) => one.name === name);
  if (type === undefined) return new Error(message);
  const error: Error = Object.create(type.prototype);
  Error.captureStackTrace(error);
  return Object.assign(error, fields, { name, message });
}
