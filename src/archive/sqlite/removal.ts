import { compressPack } from '../codec.ts';
import { busy } from '../failures.ts';
import { type Connection, immediately } from './connection.ts';
import { describe } from './draft.ts';
import { guarded } from './failures.ts';
import { heldConversations, refuseWhereHeld } from './locks.ts';
import { readPack } from './read-spans.ts';

export interface Removed {
  readonly spanCount: number;
  readonly compactionCount: number;
}

export interface GcOptions {
  readonly nowMs: number;
  readonly olderThanMs?: number | undefined;
  readonly conversationId?: string | undefined;
}

interface ConversationRow {
  readonly id: number;
  readonly name: string;
  readonly newestMs: number | null;
}

export function eraseConversation(connection: Connection, conversationId: string): Removed {
  const removed = immediately(connection, () => {
    refuseWhereHeld(connection, conversationId);
    const row = conversationRows(connection).find((one) => one.name === conversationId);
    const compactionCount = row === undefined ? 0 : dropConversation(connection, row.id);
    return { compactionCount, spanCount: removeUnheld(connection) };
  });
  scrub(connection);
  return removed;
}

/** A conversation that a living process holds is left alone: between its put and its ledger nothing is named yet. */
export function collectGarbage(connection: Connection, options: GcOptions): Removed {
  const removed = immediately(connection, () => {
    const held = heldConversations(connection);
    let compactionCount = 0;
    for (const row of conversationRows(connection)) {
      if (held.has(row.name) || (options.conversationId !== undefined && options.conversationId !== row.name)) continue;
      const isOld = options.olderThanMs !== undefined && row.newestMs !== null && row.newestMs < options.nowMs - options.olderThanMs;
      if (isOld) compactionCount += dropConversation(connection, row.id);
      else letGoOfUnnamed(connection, row.id);
    }
    return { compactionCount, spanCount: removeUnheld(connection) };
  });
  scrub(connection);
  return removed;
}

function conversationRows(connection: Connection): readonly ConversationRow[] {
  const sql = 'SELECT id, name, (SELECT max(recorded_at_ms) FROM compactions WHERE conversation = conversations.id) AS newestMs FROM conversations ORDER BY id';
  return connection.statement(sql).all() as unknown as ConversationRow[];
}

/** Ledger and holding go with the row. Returns how many compactions it had. */
function dropConversation(connection: Connection, id: number): number {
  const { changes } = connection.statement('DELETE FROM compactions WHERE conversation = ?').run(id);
  connection.statement('DELETE FROM conversations WHERE id = ?').run(id);
  return changes;
}

/** Raws that are in no span are named by no ledger entry: they stay as long as their conversation has one. */
function letGoOfUnnamed(connection: Connection, id: number): void {
  connection
    .statement(
      `DELETE FROM holders WHERE conversation = @id
         AND span NOT IN (SELECT span FROM named WHERE compaction IN (SELECT id FROM compactions WHERE conversation = @id))
         AND NOT (
           EXISTS (SELECT 1 FROM compactions WHERE conversation = @id) AND span IN (SELECT id FROM spans WHERE is_loose = 1)
         )`,
    )
    .run({ id });
  connection
    .statement(
      'DELETE FROM conversations WHERE id = @id AND NOT EXISTS (SELECT 1 FROM holders WHERE conversation = @id) AND NOT EXISTS (SELECT 1 FROM compactions WHERE conversation = @id)',
    )
    .run({ id });
}

/** Removes every span that no conversation holds, every raw that no span has, and their bytes out of the packs. */
function removeUnheld(connection: Connection): number {
  const unheld = connection.statement('SELECT id, pack, is_loose AS isLoose FROM spans WHERE id NOT IN (SELECT span FROM holders)').all() as unknown as {
    id: number;
    pack: number;
    isLoose: number;
  }[];
  if (unheld.length === 0) return 0;
  const packs = new Set(unheld.map((span) => span.pack));
  for (const span of unheld) {
    connection.statement('DELETE FROM words WHERE rowid = ?').run(span.id);
    connection.statement('DELETE FROM spans WHERE id = ?').run(span.id);
  }
  const raws = connection.statement('SELECT id, pack FROM raws WHERE id NOT IN (SELECT raw FROM span_raws)').all() as unknown as { id: number; pack: number }[];
  for (const raw of raws) {
    packs.add(raw.pack);
    connection.statement('DELETE FROM raws WHERE id = ?').run(raw.id);
  }
  rewritePacks(connection, packs);
  // FTS5 only marks a row as deleted; merging all segments drops its words.
  connection.statement("INSERT INTO words (words) VALUES ('optimize')").run();
  return unheld.filter((span) => span.isLoose === 0).length;
}

/** Each pack again with only what is still there; one that has nothing left goes. */
function rewritePacks(connection: Connection, packs: ReadonlySet<number>): void {
  const survivors = new Map<number, { table: string; id: number; start: number; length: number }[]>([...packs].map((pack) => [pack, []]));
  const rows = connection.statement("SELECT 'raws' AS name, id, pack, start, length FROM raws UNION ALL SELECT 'spans', id, pack, start, length FROM spans");
  for (const row of rows.all() as unknown as { name: string; id: number; pack: number; start: number; length: number }[]) {
    survivors.get(row.pack)?.push({ table: row.name, id: row.id, start: row.start, length: row.length });
  }
  const insert = connection.statement('INSERT INTO packs (codec, byte_count, hash, bytes) VALUES (?, ?, ?, ?)');
  for (const [pack, entries] of survivors) {
    if (entries.length > 0) {
      entries.sort((first, second) => first.start - second.start);
      const old = readPack(connection, pack);
      const plain = Buffer.concat(entries.map((entry) => old.subarray(entry.start, entry.start + entry.length)));
      const about = describe(plain);
      const moved = insert.run(about.codec, about.byteCount, about.hash, compressPack(plain)).lastInsertRowid;
      let start = 0;
      for (const entry of entries) {
        connection.statement(`UPDATE ${entry.table} SET pack = ?, start = ? WHERE id = ?`).run(moved, start, entry.id);
        start += entry.length;
      }
    }
    connection.statement('DELETE FROM packs WHERE id = ?').run(pack);
  }
}

/** Nothing that was removed stays in the file, the log beside it, or this process (§6). */
function scrub(connection: Connection): void {
  connection.packs.clear();
  guarded(connection.path, () => {
    const { database } = connection;
    const isFragmented = database.pragma('freelist_count', { simple: true }) !== 0;
    if (isFragmented) database.exec('VACUUM');
    const [checkpoint] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    if (checkpoint?.busy !== 0) {
      throw busy(
        'What was removed is gone from the archive, but another process still reads the log in which its bytes are',
        `${connection.path}-wal`,
        'Close what has the archive open, then run `holdfast gc`.',
      );
    }
  });
}
