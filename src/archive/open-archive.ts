import { join } from 'node:path';
import { ConfigError } from '../core/errors/config-error.ts';
import type { Archive } from './archive.ts';
import { memory } from './memory/index.ts';

/**
 * Opens the archive that a URL names: `memory:`, `sqlite:PATH`, or a bare path. Does I/O, except for `memory:`.
 *
 * The driver is loaded only here, when it is wanted: the root entry must not load a native module.
 *
 * @throws ConfigError where the URL is of no known kind; ArchiveError where the file cannot be opened.
 */
export async function openArchive(url: string): Promise<Archive> {
  if (url === 'memory:') return memory();
  // One letter and a colon is a drive, not a scheme.
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(url)?.[1]?.toLowerCase();
  const path = scheme === 'sqlite' ? url.slice('sqlite:'.length) : url;
  if (path === '' || (scheme !== undefined && scheme !== 'sqlite')) {
    throw new ConfigError({
      what: `${JSON.stringify(url)} names no archive`,
      option: '--archive',
      next: 'Give `memory:`, `sqlite:PATH`, or the path of a file.',
    });
  }
  const { openSqlite } = await import('./sqlite/index.ts');
  return openSqlite(path);
}

/** Where the archive is without `--archive`: HOLDFAST_ARCHIVE, else the user's data folder (DESIGN §6). */
export function defaultArchivePath(environment: Readonly<Record<string, string | undefined>>, platform: string): string {
  const named = environment['HOLDFAST_ARCHIVE'];
  if (named) return named;
  return join(dataFolder(environment, platform), 'holdfast', 'archive.db');
}

function dataFolder(environment: Readonly<Record<string, string | undefined>>, platform: string): string {
  const home = environment['HOME'] || environment['USERPROFILE'];
  const local = platform === 'win32' ? environment['LOCALAPPDATA'] : environment['XDG_DATA_HOME'];
  if (local) return local;
  if (!home) {
    throw new ConfigError({
      what: 'No folder for the archive is known: HOME is not set',
      option: '--archive',
      next: 'Name the archive with `--archive` or HOLDFAST_ARCHIVE.',
    });
  }
  if (platform === 'win32') return join(home, 'AppData', 'Local');
  return platform === 'darwin' ? join(home, 'Library', 'Application Support') : join(home, '.local', 'share');
}
