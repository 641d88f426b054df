import { writeSync } from 'node:fs';
import Table from 'cli-table3';
import pc from 'picocolors';

const isColoured = process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined;
/** Colours only on a terminal. */
export const colours = pc.createColors(isColoured);

/** All of it, also through a pipe: `process.exit` does not wait for `process.stdout.write`. */
export function printOut(text: string | Uint8Array): void {
  writeAll(1, typeof text === 'string' ? Buffer.from(text, 'utf8') : text);
}

export function printError(text: string): void {
  writeAll(2, Buffer.from(`${text}\n`, 'utf8'));
}

export function printJson(value: unknown): void {
  printOut(`${JSON.stringify(value, null, 2)}\n`);
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.length; ) {
    try {
      offset += writeSync(descriptor, bytes, offset);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EAGAIN') continue;
      if (code === 'EPIPE') return; // the reader has seen enough
      throw error;
    }
  }
}

export interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
}

/** A table without frame, its numbers to the right. */
export function tableOf(columns: readonly Column[], rows: readonly (readonly (string | number)[])[]): string {
  const table = new Table({
    head: columns.map((column) => colours.bold(column.title)),
    colAligns: columns.map((column) => (column.isNumber ? 'right' : 'left')),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2, compact: true },
    chars: FRAMELESS,
  });
  for (const row of rows) table.push(row.map((cell) => (typeof cell === 'number' ? formatNumber(cell) : cell)));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

export function formatNumber(value: number): string {
  return value.toLocaleString('en-US');
}

const FRAMELESS = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '',
};
