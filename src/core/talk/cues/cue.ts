/** What a sentence may carry that makes it leave later (E8a), and what marks it as small talk. */
export type CueClass =
  | 'prohibition'
  | 'negation' // of a statement
  | 'obligation'
  | 'permission'
  | 'condition'
  | 'exception'
  | 'decision'
  | 'preference'
  | 'goal'
  | 'self' // a lasting fact about the speaker or what is the speaker's
  | 'commitment'
  | 'rule' // a statement on every case: always, each, nobody
  | 'state'
  | 'matter' // a noun of affairs: money, law, health, work, what is booked
  | 'number'
  | 'date'
  | 'name'
  | 'path'
  | 'identifier'
  | 'quotation'
  | 'item' // a line of a list
  | 'small-talk' // takes weight away
  | 'narration' // this and the seven below it: kinds of small talk
  | 'phatic'
  | 'feeling'
  | 'evaluation'
  | 'topic'
  | 'listener' // talk about the one who is spoken to
  | 'pointing' // what only points at what was just said
  | 'moment'
  | 'wording' // a word or two that tell by themselves, for or against
  | 'idiom'; // looks like a cue and is none: only hides its words from the other rows

/** One cue. */
export interface CueRow {
  /** Where its weight is in a table of its own. */
  readonly id?: string;
  readonly cueClass: CueClass;
  /** The higher, the more it binds; 0 for an idiom, mostly below 0 for small talk. A row counts once, however often it is found. */
  readonly weight: number;
  /** Where the row comes from. */
  readonly source: string;
  /**
   * Phrases in lower case, parted by `;`. Words are parted by spaces, `a|b_c` is `a` or `b c`, `*` is any one word, `^`
   * the beginning of a clause. The longest idiom at a place takes its words away from the rows that bind.
   */
  readonly phrases: string;
}

/** The cues of one language. */
export interface CueTable {
  readonly language: string;
  /** Frequent short words by which the language is told, parted by spaces. */
  readonly functionWords: string;
  /** In some languages a capital letter makes no name. */
  readonly isNameByCapital: boolean;
  readonly rows: readonly CueRow[];
  /** A question that offers a choice: a short reply to it is a decision. Phrases as in a row. */
  readonly choices: string;
  /** What a sentence weighs before anything is found in it; nothing where not given. */
  readonly base?: number;
  /** Weights of the marks (`surface-marks.ts`, `shape-of.ts`) by id, where this language weighs them by itself. */
  readonly marks?: Readonly<Record<string, number>>;
  /** Words and pairs of words with a weight of their own, by weight. No idiom takes them away. */
  readonly wording?: readonly { readonly weight: number; readonly phrases: string }[];
}

/** What takes weight away and is no promise, rule or fact. */
const TALK_CLASSES: ReadonlySet<CueClass> = new Set(['small-talk', 'narration', 'phatic', 'feeling', 'evaluation', 'topic', 'listener', 'pointing', 'moment']);

/** Whether a class is one of those that E8a names, or close to them. */
export function isBindingClass(cueClass: CueClass): boolean {
  return !TALK_CLASSES.has(cueClass) && cueClass !== 'wording' && cueClass !== 'idiom';
}
