import type { DriftSource, SourceText } from '../drift.ts';
import { holdsName, nameOf } from '../names.ts';
import type { SourceIndex, SourceSentence } from '../source-index.ts';
import { type Columns, columnsOf } from './columns.ts';
import { cellsOf, Line } from './line.ts';

/** A whole line of a text. One may hold thousands of sentences, and is read once for all of them. */
export class Row {
  readonly textIndex: number;
  readonly start: number;
  readonly end: number;
  /** Where its text begins: behind the number that `grep -n` or `cat -n` gave it. */
  readonly numberEnd: number;
  readonly raw: string;
  readonly trimmed: string;
  readonly cells: readonly string[];
  readonly isCommand: boolean;
  readonly isSection: boolean;
  /** Characters before what it says. */
  readonly indent: number;
  /** A blank line stands before it. */
  readonly isBehindBlank: boolean;
  /** Of a section: what stands under `##` stands under the `#` above it, too. */
  readonly level: number;

  /** That in which `at` stands. */
  constructor(textIndex: number, text: string, at: number) {
    const newline = text.indexOf('\n', at);
    this.textIndex = textIndex;
    this.start = text.lastIndexOf('\n', at - 1) + 1;
    this.end = newline === -1 ? text.length : newline;
    this.numberEnd = this.start + lineNumberOf(text, this.start, this.end).length;
    this.raw = text.slice(this.numberEnd, this.end);
    this.trimmed = this.raw.trim();
    // The sign of a diff takes the place of a blank.
    this.indent = this.raw.search(/^[+-](?= {2})/) === 0 ? 1 + this.raw.slice(1).search(/\S|$/) : this.raw.search(/\S|$/);
    this.isBehindBlank = /\n[ \t\r]{0,40}\n$/.test(text.slice(Math.max(0, this.start - BLANK_CHARACTERS), this.start));
    this.cells = cellsOf(this.raw);
    this.isCommand = COMMAND.test(this.trimmed);
    this.isSection = this.trimmed.endsWith('***') || isInRules(this.trimmed) || SECTION.test(this.trimmed);
    // An indented one is a comment.
    this.level = /^#{1,6}(?= )/.exec(this.raw)?.[0].length ?? 0;
  }

  holds({ textIndex, start }: SourceSentence): boolean {
    return textIndex === this.textIndex && start >= this.start && start < this.end;
  }
}

const NUMBERED = /^\s{0,8}(\d{1,6})(?:[:-](?!\d)|→|\t)/;

/** `13-hwdec = auto` between lines 12 and 14: what stands before the text of a line, or nothing. */
function lineNumberOf(text: string, start: number, end: number): string {
  const found = NUMBERED.exec(text.slice(start, Math.min(end, start + NUMBER_CHARACTERS)));
  if (found === null) return '';
  const before = text.slice(text.lastIndexOf('\n', start - 2) + 1, Math.max(0, start - 1)).slice(0, NUMBER_CHARACTERS);
  const isNext = (line: string, step: number): boolean => Number(NUMBERED.exec(line)?.[1] ?? Number.NaN) === Number(found[1]) + step;
  return isNext(before, -1) || isNext(text.slice(end + 1, end + 1 + NUMBER_CHARACTERS), 1) ? found[0] : '';
}

const NUMBER_CHARACTERS = 20;

/** What parts the cells of a row. */
function separatorOf(raw: string): string {
  return /[|\t]/.exec(raw)?.[0] ?? (/\S {2,}\S/.test(raw) ? ' ' : ',');
}

/** A sentence of the source with the place where it stands. */
export class SourceLine extends Line {
  readonly index: number;
  readonly textIndex: number;
  readonly provenance: SourceText['provenance'];
  readonly row: Row;
  constructor({ text, start, index, textIndex, provenance }: SourceSentence, row: Row) {
    super(text.slice(Math.max(0, row.numberEnd - start)));
    this.index = index;
    this.textIndex = textIndex;
    this.provenance = provenance;
    this.row = row;
  }

  get raw(): string {
    return this.row.raw;
  }

  get cells(): readonly string[] {
    return this.row.cells;
  }
}

