import { createRequire } from 'node:module';
import type { TokenCount, TokenCounter } from '../core/token-count.ts';
import { cachingCounter } from './caching-counter.ts';
import { visitCut } from './unbroken-run.ts';

type Encoding = typeof import('gpt-tokenizer/encoding/o200k_base');

/** C25: what looks like a special token is the text that it is. */
const NO_SPECIAL_TOKENS = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };
/** The vocabulary's own cache keeps slices, and with them whole texts, alive: it is emptied after so many characters. */
const CHARACTERS_PER_MERGE_CACHE = 64_000_000;

let encoding: Encoding | undefined;
let shared: TokenCounter | undefined;
let mergeCacheCharacters = 0;

/** The process's o200k counter, each short text counted once. Loads the vocabulary (0.3 s, 65 MB) on the first call. */
export async function loadO200k(): Promise<TokenCounter> {
  encoding ??= await import('gpt-tokenizer/encoding/o200k_base');
  shared ??= cachingCounter(o200kCounter());
  return shared;
}

/**
 * Counts by the public vocabulary o200k, exactly but for runs without a break, which are cut at
 * `LIMITS.UNBROKEN_RUN_CHARACTERS` (C24: within 1 %). Never throws; a lone surrogate counts as U+FFFD.
 * Where `loadO200k` has not, the first count loads the vocabulary.
 *
 * @example const tokens = o200kCounter().count('Do not touch /etc/prod.');
 */
export function o200kCounter(): TokenCounter {
  return { name: 'o200k_base', count: countO200k };
}

function countO200k(text: string): TokenCount {
  const { countTokens, clearMergeCache } = loadedEncoding();
  let tokens = 0;
  visitCut(text, (piece) => {
    tokens += countTokens(piece, NO_SPECIAL_TOKENS);
  });
  mergeCacheCharacters += text.length;
  if (mergeCacheCharacters > CHARACTERS_PER_MERGE_CACHE) {
    clearMergeCache();
    mergeCacheCharacters = 0;
  }
  return tokens;
}

function loadedEncoding(): Encoding {
  encoding ??= createRequire(import.meta.url)('gpt-tokenizer/encoding/o200k_base') as Encoding;
  return encoding;
}
