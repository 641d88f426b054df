import type { PlanningArchive } from '../archive/archive.ts';
import type { Conversation } from '../core/conversation.ts';
import { wholeIdOf } from '../core/sentence-id.ts';
import { type HostCompaction, hostCompactionsOf } from '../formats/host-compactions.ts';
import { parseSource } from '../formats/index.ts';
import { type Prepared, prepare } from '../prepare.ts';

/** A session of a host, at the moment of a compaction of its own: classed, and what of it its window still holds. */
export interface HostSession {
  readonly prepared: Prepared;
  /** By span index. */
  readonly stands: (spanIndex: number) => boolean;
}

/** Reads the whole transcript, what stands before earlier compactions too: a summary is never the source of what is put back (E12). */
export async function readHostSession(source: string, fileName: string, archive: PlanningArchive): Promise<HostSession> {
  const prepared = await prepare(
    source,
    {
      fileName,
      onInvalid: 'repair',
      maxTokens: 1,
      // What a host takes out, it takes whatever its age.
      keepRecentTokens: 0,
      keepRecentExchanges: 0,
      // The recall server is registered beside the hooks, so what is one-shot can be had again (E3a), and texts are told sentence by sentence (E8a).
      recall: 'tool',
      overflow: 'tombstone',
    },
    archive,
  );
  const standing = standingIds(parseSource(source, { fileName, onInvalid: 'repair' }));
  return { prepared, stands: (index) => standing.has(wholeId(prepared, index)) };
}

function wholeId({ classified }: Prepared, index: number): string {
  const id = classified[index]?.span.id;
  return id === undefined ? '' : (wholeIdOf(id) ?? id);
}

/** Ids of what the window holds after the compaction, where the transcript records that already; else nothing stands. */
function standingIds(conversation: Conversation): ReadonlySet<string> {
  const compaction = freshCompaction(conversation);
  if (compaction === undefined) return new Set();
  const indexes = [...compaction.kept, ...compaction.placed];
  for (let index = compaction.afterStart; index < compaction.afterEnd; index++) indexes.push(index);
  return new Set(indexes.map((index) => conversation.spans[index]?.id ?? ''));
}

/** The last compaction, unless the agent has worked since: then the one that runs now is not in the file yet. */
export function freshCompaction(conversation: Conversation): HostCompaction | undefined {
  const last = hostCompactionsOf(conversation).at(-1);
  if (last === undefined) return undefined;
  const later = conversation.spans.slice(last.afterStart, last.afterEnd);
  return later.some((span) => span.provenance === 'assistant' || span.exchange !== undefined) ? undefined : last;
}
