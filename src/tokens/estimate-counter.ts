import type { TokenCount, TokenCounter } from '../core/token-count.ts';

/**
 * Tokens for each code point of a script; the first row that matches the decomposed character (NFD) counts. Measured with
 * o200k on texts of our own (the tests), and set so that the estimate lies above the count rather than below it: too high
 * compacts a little early, too low overflows a window.
 */
const TOKENS_PER_CODE_POINT: readonly (readonly [script: RegExp, tokens: number])[] = [
  // Rare ideographs fall into their bytes.
  [/[\u{3400}-\u{4dbf}]/u, 3],
  [/[\u{20000}-\u{3ffff}]/u, 4],
  [/\p{Script=Han}/u, 1.2],
  // Halfwidth kana.
  [/[\uff66-\uff9d]/u, 2],
  [/[\p{Script=Hiragana}\p{Script=Katakana}\u30fc]/u, 0.9],
  // Hangul syllables with a rare final consonant are rarely one token.
  [/[\u11a9\u11aa\u11ac-\u11ae\u11b0-\u11b6\u11b9\u11be-\u11c2]/u, 2],
  [/\p{Script=Hangul}/u, 0.9],
  // Fullwidth Latin is rare, plain Latin with marks is not.
  [/[\uff01-\uff5e]/u, 1.5],
  [/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u, 0.4],
  [/[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Thai}]/u, 0.5],
  [/[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/u, 3],
  [/[\p{P}\u2580-\u259f]/u, 1],
];
/** All else: other letters and symbols fall into two of their bytes or more. */
const TOKENS_PER_OTHER_CODE_POINT = 2;

const LETTERS_PER_TOKEN = 6;
const DIGITS_PER_TOKEN = 3;
const SYMBOLS_PER_TOKEN = 2;
const SPACES_PER_TOKEN = 64;

/** A word this long that holds a digit is base64, a hash or an id. */
const CODED_WORD_CHARACTERS = 20;
const TOKENS_PER_CODED_CHARACTER = 0.7;

/** Each alternative takes one kind of character, so that matching is linear (C24). */
const PIECES = /([A-Za-z0-9]+)|(\s+)|([!-/:-@[-`{-~]+)|([^\s!-~])/gu;
/** Tokenizers cut words at a change of case and at digits. */
const WORD_PARTS = /([0-9]+)|[A-Z]+[a-z]*|[a-z]+/g;

/** Rate of each code point above ASCII, found when it is first seen. */
const rates = new Map<number, number>();

/**
 * Estimates tokens by script, for models whose tokenizer is not public (C17). Loads nothing. On ordinary text not below
 * 80 % of o200k, and not below half of it for Chinese, kana, Hangul or emoji (P24). Linear.
 *
 * `factor` scales to a model family: the ratio of the provider's `usage` to the estimate.
 *
 * @example const tokens = estimateCounter(1.1).count('Do not touch /etc/prod.');
 */
export function estimateCounter(factor = 1): TokenCounter {
  return {
    name: factor === 1 ? 'estimate' : `estimate*${factor}`,
    count: (text) => Math.ceil(estimate(text) * factor),
  };
}

function estimate(text: string): TokenCount {
  let tokens = 0;
  for (const [piece, word, spaces, symbols] of text.matchAll(PIECES)) {
    if (word !== undefined) tokens += estimateWord(word);
    // One space goes with the word after it.
    else if (spaces !== undefined) tokens += spaces === ' ' ? 0 : Math.ceil(spaces.length / SPACES_PER_TOKEN);
    else if (symbols !== undefined) tokens += Math.ceil(symbols.length / SYMBOLS_PER_TOKEN);
    else tokens += rateOf(piece);
  }
  return tokens;
}

function estimateWord(word: string): TokenCount {
  if (word.length >= CODED_WORD_CHARACTERS && /[0-9]/.test(word)) return word.length * TOKENS_PER_CODED_CHARACTER;
  let tokens = 0;
  for (const [part, digits] of word.matchAll(WORD_PARTS)) {
    tokens += Math.ceil(part.length / (digits === undefined ? LETTERS_PER_TOKEN : DIGITS_PER_TOKEN));
  }
  return tokens;
}

function rateOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  const known = rates.get(point);
  if (known !== undefined) return known;
  const decomposed = character.normalize('NFD');
  const rate = TOKENS_PER_CODE_POINT.find(([script]) => script.test(decomposed))?.[1] ?? TOKENS_PER_OTHER_CODE_POINT;
  rates.set(point, rate);
  return rate;
}
