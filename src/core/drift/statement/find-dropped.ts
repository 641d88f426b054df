import type { Finding } from '../drift.ts';
import { ADVERBS, CONDITIONAL, DETERMINERS, GENERIC, JOINING, LABELS, LOCAL, REACHING, TELLING, TURNING, WHERE, WRITTEN } from '../lexicon/shortening.ts';
import type { Limit } from '../lexicon/statements.ts';
import type { Token } from '../tokens.ts';
import { type Line, SUBJECTS } from './line.ts';
import { isContent, isFree, isSign, type TokenAlignment } from './token-alignment.ts';

const COPULAS = /^(?:is|was|are|were|be|been|has|had|have)$/;
const COORDINATING = new Set(['and', 'but', 'or']);
/** `As a workaround …`, `According to Mirek …` */
const SETTING = new Set('as at from since by via per today yesterday last earlier'.split(' '));
const SETTING_TOKENS = 4;
const PRESENT = /[^su]s$/;
const CONDITION = /^(?:if|unless|when|whenever|until|once|provided)$/;
const OPTION = /^--?[a-z]/i;
const BOX = /\[ \]|☐/;
/** `purge every zone; refuses to run on prod` */
const REFUSING = /^(?:refuses?|fails?|except|unless|only|not|never|but)$/;
/** `a rather than b` says `a`. */
const CONTRAST = /^(?:rather|instead)$/;
/** `unknown key 'stp_delay', did you mean 'stp-delay'?` */
const ASIDE = /, (?:did you|do you|right|ok)\b[^,]{0,80}\?$/i;
const RESTRICTING = /^(?:with|without|in|on|of|for|from|under|within)$/;
const RULING: ReadonlySet<Limit> = new Set(['not', 'must', 'only', 'may', 'should']);
const BOUND = /^(?:if|unless|except|excluding|until|provided|only)$/;
const ARTICLE = /^(?:the|a|an|its|our|my|their|this|these|those|one)$/;
const MODIFIERS = 2;
/** `the missing index`, `a failed run`, `the second run`: without them it is another. */
const PRIVATIVE =
  /^(?:un|non|in|dis|mis|im|anti|pseudo|ex)[a-z]{4}|^(?:missing|failed|failing|former|previous|next|last|first|second|third|fourth|other|another|old|new|fake|false|dry|test|mock|broken|deleted|removed|disabled|planned|future|possible|potential|likely|apparent|supposed|would-be|empty|only|same|wrong|no|not|few|many|most|some|all|half|partial|temporary|draft|dead|closed|cancelled|rejected|skipped|expected|remaining)$/;
const POSSESSIVE = /^(?:my|our|your|their|its|his|her|i|we|you|they|it|he|she)$/;
/** Marks that part what tells something of its own. */
const PARTING = new Set(['.', '!', '?', ';', ':', '—', '–', '|']);
const ENDING = new Set(['.', '!', '?']);
/** Tokens in which the label of a sentence ends. */
const LABEL_TOKENS = 8;
/** Behind it stands the value of what is before it. */
const GIVING = new Set([':', '=']);

interface Shortened {
  readonly said: Line;
  readonly line: Line;
  readonly alignment: TokenAlignment;
  /** Words with which the statement says where the line stood: they are not left out. */
  readonly placed?: ReadonlySet<string>;
}

/**
 * What was left out of a line must be a piece that closes: from mark to mark, a phrase that a preposition opens, adverbs. A
 * verb or a word that governs what is told is none: `the flag prevents retries` without its verb says the opposite.
 */
export function findDropped(shortened: Shortened): Finding | undefined {
  return (
    findGap(shortened) ??
    findOption(shortened) ??
    findLabel(shortened) ??
    findHead(shortened) ??
    findTail(shortened) ??
    findSign(shortened) ??
    findDone(shortened) ??
    findAsked(shortened)
  );
}

/** The same of a heading, by which a statement says where its line stood: what stands at its end may be left out. */
export function findDroppedOfHeading(shortened: Shortened): Finding | undefined {
  return findGap(shortened) ?? findHead(shortened);
}

function findGap({ said, line, alignment, placed }: Shortened): Finding | undefined {
  for (const { from, to, added, isColon } of alignment.gaps) {
    const gap = line.tokens.slice(from + 1, to);
    const content = gap.filter((token) => isContent(token) && !isFree(token) && placed?.has(token.word.replace(/^-+/, '')) !== true);
    if (content.length === 1 && line.text.includes(`[${content[0]?.text}]`)) continue;
    if (content.length === 0 || (isColon && content.every(({ word }) => TELLING.test(word) || POSSESSIVE.test(word)))) continue;
    // `has the limit change` of *reverts the limit change*
    if (content.some(({ word }, place) => TURNING.has(word) && !(place === 0 && CONTRAST.test(word)))) return lost(said, content);
    const isReplaced = gap.every(isContent) && added.some((token) => COPULAS.test(token.word));
    const next = line.tokens[to] as Token;
    if (gap.every(isContent) && isOfSubject(from, to, content, line)) return lost(said, content);
    if (!isReplaced && (isPiece(gap, content, line.tokens[from]) || isApposed(gap, content, next, line.tokens[from]) || isListed(gap, content, line))) continue;
    return lost(said, content);
  }
  return undefined;
}

