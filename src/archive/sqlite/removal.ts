import { busy } from '../failures.ts';
import { type Connection, immediately } from './connection.ts';
import { guarded } from './failures.ts';
import { allRangesHeld, conversationRows, looseIds, rangesHeld, rangesNamed, setHeld } from './holders.ts';
import { holdsId, idsIn, joinRanges, rangesOf } from './id-ranges.ts';
import { heldConversations, refuseWhereHeld } from './locks.ts';
import { Pack } from './pack.ts';
import { insertPack, packIds, readPackRow } from './packs.ts';
import { patiently } from './patiently.ts';
import type { SheetEntry } from './sheet.ts';
import { readSheet, sheetIds, writeSheets } from './sheets.ts';

export interface Removed {
  readonly spanCount: number;
  readonly compactionCount: number;
}

export interface GcOptions {
  readonly nowMs: number;
  readonly olderThanMs?: number | undefined;
  readonly conversationId?: string | undefined;
}

export async function eraseConversation(connection: Connection, conversationId: string): Promise<Removed> {
  const remove = (): Removed => {
    refuseWhereHeld(connection, conversationId);
    const row = conversationRows(connection).find((one) => one.name === conversationId);
    const compactionCount = row === undefined ? 0 : dropConversation(connection, row.id);
    return { compactionCount, spanCount: removeUnheld(connection) };
  };
  return removedWith(connection, remove);
}

/** A conversation that a living process holds is left alone: between its put and its ledger nothing is named yet. */
export async function collectGarbage(connection: Connection, options: GcOptions): Promise<Removed> {
  const remove = (): Removed => {
    const held = heldConversations(connection);
    let compactionCount = 0;
    for (const row of conversationRows(connection)) {
      if (held.has(row.name) || (options.conversationId !== undefined && options.conversationId !== row.name)) continue;
      const isOld = options.olderThanMs !== undefined && row.newestMs !== null && row.newestMs < options.nowMs - options.olderThanMs;
      if (isOld) compactionCount += dropConversation(connection, row.id);
      else letGoOfUnnamed(connection, row.id);
    }
    return { compactionCount, spanCount: removeUnheld(connection) };
  };
  return removedWith(connection, remove);
}

/** Each on its own: what was removed would not be counted again. */
async function removedWith(connection: Connection, remove: () => Removed): Promise<Removed> {
  const removed = await patiently(() => immediately(connection, remove));
  await patiently(() => scrub(connection));
  return removed;
}

/** Ledger and holding go with the row. Returns how many compactions it had. */
function dropConversation(connection: Connection, id: number): number {
  const { changes } = connection.statement('DELETE FROM compactions WHERE conversation = ?').run(id);
  connection.statement('DELETE FROM conversations WHERE id = ?').run(id);
  return changes;
}

/** Raws that are in no span are named by no ledger entry: they stay as long as their conversation has one. */
function letGoOfUnnamed(connection: Connection, id: number): void {
  const compactions = connection.statement('SELECT id FROM compactions WHERE conversation = ?').all(id) as unknown as { id: number }[];
  const named = joinRanges(compactions.flatMap((compaction) => rangesNamed(connection, compaction.id)));
  const loose = compactions.length > 0 ? looseIds(connection) : new Set<number>();
  const held = rangesHeld(connection, id);
  const kept = rangesOf([...idsIn(held)].filter((span) => holdsId(named, span) || loose.has(span)));
  setHeld(connection, id, held, kept);
  if (kept.length === 0 && compactions.length === 0) connection.statement('DELETE FROM conversations WHERE id = ?').run(id);
}

interface SpanRow {
  readonly handle: string;
  readonly id: number;
  readonly isLoose: number;
}

/** Removes every span that no conversation holds, every raw that no span has, and their bytes. */
function removeUnheld(connection: Connection): number {
  const held = allRangesHeld(connection);
  const rows = connection.statement('SELECT handle, id, is_loose AS isLoose FROM spans').all() as unknown as SpanRow[];
  const unheld = rows.filter((row) => !holdsId(held, row.id));
  if (unheld.length === 0) return 0;
  for (const { handle, id } of unheld) {
    connection.statement('DELETE FROM words WHERE rowid = ?').run(id);
    connection.statement('DELETE FROM spans WHERE handle = ?').run(handle);
  }
  removeRaws(connection, rewriteSheets(connection, new Set(unheld.map((row) => row.id))));
  // FTS5 only marks a row as deleted; merging all segments drops its words.
  connection.statement("INSERT INTO words (words) VALUES ('optimize')").run();
  return unheld.filter((row) => row.isLoose === 0).length;
}

/** Each sheet again without those spans. Returns the raws that the others have. */
function rewriteSheets(connection: Connection, gone: ReadonlySet<number>): ReadonlySet<number> {
  const rawIds = new Set<number>();
  for (const sheetId of sheetIds(connection)) {
    const sheet = readSheet(connection, sheetId);
    const kept: SheetEntry[] = [];
    for (const entry of sheet.entries()) {
      if (gone.has(entry.id)) continue;
      kept.push(entry);
      for (const rawId of entry.rawIds) rawIds.add(rawId);
    }
    if (kept.length === sheet.spanCount) continue;
    connection.statement('DELETE FROM sheets WHERE id = ?').run(sheetId);
    writeSheets(connection, kept);
  }
  return rawIds;
}

/** Each pack again with only those raws; one that has nothing left goes. */
function removeRaws(connection: Connection, kept: ReadonlySet<number>): void {
  const rows = connection.statement('SELECT hash, id FROM raws').all() as unknown as { hash: Buffer; id: number }[];
  const gone = rows.filter((row) => !kept.has(row.id));
  const remove = connection.statement('DELETE FROM raws WHERE hash = ?');
  for (const row of gone) remove.run(row.hash);
  const ids = packIds(connection);
  for (const id of packsAmong(ids, gone)) {
    const row = new Pack(id, readPackRow(connection, id)).only((rawId) => kept.has(rawId));
    connection.statement('DELETE FROM packs WHERE id = ?').run(id);
    if (row !== undefined) insertPack(connection, id, row);
  }
}

/** The packs in which they lie: a pack's number is its first raw's. */
function packsAmong(packs: readonly number[], raws: readonly { readonly id: number }[]): ReadonlySet<number> {
  const found = new Set<number>();
  let index = 0;
  for (const { id } of raws.toSorted((one, other) => one.id - other.id)) {
    while ((packs[index + 1] ?? Number.POSITIVE_INFINITY) <= id) index++;
    const pack = packs[index];
    if (pack !== undefined) found.add(pack);
  }
  return found;
}

/** Nothing that was removed stays in the file, the log beside it, or this process (§6). */
function scrub(connection: Connection): void {
  connection.recentPacks.clear();
  connection.recentSheets.clear();
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
        { code: 'SQLITE_BUSY' },
      );
    }
  });
}
