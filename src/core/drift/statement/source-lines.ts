import type { DriftSource, SourceText } from '../drift.ts';
import { holdsName } from '../names.ts';
import type { SourceIndex, SourceSentence } from '../source-index.ts';
import { hasShape, type Item, isRival, isSameItem } from './item.ts';
import { cellsOf, Line } from './line.ts';

/** A whole line of a text. One may hold thousands of sentences, and is read once for all of them. */
class Row {
  readonly textIndex: number;
  readonly start: number;
  readonly end: number;
  readonly raw: string;
  readonly trimmed: string;
  readonly cells: readonly string[];
  readonly isCommand: boolean;
  readonly isTitle: boolean;
  readonly isSection: boolean;

  /** That in which `at` stands. */
  constructor(textIndex: number, text: string, at: number) {
    const newline = text.indexOf('\n', at);
    this.textIndex = textIndex;
    this.start = text.lastIndexOf('\n', at - 1) + 1;
    this.end = newline === -1 ? text.length : newline;
    this.raw = text.slice(this.start, this.end);
    this.trimmed = this.raw.trim();
    this.cells = cellsOf(this.raw);
    this.isCommand = COMMAND.test(this.trimmed);
    this.isTitle = TITLE.test(this.trimmed);
    this.isSection = SECTION.test(this.trimmed);
  }

  holds({ textIndex, start }: SourceSentence): boolean {
    return textIndex === this.textIndex && start >= this.start && start < this.end;
  }
}

/** A sentence of the source with the place where it stands. */
export class SourceLine extends Line {
  readonly index: number;
  readonly textIndex: number;
  readonly provenance: SourceText['provenance'];
  readonly row: Row;
  /** Characters before it, where it begins its line; else -1. */
  readonly indent: number;
  readonly isFirst: boolean;
  /** It says where what follows stood. */
  readonly isHeading: boolean;

  constructor({ text, start, index, textIndex, provenance }: SourceSentence, source: string, row: Row) {
    super(text);
    this.index = index;
    this.textIndex = textIndex;
    this.provenance = provenance;
    this.row = row;
    this.indent = source.slice(row.start, start).trim() === '' ? start - row.start : -1;
    this.isFirst = source.slice(0, start).trim() === '';
    this.isHeading = row.isCommand || row.isTitle || (this.isFirst && provenance === 'tool' && !/[.!?]$/.test(row.trimmed));
  }

  get raw(): string {
    return this.row.raw;
  }

  get cells(): readonly string[] {
    return this.row.cells;
  }

  get isCommand(): boolean {
    return this.row.isCommand;
  }

  /** Whether it has what a statement has. */
  has(item: Item): boolean {
    return this.items.some((one) => isSameItem(one, item)) || holdsName(this.lowered, item.text);
  }
}

