import type { Provenance } from '../provenance.ts';

/** What a sentence of a surrogate may change against its source (E16), and who is said to have said it (C08, P28). */
export type DriftKind = 'polarity' | 'modality' | 'scope' | 'number' | 'state' | 'quotation';

export interface SourceText {
  readonly text: string;
  readonly provenance: Exclude<Provenance, 'holdfast'>;
}

/** What the surrogate stands for, and every text of the user that it may quote. */
export interface DriftSource {
  readonly texts: readonly SourceText[];
}

/** One sentence of a surrogate that says something else than its source. */
export interface Drift {
  readonly sentence: string;
  /** UTF-16 offsets in the surrogate's text, half-open. */
  readonly start: number;
  readonly end: number;
  readonly kind: DriftKind;
  /** What the sentence has. */
  readonly found: string;
  /** What the source has in its place, where there is something. */
  readonly expected?: string | undefined;
}

/** Why one sentence drifts, before it is placed in its surrogate. */
export type Finding = Pick<Drift, 'kind' | 'found' | 'expected'>;
