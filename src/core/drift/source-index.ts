import { type Clause, clausesOf } from './clause.ts';
import type { DriftSource, SourceText } from './drift.ts';
import { NUMBER_WORDS } from './lexicon/units.ts';
import { STOPWORDS } from './lexicon/words.ts';
import { type Sentence, sentencesOf } from './sentences.ts';
import { wordKey } from './stem.ts';

/** A sentence that begins so speaks of what the one before it spoke of. */
const POINTING = /^(?:that|this|it|he|she|they|these|those)\b/i;

/** A sentence of the source, read into clauses when it is first compared. */
export class SourceSentence {
  readonly text: string;
  /** Its place among all sentences of the source. */
  readonly index: number;
  readonly textIndex: number;
  /** Where it stands in its text, in UTF-16 units. */
  readonly start: number;
  readonly provenance: SourceText['provenance'];
  /** The sentence before it, where it speaks of the same. */
  readonly before: SourceSentence | undefined;
  private read: readonly Clause[] | undefined;

  constructor({ text, start }: Sentence, index: number, textIndex: number, provenance: SourceText['provenance'], before?: SourceSentence) {
    this.before = POINTING.test(text) ? before : undefined;
    this.text = text;
    this.start = start;
    this.index = index;
    this.textIndex = textIndex;
    this.provenance = provenance;
  }

  get clauses(): readonly Clause[] {
    this.read ??= clausesOf(this.text, this.before === undefined ? undefined : clausesOf(this.before.text).at(-1));
    return this.read;
  }
}

/** Sentences of a key that are looked at, the latest first: a word that stands in more says little about which is meant. */
const POSTINGS = 256;
const PART = /[\p{L}\p{N}]+/gu;
const DIGITS = /\d{1,3}(?:,\d{3}){1,6}(?:\.\d{1,12})?|\d{1,15}(?:\.\d{1,12})?/g;

/** An inverted index over the sentences of a source. Built in one pass; a look-up costs the sentences of its keys. */
export class SourceIndex {
  readonly sentences: readonly SourceSentence[];
  /** The whole source in lower case: names are looked for in it. */
  readonly lowered: string;
  /** By text, the place of its first sentence. */
  private readonly firsts = new Map<number, number>();
  private readonly byKey = new Map<string, number[]>();
  private readonly byNumber = new Map<number, number[]>();
  private readonly keys = new Map<string, string>();

  constructor(source: DriftSource, isWanted: (text: SourceText) => boolean = () => true) {
    const sentences: SourceSentence[] = [];
    const lowered: string[] = [];
    source.texts.forEach((text, textIndex) => {
      if (!isWanted(text)) return;
      lowered.push(text.text.toLowerCase());
      for (const sentence of sentencesOf(text.text)) {
        this.add(sentence.text, sentences.length);
        const before = sentences.at(-1);
        if (before?.textIndex !== textIndex) this.firsts.set(textIndex, sentences.length);
        sentences.push(new SourceSentence(sentence, sentences.length, textIndex, text.provenance, before?.textIndex === textIndex ? before : undefined));
      }
    });
    this.sentences = sentences;
    this.lowered = lowered.join('\n');
  }

  /** The first sentence of a text; none where the text has no sentence. */
  firstOf(textIndex: number): SourceSentence | undefined {
    return this.sentences[this.firsts.get(textIndex) ?? -1];
  }

  hasKey(key: string): boolean {
    return this.byKey.has(key);
  }

  hasNumber(value: number): boolean {
    return this.byNumber.has(value);
  }

  sentencesWithNumber(value: number): readonly SourceSentence[] {
    return (this.byNumber.get(value) ?? []).slice(-POSTINGS).map((at) => this.sentences[at] as SourceSentence);
  }

  /** The next sentences of the same text. */
  behind(sentence: SourceSentence, count: number): readonly SourceSentence[] {
    return this.sentences.slice(sentence.index + 1, sentence.index + 1 + count).filter((one) => one.textIndex === sentence.textIndex);
  }

  /** How much it says that two sentences share this key: less, the more sentences have it. */
  weightOf(key: string): number {
    return Math.log(1 + this.sentences.length / (this.byKey.get(key)?.length ?? 1));
  }

  /** The sentences that share most with `text`, best first, each at least a `share` of its keys. */
  nearest(text: string, count: number, share = 0): readonly SourceSentence[] {
    const scores = new Map<number, number>();
    const shared = new Map<number, number>();
    const keys = this.partKeysOf(text);
    for (const key of keys) {
      const postings = this.byKey.get(key);
      if (postings === undefined) continue;
      const weight = this.weightOf(key);
      for (const at of postings.slice(-POSTINGS)) {
        scores.set(at, (scores.get(at) ?? 0) + weight);
        if (share > 0) shared.set(at, (shared.get(at) ?? 0) + 1);
      }
    }
    const least = share * keys.size;
    const ranked = [...scores].sort((a, b) => b[1] - a[1] || b[0] - a[0]).slice(0, count);
    return ranked.filter(([at]) => share === 0 || (shared.get(at) ?? 0) >= least).map(([at]) => this.sentences[at] as SourceSentence);
  }

  partKeysOf(text: string): ReadonlySet<string> {
    const keys = new Set<string>();
    for (const part of text.match(PART) ?? []) {
      if (part.length > 40) continue;
      let key = this.keys.get(part);
      if (key === undefined) {
        const word = part.toLowerCase();
        key = STOPWORDS.has(word) ? '' : wordKey(word);
        this.keys.set(part, key);
      }
      if (key !== '') keys.add(key);
    }
    return keys;
  }

  private add(sentence: string, at: number): void {
    for (const key of this.partKeysOf(sentence)) {
      push(this.byKey, key, at);
      const spelled = NUMBER_WORDS.get(key);
      if (spelled !== undefined) push(this.byNumber, spelled, at);
    }
    if (!/\d/.test(sentence)) return;
    for (const digits of sentence.match(DIGITS) ?? []) push(this.byNumber, Number(digits.replaceAll(',', '')), at);
  }
}

function push<K>(map: Map<K, number[]>, key: K, value: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else if (list.at(-1) !== value) list.push(value);
}
