import type { Operator } from '../lexicon/operator.ts';
import { FRAME, LIMIT_OF_FORCE, type Limit, OPENING_LIMITS, WORD_LIMITS } from '../lexicon/statements.ts';
import { STOPWORDS } from '../lexicon/words.ts';
import type { Occurrence } from '../phrases.ts';
import { wordKey } from '../stem.ts';
import type { Token } from '../tokens.ts';
import type { Item } from './item.ts';

/** A word or phrase that turns or limits what stands beside it. */
export interface LimitWord {
  readonly limit: Limit;
  /** It gives leave, too: `may`. */
  readonly isLeave: boolean;
  readonly word: string;
  readonly at: number;
  /** `only 2 MB`: it says nothing of the rest. */
  readonly isOfNumber: boolean;
}

export interface Items {
  readonly items: readonly Item[];
  readonly limits: readonly LimitWord[];
}

/** They limit a number, or nothing. */
const NUMERIC: ReadonlySet<Limit> = new Set(['least', 'most', 'about']);
/** `every other 4xx` leaves some out. */
const WHOLE = new Set(['all', 'any', 'every', 'each', 'no', 'everything', 'nothing', 'everyone', 'anything', 'anyone', 'nobody']);
/** What may be so, and is not what may be done. */
const GUESSED =
  /^(?:a|an|the|too|due|related|caused|linked|because|wrong|stale|missing|responsible|broken|behind|enough|more|less|affected|explained|unrelated|worse|better|slow|slower|faster)$/;
const STATIVE = /^(?:explain|cause|mean|indicate|reflect|depend|differ|matter|stem|contribute|affect|result|lead|suffer)$/;
/** They tell nothing elsewhere; in a statement they say where it holds. */
const POINTING = new Set(['here']);
/** Tokens in which the label of a line ends. */
const OPENING_TOKENS = 8;
/** Tokens between what was expected and what came. */
const COMPARED_TOKENS = 12;
/** They say when, and nothing that could be another. */
const TEMPORAL = new Set(['yet', 'still', 'already']);

export function isNumeric(limit: Limit): boolean {
  return NUMERIC.has(limit);
}

/** What stands in a part of a sentence, with what limits it. */
export function readItems(tokens: readonly Token[], occurrences: readonly Occurrence[], start: number, end: number): Items {
  const items: Item[] = [];
  const limits: LimitWord[] = [];
  const byStart = new Map(occurrences.map((one) => [one.start, one]));
  for (let at = start; at < end; at++) {
    const token = tokens[at] as Token;
    const word = wordLimit(tokens, at);
    if (word !== undefined) {
      limits.push({ limit: word, isLeave: false, word: token.word, at, isOfNumber: false });
      continue;
    }
    const occurrence = token.kind === 'name' ? undefined : byStart.get(at);
    const limit = occurrence === undefined ? undefined : limitOf(occurrence.operator);
    if (
      occurrence !== undefined &&
      limit !== undefined &&
      (!NUMERIC.has(limit) || isBesideNumber(tokens, occurrence)) &&
      !isTime(tokens, occurrence) &&
      !isCompared(tokens, at)
    ) {
      const isLeave = givesLeave(occurrence.operator) && !isGuess(tokens, at);
      const isOfNumber = limit === 'only' && tokens[occurrence.end]?.kind === 'number';
      limits.push({ limit, isLeave, word: phraseOf(tokens, occurrence), at, isOfNumber });
      at = occurrence.end - 1;
      if (token.kind !== 'number') continue;
    }
    if (token.kind === 'mark' || TEMPORAL.has(token.word) || (limit !== undefined && NUMERIC.has(limit) && token.kind === 'word')) continue;
    const item = itemOf(tokens, at, occurrence);
    if (item !== undefined) items.push(item);
    if (item?.state !== undefined && occurrence !== undefined) at = occurrence.end - 1;
  }
  return { items, limits };
}

/** `Plan: …`, `the plan is to …`, `flaky` */
function wordLimit(tokens: readonly Token[], at: number): Limit | undefined {
  const { kind, word } = tokens[at] as Token;
  if (kind !== 'word') return undefined;
  const next = tokens[at + 1]?.word ?? '';
  if (word === 'plan' && (next === 'to' || next === 'is' || next === 'was')) return 'plan';
  if ((word === 'other' || word === 'others' || word === 'else') && WHOLE.has(tokens[at - 1]?.word ?? '')) return 'except';
  return (isOpening(tokens, at) ? OPENING_LIMITS.get(word) : undefined) ?? WORD_LIMITS.get(word);
}

