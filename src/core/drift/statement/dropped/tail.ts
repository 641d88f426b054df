import type { Finding } from '../../drift.ts';
import { CONDITIONAL, JOINING, LOCAL, TURNING, WHERE } from '../../lexicon/shortening.ts';
import type { Limit } from '../../lexicon/statements.ts';
import type { Token } from '../../tokens.ts';
import type { Line } from '../line.ts';
import { isContent, isFree } from '../token-alignment.ts';
import { CONTRAST, COORDINATING, COPULAS, ENDING, isAdverb, isNamed, lost, type Shortened } from './shortened.ts';

const PRESENT = /[^su]s$/;
const CONDITION = /^(?:if|unless|when|whenever|until|once|provided)$/;
/** `purge every zone; refuses to run on prod` */
const REFUSING = /^(?:refuses?|fails?|except|unless|only|not|never|but)$/;
const WHILE = /^(?:while|before|after|once|during)$/;
const RULING: ReadonlySet<Limit> = new Set(['not', 'must', 'only', 'may', 'should']);
const BOUND = /^(?:if|unless|except|excluding|until|provided|only)$/;

/** What was left out behind all that is told. */
export function findTail({ said, line, alignment }: Shortened): Finding | undefined {
  const tail = line.tokens.slice(alignment.last + 1);
  const bound = findBound(tail);
  if (bound !== undefined) return lost(said, [bound]);
  // `the limit that was set in March`
  if (tail[0]?.word === 'that') return undefined;
  const at = tail.findIndex((token) => !isFree(token) || COPULAS.test(token.word) || token.word === 'and');
  const next = tail[at];
  // `… is ignored with --prune`, `… are dropped when the queue is full`
  if (next !== undefined && (CONDITIONAL.has(next.word) || (next.word === 'with' && tail[at + 1]?.text.startsWith('-')))) return lost(said, [next]);
  // `if the box is whole and the sole is clean`: half of a condition is another.
  if (next !== undefined && COORDINATING.has(next.word) && isInCondition(said)) return lost(said, [next]);
  // `never flush the pool while the warmer is running`
  if (next !== undefined && WHILE.test(next.word) && said.limits.some(({ limit }) => RULING.has(limit))) return lost(said, [next]);
  // `helps builds of harrow`
  if (next?.word === 'of' && isNamed(tail[at + 1])) return lost(said, [next]);
  // `the probe fails on Windows`
  if (next !== undefined && WHERE.has(next.word) && isNamed(tail[at + 1]) && PRESENT.test(line.tokens[alignment.last]?.word ?? '')) return lost(said, [next]);
  if (next === undefined || next.kind !== 'word' || LOCAL.has(next.word) || isAdverb(next) || JOINING.has(next.word) || CONTRAST.test(next.word))
    return undefined;
  // `… from 203.0.113.44 port 51220`
  if (tail[at + 1]?.kind === 'number') return undefined;
  if (next.word === 'any' && tail[at + 1]?.word === 'more') return undefined;
  return tail[at + 1]?.word === '=' ? undefined : lost(said, [next]);
}

/** Whether it ends in what a condition opens. */
function isInCondition({ tokens }: Line): boolean {
  const comma = tokens.findLastIndex(({ word }) => word === ',');
  return tokens.slice(comma + 1).some(({ word }) => CONDITION.test(word));
}

/** What is left out behind what is told bounds it: `…, unless the lock is held`, `… # only if it is on`, `… almost`. */
function findBound(tail: readonly Token[]): Token | undefined {
  let isOpening = true;
  // `…, and only they may place it` is another rule.
  let isJoined = false;
  let isSame = true;
  for (const token of tail) {
    if (ENDING.has(token.word)) return undefined;
    if (token.word === ';') return REFUSING.test(tail[tail.indexOf(token) + 1]?.word ?? '') ? tail[tail.indexOf(token) + 1] : undefined;
    if ((isOpening && BOUND.test(token.word) && !(token.word === 'only' && isJoined)) || (isSame && TURNING.has(token.word) && !CONTRAST.test(token.word)))
      return token;
    isJoined = COORDINATING.has(token.word);
    isOpening = !isContent(token) || isJoined;
    isSame &&= !isOpening;
  }
  return undefined;
}
