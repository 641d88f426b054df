/** A sentence of which fewer than this share of words stands in the source says nothing of it. */
const SUPPORTED_SHARE = 1 / 3;
/** Letters by which two words are taken for forms of one. */
const STEM_LETTERS = 5;
/** Scripts that set no spaces between words: there this measure says nothing, and nothing is cut by it. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Shorter words are the grammar's. */
const WORD = /[\p{L}\p{N}_]{4,40}/gu;

/**
 * F11: a hedge is not coverage. Tells the sentences that nothing in the source bears out (a hedge, an echo of the
 * instructions, a new topic) from those that speak of it, by their words. Reads the source once, when it is first needed.
 */
export function hedgeFinder(texts: readonly string[]): (sentence: string) => boolean {
  let stems: Set<string> | undefined;
  return (sentence) => {
    const words = UNSPACED.test(sentence) ? null : sentence.match(WORD);
    if (words === null) return false;
    stems ??= new Set(texts.flatMap((text) => (text.match(WORD) ?? []).map(stemOf)));
    const known = stems;
    return words.filter((word) => known.has(stemOf(word))).length < words.length * SUPPORTED_SHARE;
  };
}

function stemOf(word: string): string {
  return word.toLowerCase().slice(0, STEM_LETTERS);
}
