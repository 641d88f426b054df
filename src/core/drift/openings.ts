import { isPastForm, PRONOUNS, type Range, VERBAL } from './clause-ranges.ts';
import { IMPERATIVES } from './lexicon/words.ts';
import { keyOf } from './number-readings.ts';
import type { Occurrence } from './phrases.ts';
import type { Token } from './tokens.ts';

/** `…, swimming in pools is not`: the claim is that of the clause before. */
export function isElliptic(tokens: readonly Token[], byStart: ReadonlyMap<number, Occurrence>, range: Range): boolean {
  let last = range.end - 1;
  while (last > range.start && tokens[last]?.kind === 'mark') last--;
  return byStart.get(last)?.operator.type === 'negation' && byStart.get(last - 1)?.operator.type === 'finite';
}

const OPENERS = new Set([
  'please',
  'kindly',
  'always',
  'never',
  'only',
  'do',
  'not',
  'and',
  'then',
  'just',
  'also',
  ',',
  '(',
  ':',
  '—',
  '–',
  '.',
  ';',
  '!',
  '?',
  '-',
  'but',
  'so',
  'yes',
  'no',
  'ok',
  'first',
  'next',
  'finally',
]);

export function opensWithImperative(tokens: readonly Token[], byStart: ReadonlyMap<number, Occurrence>, range: Range): boolean {
  let at = range.start;
  const first = byStart.get(at);
  if (first?.operator.type === 'condition' || first?.operator.type === 'exception') {
    while (at < range.end && tokens[at]?.word !== ',') at++;
  }
  const start = at;
  while (at < range.end && OPENERS.has(tokens[at]?.word ?? '')) at++;
  const opening = tokens.slice(start, at).map((token) => token.word);
  if (opening.at(-1) === 'never' || (opening.at(-1) === 'not' && opening.at(-2) === 'do')) return true;
  const token = tokens[at];
  if (token === undefined || at >= range.end || token.kind !== 'word' || !IMPERATIVES.has(token.word)) return false;
  // `UPDATE 1832` is an output.
  if (token.text.length > 1 && token.text === token.text.toUpperCase()) return false;
  const next = byStart.get(at + 1)?.operator;
  if (next?.type === 'finite' || next?.type === 'force' || (next?.type === 'state' && next.axis !== 'trend')) return false;
  return !isPastForm(tokens[at + 1] ?? token) && !hasCopula(tokens, byStart, at + 1, range.end);
}

/** `Policy 4: never …`, `Next: start …`. Other labels (`Error: read …`) are of outputs. */
export function behindLabel(tokens: readonly Token[], start: number, end: number): number {
  let at = start;
  while (at < end && tokens[at]?.kind === 'mark') at++;
  const isRule = ORDER_LABELS.has(tokens[at]?.word ?? '');
  for (let colon = at + 1; colon < Math.min(end, at + LABEL_TOKENS); colon++) {
    if (tokens[colon]?.word !== ':') continue;
    const next = tokens[colon + 1]?.word ?? '';
    return isRule || next === 'never' || next === 'always' || next === 'please' || (next === 'do' && tokens[colon + 2]?.word === 'not') ? colon + 1 : start;
  }
  return start;
}

const LABEL_TOKENS = 5;
const ORDER_LABELS = new Set('policy rule important next todo task reminder constraint requirement instruction remember'.split(' '));

/** Whether a word with content stands before the first verb. */
export function hasSubject(tokens: readonly Token[], byStart: ReadonlyMap<number, Occurrence>, range: Range): boolean {
  for (let at = range.start; at < range.end; at++) {
    const occurrence = byStart.get(at);
    if (occurrence !== undefined && VERBAL.has(occurrence.operator.type)) return false;
    if (occurrence !== undefined) {
      at = occurrence.end - 1;
      continue;
    }
    const token = tokens[at] as Token;
    if (token.kind === 'number' || keyOf(token) !== undefined) return true;
  }
  return false;
}

/** `Release 4.12 was rolled back`: a noun, though it could be a verb. */
function hasCopula(tokens: readonly Token[], byStart: ReadonlyMap<number, Occurrence>, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const operator = byStart.get(at)?.operator;
    const word = tokens[at]?.word ?? '';
    if (operator?.type === 'finite') return true;
    if (tokens[at]?.kind === 'mark' || operator?.type === 'condition' || operator?.type === 'exception' || RELATIVES.has(word)) return false;
  }
  return false;
}

const RELATIVES = new Set(['what', 'that', 'which', 'who', 'whatever', 'where', 'and']);

export function opensWithPronoun(tokens: readonly Token[], range: Range): boolean {
  let at = range.start;
  while (at < range.end && (tokens[at]?.kind === 'mark' || tokens[at]?.word === 'and')) at++;
  return PRONOUNS.has(tokens[at]?.word ?? '');
}
