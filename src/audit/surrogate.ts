import { checkDrift } from '../core/drift/check-drift.ts';
import type { Drift, DriftSource } from '../core/drift/drift.ts';
import { sentencesOf } from '../core/drift/sentences.ts';
import { tellingWords } from './telling-words.ts';

/** What hosts put around every summary, whatever it says: no statement of it. */
const FRAME = [
  /^This session is being continued from a previous conversation[^\n]*\n?/m,
  /^If you need specific details from before compaction[^\n]*\n?/m,
  /^(?:Please )?continue (?:the conversation|with the last task)[^\n]*\n?/im,
  /^The conversation (?:history )?before this point was compacted into the following summary:?\s*/m,
  /^Another language model started to solve this problem[^\n]*\n?/m,
];

/** What sets off a line of a list says nothing; the box of a task does. */
const LIST_MARK = /^[^\S\n]*(?:[-*+•]|\d{1,3}[.)])[^\S\n]+(?=\S)/gm;

const STRONG = /\*\*(?=\S)([^*\n]{1,400})\*\*/g;

/** A summary without the frame of its host. */
export function withoutFrame(text: string): string {
  return FRAME.reduce((rest, frame) => rest.replace(frame, ''), text);
}

/** White space that a summary lays out anew does not count. */
export function flatten(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A sentence of a surrogate, and what it is about. */
export interface SurrogateSentence {
  readonly text: string;
  readonly keys: ReadonlySet<string>;
}

/** A sentence of a surrogate that shares words with a statement. */
export interface NearSentence {
  readonly sentence: SurrogateSentence;
  /** Of the statement's telling words, by what they tell, those that the sentence has, or those beside it. */
  readonly share: number;
}

/** A foreign surrogate: its sentences by the words in them, and how each stands against the whole window before. */
export class Surrogate {
  readonly text: string;
  readonly flat: string;
  readonly sentences: readonly SurrogateSentence[];
  /** By sentence: what drifts against the whole window before. */
  readonly drifts: ReadonlyMap<string, Drift>;
  private readonly sentencesOfKey = new Map<string, number[]>();
  /** By the letters of a key in alphabetical order: two letters that changed places are the same word. */
  private readonly keyOfLetters = new Map<string, string>();

  constructor(written: string, source: DriftSource) {
    const text = written.replace(LIST_MARK, '').replace(STRONG, '$1');
    this.text = written;
    this.flat = `${flatten(written)} ${flatten(text)}`;
    this.sentences = sentencesOf(text).map((sentence) => ({ text: sentence.text, keys: tellingWords(sentence.text) }));
    for (const [at, { keys }] of this.sentences.entries()) {
      for (const key of keys) {
        const known = this.sentencesOfKey.get(key);
        if (known === undefined) this.sentencesOfKey.set(key, [at]);
        else known.push(at);
        if (key.length >= LEAST_MENDED_LETTERS) this.keyOfLetters.set(lettersOf(key), key);
      }
    }
    this.drifts = new Map(source.texts.length === 0 ? [] : checkDrift(text, source).map((drift) => [drift.sentence, drift]));
  }

  /** Whether it stands there, letter for letter but for white space and with borders around it. */
  holds(text: string): boolean {
    const wanted = flatten(text);
    for (let at = this.flat.indexOf(wanted); at !== -1; at = this.flat.indexOf(wanted, at + 1)) {
      if (!isWord(this.flat.charAt(at - 1)) || !isWord(wanted.charAt(0))) {
        const end = at + wanted.length;
        if (!isWord(this.flat.charAt(end)) || !isWord(wanted.at(-1) ?? '')) return true;
      }
    }
    return false;
  }

  /** The sentence in which a statement stands word for word but for case, punctuation and mended spelling. */
  holdsMended(statement: string): string | undefined {
    const wanted = wordsOf(statement);
    if (wanted.length < LEAST_MENDED_WORDS) return undefined;
    const most = Math.floor(wanted.length * MENDED_SHARE);
    return this.nearest(statement, MENDED_CANDIDATES).find(({ sentence }) => standsIn(wanted, wordsOf(sentence.text), most))?.sentence.text;
  }

  /** The sentences that share most with a statement, best first. Words beside a sentence count less than those in it. */
  nearest(statement: string, count: number): readonly NearSentence[] {
    const keys = this.knownKeys(tellingWords(statement));
    const total = keys.reduce((sum, key) => sum + this.weightOf(key), 0);
    if (total === 0) return [];
    const own = new Map<number, number>();
    const beside = new Map<number, number>();
    for (const key of keys) {
      const at = (this.sentencesOfKey.get(key) ?? []).slice(-POSTINGS);
      for (const one of at) own.set(one, (own.get(one) ?? 0) + this.weightOf(key));
      const has = new Set(at);
      const near = new Set(at.flatMap((one) => [one - 1, one + 1]).filter((one) => !has.has(one)));
      for (const one of near) beside.set(one, (beside.get(one) ?? 0) + this.weightOf(key));
    }
    return [...own]
      .filter(([, score]) => score >= LEAST_OWN * total)
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, count)
      .map(([at, score]) => ({ sentence: this.sentences[at] as SurrogateSentence, share: (score + BESIDE_WEIGHT * (beside.get(at) ?? 0)) / total }));
  }

  /** The share of a sentence's words that a statement has. */
  shareBack(sentence: string, statement: string): number {
    const keys = [...tellingWords(sentence)];
    const held = tellingWords(statement);
    return keys.length === 0 ? 0 : keys.filter((key) => held.has(key)).length / keys.length;
  }

  private knownKeys(keys: ReadonlySet<string>): readonly string[] {
    return [...keys].map((key) => (this.sentencesOfKey.has(key) ? key : (this.keyOfLetters.get(lettersOf(key)) ?? key)));
  }

  /** The fewer sentences have a word, the more it tells. One that none has tells as much as one that a few have. */
  private weightOf(key: string): number {
    return Math.log(1 + this.sentences.length / (this.sentencesOfKey.get(key)?.length ?? UNKNOWN_IN));
  }
}

