import { LIMITS } from '../core/limits.ts';

/** What a query asks for: every term must stand in a span. A term is a word, or a "quoted phrase". */
export interface SearchTerm {
  /** As it must stand in the text, in lower case. */
  readonly phrase: string;
  /** Its words, as an index knows them. */
  readonly words: readonly string[];
}

/** How much of a snippet stands before the match. */
const LEAD_CHARACTERS = 60;
const TERMS_MAX = 32;

/** Chinese, Japanese and Korean are written without spaces: each character is a word to the index. */
const UNSPACED = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]/g;

const WORD = /[\p{L}\p{N}\p{Co}](?:[\p{L}\p{N}\p{Co}]|[\u0300-\u0331])*/gu;

/** Case and the ways to compose an accent do not matter for search. */
function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** The text as an index by words takes it. */
export function indexable(text: string): string {
  return fold(text).replace(UNSPACED, ' $& ');
}

/**
 * Reads a query. Nothing in it is syntax but the double quote (§10: a query is data): operators, columns and stars of
 * an index's own language are only characters.
 */
export function searchTerms(query: string): readonly SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (const [, quoted, word] of fold(query.toWellFormed()).matchAll(/"([^"]*)"?|([^\s"]+)/g)) {
    const phrase = (quoted ?? word ?? '').trim();
    const words = indexable(phrase).match(WORD);
    if (words !== null && terms.length < TERMS_MAX) terms.push({ phrase, words: [...new Set(words)] });
  }
  return terms;
}

/** Whether every term stands in the text as it was written: an index knows only the words. */
export function holdsPhrases(text: string, terms: readonly SearchTerm[]): boolean {
  const lower = fold(text);
  return terms.every((term) => lower.includes(term.phrase));
}

/** Whether every word stands in the text as a whole word: what an index by words answers. */
export function holdsWords(text: string, terms: readonly SearchTerm[]): boolean {
  const lower = indexable(text);
  return terms.every((term) => term.words.every((word) => holdsWord(lower, word)));
}

function holdsWord(lower: string, word: string): boolean {
  for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + 1)) {
    if (!isWordPart(lower, at - 1) && !isWordPart(lower, at + word.length)) return true;
  }
  return false;
}

function isWordPart(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const from = unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
  return at >= 0 && at < text.length && /^[\p{L}\p{N}\p{Co}]/u.test(text.slice(from, from + 2));
}

/** The surroundings of the first match, well-formed, on one line, at most 200 characters. */
export function snippetOf(text: string, terms: readonly SearchTerm[]): string {
  const lower = fold(text);
  const places = terms.map((term) => lower.indexOf(term.phrase)).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(lower.length, ...places) - LEAD_CHARACTERS);
  // Where folding changed the length, places in one are not places in the other: the folded text is shown.
  const cut = (lower.length === text.length ? text : lower).slice(start, start + LIMITS.SNIPPET_CHARACTERS);
  const first = start > 0 && isLowSurrogate(cut.charCodeAt(0)) ? 1 : 0;
  const last = isHighSurrogate(cut.charCodeAt(cut.length - 1)) ? cut.length - 1 : cut.length;
  return cut.slice(first, last).toWellFormed().replace(/\s+/g, ' ').trim();
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
