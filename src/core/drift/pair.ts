import type { SourceText } from './drift.ts';
import type { Clause, NumberReading } from './reading.ts';

/** What a clause is held against: one clause of the source, and what its sentence and the surrogate's sentence have. */
export interface Pair {
  readonly found: Clause;
  readonly source: Clause;
  /** Keys of the whole sentences: what stands in a neighbouring clause is not lost. */
  readonly foundKeys: ReadonlySet<string>;
  readonly sourceKeys: ReadonlySet<string>;
  readonly foundNumbers: readonly NumberReading[];
  readonly sourceNumbers: readonly NumberReading[];
  /** The clause is said to be the user's: what the user ordered is told as what the user wants. */
  readonly isAttributed: boolean;
  /** The clauses of the surrogate's sentence. */
  readonly foundSiblings: readonly Clause[];
  /** The clauses of the source's sentence. */
  readonly siblings: readonly Clause[];
  /** The clauses of all sentences of the source that may be meant. */
  readonly candidates: readonly (readonly Clause[])[];
  /** Who said the source's sentence. */
  readonly provenance: SourceText['provenance'];
  /** Any clause of the source's sentence is negated. */
  readonly isSourceNegated: boolean;
  /** Whether the source has a word anywhere. */
  readonly isKnown: (key: string) => boolean;
}