/** `$ npm test`, `ops@edge7:~$ dmesg`, `shop=# SELECT 1` */
const COMMAND = /^(?:\S{1,30}@\S{1,40}\s?|\S{0,20} ?)[$>%#] /;
/** `# Limits`, `src/a.ts:`, `[build]`, `____ test_a ____` */
const TITLE = /^#|:$|^\[|^[_=-]{3,}.{0,200}\w.{0,200}[_=-]{3,}$/;
const SECTION = /^#{1,6} |:$|^\[.*\]$|^\S+\.\w{1,5}$|^[_=-]{3,}.{0,200}\w.{0,200}[_=-]{3,}$/;
const RULE_OF_TABLE = /^[\s|:+=-]+$/;
/** Lines above one that are looked at for where it stood. */
const LINES_ABOVE = 400;
/** Lines above one in which what it is about may be named. */
const SUBJECT_LINES = 60;
/** The same for what has no shape of its own. */
const WORD_LINES = 3;
/** `If it is above 20 MB`: the pronoun stands in the first tokens. */
const OPENING_TOKENS = 4;
const POINTING = new Set(['it', 'they', 'this', 'that', 'these', 'those', 'he', 'she']);

/** The lines of a source, each read when it is first asked for. */
export class SourceLines {
  private readonly source: DriftSource;
  private readonly index: SourceIndex;
  private readonly lines: (SourceLine | undefined)[] = [];
  /** That of the line which was read last: the next is mostly of the same. */
  private row: Row | undefined;

  /** `index` is over all texts of `source`. */
  constructor(source: DriftSource, index: SourceIndex) {
    this.source = source;
    this.index = index;
  }

  /** The lines that share most with a statement, best first. */
  nearest(text: string, count: number): readonly SourceLine[] {
    return this.index.nearest(text, count).flatMap((sentence) => this.at(sentence.index) ?? []);
  }

  private at(index: number): SourceLine | undefined {
    const sentence = this.index.sentences[index];
    if (sentence === undefined) return undefined;
    this.lines[index] ??= this.read(sentence);
    return this.lines[index];
  }

  private read(sentence: SourceSentence): SourceLine {
    const { text = '' } = this.source.texts[sentence.textIndex] ?? {};
    if (this.row?.holds(sentence) !== true) this.row = new Row(sentence.textIndex, text, sentence.start);
    return new SourceLine(sentence, text, this.row);
  }

  /** The line before it in its text. */
  private before(line: SourceLine): SourceLine | undefined {
    const one = this.at(line.index - 1);
    return one?.textIndex === line.textIndex ? one : undefined;
  }

  private *above(line: SourceLine, count: number): Generator<SourceLine> {
    for (let one = this.before(line); one !== undefined && line.index - one.index <= count; one = this.before(one)) yield one;
    // A text may be long; what it begins with says where all of it stood.
    for (let at = line.index - count - 1; at >= 0; at--) {
      if (this.index.sentences[at - 1]?.textIndex === line.textIndex) continue;
      const first = this.at(at);
      if (first?.textIndex === line.textIndex) yield first;
      return;
    }
  }

  /** The row of headings above a row of cells: the first of its block, without numbers of its own. */
  headerOf(line: SourceLine): SourceLine | undefined {
    if (line.cells.length === 0) return undefined;
    let header: SourceLine | undefined;
    for (const one of this.above(line, LINES_ABOVE)) {
      if (RULE_OF_TABLE.test(one.raw)) continue;
      if (one.isCommand || one.cells.length === 0) break;
      if (one.cells.length === line.cells.length) header = one;
    }
    return header?.cells.every((cell) => /\p{L}/u.test(cell) && !/^\W?\d|\b\d{3,}\b|\d[.,:]\d/u.test(cell)) === true ? header : undefined;
  }

  /** Lines that say where one stood: its command, its title, the heading and the members that it stands under. */
  placesOf(line: SourceLine, header: SourceLine | undefined): readonly SourceLine[] {
    const places: SourceLine[] = [];
    let { indent } = line;
    let hasCommand = false;
    let hasSection = false;
    let hasItem = false;
    for (const one of this.above(line, LINES_ABOVE)) {
      const isOuter = one.indent >= 0 && indent >= 0 && one.indent < indent;
      const isItem: boolean = !hasItem && one.indent === indent - 2 && one.row.trimmed.startsWith('- ');
      const isSection: boolean = !hasSection && one.row.isSection;
      if (one.isFirst || one === header || one.raw === line.raw || isOuter || isItem || isSection || (one.isCommand && !hasCommand)) places.push(one);
      if (isOuter) indent = one.indent;
      hasCommand ||= one.isCommand;
      hasSection ||= isSection;
      hasItem ||= isItem;
    }
    return places;
  }

  /** `If it is above 20 MB`: whether the sentence before names what it points at. */
  isPointedAt(item: Item, line: SourceLine): boolean {
    const isPointing = line.tokens.slice(0, OPENING_TOKENS).some((token) => POINTING.has(token.word));
    return isPointing && item.state === undefined && this.before(line)?.has(item) === true;
  }

  /** An earlier line of the same text that names what a statement is about, with no other one of its kind between. */
  subjectLine(item: Item, line: SourceLine, isIn: (one: SourceLine) => boolean = (one) => one.has(item)): SourceLine | undefined {
    if (item.state !== undefined) return undefined;
    for (const one of this.above(line, SUBJECT_LINES)) {
      if (isIn(one)) return hasShape(item) || line.index - one.index <= WORD_LINES || one.isFirst ? one : undefined;
      if (item.kind !== 'word' && one.items.some((other) => isRival(item, other))) return undefined;
    }
    return undefined;
  }
}