/** `may be caused by` gives no leave. */
function isGuess(tokens: readonly Token[], at: number): boolean {
  if (!/^(?:may|could|can)$/.test(tokens[at]?.word ?? '')) return false;
  if (STATIVE.test(tokens[at + 1]?.word ?? '')) return true;
  const verb = tokens.slice(at + 1, at + 4).findIndex(({ word }) => word === 'be' || word === 'have');
  return verb !== -1 && (tokens[at + 1 + verb]?.word === 'have' || GUESSED.test(tokens[at + 2 + verb]?.word ?? ''));
}

/** `Plan: …`, `Plan for the columns: …` */
function isOpening(tokens: readonly Token[], at: number): boolean {
  // `Plan: 2 to add` is a count.
  if (tokens[at + 1]?.word === ':') return tokens[at + 2]?.kind !== 'number';
  return at === 0 && tokens[1]?.word === 'for' && tokens.slice(0, OPENING_TOKENS).some(({ word }) => word === ':');
}

function limitOf(operator: Operator): Limit | undefined {
  switch (operator.type) {
    case 'negation':
    case 'prohibition':
      return 'not';
    case 'dissuasion':
      return 'should';
    case 'exclusive':
      return 'only';
    case 'exception':
      return operator.order === 'before' ? 'if' : 'except';
    case 'condition':
      return 'if';
    case 'quantifier':
      return operator.extent === 'universal' ? 'all' : 'some';
    case 'comparison':
      return operator.comparison === 'at-least' || operator.comparison === 'above' ? 'least' : 'most';
    case 'approximation':
      return 'about';
    case 'qualifier':
      return operator.qualifier === 'condition' ? 'if' : operator.qualifier === 'partial' ? 'some' : 'perhaps';
    case 'force':
      return LIMIT_OF_FORCE.find(([force]) => operator.forces.includes(force))?.[1];
    default:
      return undefined;
  }
}

function givesLeave(operator: Operator): boolean {
  return operator.type === 'force' && operator.forces.includes('permit');
}

/** `expected None, got 'Lisbon'` expects nothing of anyone. */
function isCompared(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.word === 'expected' && tokens.slice(at, at + COMPARED_TOKENS).some(({ word }) => word === 'got' || word === 'received');
}

/** `timeout after 30 s` is no condition. */
function isTime(tokens: readonly Token[], { start, end }: Occurrence): boolean {
  return /^(?:after|before|within)$/.test(tokens[start]?.word ?? '') && end === start + 1 && tokens[end]?.kind === 'number';
}

/** `Under Retries` names a heading, and bounds no number. */
function isBesideNumber(tokens: readonly Token[], { start, end }: Occurrence): boolean {
  return tokens[start]?.text !== 'Under' && tokens.slice(Math.max(0, start - 2), end + 3).some((token) => token.kind === 'number');
}

function phraseOf(tokens: readonly Token[], { start, end }: Occurrence): string {
  return tokens
    .slice(start, end)
    .map((token) => token.word)
    .join(' ');
}

function itemOf(tokens: readonly Token[], at: number, occurrence: Occurrence | undefined): Item | undefined {
  const token = tokens[at] as Token;
  const { kind, word, text, quantity } = token;
  const plain = { text, at, isProper: false, isFrame: false };
  // `one` is as often no count.
  if (kind === 'number') return { ...plain, kind, key: '', quantity, isFrame: word === 'one' };
  if (kind === 'name') {
    if (!/[\p{L}\p{N}]/u.test(word)) return undefined;
    return { ...plain, kind, key: word, isProper: true };
  }
  const isFrame = FRAME.has(word) && !/^\p{Lu}{3,}$/u.test(text);
  if (occurrence?.operator.type === 'state' && !(FRAME.has(word) && occurrence.end === at + 1)) {
    const { axis, isPositive } = occurrence.operator;
    const phrase = phraseOf(tokens, occurrence);
    return { ...plain, kind: 'word', key: phrase.includes(' ') ? phrase : wordKey(word), text: phrase, state: { axis, isPositive } };
  }
  if (isLetter(tokens, at)) return { ...plain, kind: 'name', key: word, isProper: true };
  if (word.length < 2 || (STOPWORDS.has(word) && !POINTING.has(word))) return undefined;
  return { ...plain, kind: 'word', key: wordKey(word), isProper: token.isProper === true, isFrame };
}

/** `slot A`, `sample B`, and no article. */
function isLetter(tokens: readonly Token[], at: number): boolean {
  const { text } = tokens[at] as Token;
  // `E  KeyError`, `B. Tolve`
  if (!/^\p{Lu}$/u.test(text) || text === 'I' || at === 0 || tokens[at + 1]?.word === '.') return false;
  const before = tokens[at - 1];
  return text !== 'A' || (before !== undefined && before.kind !== 'mark' && /[\p{L}\p{N}]/u.test(before.word));
}
