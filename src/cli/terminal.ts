import { writeSync } from 'node:fs';
import Table from 'cli-table3';
import pc from 'picocolors';

const isColoured = process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined;
/** Colours only on a terminal. */
export const colours = pc.createColors(isColoured);

/**
 * Control characters (a newline and a tab apart), and those that turn the direction of writing: in a name or a message
 * from a file they would move the cursor, rewrite lines, or be typed back into the shell.
 */
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** What `colours` writes, and nothing else of a terminal's language. */
const OWN_COLOURS = /(\u001b\[(?:1|22|3[2369])m)/;

/** Text that says what the terminal would have been told to do: ESC is `\x1b` (DESIGN §10). */
export function visible(text: string, hasColours = isColoured): string {
  const parts = hasColours ? text.split(OWN_COLOURS) : [text];
  return parts.map((part, index) => (index % 2 === 1 ? part : part.replace(UNSAFE, escapeOf))).join('');
}

function escapeOf(character: string): string {
  const digits = character.charCodeAt(0).toString(16);
  return digits.length > 2 ? `\\u${digits.padStart(4, '0')}` : `\\x${digits.padStart(2, '0')}`;
}

/** For people, on standard output: names, labels and messages may be foreign text. */
export function printText(text: string): void {
  printOut(visible(text));
}

/** Exactly these characters: a result of holdfast, or the source that is recalled. All of them, also through a pipe: `process.exit` does not wait for `process.stdout.write`. */
export function printOut(text: string | Uint8Array): void {
  writeAll(1, typeof text === 'string' ? Buffer.from(text, 'utf8') : text);
}

export function printError(text: string): void {
  writeAll(2, Buffer.from(`${visible(text)}\n`, 'utf8'));
}

/** JSON escapes control characters below the blank only; the others are escaped here, which says the same. */
export function printJson(value: unknown): void {
  const json = JSON.stringify(value, null, 2).replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  printOut(`${json}\n`);
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
  for (const row of rows) table.push(row.map((cell) => (typeof cell === 'number' ? formatNumber(cell) : visible(cell.replace(/\s/g, ' '), false))));
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