/** Whether what was left out between two words closes. */
function isPiece(gap: readonly Token[], content: readonly Token[], before: Token | undefined): boolean {
  const marks = gap.filter((token) => !isContent(token));
  const isOpened = !isContent(gap[0] as Token);
  const last = gap.at(-1) as Token;
  const closing = gap.findLast((token) => !isFree(token)) ?? last;
  // `cart: 7` of *cart: 12, billing: 7*
  if (isOpened && GIVING.has(marks[0]?.word ?? '') && GIVING.has(marks.at(-1)?.word ?? '') && marks.length > 2) return false;
  // `by the team,`; `holds the key and`
  if (isOpened || !isContent(closing) || COORDINATING.has(last.word)) return true;
  // `x is flaky: it hung`
  if (SUBJECTS.test(last.word) && !isContent(gap.at(-2) ?? last)) return true;
  if (gap[1]?.word === '=') return true;
  // `data 31` of *text 4120 data 31 bss 205*
  if (gap.every(isContent) && before !== undefined && before.kind !== 'word' && content.length > 1 && content.at(-1)?.kind === 'number') return true;
  if (!gap.every(isContent)) return false;
  return isClosed(content) || isModifier(gap, content, before);
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
  if (gap[0]?.word !== 'and' || !content.every(isNamed) || content.length > MODIFIERS) return false;
  return !tokens.some(({ word }) => word === 'both' || word === 'between' || word === 'together') && !limits.some(({ limit }) => limit === 'only');
}

/** A phrase that a preposition opens, or adverbs. */
function isClosed(content: readonly Token[]): boolean {
  return LOCAL.has(content[0]?.word ?? '') || content.every((token) => isAdverb(token) || POSSESSIVE.test(token.word));
}

/** `the compaction setting` of *the topic compaction setting*: inside a noun's phrase, where nothing denies the noun. */
function isModifier(gap: readonly Token[], content: readonly Token[], before: Token | undefined): boolean {
  const opening = isFree(gap[0] as Token) ? gap[0] : before;
  if (opening === undefined || !ARTICLE.test(opening.word) || content.length > MODIFIERS) return false;
  return content.every(({ kind, word, isProper }) => kind === 'word' && isProper !== true && !LABELS.has(word) && !PRIVATIVE.test(word));
}

function isAdverb({ word }: Token): boolean {
  return ADVERBS.has(word) || (word.endsWith('ly') && !TURNING.has(word));
}

function findHead({ said, line, alignment, placed }: Shortened): Finding | undefined {
  const { tokens } = line;
  const start = startOfSegment(tokens, alignment.first);
  const before = tokens.slice(start, alignment.first).filter((token) => !isFree(token));
  const head = before.filter((token) => placed?.has(token.word.replace(/^-+/, '')) !== true);
  // `The manual says …`, where the statement begins with the manual, or where nobody but a text speaks
  const isTold = TELLING.test(head.at(-1)?.word ?? '');
  if (isTold && ((head.length < before.length && head.length === 1) || WRITTEN.test(head.at(-2)?.word ?? ''))) return undefined;
  const nearest = head.at(-1);
  // `the file PAY-0912`
  if (
    nearest !== undefined &&
    (ARTICLE.test(tokens[alignment.first - 2]?.word ?? '') || GENERIC.has(nearest.word)) &&
    !PRIVATIVE.test(nearest.word) &&
    isNamed(tokens[alignment.first])
  )
    return undefined;
  if (SETTING.has(head[0]?.word ?? '') && head.every(({ kind }) => kind !== 'mark') && head.length <= SETTING_TOKENS) return undefined;
  const turning = head.find(({ word }) => TURNING.has(word));
  if (turning !== undefined) return lost(said, [turning]);
  if (nearest !== undefined && nearest.kind === 'word' && nearest.isProper !== true && /^\p{Ll}/u.test(nearest.text) && !isAdverb(nearest) && !isLoose(nearest))
    return lost(said, [nearest]);
  // `If the cache is cold, …`, `On Windows, …`
  const opening = head.find(isContent);
  return opening !== undefined && (CONDITIONAL.has(opening.word) || (WHERE.has(opening.word) && !/^(?:i|we)$/.test(tokens[alignment.first]?.word ?? '')))
    ? lost(said, [opening])
    : undefined;
}

/** `--force  overwrite remote files`, `- [ ] drain node-7`: without its option or its box it is told as done. */
function findOption({ said, line, alignment, placed }: Shortened): Finding | undefined {
  const [first] = line.tokens;
  const isOption = first !== undefined && OPTION.test(first.text) && !alignment.told.has(0) && placed?.has(first.word) !== true;
  if (isOption) return lost(said, [first]);
  return BOX.test(line.text) && !BOX.test(said.text) ? { kind: 'modality', found: said.text, expected: '[ ]' } : undefined;
}

