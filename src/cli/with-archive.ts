import type { Archive } from '../archive/archive.ts';
import { defaultArchivePath, openArchive } from '../archive/open-archive.ts';
import { ConfigError } from '../core/errors/config-error.ts';
import { isSameFile } from './same-file.ts';

/** Opens the archive that was named, or the user's own, and closes it whatever happens. */
export async function withArchive<T>(url: string | undefined, use: (archive: Archive) => Promise<T>): Promise<T> {
  const archive = await openArchive(url ?? defaultArchivePath(process.env, process.platform));
  try {
    return await use(archive);
  } finally {
    await archive.close();
  }
}

/** §3: what left the window is in the archive alone, so no file is written over it. */
export function refuseOverArchive(archive: Archive, path: string | undefined, option: string): void {
  if (path === undefined || !archive.url.startsWith('sqlite:') || !isSameFile(path, archive.url.slice('sqlite:'.length))) return;
  throw new ConfigError({ what: `${path} is the archive itself`, option, next: 'Name another file.' });
}
