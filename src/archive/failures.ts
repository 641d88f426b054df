import { ArchiveError } from '../core/errors/archive-error.ts';

/** What is stored is not what was written. */
export function damaged(what: string, where: string, cause?: unknown): ArchiveError {
  return new ArchiveError({
    code: 'archive-corrupt',
    what,
    where,
    next: 'Restore the archive from a copy or an export, or name another with `--archive`; conversations are untouched.',
    ...(cause === undefined ? {} : { cause }),
  });
}

/** A living process has what is wanted, or may have: nothing proves that it is dead. */
export function busy(what: string, where: string, next = 'Wait until it is done, then run the command again.', cause?: unknown): ArchiveError {
  return new ArchiveError({ code: 'archive-busy', what, where, next, ...(cause === undefined ? {} : { cause }) });
}

/** §3: the ledger may name only what is durable. */
export function unarchived(compactionId: string, missing: readonly string[]): ArchiveError {
  const [first] = missing;
  return new ArchiveError({
    code: 'archive-corrupt',
    what: `The compaction names ${missing.length} spans that the archive does not hold`,
    where: `${compactionId}, first ${JSON.stringify(first?.slice(0, 40) ?? '')}`,
    next: 'Compact again: the spans were removed between reading and writing (`gc` or `erase`), or were never put.',
  });
}

export function wrongKey(handle: string): ArchiveError {
  return new ArchiveError({
    code: 'archive-key',
    what: "A handle was not made with this archive's key",
    where: handle.slice(0, 40),
    next: 'Take the handle from `handleOf` of the same archive.',
  });
}

/** Removed or replaced while it was open. */
export function gone(path: string): ArchiveError {
  return new ArchiveError({
    code: 'archive-unavailable',
    what: "The archive's file was removed or replaced while it was open",
    where: path,
    next: 'Put it back from a copy, then start again; without a copy that makes a new one. Nothing was written.',
  });
}

export function closed(url: string): ArchiveError {
  return new ArchiveError({ code: 'archive-unavailable', what: 'The archive is closed', where: url, next: 'Open it again.' });
}
