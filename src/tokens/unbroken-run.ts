import { LIMITS } from '../core/limits.ts';

// Byte-pair encoding is quadratic in each piece that the tokenizer's splitting expression finds. A piece never crosses
// what is called a run here, so cutting runs bounds the pieces, and counting becomes linear (C24).
const UNSEEN = 0;
const UPPER = 1;
const LOWER = 2;
/** Letters without case: Chinese, kana, Hangul, Thai, Arabic. They stand beside either case. */
const CASELESS = 3;
/** Combining marks go with letters and with symbols. */
const MARK = 4;
const NUMBER = 5;
const LINE_END = 6;
const SPACE = 7;
const SLASH = 8;
/** All else, lone surrogates included. */
const SYMBOL = 9;

const IN_NUMBER = 0;
const IN_LETTERS = 1;
/** Letters of which one was lower case: an upper-case one begins a new run. */
const IN_LOWER_LETTERS = 2;
const IN_SYMBOLS = 3;
/** Line ends and slashes that the splitting expression adds to the symbols before them. */
const IN_SYMBOL_TAIL = 4;
const IN_SPACE = 5;

/** Class of each code point, found out when it is first seen: a Unicode expression for each character runs at 4 MB/s. */
const classes = new Uint8Array(0x110000);

/**
 * Calls `visit` with the pieces of `text` in order; together they are `text`. It is cut only inside runs of letters,
 * symbols or white space longer than `LIMITS.UNBROKEN_RUN_CHARACTERS`, and never between the halves of a surrogate pair.
 * Linear.
 */
export function visitCut(text: string, visit: (piece: string) => void): void {
  const maxRun: number = LIMITS.UNBROKEN_RUN_CHARACTERS;
  let pieceStart = 0;
  let runStart = 0;
  let state = IN_NUMBER;
  for (let index = 0; index < text.length; ) {
    const code = text.charCodeAt(index);
    const point = code >= 0xd800 && code <= 0xdbff ? (text.codePointAt(index) ?? code) : code;
    const width = point > 0xffff ? 2 : 1;
    const next = nextState(state, classOf(point));
    if (next < 0) {
      // Numbers are split by threes, so no run of them is long.
      state = ~next;
      runStart = index;
    } else {
      state = next;
      if (index + width - runStart > maxRun) {
        visit(text.slice(pieceStart, index));
        pieceStart = index;
        runStart = index;
      }
    }
    index += width;
  }
  if (pieceStart < text.length) visit(pieceStart === 0 ? text : text.slice(pieceStart));
}

/** The state after a character; its complement (below zero) where the character begins a new run. */
function nextState(state: number, characterClass: number): number {
  switch (characterClass) {
    case UPPER:
      return state === IN_LETTERS ? IN_LETTERS : ~IN_LETTERS;
    case LOWER:
      return state === IN_LETTERS || state === IN_LOWER_LETTERS ? IN_LOWER_LETTERS : ~IN_LOWER_LETTERS;
    case CASELESS:
      return state === IN_LETTERS || state === IN_LOWER_LETTERS ? state : ~IN_LETTERS;
    case MARK:
      return state === IN_LETTERS || state === IN_LOWER_LETTERS || state === IN_SYMBOLS ? state : ~IN_LETTERS;
    case LINE_END:
      if (state === IN_SPACE) return IN_SPACE;
      return state === IN_SYMBOLS || state === IN_SYMBOL_TAIL ? IN_SYMBOL_TAIL : ~IN_SPACE;
    case SLASH:
      return state === IN_SYMBOLS || state === IN_SYMBOL_TAIL ? state : ~IN_SYMBOLS;
    case SPACE:
      return state === IN_SPACE ? IN_SPACE : ~IN_SPACE;
    case SYMBOL:
      return state === IN_SYMBOLS ? IN_SYMBOLS : ~IN_SYMBOLS;
    default:
      return ~IN_NUMBER;
  }
}

function classOf(point: number): number {
  const known = classes[point] ?? UNSEEN;
  if (known !== UNSEEN) return known;
  const found = classify(String.fromCodePoint(point));
  classes[point] = found;
  return found;
}

function classify(character: string): number {
  if (/[\r\n]/.test(character)) return LINE_END;
  if (character === '/') return SLASH;
  if (/\s/.test(character)) return SPACE;
  if (/[\p{Lu}\p{Lt}]/u.test(character)) return UPPER;
  if (/\p{Ll}/u.test(character)) return LOWER;
  if (/\p{L}/u.test(character)) return CASELESS;
  if (/\p{M}/u.test(character)) return MARK;
  return /\p{N}/u.test(character) ? NUMBER : SYMBOL;
}
