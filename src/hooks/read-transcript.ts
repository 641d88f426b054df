import { closeSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { FormatError } from '../core/errors/format-error.ts';
import { LIMITS } from '../core/limits.ts';

/** The transcript of a session that goes on: up to its last complete line, as its host may be writing the next (formats.md 9.1). */
export function readTranscript(path: string): string {
  let descriptor: number;
  try {
    // What is no file may have no end, and a pipe without a writer holds up who opens it.
    if (!statSync(path).isFile()) throw unreadable('no file');
    descriptor = openSync(path, 'r');
  } catch (cause) {
    if (cause instanceof FormatError) throw cause;
    throw unreadable((cause as NodeJS.ErrnoException).code ?? 'unknown error', cause);
  }
  try {
    const { size } = fstatSync(descriptor);
    if (size > LIMITS.INPUT_CHARACTERS) throw tooLarge(size);
    return completeLines(readFileSync(descriptor, 'utf8'));
  } catch (cause) {
    if (cause instanceof FormatError) throw cause;
    throw unreadable((cause as NodeJS.ErrnoException).code ?? 'unknown error', cause);
  } finally {
    closeSync(descriptor);
  }
}

/** A last line without an ending is complete where it parses. */
export function completeLines(text: string): string {
  const end = text.lastIndexOf('\n') + 1;
  if (end === text.length) return text;
  try {
    JSON.parse(text.slice(end));
    return text;
  } catch {
    return text.slice(0, end);
  }
}

function unreadable(code: string, cause?: unknown): FormatError {
  return new FormatError({
    code: 'input-unreadable',
    what: `The transcript cannot be read (${code})`,
    next: 'Check that the agent names its transcript, and its permissions.',
    cause,
  });
}

function tooLarge(size: number): FormatError {
  return new FormatError({
    code: 'format-limit',
    what: `The transcript has ${size} bytes, more than the limit INPUT_CHARACTERS of ${LIMITS.INPUT_CHARACTERS}`,
    next: 'Start a new session, or use `holdfast proxy`.',
  });
}
