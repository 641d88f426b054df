import { type CueClass, isBindingClass } from './cues/cue.ts';
import { EAST_ASIAN } from './cues/east-asian.ts';
import { ENGLISH } from './cues/english.ts';
import { type Language, languagesOf } from './language.ts';
import { decidesReply, isAnswer } from './reply.ts';
import { shapeOf } from './shape-of.ts';
import { SURFACE_MARKS } from './surface-marks.ts';
import { wordsOf } from './words-of.ts';

/** What a sentence carries, by its surface form (E8a). */
export interface Binding {
  /** 0 where nothing binds; the higher, the later the sentence leaves. */
  readonly weight: number;
  /** What was found, as `class:phrase`. */
  readonly cues: readonly string[];
}

/** A row or a mark of a sentence. */
export interface Found {
  readonly cueClass: CueClass | 'shape';
  readonly weight: number;
  /** The phrase, or the id of the mark. */
  readonly name: string;
  /** Counts once, however often it is found. */
  readonly counted: unknown;
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
/** Of two that bind alike the longer leaves first, as it frees more: so much for each doubling from `characters` on. */
const LENGTH = { characters: 24, weight: -3 };

/**
 * What binds in `sentence`: each row and each mark counts once, and small talk takes weight away, though never the last of
 * it. `previous` is what the assistant said before: a short reply to a question of a choice is a decision.
 */
export function bindingOf(sentence: string, previous?: string): Binding {
  const text = sentence.slice(0, READ_CHARACTERS);
  const found = cuesOf(text, previous);
  // What carries none of what E8a names leaves first, whatever it sounds like.
  if (!found.some(carries)) return { weight: 0, cues: namesOf(found) };
  const weights = new Map<unknown, number>();
  let smallTalk = 0;
  for (const { cueClass, weight, counted } of found) {
    if (cueClass === 'small-talk') smallTalk += weight;
    else weights.set(counted, weight);
  }
  const sum = [...weights.values()].reduce((total, weight) => total + weight, 0);
  const talk = smallTalk + (smallTalk <= PLAIN_SMALL_TALK.from ? PLAIN_SMALL_TALK.weight : 0);
  return {
    weight: aboveZero(sum + talk + (found.some(({ counted }) => counted === BASE) ? lengthWeight(text) : 0)),
    cues: namesOf(found),
  };
}

/** Small talk takes weight away, but never the last of it, so that among what hardly binds the order stays. */
export function aboveZero(weight: number): number {
  return weight >= 1 ? weight : 1 / (2 - weight);
}

function namesOf(found: readonly Found[]): readonly string[] {
  return found.flatMap(({ cueClass, name }) => (cueClass === 'shape' || cueClass === 'wording' ? [] : [`${cueClass}:${name}`]));
}

/** Whether it is one of what E8a names, and no way of saying it. */
export function carries({ cueClass }: Found): boolean {
  return cueClass !== 'shape' && isBindingClass(cueClass);
}

/** All that is found in a sentence, in which nothing was weighed against anything yet. */
export function cuesOf(text: string, previous?: string): readonly Found[] {
  const words = wordsOf(text);
  const languages = languagesOf(words);
  const english = languages.find(({ table }) => table === ENGLISH && /[a-z]/i.test(text));
  const weightOf = (id: string, weight: number): number => english?.table.marks?.[id] ?? weight;
  const mark = (cueClass: Found['cueClass'], id: string, weight: number): Found => ({ cueClass, name: id, weight: weightOf(id, weight), counted: id });
  return [
    ...languages
      .flatMap(({ cues }) => cues.findAll(words))
      .map(({ row, phrase }) => ({ cueClass: row.cueClass, weight: row.weight, name: phrase, counted: row })),
    ...stringCues(text).map(({ row, phrase }) => ({ cueClass: row.cueClass, weight: row.weight, name: phrase, counted: row })),
    ...SURFACE_MARKS.filter(({ pattern }) => pattern.test(text)).map(({ cueClass, id, weight }) => mark(cueClass, id, weight)),
    ...(languages.every(({ table }) => table.isNameByCapital) && NAME.test(text) ? [mark('name', 'capital', NAME_WEIGHT)] : []),
    ...(previous !== undefined && decidesReply(words, text, previous) ? [mark('decision', 'reply', REPLY_WEIGHT)] : []),
    ...(english === undefined ? [] : readAs(english, words, previous)),
  ];
}

const BASE = 'base';

/** What only a language with weights of its own reads: the base, the shape, the wording. */
function readAs({ table, wording }: Language, words: readonly string[], previous: string | undefined): readonly Found[] {
  const shape = [...shapeOf(words), ...(previous === undefined ? [] : [isAnswer(previous) ? 'answer' : 'reaction'])];
  return [
    { cueClass: 'shape', name: BASE, weight: table.base ?? 0, counted: BASE },
    ...shape.map((id) => ({ cueClass: 'shape' as const, name: id, weight: table.marks?.[id] ?? 0, counted: id })),
    ...wording.findAll(words).map(({ row, phrase }) => ({ cueClass: 'wording' as const, name: phrase, weight: row.weight, counted: `^${phrase}` })),
  ];
}

export function lengthWeight(text: string): number {
  return LENGTH.weight * Math.log2(Math.max(LENGTH.characters, text.trim().length) / LENGTH.characters);
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
