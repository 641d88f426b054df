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
  | 'idiom'; // looks like a cue and is none: only hides its words from the other rows

/** One cue. */
export interface CueRow {
  readonly cueClass: CueClass;
  /** From 1 (weak) to 6 (strong); 0 for an idiom, below 0 for small talk. A class counts once, by its strongest row. */
  readonly weight: number;
  /** Where the row comes from. */
  readonly source: string;
  /**
   * Phrases in lower case, parted by `;`. Words are parted by spaces, `a|b_c` is `a` or `b c`, `*` is any one word, `^`
   * the beginning of a clause. The longest phrase at a place wins and takes its words away from all others.
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
}
