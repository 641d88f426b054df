/**
 * What a clause claims: an order, advice, leave, exemption, a possibility, an expectation, a plan, a question, a request
 * or a fact. `neutral` is a clause without a finite verb.
 */
export type Force = 'must' | 'soft' | 'permit' | 'exempt' | 'possible' | 'expected' | 'planned' | 'question' | 'imperative' | 'fact' | 'neutral';

/** The qualifiers that a state must not lose. */
export type Qualifier = 'partial' | 'condition' | 'tentative' | 'temporary';

export type Comparison = 'at-least' | 'at-most' | 'above' | 'below';

/** A word or a phrase that changes what the words around it claim. */
export type Operator =
  /** `clause` turns its whole part of the sentence, `rest` only what follows it. */
  | { readonly type: 'negation'; readonly reach: 'clause' | 'rest'; readonly isSubject?: true; readonly isImpossible?: true }
  /** `isNeed`: its negation exempts (`not required`), where that of an order forbids (`must not`). */
  | { readonly type: 'force'; readonly forces: readonly Force[]; readonly isNeed?: true }
  | { readonly type: 'prohibition' }
  /** Advice against something. */
  | { readonly type: 'dissuasion' }
  | { readonly type: 'emphasis' }
  /** `isRule`: says who may, and not only who does. */
  | { readonly type: 'exclusive'; readonly isRule?: true }
  /** `isExcluding`: what follows is outside of what the clause says; else (`until`) only a negated clause excludes. */
  | { readonly type: 'exception'; readonly isExcluding: boolean; readonly order?: 'before'; readonly takesNoun?: true }
  | { readonly type: 'condition'; readonly order?: 'after' }
  | { readonly type: 'contrast' }
  | { readonly type: 'quantifier'; readonly extent: 'universal' | 'partial' }
  | { readonly type: 'comparison'; readonly comparison: Comparison }
  | { readonly type: 'approximation' }
  | { readonly type: 'qualifier'; readonly qualifier: Qualifier }
  | { readonly type: 'finite'; readonly isPast: boolean }
  /** A state: `isPositive` is its pole on its axis. */
  | { readonly type: 'state'; readonly axis: string; readonly isPositive: boolean };

export interface LexiconRow {
  /** Phrases in lower case, contractions written out (`do not`), parted by `|`. */
  readonly phrases: string;
  readonly operator: Operator;
}