/** `the parser is thread-safe` of *Myth: the parser is thread-safe*: what stands before the colon is of all that follows. */
function findLabel({ said, line, alignment, placed }: Shortened): Finding | undefined {
  const { tokens, limits } = line;
  let start = alignment.first;
  while (start > 0 && !ENDING.has(tokens[start - 1]?.word ?? '')) start--;
  const colon = tokens.findIndex((token, at) => at > start && at <= start + LABEL_TOKENS && token.word === ':');
  if (colon === -1 || colon >= alignment.first) return undefined;
  const label = tokens.slice(start, colon);
  if (label.some(({ word }) => COPULAS.test(word)) || label.some(({ word }) => placed?.has(word))) return undefined;
  const turning = label.find(({ word }) => TURNING.has(word) || LABELS.has(word));
  if (turning !== undefined) return lost(said, [turning]);
  const limit = limits.find((one) => one.at >= start && one.at < colon && REACHING.has(one.limit) && !said.limits.some((own) => own.limit === one.limit));
  return limit === undefined ? undefined : { kind: 'polarity', found: said.text, expected: limit.word };
}

function isLoose({ word }: Token): boolean {
  return DETERMINERS.has(word) || JOINING.has(word);
}

function startOfSegment(tokens: readonly Token[], end: number): number {
  for (let at = end - 1; at >= 0; at--) if (PARTING.has(tokens[at]?.word ?? '') && tokens[at]?.kind === 'mark') return at + 1;
  return 0;
}

function findTail({ said, line, alignment }: Shortened): Finding | undefined {
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
  if (next !== undefined && COORDINATING.has(next.word) && alignment.pairs.some(([own]) => CONDITION.test(said.tokens[own]?.word ?? '')))
    return lost(said, [next]);
  // `helps builds of harrow`
  if (next?.word === 'of' && isNamed(tail[at + 1])) return lost(said, [next]);
  // `the probe fails on Windows`
  if (next !== undefined && WHERE.has(next.word) && isNamed(tail[at + 1]) && PRESENT.test(line.tokens[alignment.last]?.word ?? '')) return lost(said, [next]);
  if (next === undefined || next.kind !== 'word' || LOCAL.has(next.word) || isAdverb(next) || JOINING.has(next.word)) return undefined;
  if (next.word === 'any' && tail[at + 1]?.word === 'more') return undefined;
  return tail[at + 1]?.word === '=' ? undefined : lost(said, [next]);
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

function isNamed(token: Token | undefined): boolean {
  return token?.kind === 'name' || token?.isProper === true;
}

/** `p99 250 ms` of *p99 < 250 ms* */
function findSign({ said, line: { tokens }, alignment: { told } }: Shortened): Finding | undefined {
  const sign = tokens.find((token, at) => isSign(token) && !told.has(at) && told.has(at + 1) && (told.has(at - 1) || tokens[at + 1]?.kind === 'number'));
  return sign === undefined ? undefined : { kind: 'number', found: said.text, expected: sign.text };
}

/** What is to be done is not told as done: the verb that opens an order stays as it is. */
function findDone({ said, line, alignment }: Shortened): Finding | undefined {
  for (const [own, at] of alignment.pairs) {
    const one = line.tokens[at] as Token;
    const token = said.tokens[own] as Token;
    if (one.kind !== 'word' || one.word === token.word || !opensSegment(line.tokens, at)) continue;
    if (isPast(token.word) && !isPast(one.word)) return { kind: 'modality', found: token.text, expected: one.text };
  }
  return undefined;
}

const OPENERS = new Set(['please', 'then', 'and', 'to', 'always', 'never', 'also', 'just', 'first', 'now']);
const LIST_NUMBER = /^\d{1,3}$/;

function opensSegment(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  if (before === undefined || before.kind === 'mark') return true;
  return (
    OPENERS.has(before.word) || before.text.startsWith('-') || (before.kind === 'number' && at === 1 && LIST_NUMBER.test(before.text)) || before.text === '☐'
  );
}

const IRREGULAR_PAST =
  /^(?:ran|set|put|cut|wrote|sent|built|took|made|kept|left|held|found|brought|bought|got|gave|went|lost|shut|split|reset|overwrote|froze|drew|threw|told|read|began|rebuilt|chose|done|did)$/;

function isPast(word: string): boolean {
  return word.endsWith('ed') || IRREGULAR_PAST.test(word);
}

/** What is asked is not told. */
function findAsked({ said, line }: Shortened): Finding | undefined {
  return line.text.trimEnd().endsWith('?') && !ASIDE.test(line.text) && !said.text.trimEnd().endsWith('?')
    ? { kind: 'modality', found: said.text, expected: line.text }
    : undefined;
}

function lost(said: Line, tokens: readonly Token[]): Finding {
  return { kind: 'scope', found: said.text, expected: tokens.map((token) => token.text).join(' ') };
}
