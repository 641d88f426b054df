import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ArchiveError } from '../core/errors/archive-error.ts';
import { HoldfastError } from '../core/errors/holdfast-error.ts';

/**
 * Writes beside, syncs, renames: a reader sees the old file or the new one, never a part (DESIGN §9). The file that was
 * there is kept as `NAME.orig` where `keepsOld` is set (P18).
 */
export function writeOutput(path: string, content: string | Uint8Array, options: { readonly keepsOld?: boolean } = {}): void {
  const target = resolve(path);
  const beside = besideOf(target);
  try {
    refuseDirectory(target);
    writeSynced(beside, modeOf(target), typeof content === 'string' ? Buffer.from(content, 'utf8') : content);
    putInPlace(beside, target, options.keepsOld === true);
  } catch (cause) {
    throw unwritable(path, beside, cause);
  }
}

/** As `writeOutput`, line by line: an export may be larger than memory. */
export async function writeOutputLines(path: string, lines: AsyncIterable<string>): Promise<void> {
  const target = resolve(path);
  const beside = besideOf(target);
  try {
    refuseDirectory(target);
    const descriptor = openSync(beside, 'wx', modeOf(target));
    try {
      for await (const line of lines) writeAll(descriptor, Buffer.from(`${line}\n`, 'utf8'));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    putInPlace(beside, target, false);
  } catch (cause) {
    throw unwritable(path, beside, cause);
  }
}

/** As the file that was there; a new one is the user's alone, as it may hold secrets. */
function modeOf(target: string): number {
  return (statSync(target, { throwIfNoEntry: false })?.mode ?? 0o600) & 0o777;
}

function besideOf(target: string): string {
  return join(dirname(target), `.${basename(target)}.holdfast-${process.pid}`);
}

function putInPlace(beside: string, target: string, keepsOld: boolean): void {
  if (keepsOld && existsSync(target)) linkSync(target, freeName(target));
  renameSync(beside, target);
  syncDirectory(dirname(target));
}

/** Leaves no part behind, and says what went wrong. */
function unwritable(path: string, beside: string, cause: unknown): Error {
  removeQuietly(beside);
  if (HoldfastError.is(cause)) return cause;
  const code = (cause as NodeJS.ErrnoException).code ?? 'unknown error';
  return new ArchiveError({
    code: 'output-unwritable',
    what: `The output cannot be written (${code}); nothing was changed`,
    where: path,
    next:
      code === 'ENOSPC' || code === 'EFBIG'
        ? 'Free some space, or write elsewhere with `-o`.'
        : 'Check that the folder exists and may be written, or write elsewhere with `-o`.',
    cause,
  });
}

function refuseDirectory(target: string): void {
  if (existsSync(target) && statSync(target).isDirectory()) {
    throw new ArchiveError({ code: 'output-unwritable', what: 'The output is a directory', where: target, next: 'Name a file with `-o`.' });
  }
}

function writeSynced(path: string, mode: number, bytes: Uint8Array): void {
  const descriptor = openSync(path, 'wx', mode);
  try {
    writeAll(descriptor, bytes);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.length; ) offset += writeSync(descriptor, bytes, offset);
}

function freeName(target: string): string {
  for (let count = 0; ; count++) {
    const name = `${target}.orig${count === 0 ? '' : count}`;
    if (!existsSync(name)) return name;
  }
}

function syncDirectory(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was never made, or is gone already: there is nothing left to clean.
  }
}
