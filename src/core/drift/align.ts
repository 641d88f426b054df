import { isSame } from './compare-numbers.ts';
import type { Clause, NumberReading } from './reading.ts';
import type { SourceIndex, SourceSentence } from './source-index.ts';

/** The share of a clause's words that a clause of the source must have to be its source. */
const ALIGNED_SHARE = 0.3;
/** Next to the best, those that share nearly as much may be meant as well. */
const NEAR_BEST = 0.97;

/** What all clauses of one sentence are compared with. */
export interface Context {
  /** The clauses of the sentence. */
  readonly clauses: readonly Clause[];
  readonly foundKeys: ReadonlySet<string>;
  readonly foundNumbers: readonly NumberReading[];
  readonly candidates: readonly SourceSentence[];
  readonly index: SourceIndex;
  readonly isAttributed: boolean;
}

export interface Aligned {
  readonly sentence: SourceSentence;
  readonly clause: Clause;
  readonly share: number;
}

/** The clauses of the source that a clause may be told from: the best, and those as good. */
export function align(clause: Clause, { candidates, index }: Context): readonly Aligned[] {
  const found: Aligned[] = [];
  for (const sentence of candidates)
    for (const source of sentence.clauses) found.push({ sentence, clause: source, share: shareOf(clause, source, sentence, index) });
  found.sort((a, b) => b.share - a.share);
  const best = found[0]?.share ?? 0;
  return best < ALIGNED_SHARE ? [] : found.filter((one) => one.share >= best * NEAR_BEST);
}

/** A number says more than a word about which clause is meant. */
const NUMBER_WEIGHT = 2;

/** How much of a clause's words, numbers and states stand in one clause of the source, by their weight. */
function shareOf(clause: Clause, source: Clause, sentence: SourceSentence, index: SourceIndex): number {
  const numbers = sentence.clauses.flatMap((one) => one.numbers);
  let all = 0;
  let shared = 0;
  const count = (weight: number, isShared: boolean | number): void => {
    all += weight;
    shared += weight * Number(isShared);
  };
  for (const key of clause.signs.keys())
    if (!isStateKey(clause, key)) count(index.weightOf(key), source.signs.has(key) ? 1 : source.inherited.has(key) ? 0.8 : 0);
  for (const key of clause.inherited) count(index.weightOf(key) * 0.2, source.signs.has(key) || source.inherited.has(key));
  for (const number of clause.numbers)
    count(
      NUMBER_WEIGHT,
      source.numbers.some((one) => isSame(number, one)) ? 1 : source.numbers.length === 0 && numbers.some((one) => isSame(number, one)) ? 0.8 : 0,
    );
  for (const state of clause.states) count(1, source.states.some((one) => one.axis === state.axis) ? 1 : source.states.length > 0 ? 0.5 : 0);
  return all === 0 ? 0 : shared / all;
}

export function isStateKey(clause: Clause, key: string): boolean {
  const word = clause.words.get(key)?.toLowerCase() ?? '';
  return clause.states.some((state) => state.word.toLowerCase().split(' ').includes(word));
}
