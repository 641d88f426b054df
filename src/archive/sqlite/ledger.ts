import { createHash } from 'node:crypto';
import type { LedgerEntry } from '../archive.ts';
import { CODEC, compressPack, decompress } from '../codec.ts';
import { damaged, unarchived } from '../failures.ts';
import { type Connection, immediately, reading } from './connection.ts';
import { conversationRow, holdSpans, spanIds } from './holders.ts';
import { rangesOf } from './id-ranges.ts';

export interface StoredCompaction {
  /** Its number in the file. */
  readonly id: number;
  readonly entry: LedgerEntry;
  readonly recordedAtMs: number;
}

interface CompactionRow {
  readonly id: number;
  readonly name: string;
  readonly recordedAtMs: number;
  readonly codec: string;
  readonly byteCount: number;
  readonly hash: Buffer;
  readonly entry: Buffer;
}

const COLUMNS = 'id, name, recorded_at_ms AS recordedAtMs, codec, byte_count AS byteCount, hash, entry';

export function appendEntry(connection: Connection, entry: LedgerEntry): void {
  immediately(connection, () => {
    const missing = writeEntry(connection, entry, connection.now());
    if (missing.length > 0) throw unarchived(entry.compactionId, missing);
  });
}

/** Inside a transaction. Returns the handles that the archive does not hold; where there are any, nothing is written. */
export function writeEntry(connection: Connection, entry: LedgerEntry, recordedAtMs: number): readonly string[] {
  if (connection.statement('SELECT 1 FROM compactions WHERE name = ?').get(entry.compactionId) !== undefined) return [];
  const handles = handlesOf(entry);
  const ids = spanIds(connection, handles);
  const missing = handles.filter((handle) => !ids.has(handle));
  if (missing.length > 0) return missing;
  // A span that another conversation put is this one's too from now on: `erase` of the other must not take it.
  const ranges = rangesOf(ids.values());
  holdSpans(connection, entry.conversationId, ranges);
  const plain = Buffer.from(JSON.stringify(entry), 'utf8');
  const { lastInsertRowid } = connection
    .statement('INSERT INTO compactions (name, conversation, recorded_at_ms, codec, byte_count, hash, entry) VALUES (?, ?, ?, ?, ?, ?, ?)')
    .run(
      entry.compactionId,
      conversationRow(connection, entry.conversationId),
      BigInt(Math.trunc(recordedAtMs)),
      CODEC,
      plain.length,
      sha256(plain),
      compressPack(plain),
    );
  const insert = connection.statement('INSERT INTO named (compaction, first, last) VALUES (?, ?, ?)');
  for (const { first, last } of ranges) insert.run(lastInsertRowid, first, last);
  return [];
}

/** Each handle that an entry names, once. */
export function handlesOf(entry: LedgerEntry): readonly string[] {
  return [...new Set([...entry.spans.map((span) => span.handle), ...entry.markerHandles])];
}

export function readLedger(connection: Connection, conversationId: string): readonly LedgerEntry[] {
  return reading(connection, () => {
    const sql = `SELECT ${COLUMNS} FROM compactions WHERE conversation = (SELECT id FROM conversations WHERE conversations.name = ?) ORDER BY id`;
    return (connection.statement(sql).all(conversationId) as unknown as CompactionRow[]).map((row) => parseRow(row).entry);
  });
}

export function readCompaction(connection: Connection, compactionId: string): StoredCompaction | undefined {
  return reading(connection, () => {
    const row = connection.statement(`SELECT ${COLUMNS} FROM compactions WHERE name = ?`).get(compactionId) as unknown as CompactionRow | undefined;
    return row === undefined ? undefined : parseRow(row);
  });
}

function parseRow(row: CompactionRow): StoredCompaction {
  const where = `compaction ${row.name}`;
  const plain = decompress(row.codec, row.entry, row.byteCount, where);
  if (!sha256(plain).equals(row.hash)) throw damaged('The ledger has an entry that is not what was written', where);
  const entry = JSON.parse(plain.toString('utf8')) as LedgerEntry;
  if (entry.compactionId !== row.name) throw damaged('The ledger has an entry under the name of another', where);
  return { id: row.id, entry, recordedAtMs: Number(row.recordedAtMs) };
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
