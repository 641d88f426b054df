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

/** By place: the rows that a line with this run may fit. */
export type Wakes = readonly (readonly number[] | undefined)[];

/** Letters from the common to the rare; what is not here is rarer. */
const COMMON_FIRST = '0 etaoinsrhldcumfpgwybvkxjqz';

/** Each row is woken by one run of each literal of its first list, by the rarest; a row without literals by none. */
export function wakesOf(rows: readonly (readonly Literals[])[]): Wakes {
  const wakes: number[][] = Array.from({ length: PLACES });
  for (const [row, [literals = []]] of rows.entries()) {
    for (const place of new Set(literals.map(rarestPlace))) {
      wakes[place] ??= [];
      wakes[place].push(row);
    }
  }
  return wakes;
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

/** Rows that a table may have. */
const MAX_ROWS = 1024;

/** Which runs of up to three characters a line has, without regard to case and to which digits: one look for all rows. */
export class LineGrams {
  readonly #marks = new Int32Array(PLACES);
  readonly #awake = new Int32Array(MAX_ROWS);
  #mark = 0;
  #longestHex = 0;

  /** Forgets the line before. Linear in the line. */
  read(line: string, wakes: Wakes): void {
    if (this.#mark === 0x7fffffff) this.#forgetAll();
    this.#mark++;
    let [first, second, hexRun, longestHex] = [0, 0, 0, 0];
    for (let at = 0; at < line.length; at++) {
      const code = line.charCodeAt(at);
      const third = fold(code);
      if ((code >= 48 && code <= 57) || (third >= 97 && third <= 102)) hexRun++;
      else hexRun = 0;
      if (hexRun > longestHex) longestHex = hexRun;
      this.#see(third & MASK, wakes);
      this.#see(placeOfTwo(second, third), wakes);
      this.#see(placeOfThree(first, second, third), wakes);
      first = second;
      second = third;
    }
    this.#longestHex = longestHex;
  }

  /** The longest run of hexadecimal digits of either case. */
  get longestHex(): number {
    return this.#longestHex;
  }

  isAwake(row: number): boolean {
    return this.#awake[row] === this.#mark;
  }

  #see(place: number, wakes: Wakes): void {
    if (this.#marks[place] === this.#mark) return;
    this.#marks[place] = this.#mark;
    const rows = wakes[place];
    if (rows !== undefined) for (let at = 0; at < rows.length; at++) this.#awake[rows[at] ?? 0] = this.#mark;
  }

  #forgetAll(): void {
    this.#marks.fill(0);
    this.#awake.fill(0);
    this.#mark = 0;
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
