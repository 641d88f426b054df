import type { Operator } from './lexicon/operator.ts';
import { IMPERATIVES, STOPWORDS } from './lexicon/words.ts';
import type { Occurrence } from './phrases.ts';
import type { Token } from './tokens.ts';

export interface Range {
  readonly start: number;
  readonly end: number;
}

export const VERBAL: ReadonlySet<Operator['type']> = new Set(['force', 'prohibition', 'dissuasion', 'finite', 'state']);

export function clauseRanges(tokens: readonly Token[], operators: readonly Occurrence[]): readonly Range[] {
  const byStart = new Map(operators.map((occurrence) => [occurrence.start, occurrence]));
  const breaks = breaksOf(tokens, byStart);
  const ranges: Range[] = [];
  let start = 0;
  for (let index = 0; index <= breaks.length; index++) {
    const at = breaks[index] ?? { at: tokens.length, isHard: true };
    const nextEnd = breaks[index + 1]?.at ?? tokens.length;
    const mark = tokens[at.at]?.word;
    const isColon = mark === ':' || mark === '—';
    // `…, I work nights`: a pronoun begins a clause of its own.
    const isPronoun = tokens[at.at]?.kind === 'mark' && PRONOUNS.has(tokens[at.at + 1]?.word ?? '') && !opensAttached(byStart, tokens, start, at.at);
    // `6 failed, 118 passed, 124 total`
    const isCount = mark === ',' && tokens[at.at + 1]?.kind === 'number';
    const isFragment = isNegatedFragment(tokens, byStart, at.at, nextEnd);
    const parts =
      (at.isHard && !isFragment) ||
      isPronoun ||
      (isClausal(tokens, byStart, start, at.at) && (isColon || isCount || isClausal(tokens, byStart, at.at, nextEnd)));
    if (!parts) continue;
    if (at.at > start) ranges.push({ start, end: at.at });
    start = at.at;
  }
  return ranges;
}

/** `If it rains, we wait`: what an opening condition bounds comes behind the comma. */
function opensAttached(byStart: ReadonlyMap<number, Occurrence>, tokens: readonly Token[], start: number, end: number): boolean {
  let at = start;
  while (at < end && (tokens[at]?.kind === 'mark' || tokens[at]?.word === 'and')) at++;
  const type = byStart.get(at)?.operator.type;
  return at >= end || type === 'condition' || type === 'exception';
}

/** `…, not in pools`, `… but not for children`: turns its own words, within the clause before. */
export function isNegatedFragment(tokens: readonly Token[], byStart: ReadonlyMap<number, Occurrence>, start: number, end: number): boolean {
  let at = start;
  while (at < end && (tokens[at]?.word === ',' || byStart.get(at)?.operator.type === 'contrast')) at++;
  const operator = byStart.get(at)?.operator;
  return (
    at > start &&
    operator?.type === 'negation' &&
    (tokens[at]?.word === 'not' || tokens[at]?.word === 'never' || (tokens[at]?.word === 'no' && tokens[start]?.word === ',')) &&
    !isClausal(tokens, byStart, start, end)
  );
}

const HARD_MARKS = new Set(';.!?|');
const SOFT_MARKS = new Set(',:(—–');

function breaksOf(tokens: readonly Token[], byStart: ReadonlyMap<number, Occurrence>): readonly { readonly at: number; readonly isHard: boolean }[] {
  const found: { at: number; isHard: boolean }[] = [];
  tokens.forEach((token, at) => {
    if (token.kind === 'mark' && (HARD_MARKS.has(token.word) || announcesOrder(tokens, at))) found.push({ at, isHard: true });
    else if (token.kind === 'mark' && SOFT_MARKS.has(token.word)) found.push({ at, isHard: false });
    else if (token.word === 'and' || token.word === 'then' || isReasonAs(tokens, at)) found.push({ at, isHard: false });
    else if (byStart.get(at)?.operator.type === 'contrast' && at > 0) found.push({ at, isHard: true });
  });
  return found;
}

/** `One rule for all of this: do not …`: what is announced stands by itself. */
function announcesOrder(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1]?.word ?? '';
  return tokens[at]?.word === ':' && (ORDER_OPENERS.has(next) || (next === 'do' && tokens[at + 2]?.word === 'not'));
}

const ORDER_OPENERS = new Set("don't never always only".split(' '));

/** `…, as CI is red`, but not `as needed`, `such as`, `as well as` */
function isReasonAs(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.word === 'as' && !AS_NEIGHBOURS.has(tokens[at - 1]?.word ?? '') && !AS_NEIGHBOURS.has(tokens[at + 1]?.word ?? '');
}

const AS_NEIGHBOURS = new Set(
  'such same well soon long far much many of if needed expected required planned requested described before possible otherwise a an'.split(' '),
);

/** Whether a part has a claim of its own. */
function isClausal(tokens: readonly Token[], byStart: ReadonlyMap<number, Occurrence>, start: number, end: number): boolean {
  let hasContent = false;
  let isFirst = true;
  let hasVerb = false;
  for (let at = start; at < end; at++) {
    const token = tokens[at] as Token;
    const occurrence = byStart.get(at);
    if (occurrence !== undefined) {
      const { operator } = occurrence;
      if (isFirst && (operator.type === 'condition' || operator.type === 'exception')) return false;
      // `has yet to be run`, `fails to start`
      hasVerb ||= VERBAL.has(operator.type) || (operator.type === 'negation' && tokens[occurrence.end - 1]?.word === 'to');
    }
    if (token.kind === 'mark' || token.word === 'and' || token.word === 'then') continue;
    if (isFirst && (IMPERATIVES.has(token.word) || PRONOUNS.has(token.word))) hasVerb = true;
    hasContent ||= token.kind !== 'word' || !STOPWORDS.has(token.word);
    hasVerb ||= isPastForm(token);
    isFirst = false;
  }
  return hasContent && hasVerb;
}

export function isPastForm(token: Token): boolean {
  return token.kind === 'word' && token.word.length > 4 && token.word.endsWith('ed') && token.word !== 'need';
}

export const PRONOUNS = new Set(['i', 'we', 'you', 'he', 'she', 'it', 'they', 'that', 'this']);
