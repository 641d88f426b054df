import { ArchiveError } from '../../core/errors/archive-error.ts';
import { HoldfastError } from '../../core/errors/holdfast-error.ts';
import { busy, closed, damaged } from '../failures.ts';

/** Runs what touches the file; whatever SQLite or the file system throws becomes an `ArchiveError` (DESIGN §9). */
export function guarded<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw archiveFailure(path, error);
  }
}

export function archiveFailure(path: string, error: unknown): unknown {
  if (HoldfastError.is(error)) return error;
  if (error instanceof TypeError && /database connection is not open/.test(error.message)) return closed(`sqlite:${path}`);
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (/^SQLITE_(FULL|IOERR_(WRITE|FSYNC|DIR_FSYNC|TRUNCATE|SHMSIZE|SHMMAP))$|^ENOSPC$|^EDQUOT$/.test(code)) return fullDisk(path, error);
  if (isFileBusy(code)) return busy('Another process is writing to the archive', path, undefined, error);
  if (/^SQLITE_(CORRUPT|NOTADB|FORMAT|IOERR|MISMATCH|CONSTRAINT|ERROR)/.test(code)) return damaged('The file is damaged, or is no archive', path, error);
  if (/^SQLITE_|^E[A-Z]+$|^ERR_DLOPEN/.test(code) || /bindings file|better_sqlite3\.node/.test(String(error))) return unavailable(path, code, error);
  return error;
}

/** By SQLite's code: another process is writing, or creating. */
export function isFileBusy(code: string): boolean {
  return /^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(code);
}

function fullDisk(path: string, cause: unknown): ArchiveError {
  return new ArchiveError({
    code: 'output-unwritable',
    what: 'The archive cannot be written: the disk is full or fails',
    where: path,
    next: 'Make room, then run the command again; the archive and the conversation are as they were.',
    cause,
  });
}

function unavailable(path: string, code: string, cause: unknown): ArchiveError {
  const isDriver = code === '' || code.startsWith('ERR_DLOPEN');
  return new ArchiveError({
    code: 'archive-unavailable',
    what: isDriver ? 'The SQLite driver (better-sqlite3) cannot be loaded' : `The archive cannot be opened (${code})`,
    where: path,
    next: isDriver
      ? 'Run `npm rebuild better-sqlite3` for this version of Node, or use `memory:`.'
      : 'Check that the path and its folder exist and may be read and written, or name another with `--archive`.',
    cause,
  });
}
