import type { Finding } from '../../drift.ts';
import { CONDITIONAL, DETERMINERS, GENERIC, JOINING, LABELS, REACHING, TELLING, TURNING, WHERE, WRITTEN } from '../../lexicon/shortening.ts';
import { type Token, tokensOf } from '../../tokens.ts';
import { isContent, isFree } from '../token-alignment.ts';
import { ARTICLE, COPULAS, ENDING, isAdverb, isNamed, isPlaced, lost, PRIVATIVE, type Shortened } from './shortened.ts';

/** `As a workaround …`, `According to Mirek …` */
const SETTING = new Set('as at from since by via per today yesterday last earlier'.split(' '));
const SPEAKING = /^(?:comment|note|reporter|reply|answer|update)$/;
const SETTING_TOKENS = 4;
/** Marks that part what tells something of its own. */
const PARTING = new Set(['.', '!', '?', ';', ':', '—', '–', '|']);
/** Tokens in which the label of a sentence ends. */
const LABEL_TOKENS = 8;

/** What was left out before all that is told. */
export function findHead(shortened: Shortened): Finding | undefined {
  const { said, line, alignment } = shortened;
  const { tokens } = line;
  const start = startOfSegment(tokens, alignment.first);
  const before = tokens.slice(start, alignment.first).filter((token) => !isFree(token));
  const head = before.filter((token) => !isPlaced(token, shortened));
  // `The manual says …`, where the statement begins with the manual, or where nobody but a text speaks
  const isTold = TELLING.test(head.at(-1)?.word ?? '');
  if (isTold && ((head.length < before.length && head.length === 1) || WRITTEN.test(head.at(-2)?.word ?? ''))) return undefined;
  // `Lindqvist] Site Lund …`
  if (/^[^\s[]{1,40}\] /.test(line.text)) return undefined;
  // `[depbot] rate limit reached`
  if (alignment.first === tokensOf(/^\[[^\]]{1,60}\] /.exec(line.text)?.[0] ?? '').length) return undefined;
  const nearest = head.at(-1);
  // `the file PAY-0912`
  if (nearest !== undefined && isNamed(tokens[alignment.first]) && isOfName(nearest, tokens[alignment.first - 2])) return undefined;
  if (SETTING.has(head[0]?.word ?? '') && head.every(({ kind }) => kind !== 'mark') && head.length <= SETTING_TOKENS) return undefined;
  const turning = head.find(({ word }) => TURNING.has(word));
  if (turning !== undefined) return lost(said, [turning]);
  if (
    nearest !== undefined &&
    nearest.kind === 'word' &&
    nearest.isProper !== true &&
    (/^\p{Ll}/u.test(nearest.text) || isOpening(nearest, tokens)) &&
    !isAdverb(nearest) &&
    !isLoose(nearest)
  )
    return lost(said, [nearest]);
  // `If the cache is cold, …`, `On Windows, …`
  const opening = head.find(isContent);
  return opening !== undefined && (CONDITIONAL.has(opening.word) || (WHERE.has(opening.word) && !/^(?:i|we)$/.test(tokens[alignment.first]?.word ?? '')))
    ? lost(said, [opening])
    : undefined;
}

/** `the parser is thread-safe` of *Myth: the parser is thread-safe*: what stands before the colon is of all that follows. */
export function findLabel(shortened: Shortened): Finding | undefined {
  const { said, line, alignment } = shortened;
  const { tokens, limits } = line;
  let start = alignment.first;
  while (start > 0 && !ENDING.has(tokens[start - 1]?.word ?? '')) start--;
  const colon = tokens.findIndex((token, at) => at > start && at <= start + LABEL_TOKENS && token.word === ':');
  if (colon === -1 || colon >= alignment.first) return undefined;
  const label = tokens.slice(start, colon);
  if (label.some(({ word }) => COPULAS.test(word)) || label.some((token) => isPlaced(token, shortened))) return undefined;
  const turning = label.find(({ word }, at) => TURNING.has(word) || LABELS.has(word) || (word === 'dry' && label[at + 1]?.word === 'run'));
  if (turning !== undefined) return lost(said, [turning]);
  const limit = limits.find((one) => one.at >= start && one.at < colon && REACHING.has(one.limit) && !said.limits.some((own) => own.limit === one.limit));
  return limit === undefined ? undefined : { kind: 'polarity', found: said.text, expected: limit.word };
}

/** `test codegen::loop`, `the file PAY-0912` */
function isOfName({ word }: Token, before: Token | undefined): boolean {
  return GENERIC.has(word) || (ARTICLE.test(before?.word ?? '') && !PRIVATIVE.test(word));
}

/** `Disabling retries fixed the leak`: the word that opens a sentence is one like any. */
function isOpening(token: Token, tokens: readonly Token[]): boolean {
  const at = tokens.indexOf(token);
  return /^\p{Lu}\p{Ll}/u.test(token.text) && !SPEAKING.test(token.word) && (at === 0 || ENDING.has(tokens[at - 1]?.word ?? ''));
}

function isLoose({ word }: Token): boolean {
  return DETERMINERS.has(word) || JOINING.has(word);
}

function startOfSegment(tokens: readonly Token[], end: number): number {
  for (let at = end - 1; at >= 0; at--) if (PARTING.has(tokens[at]?.word ?? '') && tokens[at]?.kind === 'mark') return at + 1;
  return 0;
}
