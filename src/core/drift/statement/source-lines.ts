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
  /** Of a section: what stands under `##` stands under the `#` above it, too. */
  readonly level: number;

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
    const isRuled = isInRules(this.trimmed);
    this.isTitle = isRuled || TITLE.test(this.trimmed);
    this.isSection = isRuled || SECTION.test(this.trimmed);
    this.level = /^#{1,6}(?= )/.exec(this.trimmed)?.[0].length ?? 0;
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
    return this.sameAs(item).length > 0 || holdsName(this.lowered, item.text);
  }
}

/** `$ npm test`, `ops@edge7:~$ dmesg`, `shop=# SELECT 1` */
const COMMAND = /^(?:\S{1,30}@\S{1,40}\s?|\S{0,20} ?)[$>%#] /;
/** `# Limits`, `src/a.ts:`, `[build]` */
const TITLE = /^#|:$|^\[/;
const SECTION = /^#{1,6} |:$|^\[.*\]$|^\S+\.\w{1,5}$|^\d{1,2}(?:\.\d{1,2}){0,3}\.? \p{Lu}[^.!?;:]{0,60}$/u;
const RULED_CHARACTERS = 400;

/** `____ test_a ____`: each pattern by itself, as one for all of it would look at every pair of places (no pass over a line may be more than linear). */
function isInRules(text: string): boolean {
  return text.length <= RULED_CHARACTERS && /^[_=-]{3}/.test(text) && /[_=-]{3}$/.test(text) && /[\p{L}\p{N}]/u.test(text);
}
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

const LIST_ITEM = /^(?:[-*•+]|\d{1,3}[.)]) /;
/** `3. Peeking. Do not stop …`, `Intended use: … The model must …` */
const RUN_IN = /^(?:[-*•] |\d{1,3}[.)] )?(\p{L}[^.:]{0,50})[.:] /u;
/** `Access and visitors`, `PLAY RECAP ****` */
const PLAIN_HEADING = /^\p{Lu}[^.:;=!?]{0,140}[^.:;=!?,]$/u;
/** Cells of a row that name it, at most. */
const NAME_CELLS = 4;
const HEADINGS = 6;
const HEAD_LINES = 6;
const HEAD_FIELD = /^(?:subject|title|from|re|page|document|file|summary|name):\s/i;

function nameOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[`"'“”*#]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

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
    for (const one of this.above(line, LINES_ABOVE)) {
      if (RULE_OF_TABLE.test(one.raw)) continue;
      if (one.isCommand || one.cells.length === 0) break;
      if (one.cells.length !== line.cells.length) continue;
      if (header !== undefined) rows.push(header.cells);
      header = one;
    }
    // A heading is no value of its column.
    const isHeader = header?.cells.every(
      (cell, at) => /\p{L}/u.test(cell) && !/^\W?\d|\b\d{3,}\b|\d[.,:]\d/u.test(cell) && !rows.some((row) => row[at] === cell),
    );
    return isHeader === true ? header : undefined;
  }

  /** Lines that say where one stood: its command, its title, the heading and the members that it stands under. */
  placesOf(line: SourceLine, header: SourceLine | undefined): readonly SourceLine[] {
    const places: SourceLine[] = [];
    let { indent } = line;
    let hasCommand = false;
    let level = Number.POSITIVE_INFINITY;
    let hasItem = false;
    for (const one of this.above(line, LINES_ABOVE)) {
      const isOuter = one.indent >= 0 && indent >= 0 && one.indent < indent;
      const isItem: boolean = !hasItem && one.indent === indent - 2 && one.row.trimmed.startsWith('- ');
      const isSection = one.row.isSection && one.row.level < level;
      if (one.isFirst || one === header || one.raw === line.raw || isOuter || isItem || isSection || (one.isCommand && !hasCommand)) places.push(one);
      if (isOuter) indent = one.indent;
      hasCommand ||= one.isCommand;
      if (isSection) level = one.row.level;
      hasItem ||= isItem;
    }
    return places;
  }

  /** Whether `place`, with which a statement begins, says where a line stood: it stands in what the line stood under, or is the name of its row. */
  isPlaceOf(place: Line, line: SourceLine): boolean {
    const key = nameOf(place.text);
    if (!/[\p{L}\p{N}]/u.test(key)) return false;
    if (line.cells.slice(0, NAME_CELLS).some((_, at) => nameOf(line.cells.slice(0, at + 1).join(' ')) === key)) return true;
    const label = nameOf(RUN_IN.exec(line.row.trimmed)?.[1] ?? '');
    if (label === key && !nameOf(line.text).includes(key)) return true;
    if (nameOf(this.plainHeadingOf(line)?.text ?? '') === key) return true;
    const items = place.items.filter((item) => !item.isFrame);
    return this.frameOf(line).some((one) => holdsName(one.lowered, key) || (items.length > 0 && items.every((item) => one.has(item))));
  }

  /** Whether another line of the source is `place`, letter for letter, and neither the line nor what it stands under has it. */
  isHeadingElsewhere(place: string, line: SourceLine): boolean {
    const key = nameOf(place);
    if (!/\p{L}/u.test(key)) return false;
    // A line may name its file itself; a heading's words say nothing of where it stands.
    if (/[./_\d]/.test(key) ? holdsName(line.lowered, key) : nameOf(line.text).startsWith(key)) return false;
    return this.nearest(place, HEADINGS).some((one) => nameOf(one.text).replace(/^\$ |:$/g, '') === key);
  }

  /** What a line stood under, and no line beside it. */
  private frameOf(line: SourceLine): readonly SourceLine[] {
    const isBeside = (one: SourceLine): boolean => one.raw === line.raw || (one.cells.length > 0 && one.indent === line.indent && !one.isHeading);
    const frame = this.placesOf(line, undefined).filter((one) => !isBeside(one) && (one.isHeading || one.row.isSection || one.indent < line.indent));
    const lead = LIST_ITEM.test(line.row.trimmed) ? this.leadOf(line) : undefined;
    const header = this.headerOf(line);
    const caption = header === undefined ? undefined : this.before(header);
    return [...frame, ...[lead, caption].filter((one) => one !== undefined), ...this.lettersHead(line)];
  }

  /** The nearest line above that reads like a heading without a mark of one. */
  private plainHeadingOf(line: SourceLine): SourceLine | undefined {
    for (const one of this.above(line, LINES_ABOVE)) {
      const isOuter = one.indent >= 0 && one.indent < line.indent;
      if (isOuter || (one.cells.length === 0 && PLAIN_HEADING.test(one.row.trimmed))) return one;
    }
    return undefined;
  }

  /** The line before a list. */
  private leadOf(line: SourceLine): SourceLine | undefined {
    for (const one of this.above(line, LINES_ABOVE)) if (one.indent <= line.indent && !LIST_ITEM.test(one.row.trimmed)) return one;
    return undefined;
  }

  /** `Subject: …`, `Title: …` in the first lines of what a tool has read. */
  private lettersHead(line: SourceLine): readonly SourceLine[] {
    if (line.provenance !== 'tool') return [];
    const head = [...this.above(line, LINES_ABOVE)].slice(-HEAD_LINES);
    return head.filter((one) => one.raw !== line.raw && HEAD_FIELD.test(one.row.trimmed));
  }

  /** `If it is above 20 MB`: whether the sentence before names what it points at. */
  isPointedAt(item: Item, line: SourceLine): boolean {
    const isPointing = line.tokens.slice(0, OPENING_TOKENS).some((token) => POINTING.has(token.word));
    return isPointing && item.state === undefined && this.before(line)?.has(item) === true;
  }

  /** `the dunning job`, where the line has `the job` (`own`) and a line right above it the whole name. */
  isOfNamed(item: Item, own: Item, line: SourceLine): boolean {
    if (line.tokens[own.at - 1]?.word !== 'the') return false;
    for (const one of this.above(line, WORD_LINES)) {
      const at = one.items.findIndex((other) => isSameItem(other, own));
      if (at > 0 && isSameItem(one.items[at - 1] as Item, item)) return true;
    }
    return false;
  }

  /** An earlier line of the same text that names what a statement is about, with no other one of its kind between. */
  subjectLine(item: Item, line: SourceLine, isIn: (one: SourceLine) => boolean = (one) => one.has(item)): SourceLine | undefined {
    // What stands above a command is of another.
    if (item.state !== undefined || line.isCommand) return undefined;
    for (const one of this.above(line, SUBJECT_LINES)) {
      if (isIn(one)) return hasShape(item) || line.index - one.index <= WORD_LINES || one.isFirst ? one : undefined;
      if (item.kind !== 'word' && one.items.some((other) => isRival(item, other))) return undefined;
    }
    return undefined;
  }
}
