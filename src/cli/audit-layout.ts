import type { MarkedRange } from '../audit/mark-changes.ts';
import { colours, visible } from './terminal.ts';

/** Stand in a text for the begin and the end of a mark until its lines are known: of no width, and private to this file. */
const [MARK, UNMARK] = ['\ue000', '\ue001'];
const MARKS = /[\ue000\ue001]/g;
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u;
const WIDTHLESS = /[\p{M}\p{Cf}]/u;
const NARROWEST = 40;
const WIDEST = 120;

/** Columns to write in; 80 where nobody tells. */
export function columns(): number {
  const told = process.stdout.columns ?? (Number(process.env['COLUMNS']) || 80);
  return Math.min(WIDEST, Math.max(NARROWEST, told)) - 1;
}

/** Foreign text as one line that cannot move the cursor. */
export function oneLine(text: string): string {
  return laidOut(text.replace(MARKS, '?'));
}

/** As `oneLine`, with some words marked: by colour on a terminal, else by `»…«`. */
export function markedLine(text: string, ranges: readonly MarkedRange[]): string {
  const plain = text.replace(MARKS, '?');
  let line = '';
  let end = 0;
  for (const range of ranges) {
    line += `${plain.slice(end, range.start)}${MARK}${plain.slice(range.start, range.end)}${UNMARK}`;
    end = range.end;
  }
  return laidOut(line + plain.slice(end));
}

function laidOut(text: string): string {
  return visible(text.replace(/\s+/g, ' ').trim(), false);
}

/** Lines of at most `width` columns; what is beyond `lineCount` lines ends in an ellipsis. */
export function wrap(text: string, width: number, lineCount = Number.POSITIVE_INFINITY): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    for (const part of partsOf(word, width)) {
      const joined = line === '' ? part : `${line} ${part}`;
      if (widthOf(joined) <= width) {
        line = joined;
        continue;
      }
      lines.push(line);
      if (lines.length > lineCount) return cut(lines, width, lineCount);
      line = part;
    }
  }
  lines.push(line);
  return lines.length > lineCount ? cut(lines, width, lineCount) : painted(lines);
}

function cut(lines: readonly string[], width: number, lineCount: number): readonly string[] {
  const kept = lines.slice(0, lineCount);
  return painted([...kept.slice(0, -1), `${head(kept.at(-1) ?? '', width - 1)}…`]);
}

/** A word that is wider than a line, in pieces. */
function partsOf(word: string, width: number): readonly string[] {
  if (word.length <= width / 2 || widthOf(word) <= width) return [word];
  const parts: string[] = [];
  for (let rest = word; rest !== ''; ) {
    const part = head(rest, width);
    parts.push(part);
    rest = rest.slice(part.length);
  }
  return parts;
}

/** The longest beginning that is no wider; at least one character. */
function head(text: string, width: number): string {
  let used = 0;
  let length = 0;
  for (const character of text) {
    used += characterWidth(character);
    if (used > width && length > 0) break;
    length += character.length;
  }
  return text.slice(0, length);
}

/** The end of a path says more than its beginning. */
export function tail(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  const characters = [...text];
  let used = 1;
  let start = characters.length;
  while (start > 0 && used + characterWidth(characters[start - 1] ?? '') <= width) used += characterWidth(characters[--start] ?? '');
  return `…${characters.slice(start).join('')}`;
}

export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

function characterWidth(character: string): number {
  if (character < '\u0300') return 1;
  if (character === MARK || character === UNMARK) return colours.isColorSupported ? 0 : 1;
  if (WIDTHLESS.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** Marks may go over the end of a line: each line opens and closes its own. */
function painted(lines: readonly string[]): readonly string[] {
  let isOpen = false;
  return lines.map((line) => {
    const parts = line.split(/([\ue000\ue001])/);
    let out = '';
    for (const part of parts) {
      if (part === MARK) isOpen = true;
      else if (part === UNMARK) isOpen = false;
      else if (part !== '') out += isOpen && colours.isColorSupported ? colours.bold(colours.yellow(part)) : part;
      if (!colours.isColorSupported) out += part === MARK ? '»' : part === UNMARK ? '«' : '';
    }
    return out;
  });
}

/** Fills up to a width; colours that are put on later do not count. */
export function pad(text: string, width: number, isNumber = false): string {
  const blanks = ' '.repeat(Math.max(0, width - widthOf(text)));
  return isNumber ? `${blanks}${text}` : `${text}${blanks}`;
}

/** Two texts beside each other, each in half of the width. */
export function beside(left: readonly string[], right: readonly string[], width: number, plainWidth: (line: string) => number): readonly string[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
    const one = left[index] ?? '';
    return `${one}${' '.repeat(Math.max(0, width - plainWidth(one)))} │ ${right[index] ?? ''}`.trimEnd();
  });
}

const OWN_COLOURS = /\u001b\[\d+m/g;

/** Columns of a line that is painted already. */
export function paintedWidth(line: string): number {
  return widthOf(line.replace(OWN_COLOURS, ''));
}
