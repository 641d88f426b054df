import { cutWellFormed } from '../core/markers/neutralize.ts';
import type { TokenCounter } from '../core/token-count.ts';

/** A text of others under a line of ours. */
export interface Passage {
  readonly title: string;
  readonly text: string;
}

export interface PageOptions {
  /** Characters of the passages' texts, one behind the other, that earlier pages gave. */
  readonly offset: number;
  readonly limitTokens: number;
  readonly counter: TokenCounter;
}

/** A token is rarely more than this: a page looks at no more characters, so that its cost is its own. */
const CHARACTERS_PER_TOKEN_MAX = 16;
/** A page ends at a line's end where one is in its last quarter. */
const LINE_END_SHARE = 0.75;

/** One page of the passages within the allowance, and how to go on; `undefined` where nothing is left at the offset. */
export function pageOf(passages: readonly Passage[], options: PageOptions): string | undefined {
  const totalCharacters = passages.reduce((sum, passage) => sum + passage.text.length, 0);
  let room = options.limitTokens - options.counter.count(goesOn(totalCharacters, totalCharacters));
  const parts: string[] = [];
  let start = 0;
  for (const passage of passages) {
    const end = start + passage.text.length;
    const from = Math.max(options.offset - start, 0);
    const isPast = options.offset > 0 && end <= options.offset;
    if (!isPast) {
      const part = fittedPart(passage, from, room, options.counter, parts.length === 0);
      if (part.text !== '') parts.push(part.text);
      room -= part.tokens;
      if (start + part.end < end || part.text === '') return [...parts, goesOn(start + part.end, totalCharacters)].join('\n');
    }
    start = end;
  }
  return parts.length === 0 ? undefined : parts.join('\n');
}

interface FittedPart {
  /** Empty where there is no room for any of it. */
  readonly text: string;
  readonly tokens: number;
  /** Where in the passage's text it ends. */
  readonly end: number;
}

/** As much of a passage as there is room for: of the first of a page at least a character, so that pages end. */
function fittedPart(passage: Passage, from: number, room: number, counter: TokenCounter, isFirst: boolean): FittedPart {
  const most = cutWellFormed(passage.text.slice(from), Math.max(room, 1) * CHARACTERS_PER_TOKEN_MAX);
  const partOf = (length: number): FittedPart => {
    const text = fenced(passage.title, most.slice(0, length), from > 0);
    return { text, tokens: counter.count(`${text}\n`), end: from + length };
  };
  const whole = partOf(most.length);
  if (whole.tokens <= room) return whole;
  const length = lineEnd(
    most,
    longestWithin(most.length, (tried) => partOf(tried).tokens <= room),
  );
  if (length > 0) return partOf(length);
  return isFirst && most !== '' ? partOf(most.codePointAt(0) === most.charCodeAt(0) ? 1 : 2) : { text: '', tokens: 0, end: from };
}

/** The greatest length below `end` that fits, by halving: tokens grow with the text, but for a few at the cut. */
function longestWithin(end: number, fits: (length: number) => boolean): number {
  let [low, high] = [0, end];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

function lineEnd(text: string, length: number): number {
  const whole = cutWellFormed(text, length).length;
  const end = text.lastIndexOf('\n', whole - 1) + 1;
  return end > whole * LINE_END_SHARE ? end : whole;
}

/** The fence is longer than any run of its sign within: nothing in the text can end it. */
function fenced(title: string, text: string, isContinued: boolean): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  // C18: a provider refuses half a surrogate pair.
  return `${title}${isContinued ? ' (continued)' : ''}:\n${fence}\n${text.toWellFormed()}\n${fence}`;
}

function goesOn(offset: number, totalCharacters: number): string {
  return `(It goes on: ask the same again with offset ${offset}, of ${totalCharacters} characters.)`;
}
