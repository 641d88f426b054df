import type { PlanningArchive } from './archive/archive.ts';
import type { Span } from './core/span.ts';

const ARCHIVE_HANDLES = /hf_[a-z2-7]{20}/g;

/**
 * Whether an archive handle that a call named is in this archive: only then is what the call printed recoverable by it. Asked
 * of the archive once, before classification, which does no I/O.
 */
export async function archivedHandles(spans: readonly Span[], archive: Pick<PlanningArchive, 'getMany'>): Promise<(handle: string) => boolean> {
  const named = new Set<string>();
  for (const span of spans) {
    if (span.exchange === undefined) continue;
    for (const handle of (JSON.stringify(span.exchange.input) ?? '').match(ARCHIVE_HANDLES) ?? []) named.add(handle);
  }
  const held = named.size === 0 ? new Map() : await archive.getMany([...named]);
  return (handle) => held.has(handle);
}