const BLANK_CHARACTERS = 42;
/** `$ npm test`, `ops@edge7:~$ dmesg`, `shop=# SELECT 1` */
const COMMAND = /^(?:\S{1,30}@\S{1,40}\s?[$>%#]|\$|>>>|\w{1,30}=>|[\w=()\\:.~/-]{1,30}[$>%#](?<!-->|=>|->)) /;
/** `# Limits`, `src/a.ts:`, `[build]`, `src/a.ts`, `4.2 Alarms` */
const SECTION = /:$|^\[.*\]$|^\S+\.\w{1,5}$|^\d{1,2}(?:\.\d{1,2}){0,3}\.? \p{Lu}[^.!?;:]{0,60}$/u;
const RULED_CHARACTERS = 400;

/** `____ test_a ____`: each pattern by itself, as one for all of it would look at every pair of places (no pass over a line may be more than linear). */
function isInRules(text: string): boolean {
  return text.length <= RULED_CHARACTERS && /^[_=-]{3}/.test(text) && /[_=-]{3}$/.test(text) && /[\p{L}\p{N}]/u.test(text);
}
const RULE_OF_TABLE = /^[\s|:+=-]+$/;
/** Lines above one that are looked at for where it stood. */
const LINES_ABOVE = 400;
const HEADINGS = 6;

/** The lines of a source, each read when it is first asked for. */
export class SourceLines {
  private readonly source: DriftSource;
  private readonly index: SourceIndex;
  private readonly lines: (SourceLine | undefined)[] = [];
  /** That of the line which was read last: the next is mostly of the same. */
  private row: Row | undefined;
  private readonly rows = new Map<string, Row>();

  /** `index` is over all texts of `source`. */
  constructor(source: DriftSource, index: SourceIndex) {
    this.source = source;
    this.index = index;
  }

  /** The lines that share most with a statement, best first. */
  nearest(text: string, count: number, share = 0): readonly SourceLine[] {
    return this.index.nearest(text, count, share).flatMap((sentence) => this.at(sentence.index) ?? []);
  }

  private at(index: number): SourceLine | undefined {
    const sentence = this.index.sentences[index];
    if (sentence === undefined) return undefined;
    this.lines[index] ??= this.read(sentence);
    return this.lines[index];
  }

  private read(sentence: SourceSentence): SourceLine {
    const { text = '' } = this.source.texts[sentence.textIndex] ?? {};
    if (this.row?.holds(sentence) !== true) this.row = this.rowAt(sentence, text);
    return new SourceLine(sentence, this.row);
  }

  private rowAt({ textIndex, start }: SourceSentence, text: string): Row {
    const key = `${textIndex} ${text.lastIndexOf('\n', start - 1)}`;
    const row = this.rows.get(key) ?? new Row(textIndex, text, start);
    this.rows.set(key, row);
    return row;
  }

  /** The line before it in its text. */
  private before(line: SourceLine): SourceLine | undefined {
    const one = this.at(line.index - 1);
    return one?.textIndex === line.textIndex ? one : undefined;
  }

  private *above(line: SourceLine, count: number): Generator<SourceLine> {
    for (let one = this.before(line); one !== undefined && line.index - one.index <= count; one = this.before(one)) yield one;
    // A text may be long; what it begins with says where all of it stood.
    const first = this.index.firstOf(line.textIndex);
    if (first === undefined || line.index - first.index <= count) return;
    const read = this.at(first.index);
    if (read !== undefined) yield read;
  }

  /** The row of headings above a row of cells: the first of its block, without numbers of its own. */
  headerOf(line: SourceLine): SourceLine | undefined {
    if (line.cells.length === 0) return undefined;
    let header: SourceLine | undefined;
    const rows = [line.cells];
    let below = line.row;
    for (const one of this.above(line, LINES_ABOVE)) {
      if (RULE_OF_TABLE.test(one.raw)) continue;
      if (one.row.isCommand || one.cells.length === 0) break;
      // A blank line ends a table.
      if (below.isBehindBlank) break;
      below = one.row;
      if (one.cells.length !== line.cells.length || separatorOf(one.raw) !== separatorOf(line.raw)) continue;
      if (header !== undefined) rows.push(header.cells);
      header = one;
    }
    // A heading is no value of its column.
    const isHeader = header?.cells.every(
      (cell, at) => /\p{L}/u.test(cell) && !/^\W?\d|\b\d{3,}\b|\d[.,:]\d/u.test(cell) && !rows.some((row) => row[at] === cell),
    );
    return isHeader === true ? header : undefined;
  }

  /** The cells of a row with the headings over them, in each way in which its table may be read. */
  columnsOf(line: SourceLine): readonly Columns[] {
    const header = this.headerOf(line);
    const own = header === undefined ? [] : [{ headings: header.cells, cells: line.cells }];
    // A blank line ends a table.
    if (line.cells.length === 0 || /[|\t]/.test(line.raw) || line.row.isBehindBlank) return own;
    const rows = this.rowsAbove(line);
    const first = rows.find((row, at) => row.isBehindBlank || rows[at + 1] === undefined || rows[at + 1]?.isCommand === true);
    // Names of columns have no numbers.
    if (first === undefined || first.cells.length === 0 || /\b\d/.test(first.trimmed.replace(/^\S+ \S+/, ''))) return own;
    // `14,412` may be two cells: the headings say so.
    const cells = line.raw.split(',');
    const byPlace = cells.length === first.cells.length ? { headings: first.cells, cells } : columnsOf(first.raw, line.raw);
    return byPlace === undefined ? own : [...own, byPlace];
  }

  /** The rows above a line in its text, the nearest first; the last is that with which its text begins. */
  rowsAbove(line: SourceLine): readonly Row[] {
    const rows = new Set<Row>();
    for (const { row } of this.above(line, LINES_ABOVE)) if (row !== line.row) rows.add(row);
    return [...rows];
  }

  /** Whether another line of the source is `place`, letter for letter, and neither the line nor what it stands under has it. */
  isHeadingElsewhere(place: string, line: SourceLine): boolean {
    const key = nameOf(place);
    if (!/\p{L}/u.test(key)) return false;
    // A line may name its file itself; a heading's words say nothing of where it stands.
    if (/[./_\d]/.test(key) ? holdsName(line.lowered, key) : nameOf(line.text).startsWith(key)) return false;
    return this.nearest(place, HEADINGS).some((one) => nameOf(one.text).replace(/^\$ |:$/g, '') === key);
  }
}
