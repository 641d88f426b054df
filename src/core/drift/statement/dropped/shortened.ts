import type { Finding } from '../../drift.ts';
import { ADVERBS, TURNING } from '../../lexicon/shortening.ts';
import type { Limit } from '../../lexicon/statements.ts';
import type { Token } from '../../tokens.ts';
import type { Line } from '../line.ts';
import type { TokenAlignment } from '../token-alignment.ts';

/** A statement beside the line that it shortens. */
export interface Shortened {
  readonly said: Line;
  readonly line: Line;
  readonly alignment: TokenAlignment;
  /** Words with which the statement says where the line stood: they are not left out. */
  readonly placed?: ReadonlySet<string>;
}

export const COPULAS = /^(?:is|was|are|were|be|been|has|had|have)$/;
/** Limits that rule: what bounds one of them may not be left out. */
export const RULING: ReadonlySet<Limit> = new Set(['not', 'must', 'only', 'may', 'should']);
export const UNIVERSAL = /^(?:all|every|each|no|none|nothing|nobody|any)$/;
export const COORDINATING: ReadonlySet<string> = new Set(['and', 'but', 'or']);
/** Marks that end a sentence. */
export const ENDING: ReadonlySet<string> = new Set(['.', '!', '?']);
export const ARTICLE = /^(?:the|a|an|its|our|my|their|this|these|those|one)$/;
/** `the missing index`, `a failed run`, `the second run`: without them it is another. */
export const PRIVATIVE =
  /^(?:un|non|in|dis|mis|im|anti|pseudo|ex)[a-z]{4}|^(?:missing|failed|failing|staging|sandbox|demo|backup|shadow|local|inactive|expired|former|previous|next|last|first|second|third|fourth|other|another|old|new|fake|false|dry|test|mock|broken|deleted|removed|disabled|planned|future|possible|potential|likely|apparent|supposed|would-be|empty|only|same|wrong|no|not|few|many|most|some|all|half|partial|temporary|draft|dead|closed|cancelled|rejected|skipped|expected|remaining)$/;
/** `a rather than b` says `a`. */
export const CONTRAST = /^(?:rather|instead)$/;

/** `falsely reports`, `virtually fixed` */
const DENYING =
  /^(?:false|wrong|incorrect|mistaken|erroneous|virtual|theoretical|partial|part|near|bare|hard|rare|scarce|seeming|apparent|alleged|ostensib|nominal|technical|conditional|hypothetical|accidental|unsuccessful|un\w+)ly$|^(?:possibly|probably|reportedly|supposedly|purportedly|temporarily|only)$/;

export function isAdverb({ word }: Token): boolean {
  return ADVERBS.has(word) || (word.endsWith('ly') && !TURNING.has(word) && !DENYING.test(word));
}

export function isNamed(token: Token | undefined): boolean {
  return token?.kind === 'name' || token?.isProper === true;
}

/** What holds only on one platform, or under an option. */
const PLATFORM = /^(?:windows|macos|linux|ios|android|arm|arm64|x86|x64|safari|chrome|firefox|webkit|prod|production|staging|ci|-\S+)$/;

export function isBounding(prepositional: readonly Token[]): boolean {
  return /^(?:on|in|with|under|for)$/.test(prepositional[0]?.word ?? '') && PLATFORM.test(prepositional[1]?.word ?? '');
}

export function isPlaced({ word }: Token, { placed }: Shortened): boolean {
  return placed?.has(word.replace(/^-+/, '')) === true;
}

export function lost(said: Line, tokens: readonly Token[]): Finding {
  return { kind: 'scope', found: said.text, expected: tokens.map((token) => token.text).join(' ') };
}
