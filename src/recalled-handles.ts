import type { ArchivedSpan, PlanningArchive } from './archive/archive.ts';
import { fromArchivedSpan, runOf } from './archived-span.ts';
import { archiveHandlesIn } from './core/handles/archive-handle.ts';
import type { Span, SpanId } from './core/span.ts';
import { formatNamed } from './formats/index.ts';

/**
 * Whether what a call printed is what the archive has under the handle that it named: only then is it recoverable by it.
 * The archive is asked once, before classification, which does no I/O.
 */
export async function archivedHandles(
  spans: readonly Span[],
  archive: Pick<PlanningArchive, 'getMany'>,
): Promise<(handle: string, resultText: string) => boolean> {
  const named = new Set<string>();
  for (const span of spans) {
    if (span.exchange === undefined) continue;
    for (const handle of archiveHandlesIn(JSON.stringify(span.exchange.input) ?? '')) named.add(handle);
  }
  if (named.size === 0) return () => false;
  const records = await archive.getMany([...named]);
  const members = await archive.getMany([...new Set([...records.values()].flatMap((record) => runOf(record) ?? []))]);
  return (handle, resultText) => {
    const record = records.get(handle);
    if (record === undefined) return false;
    const held = runOf(record)?.map((member) => members.get(member)) ?? [record];
    return held.every((one) => one !== undefined && resultText.includes(textOf(one).trim()));
  };
}

function textOf(record: ArchivedSpan): string {
  return fromArchivedSpan(record, formatNamed(record.format), { index: 0, id: 't0.0' as SpanId, turn: 0 }).text;
}
