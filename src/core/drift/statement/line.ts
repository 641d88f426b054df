import { CONNECTIVES } from '../lexicon/statements.ts';
import { operatorsOf } from '../phrases.ts';
import { stemOf } from '../stem.ts';
import { type Token, tokensOf } from '../tokens.ts';
import type { Item } from './item.ts';
import { type Items, type LimitWord, readItems } from './read-items.ts';

/** A part of a line that tells something of its own. */
export interface Unit extends Items {
  readonly index: number;
  /** Tokens, half-open. */
  readonly start: number;
  readonly end: number;
  /** What limits the parts before it does not reach it. */
  readonly isHard: boolean;
}

/** A statement, or a line or sentence of the source: read when it is first compared. */
export class Line {
  readonly text: string;
  readonly lowered: string;
  private readTokens: readonly Token[] | undefined;
  private readStems: readonly string[] | undefined;
  private readUnits: readonly Unit[] | undefined;
  private readItems: readonly Item[] | undefined;
  private readLimits: readonly LimitWord[] | undefined;
  private homes: ReadonlyMap<Item, Unit> | undefined;

  constructor(text: string) {
    this.text = text;
    this.lowered = text.toLowerCase();
  }

  get tokens(): readonly Token[] {
    this.readTokens ??= tokensOf(withMarks(this.text));
    return this.readTokens;
  }

  /** Under which each token is compared where letters count: the stem of a word, of a number its digits and its unit. */
  get stems(): readonly string[] {
    this.readStems ??= this.tokens.map(keyOf);
    return this.readStems;
  }

  get units(): readonly Unit[] {
    this.readUnits ??= unitsOf(this.tokens);
    return this.readUnits;
  }

  get items(): readonly Item[] {
    this.readItems ??= this.units.flatMap((unit) => unit.items);
    return this.readItems;
  }

  get limits(): readonly LimitWord[] {
    this.readLimits ??= this.units.flatMap((unit) => unit.limits);
    return this.readLimits;
  }

  unitOf(item: Item | undefined): Unit | undefined {
    this.homes ??= new Map(this.units.flatMap((unit) => unit.items.map((one): readonly [Item, Unit] => [one, unit])));
    return item === undefined ? undefined : this.homes.get(item);
  }
}

const ASPECT = /.{3}(?:ing|able|ible|al|als|ally|ations?|ments?|ly|ary|ize|ization)$/;
const COUNTED = /^\p{L}{2,40}\((?:s|\+|-)\)?$/u;

/** `20.10` is no `20.1`, and a unit neither comes nor goes. */
function keyOf({ kind, word, text, quantity }: Token): string {
  // `deploying` is not *deployed*, `exploitable` not *exploited*: only number and time are left aside.
  if (kind === 'word') return /^(?:do|does|did)$/.test(word) ? 'do' : ASPECT.test(word) ? word.replace(/s$/, '') : stemOf(word);
  // `217 deletions(-)`
  if (quantity === undefined) return COUNTED.test(word) ? stemOf(word.slice(0, word.indexOf('('))) : word;
  const digits = text
    .replace(/[^\d.−+-]/g, '')
    .replace('−', '-')
    .replace(/^\+/, '');
  return `${digits} ${quantity.value} ${quantity.dimension}`;
}

const JSON_MEMBER = /"([^"]{0,200})"\s{0,4}:/g;

/** Cells and members that are set apart by layout, set apart by marks. */
function withMarks(written: string): string {
  // What a diff adds.
  const text = written.replace(/^\+(?=\p{L})/u, '');
  if (/^\s{0,40}[[{]?\{?\s{0,40}"[^"]{1,60}"\s{0,4}:/.test(text))
    return text
      .replace(JSON_MEMBER, '$1 = ')
      .replace(/["{}[\]]/g, ' ')
      .replace(/,(?=\S)/g, ' , ');
  if (/[|\t]| {2}/.test(text)) return text.replace(/(?<=\S)\|(?=\S)/g, ' | ').replace(/(?<=[^\s|]) {2,}(?=[^\s|])/g, ' | ');
  return cellsOf(text).length > 0 ? text.replaceAll(/(?<!\d),|,(?!\d{3}(?!\d))/g, ' , ') : text;
}

/** The cells of a row of a table, three or more: parted by strokes, by tabs or several blanks, or by commas without blanks. */
export function cellsOf(row: string): readonly string[] {
  const isFramed = /^\s*\|/.test(row);
  const cells = row.includes('|') ? (isFramed ? row.replace(/^\s*\||\|\s*$/g, '') : row).split('|') : splitByLayout(row);
  return cells.length >= 3 ? cells.map((cell) => cell.trim()) : [];
}

function splitByLayout(row: string): readonly string[] {
  if (row.includes('\t') || /\S {2,}\S/.test(row)) return row.trim().split(/ {2,}|\t/);
  if (/;\S.*;(?:\S|$)/.test(row) && !row.includes('; ')) return row.split(';');
  return row.includes(', ') ? [] : row.split(CELL_COMMA);
}

/** Not that of `48,211`. */
const CELL_COMMA = /(?<!\d),|,(?!\d{3}(?!\d))/;
const BREAKS = new Set(';,—–|.!?');
/** `x is flaky: it hung twice` */
export const SUBJECTS = /^(?:it|they|he|she)$/;
const HARD_MARKS = new Set(';.!?:—');
/** A label before a colon has fewer tokens; it goes with what follows. */
const LABEL_TOKENS = 4;

function unitsOf(tokens: readonly Token[]): readonly Unit[] {
  const units: Unit[] = [];
  const occurrences = operatorsOf(tokens);
  let start = 0;
  const close = (end: number): void => {
    if (end <= start) return;
    const { items, limits } = readItems(tokens, occurrences, start, end);
    // What limits stands alone only at the end: else it goes with what follows.
    if (items.length === 0 && end < tokens.length) return;
    if (items.length + limits.length > 0) units.push({ index: units.length, start, end, items, limits, isHard: isHardAt(tokens, start) });
    start = end;
  };
  tokens.forEach((_, at) => {
    if (at > start && breaksAt(tokens, start, at)) close(at);
  });
  close(tokens.length);
  return units;
}

function isHardAt(tokens: readonly Token[], start: number): boolean {
  const word = tokens[start]?.word ?? '';
  return HARD_MARKS.has(word) || word === 'but' || tokens[start + 1]?.word === 'but';
}

function breaksAt(tokens: readonly Token[], start: number, at: number): boolean {
  const { kind, word } = tokens[at] as Token;
  if (kind === 'mark')
    return BREAKS.has(word) || (word === ':' && (at - start >= LABEL_TOKENS || SUBJECTS.test(tokens[at + 1]?.word ?? '')) && tokens[at + 1]?.kind !== 'number');
  return kind === 'word' && CONNECTIVES.has(word) && !(word === 'and' && isListed(tokens[at - 1], tokens[at + 1]));
}

/** `09:10 and 09:15`, `api-2 and api-3` */
function isListed(one: Token | undefined, other: Token | undefined): boolean {
  return one !== undefined && one.kind !== 'word' && one.kind !== 'mark' && one.kind === other?.kind;
}
