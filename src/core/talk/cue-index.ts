import type { CueRow } from './cues/cue.ts';

/** A phrase found in a sentence. */
export interface FoundCue {
  readonly row: CueRow;
  readonly phrase: string;
}

interface Node {
  readonly next: Map<string, Node>;
  /** What ends here. */
  found?: FoundCue;
}

/** `*` in a phrase. */
const ANY_WORD = '*';
/** `^` in a phrase, and what `wordsOf` puts where a clause begins. */
export const CLAUSE_START = '^';
/** Stands for a word that an idiom took. */
const TAKEN = '';

/** The phrases of a table, so that a sentence is read once: time grows with its words, not with the table. */
export class CueIndex {
  private readonly idioms: Node = { next: new Map() };
  private readonly cues: Node = { next: new Map() };

  constructor(rows: readonly CueRow[]) {
    for (const row of rows) {
      const root = row.cueClass === 'idiom' ? this.idioms : this.cues;
      for (const words of spellings(row.phrases)) add(root, words, { row, phrase: words.join(' ') });
    }
  }

  /** All phrases, from left to right, also where they overlap. Idioms come first: they take their words away from the others. */
  findAll(words: readonly string[]): readonly FoundCue[] {
    const found: FoundCue[] = [];
    const free = [...words];
    for (let at = 0; at < words.length; ) {
      const idiom = phrasesAt(this.idioms, words, at).at(-1);
      if (idiom !== undefined) {
        found.push(idiom.found);
        free.fill(TAKEN, at, idiom.end);
      }
      at = idiom?.end ?? at + 1;
    }
    for (let at = 0; at < free.length; at++) found.push(...phrasesAt(this.cues, free, at).map((one) => one.found));
    return found;
  }
}

interface PhraseAt {
  readonly found: FoundCue;
  /** Behind its last word. */
  readonly end: number;
}

/** What begins here, the longest last. A phrase has few words, so few are looked at, whatever the sentence. */
function phrasesAt(node: Node, words: readonly string[], at: number): readonly PhraseAt[] {
  const own = node.found === undefined ? [] : [{ found: node.found, end: at }];
  const word = words[at];
  if (word === undefined || word === TAKEN) return own;
  const any = word === CLAUSE_START ? undefined : node.next.get(ANY_WORD);
  const deeper = [node.next.get(word), any].flatMap((next) => (next === undefined ? [] : phrasesAt(next, words, at + 1)));
  return [...own, ...deeper].sort((a, b) => a.end - b.end);
}

function add(root: Node, words: readonly string[], found: FoundCue): void {
  let node = root;
  for (const word of words) {
    const next: Node = node.next.get(word) ?? { next: new Map() };
    node.next.set(word, next);
    node = next;
  }
  // The first row of the table that has a phrase owns it.
  node.found ??= found;
}

/** `a|b_c d; e` as `a d`, `b c d` and `e`. */
function spellings(phrases: string): readonly (readonly string[])[] {
  return phrases
    .split(';')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')
    .flatMap((phrase) =>
      phrase
        .split(' ')
        .map((word) => word.split('|'))
        .reduce<readonly (readonly string[])[]>((lines, choices) => lines.flatMap((line) => choices.map((choice) => [...line, ...choice.split('_')])), [[]]),
    );
}
