import { existsSync } from 'node:fs';
import type { PlanningArchive } from '../archive/archive.ts';
import { memory } from '../archive/memory/index.ts';
import { defaultArchivePath } from '../archive/open-archive.ts';

/** The user's own archive where there is one: looking at it makes none. */
export function existingArchive(): string | undefined {
  const path = defaultArchivePath(process.env, process.platform);
  return existsSync(path.replace(/^sqlite:/, '')) ? path : undefined;
}

/** An empty archive that stands for the user's own: the same decisions as `compact` takes with it. */
export function unopened(): PlanningArchive {
  const empty = memory();
  return {
    url: 'sqlite:default',
    handleOf: (span) => empty.handleOf(span),
    compaction: (compactionId) => empty.compaction(compactionId),
    getMany: (handles) => empty.getMany(handles),
  };
}
