/** A sentence of which fewer than this share of words stands in the source says nothing of it. */
const SUPPORTED_SHARE = 1 / 3;
/** Letters by which two words are taken for forms of one. */
const STEM_LETTERS = 5;
/** Scripts that set no spaces between words: there this measure says nothing, and nothing is cut by it. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Characters of the source that are read at once, and the rest of their line. */
const PIECE_CHARACTERS = 16_384;
/** Shorter words are the grammar's. */
const WORD = /[\p{L}\p{N}_]{4,40}/gu;

/**
 * F11: a hedge is not coverage. Tells the sentences that nothing in the source bears out (a hedge, an echo of the
 * instructions, a new topic) from those that speak of it, by their words. Reads the source once, when it is first needed.
 */
export function hedgeFinder(texts: readonly string[]): (sentence: string) => boolean {
  const source = new SourceStems(texts);
  return (sentence) => {
    const words = UNSPACED.test(sentence) ? null : sentence.match(WORD);
    if (words === null) return false;
    return !source.hasShareOf(words.map(stemOf), SUPPORTED_SHARE);
  };
}

/** Read only as far as it takes to know: most of what is asked for stands early, and what does not takes one pass in all. */
class SourceStems {
  readonly #stems = new Set<string>();
  readonly #words = new Set<string>();
  readonly #texts: readonly string[];
  #text = 0;
  #from = 0;

  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  hasShareOf(stems: readonly string[], share: number): boolean {
    for (;;) {
      if (stems.filter((stem) => this.#stems.has(stem)).length >= stems.length * share) return true;
      if (!this.#readOn()) return false;
    }
  }

  /** A piece more; false at the end. */
  #readOn(): boolean {
    const text = this.#texts[this.#text];
    if (text === undefined) return false;
    const newline = text.indexOf('\n', this.#from + PIECE_CHARACTERS);
    const end = newline === -1 ? text.length : newline;
    for (const word of text.slice(this.#from, end).match(WORD) ?? []) {
      if (this.#words.has(word)) continue;
      this.#words.add(word);
      this.#stems.add(stemOf(word));
    }
    this.#from = end;
    if (end === text.length) {
      this.#text++;
      this.#from = 0;
    }
    return true;
  }
}

function stemOf(word: string): string {
  return word.toLowerCase().slice(0, STEM_LETTERS);
}
