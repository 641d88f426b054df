import type { Archive } from '../archive/archive.ts';
import { defaultArchivePath, openArchive } from '../archive/open-archive.ts';

/** Opens the archive that was named, or the user's own, and closes it whatever happens. */
export async function withArchive<T>(url: string | undefined, use: (archive: Archive) => Promise<T>): Promise<T> {
  const archive = await openArchive(url ?? defaultArchivePath(process.env, process.platform));
  try {
    return await use(archive);
  } finally {
    await archive.close();
  }
}
