import { bodyOf, isWholeAt } from './copies.ts';
import { fitLine, flatLines } from './flat-lines.ts';
import { sentencesOf } from './sentences.ts';
import { SHORTEST_FOUND, TextFinder } from './text-finder.ts';

/**
 * Tells the lines of a surrogate that are copies, sentence by sentence from border to border: what an extractive text is
 * made of. The source is read once for all of them. What it does not tell may be a copy all the same; that is for
 * `Copies.find` to say, which reads the source once for each sentence.
 */
export class CopiedLines {
  readonly #texts: readonly string[];
  readonly #isCopied = new Map<string, boolean>();

  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  /** Reads the source for those of the lines that were not asked for before. */
  learn(lines: readonly string[]): void {
    const unknown = new Set(lines.filter((line) => !this.#isCopied.has(line)));
    if (unknown.size === 0) return;
    const byText = new Map<string, string[]>();
    for (const line of unknown) {
      this.#isCopied.set(line, false);
      const text = line.replace(/\s*…$/, '');
      byText.set(text, [...(byText.get(text) ?? []), line]);
    }
    const finder = new TextFinder([...byText.keys()]);
    const short = new Set([...byText.keys()].filter((text) => text.length < SHORTEST_FOUND && text !== ''));
    const isFound = (source: string, text: string, at: number): boolean => {
      const open = (byText.get(text) ?? []).filter((line) => !this.isCopied(line));
      const whole = open.filter((line) => isCopyAt(source, at, line));
      for (const line of whole) this.#isCopied.set(line, true);
      return whole.length === open.length;
    };
    for (const text of this.#texts) {
      const source = flatLines(text);
      finder.search(source, (one, at) => isFound(source, one, at));
      if (short.size > 0) findShort(source, short, (one, at) => isFound(source, one, at));
    }
  }

  isCopied(line: string): boolean {
    return this.#isCopied.get(line) === true;
  }
}

/** Short texts are looked for only where they are a line of their own. */
function findShort(source: string, short: Set<string>, found: (text: string, at: number) => boolean): void {
  for (let start = 0; start < source.length; ) {
    const newline = source.indexOf('\n', start);
    const end = newline === -1 ? source.length : newline;
    if (end - start < SHORTEST_FOUND) {
      const line = source.slice(start, end);
      if (short.has(line) && found(line, start)) short.delete(line);
    }
    start = end + 1;
  }
}

/** Whether each sentence of a line that stands at `at` is one of the source, as `Copies.find` has it. */
function isCopyAt(source: string, at: number, line: string): boolean {
  return sentencesOf(line).every(({ text, start }) => {
    const { body, offset, isCut } = bodyOf(text);
    return body !== '' && fitLine(body, text.length * 2 + 8) === body && isWholeAt(source, at + start + offset, body, isCut);
  });
}
