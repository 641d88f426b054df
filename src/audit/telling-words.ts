import { STOPWORDS } from '../core/drift/lexicon/words.ts';
import { wordKey } from '../core/drift/stem.ts';

/**
 * Words that people put around what they say, and that no summary repeats: they tell nothing about what a sentence is
 * about. Openers and hedges of talk, light verbs, and nouns that stand for any thing.
 */
const LIGHT = new Set(
  `actually alright also anyway around awesome basically btw bit call called cool course definitely easily else etc exactly
  feel feels fine first gonna good got great guess hello hey hope idea iiuc imo imho inside instead just kinda know let lets
  like literally little look looks lot lots make makes making maybe mean mind much nice nicely now ok okay once one ones oh
  perfect perhaps please possible possibly pretty probably quite rather really right say see seem seems simply so some
  something sorry sort still stuff such super sure take tell thank thanks then there thing things think though thought today
  together too totally try trying wait want wanted wants way ways well whatever when where which while will wish work works
  after always before cannot don doesn must never only unless until without
  would wanna yeah yep yes yet you your could can may might should shall need needs user assistant`.split(/\s+/),
);
const PART = /\p{Lu}+(?![\p{Ll}])|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{N}+/gu;
const RUN = /[\p{L}\p{N}_]+/gu;
const LONGEST = 40;

/**
 * What a sentence is about, as a set of keys: its words under a crude stem, names of code in their parts, so that
 * `OrderStore`, `order_store` and `order store` share their keys.
 */
export function tellingWords(text: string): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const run of text.match(RUN) ?? []) {
    if (run.length > LONGEST) continue;
    for (const part of run.match(PART) ?? []) {
      const word = part.toLowerCase();
      if (STOPWORDS.has(word) || LIGHT.has(word)) continue;
      const key = wordKey(word);
      if (key !== '') keys.add(key);
    }
  }
  return keys;
}
