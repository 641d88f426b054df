import { fold, type Literals } from './needed-literals.ts';

/** Places that runs of one, two and three characters are hashed to. Two that share one cost a try, never a fact. */
const PLACES = 1 << 13;
const MASK = PLACES - 1;
const SECOND = 61;
const THIRD = 3877;

/**
 * Literals as the places of their runs: of each list one literal must have all of its places marked. Flat, as every row
 * asks it of every line: each list is preceded by the index behind it, and so is each literal in it.
 */
export type GramQuery = Int32Array;

export function gramQuery(clauses: readonly Literals[]): GramQuery {
  const query: number[] = [];
  for (const literals of clauses) {
    const clauseAt = query.push(0) - 1;
    for (const literal of literals) {
      const places = placesOf(literal);
      query.push(query.length + 1 + places.length, ...places);
    }
    query[clauseAt] = query.length;
  }
  return Int32Array.from(query);
}

/** A literal's runs of three; of a shorter one, itself. */
function placesOf(literal: string): readonly number[] {
  const code = (at: number): number => fold(literal.charCodeAt(at));
  if (literal.length === 1) return [code(0) & MASK];
  if (literal.length === 2) return [placeOfTwo(code(0), code(1))];
  return Array.from({ length: literal.length - 2 }, (_, at) => placeOfThree(code(at), code(at + 1), code(at + 2)));
}

function placeOfTwo(first: number, second: number): number {
  return (first + second * SECOND + 5000) & MASK;
}

function placeOfThree(first: number, second: number, third: number): number {
  return (first + second * SECOND + third * THIRD + 9000) & MASK;
}

/** Rows by their number, a bit each. */
export type RowBits = Int32Array;
const WORD_BITS = 32;

/** By place: which rows a line with this run may fit. Most places wake none, which one small table tells. */
export interface Wakes {
  /** By place: the number of its set of rows, 0 where it wakes none. */
  readonly setAt: Uint16Array;
  /** By that number, from 1. */
  readonly sets: readonly RowBits[];
  /** Words of a set. */
  readonly wordCount: number;
  /** Rows without literals: every line wakes them. */
  readonly always: RowBits;
}

/** Letters from the common to the rare; what is not here is rarer. */
const COMMON_FIRST = '0 etaoinsrhldcumfpgwybvkxjqz';

/** Each row is woken by one run of each literal of its first list, by the rarest. */
export function wakesOf(rows: readonly (readonly Literals[])[]): Wakes {
  const wordCount = Math.ceil(rows.length / WORD_BITS);
  const setAt = new Uint16Array(PLACES);
  const sets: RowBits[] = [new Int32Array(wordCount)];
  const always = new Int32Array(wordCount);
  for (const [row, [literals]] of rows.entries()) {
    if (literals === undefined) wake(always, row);
    for (const literal of literals ?? []) {
      const place = rarestPlace(literal);
      if (setAt[place] === 0) setAt[place] = sets.push(new Int32Array(wordCount)) - 1;
      wake(sets[setAt[place] ?? 0] ?? always, row);
    }
  }
  return { setAt, sets, wordCount, always };
}

function wake(set: RowBits, row: number): void {
  const word = Math.floor(row / WORD_BITS);
  set[word] = (set[word] ?? 0) | (1 << (row % WORD_BITS));
}

function rarestPlace(literal: string): number {
  const rarity = (at: number): number => {
    const rank = COMMON_FIRST.indexOf(literal.charAt(at));
    return rank === -1 ? COMMON_FIRST.length : rank;
  };
  const rarityOfRun = (at: number): number => rarity(at) + rarity(at + 1) + rarity(at + 2);
  const places = placesOf(literal);
  let rarest = 0;
  for (let at = 1; at < places.length; at++) if (rarityOfRun(at) > rarityOfRun(rarest)) rarest = at;
  return places[rarest] ?? 0;
}

/** Words of the largest table's sets. */
const MAX_WORDS = 32;

/** Which runs of up to three characters a line has, without regard to case and to which digits: one look for all rows. */
export class LineGrams {
  readonly #marks = new Int32Array(PLACES);
  readonly #awake = new Int32Array(MAX_WORDS);
  #mark = 0;
  #longestHex = 0;
  #hasDigit = false;

  /** Forgets the line before. Linear in the line. */
  read(line: string, { setAt, sets, wordCount, always }: Wakes): void {
    if (this.#mark === 0x7fffffff) this.#forgetAll();
    const mark = ++this.#mark;
    const marks = this.#marks;
    const awake = this.#awake;
    for (let word = 0; word < wordCount; word++) awake[word] = always[word] ?? 0;
    let [first, second, hexRun, longestHex, hasDigit] = [0, 0, 0, 0, false];
    for (let at = 0; at < line.length; at++) {
      const third = fold(line.charCodeAt(at));
      const isDigit = third === 48;
      hasDigit ||= isDigit;
      if (isDigit || (third >= 97 && third <= 102)) {
        if (++hexRun > longestHex) longestHex = hexRun;
      } else hexRun = 0;
      const one = third & MASK;
      const two = placeOfTwo(second, third);
      const three = placeOfThree(first, second, third);
      if (setAt[one] !== 0 && marks[one] !== mark) this.#wake(sets[setAt[one] ?? 0], wordCount);
      if (setAt[two] !== 0 && marks[two] !== mark) this.#wake(sets[setAt[two] ?? 0], wordCount);
      if (setAt[three] !== 0 && marks[three] !== mark) this.#wake(sets[setAt[three] ?? 0], wordCount);
      marks[one] = mark;
      marks[two] = mark;
      marks[three] = mark;
      first = second;
      second = third;
    }
    this.#longestHex = longestHex;
    this.#hasDigit = hasDigit;
  }

  /** The longest run of hexadecimal digits of either case. */
  get longestHex(): number {
    return this.#longestHex;
  }

  get hasDigit(): boolean {
    return this.#hasDigit;
  }

  /** The rows of one word of a set that the line may fit, a bit each. */
  awake(word: number): number {
    return this.#awake[word] ?? 0;
  }

  #forgetAll(): void {
    this.#marks.fill(0);
    this.#mark = 0;
  }

  #wake(set: RowBits | undefined, wordCount: number): void {
    if (set === undefined) return;
    for (let word = 0; word < wordCount; word++) this.#awake[word] = (this.#awake[word] ?? 0) | (set[word] ?? 0);
  }

  /** False only where the line has no match. */
  mayHold(query: GramQuery): boolean {
    for (let at = 0; at < query.length; ) {
      const clauseEnd = query[at] ?? 0;
      if (!this.#holdsOne(query, at + 1, clauseEnd)) return false;
      at = clauseEnd;
    }
    return true;
  }

  #holdsOne(query: GramQuery, clauseStart: number, clauseEnd: number): boolean {
    const marks = this.#marks;
    const mark = this.#mark;
    for (let at = clauseStart; at < clauseEnd; ) {
      const literalEnd = query[at++] ?? 0;
      while (at < literalEnd && marks[query[at] ?? 0] === mark) at++;
      if (at === literalEnd) return true;
      at = literalEnd;
    }
    return false;
  }
}
