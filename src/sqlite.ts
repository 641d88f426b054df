/** `holdfast/sqlite`: the archive in one SQLite file. Loads a native module (better-sqlite3); the root entry does not. */
import type { Archive } from './archive/archive.ts';
import { openSqlite, type SqliteOptions } from './archive/sqlite/index.ts';

export type { SqliteOptions } from './archive/sqlite/index.ts';

/**
 * Opens the archive in the SQLite file at `path`; makes file and folder where there are none, for their owner alone.
 * Does I/O.
 *
 * @throws ArchiveError: `archive-version`, `archive-corrupt`, `archive-unavailable`, `archive-busy`; the file is untouched.
 * @example
 * const archive = sqlite('holdfast.db');
 */
export function sqlite(path: string, options: SqliteOptions = {}): Archive {
  return openSqlite(path, options);
}
