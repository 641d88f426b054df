import type { Finding } from '../../drift.ts';
import { GENERIC, LABELS, LOCAL, TELLING, TURNING } from '../../lexicon/shortening.ts';
import type { Token } from '../../tokens.ts';
import { type Line, SUBJECTS } from '../line.ts';
import { isContent, isFree } from '../token-alignment.ts';
import {
  ARTICLE,
  CONTRAST,
  COORDINATING,
  COPULAS,
  isAdverb,
  isBounding,
  isNamed,
  isPlaced,
  lost,
  PRIVATIVE,
  RULING,
  type Shortened,
  UNIVERSAL,
} from './shortened.ts';

const RESTRICTING = /^(?:with|without|in|on|of|for|from|under|within)$/;
const MODIFIERS = 2;
const NOW = /^(?:is|are|has|have)$/;
const THEN = /^(?:was|were|had)$/;
const BEING = /^(?:is|was|are|were|be|been)$/;
const SEEMING = /^(?:seems?|seemed|appears?|appeared)$/;
const LEVELS = /^(?:error|warning|warn|info|note|fatal)$/;
const POSSESSIVE = /^(?:my|our|your|their|its|his|her|i|we|you|they|it|he|she|this|that|us|me|them|him)$/;
/** Behind it stands the value of what is before it. */
const GIVING = new Set([':', '=']);

/** What was left out between two words that are told. */
export function findGap(shortened: Shortened): Finding | undefined {
  const { said, line, alignment } = shortened;
  for (const { from, to, added, isColon } of alignment.gaps) {
    const gap = line.tokens.slice(from + 1, to);
    const before = line.tokens[from];
    const next = line.tokens[to] as Token;
    const isUnmarked = gap.every(isContent);
    const isVoicedHere = isVoiced(added, gap, before, next);
    const content = gap.filter((token) => isContent(token) && !isFree(token) && !isPlaced(token, shortened));
    // `is down` of *was down*
    if (added.some(({ word }) => NOW.test(word)) && gap.some(({ word }) => THEN.test(word)) && !gap.some(({ word }) => NOW.test(word))) return lost(said, gap);
    if (content.length === 0 && isVoicedHere) return lost(said, [next]);
    if (content.length === 0 || (isColon && content.every(({ word }) => TELLING.test(word) || POSSESSIVE.test(word)))) continue;
    if (content.some(({ word }, place) => TURNING.has(word) && !(place === 0 && CONTRAST.test(word)))) return lost(said, content);
    if (content.length === 1 && line.text.includes(`[${content[0]?.text}]`) && !LABELS.has(content[0]?.word ?? '')) continue;
    if (isBounding(content) || isVoicedHere) return lost(said, content);
    // `has the limit change` of *reverts the limit change*
    const isReplaced = isUnmarked && added.some((token) => COPULAS.test(token.word));
    // `no customer in eu`
    if (
      isUnmarked &&
      RESTRICTING.test(content[0]?.word ?? '') &&
      !/^(?:them|these|those)$/.test(content[1]?.word ?? '') &&
      line.tokens.slice(Math.max(0, from - 2), from + 1).some(({ word }) => UNIVERSAL.test(word))
    )
      return lost(said, content);
    // `10–20 min`
    if (/[–-]/.test(gap.find((token) => !isContent(token))?.text ?? '') && next.kind === 'number') return lost(said, content);
    if (isUnmarked && isOfSubject(from, to, content, line)) return lost(said, content);
    if (!isReplaced && (isPiece(gap, content, before) || isApposed(gap, content, next, before) || isListed(gap, content, line))) continue;
    return lost(said, content);
  }
  return undefined;
}

/** `Ana was approved` of *Ana approved*: before a verb of the past it makes who does it whom it is done to. */
function isVoiced(added: readonly Token[], gap: readonly Token[], before: Token | undefined, next: Token | undefined): boolean {
  // `Notice 77145 routed to …` is short for *was routed*; who has a name acts.
  if (before?.kind !== 'word' || !/^\p{Lu}\p{Ll}/u.test(before.text)) return false;
  if (!added.some(({ word }) => BEING.test(word)) || gap.some((token) => !isContent(token) || COPULAS.test(token.word))) return false;
  return next?.kind === 'word' && next.word.endsWith('ed');
}

