import { clauseRanges } from './clause-ranges.ts';
import { operatorsOf } from './phrases.ts';
import { readClause } from './read-clause.ts';
import type { Clause } from './reading.ts';
import { tokensOf } from './tokens.ts';

/** The clauses of one sentence. Linear. */
export function clausesOf(sentence: string, previous?: Clause): readonly Clause[] {
  const tokens = tokensOf(sentence);
  const operators = operatorsOf(tokens);
  const clauses: Clause[] = [];
  for (const range of clauseRanges(tokens, operators)) {
    const clause = readClause(tokens, operators, range, clauses.at(-1) ?? previous);
    if (clause !== undefined) clauses.push(clause);
  }
  return clauses;
}

export type { Clause } from './reading.ts';
