import { PLACE_FAMILIES, WORD_FAMILIES } from './lexicon/word-families.ts';
import { IRREGULAR, SYNONYMS } from './lexicon/words.ts';

/** Longest first within a form. A stem keeps at least three letters. */
const SUFFIXES: readonly (readonly [suffix: string, replacement: string])[] = [
  ['izations', ''],
  ['ization', ''],
  ['izing', ''],
  ['ized', ''],
  ['ications', 'y'],
  ['ication', 'y'],
  ['ations', 'at'],
  ['ation', 'at'],
  ['ions', ''],
  ['ion', ''],
  ['ments', ''],
  ['ment', ''],
  ['ings', ''],
  ['ing', ''],
  ['ied', 'y'],
  ['ies', 'y'],
  ['ed', ''],
  ['ely', ''],
  ['ly', ''],
  ['als', ''],
  ['al', ''],
  ['izes', ''],
  ['ize', ''],
  ['ises', ''],
  ['ible', ''],
  ['able', ''],
  ['ary', 'ar'],
  ['sses', 'ss'],
  ['ches', 'ch'],
  ['shes', 'sh'],
  ['xes', 'x'],
  ['es', 'e'],
  ['ss', 'ss'],
  ['us', 'us'],
  ['is', 'is'],
  ['s', ''],
];

/** A crude stem: enough to find a word's other forms, never shown to anyone. */
export function stemOf(word: string): string {
  const known = IRREGULAR[word];
  if (known !== undefined && Object.hasOwn(IRREGULAR, word)) return trimmed(known);
  for (const [suffix, replacement] of SUFFIXES) {
    if (word.length - suffix.length >= 3 && word.endsWith(suffix)) return trimmed(word.slice(0, -suffix.length) + replacement);
  }
  return trimmed(word);
}

/** Without a doubled last consonant (`dropp`) and a last `e` (`delete`, `delet`). */
function trimmed(text: string): string {
  const last = text.at(-1);
  if (text.length > 3 && last === text.at(-2) && last !== 's' && last !== 'e' && (last !== 'l' || text.length > 4)) return text.slice(0, -1);
  return text.length > 3 && last === 'e' ? text.slice(0, -1) : text;
}

const CANONICAL: ReadonlyMap<string, string> = new Map(
  [...WORD_FAMILIES, ...PLACE_FAMILIES, ...SYNONYMS].flatMap((row) => {
    const words = row.split(' ');
    const key = stemOf(words[0] ?? '');
    return words.map((word): readonly [string, string] => [stemOf(word), key]);
  }),
);

/** The key under which a word is compared: its stem, or that of its synonyms. */
export function wordKey(word: string): string {
  const found = stemOf(word);
  return CANONICAL.get(found) ?? found;
}
