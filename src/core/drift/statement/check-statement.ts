import type { DriftSource, Finding } from '../drift.ts';
import { SourceIndex } from '../source-index.ts';
import { UNSPACED } from '../tokens.ts';
import { align } from './align.ts';
import { compareColumns } from './compare-columns.ts';
import { compareLimits } from './compare-limits.ts';
import { compareRow } from './compare-row.ts';
import { compareUnits } from './compare-units.ts';
import { findForeign } from './find-foreign.ts';
import { Line } from './line.ts';
import { openingsOf } from './opening.ts';
import { JOINT } from './read-items.ts';
import { type Reading, toldBy } from './reading.ts';
import { type SourceLine, SourceLines } from './source-lines.ts';

/** Lines of the source that a statement is held against. */
const CANDIDATES = 14;
/** Of the words of a statement those that such a line has at least; where most stands elsewhere, it is not about the line. */
const SHARED = 0.17;
/** A longer statement shortens no line: it is not compared, and stands only as a copy. The longest that we know has 148. */
const STATEMENT_CHARACTERS = 600;
/** Statements, and what they begin with, that are kept as read. */
const READ_LINES = 64;

/**
 * E16: whether one line of the source bears a statement out. A statement keeps to the words of its line; it may leave
 * words out, but not what turns or limits those it keeps, and may say where the line stood. What it has beside that is
 * foreign. Reads the source once.
 */
export class StatementChecker {
  private readonly index: SourceIndex;
  private readonly lines: SourceLines;
  private readonly source: DriftSource;
  private readonly said = new Map<string, Line>();

  constructor(source: DriftSource) {
    this.source = source;
    this.index = new SourceIndex(source);
    this.lines = new SourceLines(source, this.index);
  }

  /** The first thing that is otherwise in the line that has most of it; nothing, where one line bears it out. */
  check(text: string): Finding | undefined {
    if (text.length > STATEMENT_CHARACTERS) return { kind: 'scope', found: text };
    const said = this.read(text);
    // Where words are not set apart, nothing can be compared word by word.
    if (said.items.every((item) => item.isFrame)) return UNSPACED.test(text) ? { kind: 'scope', found: text } : undefined;
    let first: Finding | undefined;
    for (const line of this.lines.nearest(text, CANDIDATES, SHARED)) {
      const finding = this.compareIn(text, said, line);
      if (finding === undefined) return undefined;
      first ??= finding;
    }
    return first ?? { kind: 'scope', found: text };
  }

  private compareIn(text: string, said: Line, line: SourceLine): Finding | undefined {
    const rest = this.withoutPlaces(text, line);
    const row = line.cells.length === 0 || rest === undefined ? undefined : compareRow(rest, line, this.lines.headerOf(line));
    if (row !== undefined) return row === true ? undefined : row;
    if (this.isPlacedElsewhere(rest ?? text, line)) return { kind: 'scope', found: text, expected: line.text };
    return this.compare(rest === undefined ? said : this.read(rest), line);
  }

  /** What it begins with is the heading of something else. */
  private isPlacedElsewhere(text: string, line: SourceLine): boolean {
    return openingsOf(text).some(({ place }) => this.lines.isHeadingElsewhere(place, line));
  }

  private compare(said: Line, line: SourceLine): Finding | undefined {
    // C08: what is said of the user is borne out by the user alone, or by who names the user.
    if (/\b(?:the|our) user\b/i.test(said.text) && line.provenance !== 'user' && !/\buser\b/i.test(line.raw))
      return { kind: 'quotation', found: said.text, expected: line.text };
    const alignment = align(said, line);
    const reading: Reading = { said, line, alignment, told: new Set(alignment.values()), header: this.lines.headerOf(line) };
    const foreign = findForeign(reading, this.lines);
    if (foreign !== undefined) return foreign;
    const parts = toldBy(reading);
    return compareUnits(parts, reading) ?? compareColumns(reading) ?? compareLimits(parts, reading);
  }

  /** What is left of a statement when what it begins with says where the line stood. */
  private withoutPlaces(text: string, line: SourceLine): string | undefined {
    let rest = text;
    for (;;) {
      const opening = openingsOf(rest).find(({ place }) => !limits(place) && this.lines.isPlaceOf(this.read(place), line));
      if (opening === undefined) break;
      rest = opening.rest;
    }
    return rest !== text && this.read(rest).items.some((item) => !item.isFrame) ? rest : undefined;
  }

  private read(text: string): Line {
    let line = this.said.get(text);
    if (line === undefined) {
      if (this.said.size >= READ_LINES) this.said.clear();
      line = new Line(this.withNames(text), (opening) => this.isAlwaysName(opening));
      this.said.set(text, line);
    }
    return line;
  }

  /** What is quoted letter for letter is a name. */
  private withNames(text: string): string {
    return text.replace(/(["`“])([^"`“”]{4,120})(["`”])/g, (whole, _open, inner: string) =>
      inner.includes(' ') && this.index.lowered.includes(inner.toLowerCase()) ? ` ${inner.replaceAll(' ', JOINT)} ` : whole,
    );
  }

  /** The source writes it with a capital letter, and never without. */
  private isAlwaysName(word: string): boolean {
    const { texts } = this.source;
    return texts.some(({ text }) => text.includes(word)) && !texts.some(({ text }) => holdsWord(text, word.toLowerCase()));
  }
}

/** `Plan: …` says more than where it stood. */
function limits(place: string): boolean {
  return new Line(`${place}: x`).limits.length > 0;
}

function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (!/\p{L}/u.test(text.charAt(at - 1)) && !/\p{L}/u.test(text.charAt(at + word.length))) return true;
  return false;
}
