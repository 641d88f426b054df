import { createHash } from 'node:crypto';
import { CODEC, compressPack, decompress, PACK_BYTES } from '../codec.ts';
import { damaged } from '../failures.ts';
import type { StoredText } from '../search-text.ts';
import type { Connection } from './connection.ts';

/** What a sheet says of a span. */
export interface SheetEntry {
  readonly id: number;
  readonly handle: string;
  readonly isLoose: boolean;
  /** Came by `import`: its handle was made with another archive's key. */
  readonly isImported: boolean;
  readonly rawIds: readonly number[];
  readonly text: StoredText;
  /** As `splitSpan` made it. */
  readonly record: string;
}

interface SheetRow {
  readonly id: number;
  readonly codec: string;
  readonly byteCount: number;
  readonly hash: Buffer;
  readonly bytes: Buffer;
}

/** As it is stored. The record is a text in it, as its characters must come back as they are. */
type Line = readonly [id: number, handle: string, isLoose: 0 | 1, isImported: 0 | 1, rawIds: readonly number[], text: StoredText, record: string];

/** Of one line: numbers, handle, and where the text stands. */
const LINE_CHARACTERS = 64;

export class Sheet {
  readonly byteCount: number;
  readonly #lines = new Map<number, Line>();

  constructor(row: Omit<SheetRow, 'hash'>) {
    this.byteCount = row.byteCount;
    const where = `sheet ${row.id}`;
    const lines = parseLines(decompress(row.codec, row.bytes, row.byteCount, where));
    if (lines === undefined) throw damaged('The records of spans cannot be read', where);
    for (const line of lines) this.#lines.set(line[0], line);
  }

  get spanCount(): number {
    return this.#lines.size;
  }

  holds(id: number): boolean {
    return this.#lines.has(id);
  }

  entryOf(id: number): SheetEntry | undefined {
    const line = this.#lines.get(id);
    return line === undefined ? undefined : toEntry(line);
  }

  /** In the order of writing. */
  *entries(): Generator<SheetEntry> {
    for (const line of this.#lines.values()) yield toEntry(line);
  }
}

function toEntry([id, handle, isLoose, isImported, rawIds, text, record]: Line): SheetEntry {
  return { id, handle, isLoose: isLoose === 1, isImported: isImported === 1, rawIds, text, record };
}

function parseLines(plain: Buffer): readonly Line[] | undefined {
  try {
    const lines: unknown = JSON.parse(plain.toString('utf8'));
    return Array.isArray(lines) && lines.every(isLine) ? lines : undefined;
  } catch {
    return undefined;
  }
}

function isLine(line: unknown): line is Line {
  return Array.isArray(line) && typeof line[0] === 'number' && typeof line[1] === 'string' && Array.isArray(line[4]) && typeof line[6] === 'string';
}

/** Inside a transaction: sheets of spans in the order of their numbers. */
export function writeSheets(connection: Connection, entries: Iterable<SheetEntry>): void {
  let lines: Line[] = [];
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

function writeSheet(connection: Connection, lines: readonly Line[]): void {
  const [first] = lines;
  if (first === undefined) return;
  const plain = Buffer.from(JSON.stringify(lines), 'utf8');
  const bytes = compressPack(plain);
  connection
    .statement('INSERT INTO sheets (id, codec, byte_count, hash, bytes) VALUES (?, ?, ?, ?, ?)')
    .run(first[0], CODEC, plain.length, createHash('sha256').update(bytes).digest(), bytes);
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
  if (isProven && !createHash('sha256').update(row.bytes).digest().equals(row.hash)) throw damaged('A sheet is not what was written', `sheet ${id}`);
  return new Sheet(row);
}
