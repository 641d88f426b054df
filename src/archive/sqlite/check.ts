import type { ArchiveStats } from '../archive.ts';
import { damaged } from '../failures.ts';
import { rawHandle, spanHandle } from '../handle.ts';
import { rawHash } from '../record.ts';
import { type Connection, reading } from './connection.ts';
import { allRangesHeld, findConversation, rangesHeld, rangesNamed, spanIds } from './holders.ts';
import { countIn, holdsId } from './id-ranges.ts';
import { handlesOf, readCompaction } from './ledger.ts';
import { Pack, packHash } from './pack.ts';
import { packIds, readPackRow } from './packs.ts';
import { spanOf, storedSpan } from './read-spans.ts';
import type { SheetEntry } from './sheet.ts';
import { readSheet, sheetIds } from './sheets.ts';
import { readStats } from './stats.ts';
import { checkSummaries } from './summaries.ts';

/** Re-reads everything: the file's own structure, each pack, each raw, each record, each entry of the ledger. */
export function checkAll(connection: Connection): ArchiveStats {
  return reading(connection, () => {
    checkFile(connection);
    connection.recentPacks.clear();
    connection.recentSheets.clear();
    checkSheets(connection, checkPacks(connection));
    checkLedger(connection);
    checkSummaries(connection);
    return readStats(connection);
  });
}

function checkFile(connection: Connection): void {
  const { database, path } = connection;
  const [first] = database.pragma('integrity_check(1)') as { integrity_check: string }[];
  if (first?.integrity_check !== 'ok') throw damaged("The file's structure is damaged", path, new Error(first?.integrity_check));
  if ((database.pragma('foreign_key_check') as unknown[]).length > 0) throw damaged('Rows of the file point to rows that are not there', path);
}

/** Each pack is what was written, and has exactly the raws that have a row. Returns their numbers. */
function checkPacks(connection: Connection): ReadonlySet<number> {
  const rows = connection.statement('SELECT hash, id FROM raws ORDER BY id').all() as unknown as { hash: Buffer; id: number }[];
  const hashes = new Map(rows.map(({ hash, id }) => [id, hash.toString('hex')]));
  let rawCount = 0;
  for (const id of packIds(connection)) {
    const row = readPackRow(connection, id);
    if (!packHash(row.places, row.bytes).equals(row.hash)) throw damaged('A pack is not what was written', `pack ${id}`);
    const pack = new Pack(id, row);
    for (const rawId of pack.ids) {
      if (rawHash(pack.rawOf(rawId) ?? '') !== hashes.get(rawId)) throw damaged('A raw is not what was written', `raw ${rawId}`);
      rawCount++;
    }
  }
  if (rawCount !== rows.length) throw damaged('Raws of the file lie in no pack', connection.path);
  return new Set(hashes.keys());
}

/** Each sheet is what was written; it has exactly the spans that have a row, and someone holds each; no raw is left over. */
function checkSheets(connection: Connection, rawIds: ReadonlySet<number>): void {
  const rows = connection.statement('SELECT handle, id, is_loose AS isLoose FROM spans').all() as unknown as { handle: string; id: number; isLoose: number }[];
  const spans = new Map(rows.map((row) => [row.id, row]));
  const held = allRangesHeld(connection);
  const unused = new Set(rawIds);
  let spanCount = 0;
  for (const sheetId of sheetIds(connection)) {
    for (const entry of readSheet(connection, sheetId, true).entries()) {
      const row = spans.get(entry.id);
      if (row?.handle !== entry.handle || (row.isLoose === 1) !== entry.isLoose) throw damaged('A span is not under its handle', entry.handle);
      if (!holdsId(held, entry.id)) throw damaged('A span belongs to no conversation', entry.handle);
      checkSpan(connection, entry);
      for (const rawId of entry.rawIds) unused.delete(rawId);
      spanCount++;
    }
  }
  if (spanCount !== spans.size || spanCount !== countIn(held) || unused.size > 0) throw damaged('Rows of the file do not belong together', connection.path);
}

function checkSpan(connection: Connection, entry: SheetEntry): void {
  const { tenantKey } = connection;
  const { raws } = storedSpan(connection, entry);
  const again = entry.isLoose ? rawHandle(tenantKey, raws[0] ?? '') : spanHandle(tenantKey, spanOf(entry, raws));
  if (!entry.isImported && again !== entry.handle) throw damaged('A span is not what was written', entry.handle);
}

function checkLedger(connection: Connection): void {
  for (const { name } of connection.statement('SELECT name FROM compactions ORDER BY id').all() as unknown as { name: string }[]) {
    const compaction = readCompaction(connection, name);
    if (compaction === undefined) throw damaged('The ledger has an entry that cannot be read', name);
    const { id, entry } = compaction;
    const handles = handlesOf(entry);
    const ids = spanIds(connection, handles);
    const named = rangesNamed(connection, id);
    const held = rangesHeld(connection, findConversation(connection, entry.conversationId) ?? 0);
    const lost = handles.find((handle) => !holdsId(named, ids.get(handle) ?? 0) || !holdsId(held, ids.get(handle) ?? 0));
    if (lost !== undefined) throw damaged('The ledger names a span that the archive does not hold', `${name}, ${lost}`);
  }
}
