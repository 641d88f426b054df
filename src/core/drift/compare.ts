import { compareClaims } from './compare-claims.ts';
import { compareMembers } from './compare-members.ts';
import { compareNumbers } from './compare-numbers.ts';
import { comparePolarity } from './compare-polarity.ts';
import { compareAttachments, compareScope } from './compare-scope.ts';
import { compareOtherState, compareStates } from './compare-states.ts';
import type { Finding } from './drift.ts';
import type { Pair } from './pair.ts';

/** E16: the comparisons, in the order in which a finding is told. */
const COMPARISONS: readonly ((pair: Pair) => Finding | undefined)[] = [
  compareStates,
  comparePolarity,
  compareClaims,
  compareAttachments,
  compareMembers,
  compareScope,
  compareNumbers,
];

/** For a clause that has some of the words: what it does not say is no loss, but what it says must not be otherwise. */
export function compareMixed(pair: Pair): Finding | undefined {
  return named(pair, compareStates(pair) ?? compareOtherState(pair) ?? comparePolarity(pair) ?? compareNumbers(pair));
}

export function compareClauses(pair: Pair): readonly Finding[] {
  return COMPARISONS.flatMap((compare) => named(pair, compare(pair)) ?? []);
}

/** `do not modify` told as `prefer careful changes`: what turned is how hard it is, and its sign with that. */
function isSoftened({ found, source }: Pair): boolean {
  const isHard = source.claims.has('forbid') || source.claims.has('must') || source.claims.has('restrict');
  return isHard && found.claims.size === 1 && found.claims.has('soft') && found.cue !== '';
}

/** What was found, by the kind that people see in it. */
function named(pair: Pair, finding: Finding | undefined): Finding | undefined {
  return finding?.kind === 'polarity' && isSoftened(pair)
    ? { kind: 'modality', found: pair.found.cue, expected: pair.source.cue || pair.source.negationCue || pair.source.text }
    : finding;
}
