import { mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { ArchiveError } from '../core/errors/archive-error.ts';
import { ConfigError } from '../core/errors/config-error.ts';
import type { ConfigReader, PlannedFile } from './plan-install.ts';

/** Writes a file beside, syncs it, renames it. */
export type FileWriter = (path: string, content: string) => void;

/**
 * Carries a plan out, all of it or nothing: where a file cannot be written, those before it are as they were again. One
 * that cannot be put back is named.
 *
 * @throws ConfigError where a file is not any more what was shown; ArchiveError where it cannot be written.
 */
export function carryOut(files: readonly PlannedFile[], reader: ConfigReader, write: FileWriter): void {
  const changed = files.filter((file) => file.status !== 'unchanged');
  const done: PlannedFile[] = [];
  try {
    for (const file of changed) {
      // A running agent writes its own configuration.
      if (reader.read(file.realPath) !== file.before) throw changedSince(file);
      put(file.realPath, file.after, write);
      done.push(file);
    }
  } catch (error) {
    putBack(done.reverse(), write, error);
    throw error;
  }
}

/** Each on its own: one that cannot be put back does not keep the others from it, and is named. */
function putBack(done: readonly PlannedFile[], write: FileWriter, cause: unknown): void {
  const left: string[] = [];
  for (const file of done) {
    try {
      put(file.realPath, file.before, write);
    } catch {
      left.push(file.path);
    }
  }
  if (left.length === 0) return;
  throw new ArchiveError({
    code: 'output-unwritable',
    what: `The configuration could be written in part only, and ${left.length} of its files could not be put back`,
    where: left.join(', '),
    next: 'Make room, or let the folder be written, and run the command again with --undo.',
    cause,
  });
}

function put(path: string, text: string | undefined, write: FileWriter): void {
  try {
    if (text === undefined) {
      remove(path);
      return;
    }
    mkdirSync(dirname(path), { recursive: true });
    write(path, text);
  } catch (cause) {
    throw unwritable(path, cause);
  }
}

/** With the folder that was made for it alone, where it has our name. */
function remove(path: string): void {
  rmSync(path);
  if (!/[\\/]holdfast$/.test(dirname(path))) return;
  try {
    rmdirSync(dirname(path));
  } catch {
    // Something of somebody else is in it.
  }
}

function changedSince({ path }: PlannedFile): ConfigError {
  return new ConfigError({
    code: 'plan-stale',
    what: 'The configuration was changed by somebody else after the difference was shown; nothing was written',
    option: path,
    next: 'Run the command again; close the agent first if it writes this file all the time.',
  });
}

function unwritable(path: string, cause: unknown): ArchiveError {
  const underlying = (cause as { readonly cause?: unknown }).cause ?? cause;
  const code = (underlying as NodeJS.ErrnoException).code ?? 'unknown error';
  return new ArchiveError({
    code: 'output-unwritable',
    what: `The configuration cannot be written (${code}); all files are as they were`,
    where: path,
    next: code === 'ENOSPC' ? 'Free some space, and run the command again.' : 'Check that its folder may be written, or use the other of --user and --project.',
    cause,
  });
}
