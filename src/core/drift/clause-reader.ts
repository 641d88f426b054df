import { isPastForm, type Range } from './clause-ranges.ts';
import type { Force, Qualifier } from './lexicon/operator.ts';
import { IRREGULAR } from './lexicon/words.ts';
import { keyOf } from './number-readings.ts';
import type { Occurrence } from './phrases.ts';
import type { Attachment, StateReading } from './reading.ts';
import { wordKey } from './stem.ts';
import type { Token } from './tokens.ts';

/** An attachment while it is read. */
export interface OpenAttachment extends Attachment {
  readonly keys: Set<string>;
  /** It is named by a noun, and ends at the verb. */
  readonly takesNoun: boolean;
  negations: number;
}

/** A force of the tables, where it stood. */
export interface ForceReading {
  readonly forces: readonly Force[];
  readonly isNeed: boolean;
  readonly cue: string;
  readonly at: number;
}

/** What was read of a clause so far: its words with their signs, and what its operators say of them. */
export class ClauseReader {
  readonly tokens: readonly Token[];
  readonly byStart: ReadonlyMap<number, Occurrence>;
  readonly range: Range;
  readonly isImperative: boolean;
  readonly signs = new Map<string, 1 | -1>();
  readonly words = new Map<string, string>();
  readonly ambiguous = new Set<string>();
  readonly attachments: OpenAttachment[] = [];
  readonly states: StateReading[] = [];
  readonly qualifiers = new Set<Qualifier>();
  readonly quantifiers = new Set<'universal' | 'partial'>();
  readonly bounds = new Set<string>();
  readonly names: string[] = [];
  readonly proper: string[] = [];
  readonly forces: ForceReading[] = [];
  isBounding = false;
  isExclusive = false;
  isPast = false;
  hasVerb = false;
  prohibitions = 0;
  /** Negations of the main part, and those that reach only what follows. */
  clauseNegations = 0;
  restNegations = 0;
  negationCue = '';
  /** What the words that follow belong to. */
  attachment: OpenAttachment | undefined;
  isOpeningAttachment = false;
  /** 1 between `from` and `to` of something that moved: there it is no longer. */
  moved: 0 | 1 = 0;

  constructor(tokens: readonly Token[], byStart: ReadonlyMap<number, Occurrence>, range: Range, isImperative: boolean) {
    this.tokens = tokens;
    this.byStart = byStart;
    this.range = range;
    this.isImperative = isImperative;
  }

  /** Whether the negations of the main part turn it. */
  get isTurned(): boolean {
    return (this.clauseNegations + this.prohibitions) % 2 === 1;
  }

  textOf(start: number, end: number): string {
    return this.tokens
      .slice(start, end)
      .map((token) => token.text)
      .join(' ');
  }

  /** A token that belongs to no operator. */
  readToken(at: number): void {
    const token = this.tokens[at] as Token;
    if (token.kind === 'word' && this.attachment === undefined && isPastForm(token)) {
      this.isPast ||= !this.isImperative && this.forces.length === 0 && !this.hasFiniteBefore(at);
      this.hasVerb = true;
    }
    // `Even without load the alert fires`: the noun that is taken out ends where the next begins.
    const { attachment } = this;
    if (attachment?.takesNoun === true && attachment.keys.size > 0 && attachment.keys.size === this.signs.size && DETERMINERS.has(token.word))
      this.attachment = undefined;
    if (token.word === 'from' && [...this.signs.keys()].some((key) => MOVES.has(key))) this.moved = 1;
    else if (token.word === 'to' && this.moved === 1) this.moved = 0;
    if (PREPOSITIONS.has(token.word)) this.isBounding = true;
    else if (token.kind === 'mark') this.isBounding = false;
    this.addKeys(at, at + 1);
  }

  addKeys(start: number, end: number): void {
    for (let index = start; index < end; index++) {
      const token = this.tokens[index] as Token;
      // `untouched` is `not touched`.
      const denied = token.kind === 'word' ? DENIED_FORM.exec(token.word)?.[1] : undefined;
      const key = denied === undefined ? keyOf(token) : wordKey(denied);
      if (key === undefined) continue;
      if (token.kind === 'name') this.names.push(token.text);
      if (token.isProper === true) this.proper.push(token.text.replace(/['’]s?$/, ''));
      this.words.set(key, token.text);
      if (this.isBounding || token.kind === 'name') this.bounds.add(key);
      this.addSign(key, denied === undefined ? 0 : 1);
    }
  }

  private addSign(key: string, ownNegations: number): void {
    const { attachment } = this;
    const negations = ownNegations + (attachment === undefined ? this.restNegations + this.moved : attachment.isExcluding ? 1 : 0);
    attachment?.keys.add(key);
    const sign = negations % 2 === 1 ? -1 : 1;
    if (attachment === undefined && (this.signs.get(key) ?? sign) !== sign) this.ambiguous.add(key);
    if (!this.signs.has(key) || attachment === undefined) this.signs.set(key, sign);
  }

  addKey(key: string, word: string, sign: 1 | -1): void {
    this.words.set(key, word);
    this.signs.set(key, sign);
  }

  /** A negation within an attachment turns the attachment's words. */
  turnAttachments(): void {
    for (const one of this.attachments) if (one.negations % 2 === 1) for (const key of one.keys) this.turn(key);
  }

  /** Clause negations turn the words before them as well (`meetings are not …`). */
  turnMain(): void {
    const attached = new Set(this.attachments.flatMap((one) => [...one.keys]));
    for (const key of this.signs.keys()) if (!attached.has(key)) this.turn(key);
  }

  /** `nobody but Ines`, `never outside the team`: what is taken out of a prohibition is what is allowed. */
  makeRestriction(): void {
    if (!this.isTurned) return;
    this.turnMain();
    for (const attachment of this.attachments) if (attachment.isExcluding) for (const key of attachment.keys) this.turn(key);
  }

  private turn(key: string): void {
    this.signs.set(key, this.signs.get(key) === 1 ? -1 : 1);
  }

  /** `has been merged`, `have written` */
  hasParticiple(start: number): boolean {
    for (let at = start; at < Math.min(this.range.end, start + PARTICIPLE_DISTANCE); at++) {
      const word = this.tokens[at]?.word ?? '';
      if (word.endsWith('ed') || word.endsWith('en') || word === 'been' || Object.hasOwn(IRREGULAR, word)) return true;
    }
    return false;
  }

  private hasFiniteBefore(end: number): boolean {
    for (let at = this.range.start; at < end; at++) if (this.byStart.get(at)?.operator.type === 'finite') return true;
    return false;
  }
}

const PARTICIPLE_DISTANCE = 4;
/** Participles with `un`. */
const DENIED_FORM = /^un(\w{3,30}(?:ed|ten|hen|able))$/;
const PREPOSITIONS = new Set('under in on from to for against with of at by into via within inside onto through between during'.split(' '));
const DETERMINERS = new Set(['the', 'a', 'an', 'this', 'every', 'our', 'its']);
const MOVES = new Set(['move', 'moved', 'switch', 'reschedule', 'postpone', 'migrate', 'modify', 'change', 'rename', 'upgrade'].map(wordKey));
