import { createHash } from 'node:crypto';
import { CODEC, compressPack, decompress } from '../codec.ts';
import { damaged } from '../failures.ts';
import type { StoredText } from '../search-text.ts';

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

export interface SheetRow {
  readonly id: number;
  readonly codec: string;
  readonly byteCount: number;
  readonly hash: Buffer;
  readonly bytes: Buffer;
}

/** As it is stored. The record is a text in it, as its characters must come back as they are. */
export type SheetLine = readonly [id: number, handle: string, isLoose: 0 | 1, isImported: 0 | 1, rawIds: readonly number[], text: StoredText, record: string];

export class Sheet {
  readonly byteCount: number;
  readonly #lines = new Map<number, SheetLine>();

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

function toEntry([id, handle, isLoose, isImported, rawIds, text, record]: SheetLine): SheetEntry {
  return { id, handle, isLoose: isLoose === 1, isImported: isImported === 1, rawIds, text, record };
}

function parseLines(plain: Buffer): readonly SheetLine[] | undefined {
  try {
    const lines: unknown = JSON.parse(plain.toString('utf8'));
    return Array.isArray(lines) && lines.every(isLine) ? lines : undefined;
  } catch {
    return undefined;
  }
}

function isLine(line: unknown): line is SheetLine {
  return Array.isArray(line) && typeof line[0] === 'number' && typeof line[1] === 'string' && Array.isArray(line[4]) && typeof line[6] === 'string';
}

/** Compresses on this thread. */
export function sheetRow(id: number, lines: readonly SheetLine[]): SheetRow {
  const plain = Buffer.from(JSON.stringify(lines), 'utf8');
  const bytes = compressPack(plain);
  return { id, codec: CODEC, byteCount: plain.length, hash: sheetHash(bytes), bytes };
}

export function sheetHash(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
