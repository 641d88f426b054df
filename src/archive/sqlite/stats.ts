import type { Archive, ArchiveStats } from '../archive.ts';
import { type Connection, reading } from './connection.ts';
import { conversationRows, looseIds, rangesHeld } from './holders.ts';
import { countIn, holdsId } from './id-ranges.ts';

export function readStats(connection: Connection): ArchiveStats {
  const sql = `SELECT (SELECT count(*) FROM spans) - (SELECT count(*) FROM spans WHERE is_loose = 1) AS spanCount,
    (SELECT count(*) FROM conversations) AS conversationCount, (SELECT count(*) FROM compactions) AS compactionCount,
    (SELECT coalesce(sum(byte_count), 0) FROM packs) AS rawBytes,
    (SELECT coalesce(sum(length(bytes)), 0) FROM packs) + (SELECT coalesce(sum(length(bytes)), 0) FROM sheets) AS storedBytes`;
  return reading(connection, () => ({ ...(connection.statement(sql).get() as unknown as ArchiveStats) }));
}

/** Inside a transaction, so that all of it is one state. */
export function readConversations(connection: Connection): Awaited<ReturnType<Archive['conversations']>> {
  const counts = connection.statement('SELECT conversation, count(*) AS count FROM compactions GROUP BY conversation').all() as unknown as {
    conversation: number;
    count: number;
  }[];
  const compactionCounts = new Map(counts.map(({ conversation, count }) => [conversation, count]));
  const loose = [...looseIds(connection)];
  const conversations = conversationRows(connection).map(({ id, name }) => {
    const held = rangesHeld(connection, id);
    const spanCount = countIn(held) - loose.filter((span) => holdsId(held, span)).length;
    return { conversationId: name, compactionCount: compactionCounts.get(id) ?? 0, spanCount };
  });
  return conversations.toSorted((one, other) => (one.conversationId < other.conversationId ? -1 : 1));
}
