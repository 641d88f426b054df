import { createHash } from 'node:crypto';
import type { ArchiveStats } from '../archive.ts';
import { damaged } from '../failures.ts';
import { rawHandle, spanHandle } from '../handle.ts';
import { rawHash } from '../record.ts';
import { type Connection, reading } from './connection.ts';
import { handlesOf, readCompaction } from './ledger.ts';
import { readPack, type SpanRow, spanRowsById, storedSpan, toSpan } from './read-spans.ts';

/** Re-reads everything: the file's own structure, each pack, each raw, each record, each entry of the ledger. */
export function checkAll(connection: Connection): ArchiveStats {
  return reading(connection, () => {
    checkFile(connection);
    connection.packs.clear();
    checkPacks(connection);
    checkSpans(connection);
    checkLedger(connection);
    return readStats(connection);
  });
}

export function readStats(connection: Connection): ArchiveStats {
  const sql = `SELECT (SELECT count(*) FROM spans WHERE is_loose = 0) AS spanCount, (SELECT count(*) FROM conversations) AS conversationCount,
    (SELECT count(*) FROM compactions) AS compactionCount, (SELECT coalesce(sum(length), 0) FROM raws) AS rawBytes,
    (SELECT coalesce(sum(length(bytes)), 0) FROM packs) AS storedBytes`;
  return reading(connection, () => ({ ...(connection.statement(sql).get() as unknown as ArchiveStats) }));
}

function checkFile(connection: Connection): void {
  const { database, path } = connection;
  const [first] = database.pragma('integrity_check(1)') as { integrity_check: string }[];
  if (first?.integrity_check !== 'ok') throw damaged("The file's structure is damaged", path, new Error(first?.integrity_check));
  if ((database.pragma('foreign_key_check') as unknown[]).length > 0) throw damaged('Rows of the file point to rows that are not there', path);
  const strays = `SELECT (SELECT count(*) FROM span_raws WHERE raw NOT IN (SELECT id FROM raws))
    + (SELECT count(*) FROM spans WHERE id NOT IN (SELECT span FROM holders)) + (SELECT count(*) FROM raws WHERE id NOT IN (SELECT raw FROM span_raws)) AS strays`;
  if ((connection.statement(strays).get() as unknown as { strays: number }).strays !== 0) throw damaged('Rows of the file do not belong together', path);
}

function checkPacks(connection: Connection): void {
  for (const pack of connection.statement('SELECT id, hash FROM packs ORDER BY id').all() as unknown as { id: number; hash: Buffer }[]) {
    const digest = createHash('sha256').update(readPack(connection, pack.id)).digest();
    if (!digest.equals(pack.hash)) throw damaged('A pack is not what was written', `pack ${pack.id}`);
  }
}

function checkSpans(connection: Connection): void {
  const hashes = connection.statement('SELECT hash FROM span_raws JOIN raws ON raws.id = span_raws.raw WHERE span = ? ORDER BY position');
  for (const { id } of connection.statement('SELECT id FROM spans ORDER BY id').all() as unknown as { id: number }[]) {
    const [row] = spanRowsById(connection, [id]);
    if (row === undefined) throw damaged('A span cannot be read', `span ${id}`);
    const stored = storedSpan(connection, row);
    const written = hashes.all(id) as unknown as { hash: Buffer }[];
    for (const [index, raw] of stored.raws.entries()) {
      if (rawHash(raw) !== written[index]?.hash.toString('hex')) throw damaged('A raw is not what was written', row.handle);
    }
    if (row.isImported === 0 && handleAgain(connection, row) !== row.handle) throw damaged('A span is not what was written', row.handle);
    if (row.isLoose === 0) toSpan(stored);
  }

  function handleAgain({ tenantKey }: Connection, row: SpanRow): string {
    const stored = storedSpan(connection, row);
    return row.isLoose === 1 ? rawHandle(tenantKey, stored.raws[0] ?? '') : spanHandle(tenantKey, toSpan(stored));
  }
}

function checkLedger(connection: Connection): void {
  const sql = `SELECT handle FROM named JOIN spans ON spans.id = named.span WHERE compaction = (SELECT id FROM compactions WHERE name = ?)
    AND span IN (SELECT span FROM holders WHERE conversation = (SELECT conversation FROM compactions WHERE name = ?))`;
  for (const { name } of connection.statement('SELECT name FROM compactions ORDER BY id').all() as unknown as { name: string }[]) {
    const entry = readCompaction(connection, name)?.entry;
    const named = new Set((connection.statement(sql).all(name, name) as unknown as { handle: string }[]).map((row) => row.handle));
    const lost = entry === undefined ? name : handlesOf(entry).find((handle) => !named.has(handle));
    if (lost !== undefined) throw damaged('The ledger names a span that the archive does not hold', `${name}, ${lost}`);
  }
}