/** Sentences of a word that are looked at, the latest: a word that stands in more says little about which is meant. */
const POSTINGS = 256;
/** What a word in the sentence before or behind counts. */
const BESIDE_WEIGHT = 0.35;
/** Of a statement's words, what a sentence has to have itself. */
const LEAST_OWN = 0.25;
/** In so many sentences would a word stand that stands in none. */
const UNKNOWN_IN = 3;
const LEAST_MENDED_LETTERS = 5;

function lettersOf(key: string): string {
  return [...key].sort().join('');
}

const LEAST_MENDED_WORDS = 4;
/** Words of ten that may be spelled otherwise: one and a half. */
const MENDED_SHARE = 0.15;
const MENDED_CANDIDATES = 3;

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’_./-]*/gu) ?? [];
}

/** Whether the words stand in a row, all but `most` of them letter for letter, and those with all letters but two. */
function standsIn(wanted: readonly string[], words: readonly string[], most: number): boolean {
  for (let start = 0; start + wanted.length <= words.length; start++) {
    let mended = 0;
    let at = 0;
    while (at < wanted.length && mended <= most) {
      const [a, b] = [wanted[at] ?? '', words[start + at] ?? ''];
      if (a !== b && (!isMended(a, b) || ++mended > most)) break;
      at++;
    }
    if (at === wanted.length) return true;
  }
  return false;
}

/** The same letters but for two, and no negation among them: `thta` for `that`, `recieve` for `receive`. */
function isMended(a: string, b: string): boolean {
  if (/\d/.test(a + b) || /^(?:not|no|now|can't|can)$/.test(a) || /^(?:not|no|now|can't|can)$/.test(b)) return false;
  if (Math.abs(a.length - b.length) > 1 || Math.min(a.length, b.length) < 3) return false;
  const left = [...a];
  for (const letter of b) {
    const found = left.indexOf(letter);
    if (found !== -1) left.splice(found, 1);
  }
  return left.length <= 1;
}

function isWord(character: string): boolean {
  return character !== '' && /[\p{L}\p{N}_]/u.test(character);
}
