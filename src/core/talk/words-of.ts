import { CLAUSE_START } from './cue-index.ts';

/** A word with inner apostrophes, or a mark that ends a clause. */
const WORD_OR_BREAK = /[\p{L}\p{M}\p{N}]{1,64}(?:['’][\p{L}\p{M}]{1,16}){0,2}|[.,;:!?()"“”„«»¡¿\n–—…]/gu;

/** Words before which a clause has not begun yet: `and please send` begins with `send`. */
const OPENERS: ReadonlySet<string> = new Set(
  'and but so then also just please anyway well okay ok oh sorry now bitte und aber also dann merci et mais donc alors por favor y pero entonces'.split(' '),
);

/** The words of a sentence in lower case, with `^` where a clause begins. Linear. */
export function wordsOf(sentence: string): readonly string[] {
  const words: string[] = [CLAUSE_START];
  let isOpening = true;
  for (const [match] of sentence.matchAll(WORD_OR_BREAK)) {
    const isWord = /^[\p{L}\p{M}\p{N}]/u.test(match);
    if (!isWord) {
      if (words.at(-1) !== CLAUSE_START) words.push(CLAUSE_START);
      isOpening = true;
      continue;
    }
    const word = match.toLowerCase().replaceAll('’', "'");
    words.push(word);
    const opens: boolean = isOpening && OPENERS.has(word);
    if (opens) words.push(CLAUSE_START);
    isOpening = opens;
  }
  return words;
}
