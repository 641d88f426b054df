import type { DriftSource, Finding } from '../drift.ts';
import { SourceIndex } from '../source-index.ts';
import { tokensOf } from '../tokens.ts';
import { compareLimits } from './compare-limits.ts';
import { compareRow } from './compare-row.ts';
import { compareUnits } from './compare-units.ts';
import { findDropped } from './find-dropped.ts';
import { Line } from './line.ts';
import { openingsOf } from './opening.ts';
import { Places } from './places.ts';
import { readingOf, toldBy } from './reading.ts';
import { type SourceLine, SourceLines } from './source-lines.ts';
import { alignTokens, isContent, isFree } from './token-alignment.ts';

/** Lines of the source that a statement is held against. */
const CANDIDATES = 14;
/** Of the words of a statement those that such a line has at least; where most stands elsewhere, it is not about the line. */
const SHARED = 0.17;
/** A longer statement shortens no line: it is not compared, and stands only as a copy. The longest that we know has 148. */
const STATEMENT_CHARACTERS = 600;
/** A place in a place in a place: more stand before no statement. */
const MOST_PLACES = 4;
/** Cells of a row that is read as one of a table: `minified.json` has thousands. */
const ROW_CELLS = 300;
/** Statements, and what they begin with, that are kept as read. */
const READ_LINES = 64;

/**
 * E16: whether one line of the source bears a statement out. A statement has the words of its line in their order; it may
 * leave out whole pieces, but not what governs, turns or limits what it keeps, and may begin with where the line stood. Reads
 * the source once.
 */
export class StatementChecker {
  private readonly index: SourceIndex;
  private readonly lines: SourceLines;
  private readonly places: Places;
  private readonly said = new Map<string, Line>();

  constructor(source: DriftSource) {
    this.index = new SourceIndex(source);
    this.lines = new SourceLines(source, this.index);
    this.places = new Places(this.lines);
  }

  /** The first thing that is otherwise in the line that has most of it; nothing, where one line bears it out. */
  check(text: string): Finding | undefined {
    if (text.length > STATEMENT_CHARACTERS) return { kind: 'scope', found: text };
    if (!/[\p{L}\p{N}]/u.test(text)) return undefined;
    let first: Finding | undefined;
    for (const line of this.lines.nearest(text, CANDIDATES, SHARED)) {
      const finding = this.compareIn(text, line);
      if (finding === undefined) return undefined;
      first ??= finding;
    }
    return first ?? { kind: 'scope', found: text };
  }

  private compareIn(text: string, line: SourceLine): Finding | undefined {
    const placed = this.withoutPlaces(text, line);
    const row = this.compareRow(placed, line);
    if (row === true) return this.findAround(this.read(placed.rest), placed, line);
    const finding = row ?? this.comparePlaced(placed, line);
    // What reads like a place may be the line's own beginning.
    return finding === undefined || placed.places.length === 0 ? finding : this.comparePlaced({ rest: text, places: [] }, line) && finding;
  }

  private compareRow({ rest }: Placed, line: SourceLine): true | Finding | undefined {
    if (line.cells.length === 0 || line.cells.length > ROW_CELLS) return undefined;
    const findings = this.lines.columnsOf(line).map((columns) => compareRow(rest, line, columns));
    return findings.find((finding) => finding === true) ?? findings.find((finding) => finding !== undefined);
  }

  private comparePlaced({ rest, places }: Placed, line: SourceLine): Finding | undefined {
    // What it begins with is the heading of something else.
    if (openingsOf(rest).some(({ place }) => this.lines.isHeadingElsewhere(place, line))) return { kind: 'scope', found: rest, expected: line.text };
    const said = this.read(rest);
    const alignment = alignTokens(said, line);
    if (alignment === undefined) return findAbsent(said, line);
    const reading = readingOf(said, line, { alignment, header: this.lines.headerOf(line) });
    const parts = toldBy(reading);
    const finding = compareUnits(parts, reading) ?? compareLimits(parts, reading) ?? findDropped({ said, line, alignment, placed: wordsOf(places) });
    return finding ?? this.findAround(said, { rest, places }, line);
  }

  /** What around the line says that it is not so: a diff that takes it away, a sign of a comment, a heading. */
  private findAround(said: Line, { rest, places }: Placed, line: SourceLine): Finding | undefined {
    if (this.places.isRemoved(line) && !REMOVED.test(rest)) return { kind: 'state', found: rest, expected: line.text };
    if (COMMENTED.test(line.raw) && !/[#/]/.test(rest)) return { kind: 'state', found: rest, expected: line.text };
    const unsaid = this.places.findUnsaid(said, places, line);
    return unsaid === undefined ? undefined : { kind: 'scope', found: rest, expected: unsaid };
  }

  /** What is left of a statement when what it begins with says where the line stood. */
  private withoutPlaces(text: string, line: SourceLine): Placed {
    const places: string[] = [];
    let rest = text;
    while (places.length < MOST_PLACES) {
      const opening = openingsOf(rest).find(({ place }) => this.places.isPlaceOf(place, line));
      if (opening === undefined) break;
      places.push(opening.place);
      ({ rest } = opening);
    }
    return this.read(rest).tokens.some((token) => isContent(token) && !isFree(token)) ? { rest, places } : { rest: text, places: [] };
  }

  private read(text: string): Line {
    let line = this.said.get(text);
    if (line === undefined) {
      if (this.said.size >= READ_LINES) this.said.clear();
      line = new Line(text);
      this.said.set(text, line);
    }
    return line;
  }
}

/** `# debug: true`, `// const limit = 30;` */
const COMMENTED = /^\s*(?:#|\/\/|;)\s*(?:(?!todo|note|fixme)[\w.-]{1,60}\s?[:=]\s\S+(?:\s\S+){0,2}$|(?:const|let|var|export) )/i;
/** `-  const delay = 150;` is told as it was. */
const REMOVED = /(?:^|\s)-|\b(?:was|were|removed|deleted)\b/i;

/** A statement without what it begins with, and that. */
interface Placed {
  readonly rest: string;
  readonly places: readonly string[];
}

function wordsOf(places: readonly string[]): ReadonlySet<string> {
  return new Set(places.flatMap((place) => tokensOf(place).map(({ word }) => word.replace(/^-+/, ''))));
}

/** The first number, name or word that the line has not at all; the whole, where it has them in another order. */
function findAbsent(said: Line, line: Line): Finding {
  const keys = new Set(line.stems);
  const at = said.tokens.findIndex((token, place) => isContent(token) && !isFree(token) && !keys.has(said.stems[place] ?? ''));
  const absent = said.tokens[at];
  return { kind: absent?.kind === 'number' ? 'number' : 'scope', found: absent?.text ?? said.text, expected: line.text };
}
