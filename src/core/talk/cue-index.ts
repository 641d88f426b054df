import { type CueRow, isBindingClass } from './cues/cue.ts';

/** A phrase found in a sentence. */
export interface FoundCue {
  readonly row: CueRow;
  readonly phrase: string;
}

interface Node {
  readonly next: Map<string, Node>;
  /** What ends here. */
  readonly found: FoundCue[];
}

/** `*` in a phrase. */
const ANY_WORD = '*';
/** `^` in a phrase, and what `wordsOf` puts where a clause begins. */
export const CLAUSE_START = '^';
/** Stands for a word that an idiom took. */
const TAKEN = '';

/** The phrases of a table, so that a sentence is read once: time grows with its words, not with the table. */
export class CueIndex {
  private readonly idioms = emptyNode();
  private readonly cues = emptyNode();

  constructor(rows: readonly CueRow[]) {
    for (const row of rows) {
      const root = row.cueClass === 'idiom' ? this.idioms : this.cues;
      for (const words of spellings(row.phrases)) add(root, words, { row, phrase: words.join(' ') });
    }
  }

  /** All phrases, from left to right, also where they overlap. Idioms come first: they take their words away from what binds. */
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
    for (let at = 0; at < words.length; at++) {
      found.push(...phrasesAt(this.cues, words, at).flatMap((one) => (isTaken(free, at, one) ? [] : [one.found])));
    }
    return found;
  }
}

interface PhraseAt {
  readonly found: FoundCue;
  /** Behind its last word. */
  readonly end: number;
}

/** What an idiom took binds no more; small talk it may be all the same. */
function isTaken(free: readonly string[], from: number, { found, end }: PhraseAt): boolean {
  return isBindingClass(found.row.cueClass) && free.slice(from, end).includes(TAKEN);
}

/** What begins here, the longest last. A phrase has few words, so few are looked at, whatever the sentence. */
function phrasesAt(node: Node, words: readonly string[], at: number): readonly PhraseAt[] {
  const own = node.found.map((found) => ({ found, end: at }));
  const word = words[at];
  if (word === undefined) return own;
  const any = word === CLAUSE_START ? undefined : node.next.get(ANY_WORD);
  const deeper = [node.next.get(word), any].flatMap((next) => (next === undefined ? [] : phrasesAt(next, words, at + 1)));
  return [...own, ...deeper].sort((a, b) => a.end - b.end);
}

function add(root: Node, words: readonly string[], found: FoundCue): void {
  let node = root;
  for (const word of words) {
    const next = node.next.get(word) ?? emptyNode();
    node.next.set(word, next);
    node = next;
  }
  // A row counts once, whichever of its phrases ends here.
  if (node.found.every(({ row }) => row !== found.row)) node.found.push(found);
}

function emptyNode(): Node {
  return { next: new Map(), found: [] };
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
