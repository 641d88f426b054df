import type { Finding } from '../../drift.ts';
import { CONDITIONAL, JOINING, LABELS, LOCAL, TURNING, WHERE } from '../../lexicon/shortening.ts';
import type { Token } from '../../tokens.ts';
import type { Line } from '../line.ts';
import { isContent, isFree } from '../token-alignment.ts';
import { CONTRAST, COORDINATING, COPULAS, ENDING, isAdverb, isBounding, isNamed, lost, RULING, type Shortened, UNIVERSAL } from './shortened.ts';

const PRESENT = /[^su]s$/;
const CONDITION = /^(?:if|unless|when|whenever|until|once|provided)$/;
/** `purge every zone; refuses to run on prod` */
const REFUSING = /^(?:refuses?|fails?|except|unless|only|not|never|but)$/;
const RESERVED = /^(?:conditions?|exceptions?|one|caveats?|restrictions?|reservations?|limits?|tests|no)$/;
const OVERTURNING = /^(?:reverted|revoked|wrong|disproved|lie|hopes|withdrawn|overturned|retracted|undone|untrue|dry_run|vain)$/;
const WHILE = /^(?:before|after|during)$/;
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
  // `the pool or the kernel`, `safe while the lock is held`, `approved with conditions`
  if (next !== undefined && ((next.word === 'or' && !isDenied(said, tail)) || (next.word === 'with' && RESERVED.test(tail[at + 1]?.word ?? ''))))
    return lost(said, [next]);
  if (next !== undefined && isBounding(tail.slice(at).filter((token) => !isFree(token)))) return lost(said, [next]);
  const overturning = findOverturning(tail);
  if (overturning !== undefined) return lost(said, [overturning]);
  // `all nodes in fra`
  if (next !== undefined && LOCAL.has(next.word) && tail[at]?.kind === 'word' && isUniversal(alignment.pairs.at(-1)?.[0] ?? 0, said)) return lost(said, [next]);
  // `the probe fails on Windows`
  if (next !== undefined && WHERE.has(next.word) && isNamed(tail[at + 1]) && PRESENT.test(line.tokens[alignment.last]?.word ?? '')) return lost(said, [next]);
  if (next === undefined || next.kind !== 'word' || LOCAL.has(next.word) || isAdverb(next) || JOINING.has(next.word) || CONTRAST.test(next.word))
    return undefined;
  // `… from 203.0.113.44 port 51220`
  if (tail[at + 1]?.kind === 'number') return undefined;
  if (next.word === 'any' && tail[at + 1]?.word === 'more') return undefined;
  return tail[at + 1]?.word === '=' ? undefined : lost(said, [next]);
}

/** `Features` of *Features removed in 5.0*: behind a heading nothing goes but what a mark or a preposition opens. */
export function findTailOfHeading({ said, line, alignment }: Shortened): Finding | undefined {
  const tail = line.tokens.slice(alignment.last + 1).filter((token) => !isFree(token));
  const [next] = tail;
  const turning = tail.find(({ word }) => TURNING.has(word) || LABELS.has(word));
  if (turning !== undefined) return lost(said, [turning]);
  return next === undefined || next.kind !== 'word' || (LOCAL.has(next.word) && next.word !== 'to') ? undefined : lost(said, [next]);
}

/** `not on Fridays or before holidays` says *not on Fridays*; what bounds it as a whole must stay. */
function isDenied({ limits }: Line, tail: readonly Token[]): boolean {
  return limits.some(({ limit }) => limit === 'not') && !tail.some(({ word }) => /^(?:until|unless|while|if|when)$/.test(word));
}

/** Whether it ends in what a condition opens. */
function isInCondition({ tokens }: Line): boolean {
  const comma = tokens.findLastIndex(({ word }) => word === ',');
  return tokens.slice(comma + 1).some(({ word }) => CONDITION.test(word));
}

/** `…; this is wrong`, `… but it was reverted`, `… # SKIP` */
function findOverturning(tail: readonly Token[]): Token | undefined {
  const end = tail.findIndex(({ kind, word }) => kind === 'mark' && ENDING.has(word));
  return (end === -1 ? tail : tail.slice(0, end)).find(({ word, text }) => OVERTURNING.test(word) || text === 'SKIP');
}

/** The last words that are told have a quantifier: what stands behind them bounds it. */
function isUniversal(last: number, { tokens }: Line): boolean {
  return tokens.slice(Math.max(0, last - 3), last + 1).some(({ word }) => UNIVERSAL.test(word));
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
