/** A sentence of a text: UTF-16 offsets, half-open, without the white space around it. */
export interface Sentence {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Characters that one sentence may have: what is longer is cut here, so that no step after this one sees a huge line. */
const SENTENCE_CHARACTERS = 2_000;
const ENDS = new Set('.!?。！？');
const CLOSERS = new Set('"\'”’)]»');
const UNSPACED_ENDS = new Set('。！？');
/** A point after these ends no sentence. */
const ABBREVIATIONS = new Set('e.g i.e etc vs approx ca co mr mrs ms dr no fig st inc ltd'.split(' '));
/** `J. Harrow` */
const INITIAL = /^(?:[ (])?\p{Lu}$/u;
const LEADER = /\s\.{3,}$|^\.+$/;
const LONGEST_LEADER = 80;
const LONGEST_ABBREVIATION = 8;

/**
 * Lines, and within a line what ends with `.`, `!` or `?` before white space and a capital letter, a digit or an opening
 * mark. No `Intl.Segmenter`: it is slow on long lines, and its rules change with the ICU of the platform. Linear.
 */
export function sentencesOf(text: string): readonly Sentence[] {
  const found: Sentence[] = [];
  let lineStart = 0;
  while (lineStart <= text.length) {
    const newline = text.indexOf('\n', lineStart);
    const lineEnd = newline === -1 ? text.length : newline;
    addLine(text, lineStart, lineEnd, found);
    lineStart = lineEnd + 1;
  }
  return found;
}

function addLine(text: string, lineStart: number, lineEnd: number, found: Sentence[]): void {
  let start = lineStart;
  for (let at = lineStart; at < lineEnd; at++) {
    const isFull = at + 1 - start >= SENTENCE_CHARACTERS;
    if (!isFull && !(ENDS.has(text.charAt(at)) && endsSentence(text, start, at, lineEnd))) continue;
    let end = at + 1;
    while (!isFull && end < lineEnd && CLOSERS.has(text.charAt(end))) end++;
    addTrimmed(text, start, end, found);
    start = end;
    at = end - 1;
  }
  addTrimmed(text, start, lineEnd, found);
}

function addTrimmed(text: string, start: number, end: number, found: Sentence[]): void {
  const raw = text.slice(start, end);
  const trimmed = raw.trim();
  if (trimmed === '') return;
  const from = start + raw.length - raw.trimStart().length;
  found.push({ text: trimmed, start: from, end: from + trimmed.length });
}

function endsSentence(text: string, start: number, at: number, lineEnd: number): boolean {
  if (UNSPACED_ENDS.has(text.charAt(at))) return true;
  let next = at + 1;
  while (next < lineEnd && CLOSERS.has(text.charAt(next))) next++;
  if (next >= lineEnd) return true;
  if (text.charAt(next) !== ' ' && text.charAt(next) !== '\t') return false;
  // `model a ....... [OK]`
  if (text.charAt(at - 1) === '.' && LEADER.test(text.slice(Math.max(start, at - LONGEST_LEADER), at + 1))) return false;
  if (text.charAt(at) === '.' && (ABBREVIATIONS.has(wordBefore(text, start, at)) || INITIAL.test(text.slice(Math.max(start, at - 2), at)))) return false;
  return /[^\p{Ll}\s,;:.]/u.test(text.slice(next + 1, next + 3).charAt(0));
}

function wordBefore(text: string, start: number, at: number): string {
  const head = text.slice(Math.max(start, at - LONGEST_ABBREVIATION), at).toLowerCase();
  return head.slice(head.lastIndexOf(' ') + 1).replace(/^[("'[]/, '');
}
