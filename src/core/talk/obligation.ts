import type { CueClass } from './cues/cue.ts';
import { EAST_ASIAN } from './cues/east-asian.ts';
import { languagesOf } from './language.ts';
import { decidesReply } from './reply.ts';
import { SURFACE_MARKS } from './surface-marks.ts';
import { wordsOf } from './words-of.ts';

/** What a sentence carries, by its surface form (E8a). */
export interface Binding {
  /** 0 where nothing binds; the higher, the later the sentence leaves. */
  readonly weight: number;
  /** What was found, as `class:phrase`. */
  readonly cues: readonly string[];
}

/** Of a longer sentence only the beginning is read: nobody says a rule in four pages. */
const READ_CHARACTERS = 4_000;
const EAST_ASIAN_LETTERS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** A capital letter inside a clause. */
const NAME = /[\p{Ll}\p{N}][,]? (?!I\b|I'|OK\b)\p{Lu}\p{Ll}{1,30}/u;
const NAME_WEIGHT = 2;
const REPLY_WEIGHT = 8;
/** More than a word in passing about the weather: then it takes this much besides its own weight. */
const PLAIN_SMALL_TALK = { from: -3, weight: -2 };

/**
 * What binds in `sentence`: each class of cues counts once, by its strongest, and small talk takes weight away, though
 * never the last of it. `previous` is what the assistant said before: a short reply to a question of a choice is a decision.
 */
export function bindingOf(sentence: string, previous?: string): Binding {
  const text = sentence.slice(0, READ_CHARACTERS);
  const words = wordsOf(text);
  const strongest = new Map<CueClass, number>();
  const cues: string[] = [];
  let smallTalk = 0;
  const add = (cueClass: CueClass, weight: number, phrase: string): void => {
    if (weight < 0) smallTalk += weight;
    else if (weight > 0) strongest.set(cueClass, Math.max(strongest.get(cueClass) ?? 0, weight));
    cues.push(`${cueClass}:${phrase}`);
  };
  const languages = languagesOf(words);
  for (const { cues: table } of languages) for (const { row, phrase } of table.findAll(words)) add(row.cueClass, row.weight, phrase);
  for (const { row, phrase } of stringCues(text)) add(row.cueClass, row.weight, phrase);
  for (const { cueClass, weight, id, pattern } of SURFACE_MARKS) if (pattern.test(text)) add(cueClass, weight, id);
  if (languages.every(({ table }) => table.isNameByCapital) && NAME.test(text)) add('name', NAME_WEIGHT, 'capital');
  if (previous !== undefined && decidesReply(words, text, previous)) add('decision', REPLY_WEIGHT, 'reply');
  const sum = [...strongest.values()].reduce((total, weight) => total + weight, 0);
  return { weight: sum === 0 ? 0 : Math.max(1, sum + smallTalk + (smallTalk <= PLAIN_SMALL_TALK.from ? PLAIN_SMALL_TALK.weight : 0)), cues };
}

/** Idioms take their characters away from the rows behind them, as with words. */
function stringCues(text: string): readonly { readonly row: (typeof EAST_ASIAN)[number]; readonly phrase: string }[] {
  if (!EAST_ASIAN_LETTERS.test(text)) return [];
  let free = text;
  return EAST_ASIAN.flatMap((row) =>
    row.strings.split(' ').flatMap((phrase) => {
      if (!free.includes(phrase)) return [];
      if (row.cueClass === 'idiom') free = free.replaceAll(phrase, ' ');
      return [{ row, phrase }];
    }),
  );
}
