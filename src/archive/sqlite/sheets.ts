import { PACK_BYTES } from '../codec.ts';
import { damaged } from '../failures.ts';
import type { Connection } from './connection.ts';
import { Sheet, type SheetEntry, type SheetLine, type SheetRow, sheetHash, sheetRow } from './sheet.ts';

/** Of one line: numbers, handle, and where the text stands. */
const LINE_CHARACTERS = 64;

/** Inside a transaction: sheets of spans in the order of their numbers. */
export function writeSheets(connection: Connection, entries: Iterable<SheetEntry>): void {
  let lines: SheetLine[] = [];
  let characterCount = 0;
  for (const { id, handle, isLoose, isImported, rawIds, text, record } of entries) {
    lines.push([id, handle, isLoose ? 1 : 0, isImported ? 1 : 0, rawIds, text, record]);
    characterCount += LINE_CHARACTERS + record.length + (typeof text === 'string' ? text : text[0]).length;
    if (characterCount < PACK_BYTES) continue;
    writeSheet(connection, lines);
    lines = [];
    characterCount = 0;
  }
  writeSheet(connection, lines);
}

function writeSheet(connection: Connection, lines: readonly SheetLine[]): void {
  const [first] = lines;
  if (first === undefined) return;
  const row = sheetRow(first[0], lines);
  connection
    .statement('INSERT INTO sheets (id, codec, byte_count, hash, bytes) VALUES (?, ?, ?, ?, ?)')
    .run(row.id, row.codec, row.byteCount, row.hash, row.bytes);
}

const COLUMNS = 'id, codec, byte_count AS byteCount, hash, bytes';

/** The sheet that has the span with that number; else `undefined`. */
export function sheetOf(connection: Connection, spanId: number): Sheet | undefined {
  const known = connection.recentSheets.find(spanId);
  if (known !== undefined) return known;
  const row = connection.statement(`SELECT ${COLUMNS} FROM sheets WHERE id <= ? ORDER BY id DESC LIMIT 1`).get(spanId) as unknown as SheetRow | undefined;
  const sheet = row === undefined ? undefined : new Sheet(row);
  if (sheet === undefined || !sheet.holds(spanId)) return undefined;
  connection.recentSheets.add(sheet);
  return sheet;
}

/** Numbers of all sheets that may have spans after the one with that number. */
export function sheetIds(connection: Connection, after = 0): readonly number[] {
  const sql = 'SELECT id FROM sheets WHERE id >= (SELECT coalesce(max(id), 0) FROM sheets WHERE id <= ?) ORDER BY id';
  return (connection.statement(sql).all(after) as unknown as { id: number }[]).map((row) => row.id);
}

/** Proven against its hash where asked; not kept at hand. */
export function readSheet(connection: Connection, id: number, isProven = false): Sheet {
  const row = connection.statement(`SELECT ${COLUMNS} FROM sheets WHERE id = ?`).get(id) as unknown as SheetRow;
  if (isProven && !sheetHash(row.bytes).equals(row.hash)) throw damaged('A sheet is not what was written', `sheet ${id}`);
  return new Sheet(row);
}
