import type { ArchivedSpan } from '../archive.ts';
import { decodeText, decompress } from '../codec.ts';
import { damaged } from '../failures.ts';
import { joinSpan } from '../record.ts';
import { restoreText } from '../search-text.ts';
import { type Connection, reading } from './connection.ts';

/** Decompressed packs that are kept at hand; reads come in the order of writing, so few are enough. */
const PACKS_AT_HAND = 64;
/** A larger pack is one large raw, and is not kept. */
const PACK_AT_HAND_BYTES_MAX = 1_048_576;
const HANDLES_A_QUERY = 500;

/** Where something lies in the packs. */
interface Place {
  readonly pack: number;
  readonly start: number;
  readonly length: number;
}

export interface SpanRow extends Place {
  readonly id: number;
  readonly handle: string;
  readonly isLoose: number;
  readonly isImported: number;
}

interface RawRow extends Place {
  readonly encoding: string;
}

/** A span's row with what it says. */
export interface StoredSpan {
  readonly row: SpanRow;
  /** As `splitSpan` made it. */
  readonly record: string;
  readonly raws: readonly string[];
  readonly searchText: string;
}

const SPAN_COLUMNS = 'id, handle, is_loose AS isLoose, is_imported AS isImported, pack, start, length';

export function getSpans(connection: Connection, handles: readonly string[]): ReadonlyMap<string, ArchivedSpan> {
  const wanted = [...new Set(handles)];
  const found = new Map<string, ArchivedSpan>();
  for (let start = 0; start < wanted.length; start += HANDLES_A_QUERY) {
    reading(connection, () => {
      for (const row of spanRows(connection, wanted.slice(start, start + HANDLES_A_QUERY))) {
        if (row.isLoose === 0) found.set(row.handle, toSpan(storedSpan(connection, row)));
      }
    });
  }
  return found;
}

export function getLooseRaw(connection: Connection, handle: string): string | undefined {
  return reading(connection, () => {
    const [row] = spanRows(connection, [handle]);
    return row?.isLoose === 1 ? rawsOf(connection, row)[0] : undefined;
  });
}

/** In the order in which they were put. */
export function spanRows(connection: Connection, handles: readonly string[]): readonly SpanRow[] {
  const sql = `SELECT ${SPAN_COLUMNS} FROM spans WHERE handle IN (SELECT value FROM json_each(?)) ORDER BY id`;
  return connection.statement(sql).all(JSON.stringify(handles)) as unknown as SpanRow[];
}

export function spanRowsById(connection: Connection, ids: readonly number[]): readonly SpanRow[] {
  const sql = `SELECT ${SPAN_COLUMNS} FROM spans WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`;
  return connection.statement(sql).all(JSON.stringify(ids)) as unknown as SpanRow[];
}

/** Those that were put after the span with that number. */
export function spanRowsAfter(connection: Connection, id: number, limit: number): readonly SpanRow[] {
  return connection.statement(`SELECT ${SPAN_COLUMNS} FROM spans WHERE id > ? ORDER BY id LIMIT ?`).all(id, limit) as unknown as SpanRow[];
}

export function storedSpan(connection: Connection, row: SpanRow): StoredSpan {
  const entry = slice(connection, row).toString('utf8');
  const end = entry.indexOf('\n');
  const raws = rawsOf(connection, row);
  const searchText = restoreText(end === -1 ? undefined : parsed(entry.slice(end + 1)), raws);
  if (searchText === undefined) throw damaged('The record of a span cannot be read', row.handle);
  return { row, record: entry.slice(0, end), raws, searchText };
}

export function toSpan(stored: StoredSpan): ArchivedSpan {
  const span = joinSpan(stored.record, stored.raws);
  if (span === undefined) throw damaged('The record of a span and its raws do not belong together', stored.row.handle);
  return span;
}

function rawsOf(connection: Connection, row: SpanRow): readonly string[] {
  const rows = connection
    .statement('SELECT encoding, pack, start, length FROM span_raws LEFT JOIN raws ON raws.id = span_raws.raw WHERE span = ? ORDER BY position')
    .all(row.id) as unknown as RawRow[];
  return rows.map((raw) => {
    if (raw.pack === null) throw damaged('A raw of a span is missing', row.handle);
    return decodeText(raw.encoding, slice(connection, raw), row.handle);
  });
}

function slice(connection: Connection, place: Place): Buffer {
  const pack = readPack(connection, place.pack);
  if (place.start < 0 || place.length < 0 || place.start + place.length > pack.length) throw damaged('An entry lies outside its pack', `pack ${place.pack}`);
  return pack.subarray(place.start, place.start + place.length);
}

export function readPack(connection: Connection, id: number): Buffer {
  const known = connection.packs.get(id);
  const pack = known ?? decompressPack(connection, id);
  connection.packs.delete(id);
  if (pack.length <= PACK_AT_HAND_BYTES_MAX) connection.packs.set(id, pack);
  const [oldest] = connection.packs.keys();
  if (connection.packs.size > PACKS_AT_HAND && oldest !== undefined) connection.packs.delete(oldest);
  return pack;
}

function decompressPack(connection: Connection, id: number): Buffer {
  const row = connection.statement('SELECT codec, byte_count AS byteCount, bytes FROM packs WHERE id = ?').get(id) as unknown as
    | { codec: string; byteCount: number; bytes: Buffer }
    | undefined;
  if (row === undefined) throw damaged('A pack is missing', `pack ${id}`);
  return decompress(row.codec, row.bytes, row.byteCount, `pack ${id}`);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