/** Whether what was left out between two words closes. */
function isPiece(gap: readonly Token[], content: readonly Token[], before: Token | undefined): boolean {
  const marks = gap.filter((token) => !isContent(token));
  const isOpened = !isContent(gap[0] as Token);
  const last = gap.at(-1) as Token;
  const closing = gap.findLast((token) => !isFree(token)) ?? last;
  // `cart: 7` of *cart: 12, billing: 7*
  if (isOpened && GIVING.has(marks[0]?.word ?? '') && GIVING.has(marks.at(-1)?.word ?? '') && marks.length > 2) return false;
  // What a comma opens and another closes is no two parts.
  if (isOpened && marks[0]?.word === ',' && gap.slice(0, -1).some(({ word }) => word === ';')) return false;
  // `by the team,`; `holds the key and`
  if (isOpened || !isContent(closing) || COORDINATING.has(last.word)) return true;
  // `x is flaky: it hung`
  if (SUBJECTS.test(last.word) && !isContent(gap.at(-2) ?? last)) return true;
  if (gap[1]?.word === '=') return true;
  if (marks.length > 0) return false;
  // `data 31` of *text 4120 data 31 bss 205*
  if (before !== undefined && before.kind !== 'word' && content.length > 1 && content.at(-1)?.kind === 'number') return true;
  return isClosed(content, before) || isModifier(gap, content, before);
}

/** `quizzes cannot be imported` of *quizzes with formulas cannot be imported*: what a rule or a denial is of. */
function isOfSubject(from: number, to: number, content: readonly Token[], { tokens, limits }: Line): boolean {
  if (!RESTRICTING.test(content[0]?.word ?? '') || tokens[from + 2]?.word === ':') return false;
  return limits.some(({ at, limit }) => at >= to && at <= to + 2 && RULING.has(limit)) && !limits.some(({ at }) => at <= from);
}

/** `in SE04` of *in entity SE04*: it says what the name is of. */
function isApposed(gap: readonly Token[], content: readonly Token[], next: Token, before: Token | undefined): boolean {
  const [word] = content;
  // `the arpu_cents column excludes`
  if (word !== undefined && content.length === 1 && GENERIC.has(word.word) && (isNamed(before) || isNamed(next))) return true;
  if (word === undefined || content.length > 1 || gap.length > 2 || word.kind !== 'word' || word.isProper === true || PRIVATIVE.test(word.word)) return false;
  return isNamed(next) && before !== undefined && LOCAL.has(before.word);
}

/** `a` of *a and b*, where nothing says that it takes both, or them alone. */
function isListed(gap: readonly Token[], content: readonly Token[], { tokens, limits }: Line): boolean {
  const isCount = content[0]?.kind === 'number';
  if (gap[0]?.word !== 'and' || !(isCount || content.every(isNamed)) || content.length > MODIFIERS) return false;
  return !tokens.some(({ word }) => word === 'both' || word === 'between' || word === 'together') && !limits.some(({ limit }) => limit === 'only');
}

/** A phrase that a preposition opens, or adverbs. */
function isClosed(content: readonly Token[], before: Token | undefined): boolean {
  // `board.md:8 error M001 quorum not stated`
  if (LEVELS.test(content[0]?.word ?? '') && content.slice(1).every(({ kind }) => kind === 'name')) return true;
  // `by its author or by the on-call`, `shed for more than 20 minutes`, `seem to be touched`
  if (content.length === 1 && (COORDINATING.has(before?.word ?? '') || content[0]?.word === 'for' || SEEMING.test(before?.word ?? ''))) return true;
  // A preposition goes with what it opens: `Ana blocked Ben` is not *Ana was blocked by Ben*.
  return (
    (content.length > 1 &&
      LOCAL.has(content[0]?.word ?? '') &&
      !(content[0]?.word === 'between' && content.some(({ kind }) => kind === 'number')) &&
      !LOCAL.has(content.at(-1)?.word ?? '')) ||
    content.every((token) => isAdverb(token) || POSSESSIVE.test(token.word))
  );
}

/** `the compaction setting` of *the topic compaction setting*: inside a noun's phrase, where nothing denies the noun. */
function isModifier(gap: readonly Token[], content: readonly Token[], before: Token | undefined): boolean {
  const opening = isFree(gap[0] as Token) ? gap[0] : before;
  if (opening === undefined || !ARTICLE.test(opening.word) || content.length > MODIFIERS) return false;
  return content.every(({ kind, word, isProper }) => kind === 'word' && isProper !== true && !LABELS.has(word) && !PRIVATIVE.test(word));
}
