import type { Comparison, Force, Qualifier } from './lexicon/operator.ts';
import type { Quantity } from './tokens.ts';

/** What a clause claims: a force of the tables, or what a negation or an exclusive makes of one. */
export type Claim = Force | 'forbid' | 'restrict';

export interface Attachment {
  readonly type: 'exception' | 'condition';
  readonly order?: 'before' | 'after' | undefined;
  /** `until` and `before` bound what is said; `except` and `unless` take something out. */
  readonly isExcluding: boolean;
  readonly keys: ReadonlySet<string>;
}

export interface StateReading {
  readonly axis: string;
  /** After negation. */
  readonly isPositive: boolean;
  readonly word: string;
}

export interface NumberReading {
  readonly quantity: Quantity;
  readonly text: string;
  readonly isApproximate: boolean;
  readonly comparison?: Comparison | undefined;
  /** The content words next to it: what is counted, or what it is the value of. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** A part of a sentence with one claim. */
export interface Clause {
  readonly text: string;
  /** Content words under their keys, with their sign: -1 where a negation turns them. */
  readonly signs: ReadonlyMap<string, 1 | -1>;
  /** The word behind a key, as it stood. */
  readonly words: ReadonlyMap<string, string>;
  /** Keys that stand with both signs: `the staging key, never the production key`. */
  readonly ambiguous: ReadonlySet<string>;
  /** Of the clause before, where this one has no verb of its own. */
  readonly inherited: ReadonlySet<string>;
  readonly claims: ReadonlySet<Claim>;
  /** The words that make the claim. */
  readonly cue: string;
  readonly isPast: boolean;
  readonly isExclusive: boolean;
  /** The whole clause is, and not only some of its words. */
  readonly isNegated: boolean;
  readonly negationCue: string;
  readonly attachments: readonly Attachment[];
  readonly states: readonly StateReading[];
  readonly qualifiers: ReadonlySet<Qualifier>;
  readonly quantifiers: ReadonlySet<'universal' | 'partial'>;
  readonly numbers: readonly NumberReading[];
  /** What bounds the claim: behind a preposition or an exclusive. */
  readonly bounds: ReadonlySet<string>;
  readonly names: readonly string[];
  readonly proper: readonly string[];
  readonly hasVerb: boolean;
}
