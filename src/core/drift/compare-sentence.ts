import { type Aligned, align, type Context, isStateKey } from './align.ts';
import { clausesOf } from './clause.ts';
import { compareClauses, compareMixed } from './compare.ts';
import { findRivalMember } from './compare-members.ts';
import { isSame } from './compare-numbers.ts';
import type { Finding } from './drift.ts';
import { findForeign, findForeignNumber } from './foreign.ts';
import type { Pair } from './pair.ts';
import type { Clause } from './reading.ts';
import type { SourceIndex } from './source-index.ts';

/** Sentences of the source that one sentence is held against. */
export const CANDIDATES = 6;

/** E16: the first thing that a sentence says otherwise than the sentences of the source that are nearest to it. */
export function compareSentence(text: string, index: SourceIndex, isAttributed = false, whole = text): Finding | undefined {
  const clauses = clausesOf(text);
  if (clauses.length === 0) return undefined;
  const candidates = index.nearest(text, CANDIDATES);
  const foundKeys = new Set((whole === text ? clauses : clausesOf(whole)).flatMap((clause) => [...clause.signs.keys()]));
  const foundNumbers = clauses.flatMap((clause) => clause.numbers);
  const context: Context = { clauses, foundKeys, foundNumbers, candidates, index, isAttributed };
  const rival = findRivalMember(clauses, candidates);
  if (rival !== undefined) return rival;
  for (const clause of clauses) {
    const finding = findForeign(clause, candidates, index) ?? compareClause(clause, context) ?? findForeignNumber(clause, candidates, index);
    if (finding !== undefined) return finding;
  }
  return undefined;
}

function compareClause(clause: Clause, context: Context): Finding | undefined {
  const aligned = align(clause, context);
  let first: Finding | undefined = findOtherState(clause, aligned, context);
  if (first !== undefined) return first;
  for (const one of aligned) {
    const pair = pairOf(clause, one, context);
    const finding = compareClauses(pair)[0] ?? findMixed(clause, one, context);
    if (finding === undefined) return undefined;
    first ??= finding;
  }
  return first;
}

/**
 * A state that none of its candidates has: tools tell the outcome on lines of its own (`npm test`, `exit code 1`), and
 * people in the next sentence (`That did not help`). The nearest state of the same axis decides.
 */
function findOtherState(clause: Clause, aligned: readonly Aligned[], { index }: Context): Finding | undefined {
  for (const state of clause.states) {
    const hasAxis = (one: Clause): boolean => one.states.some(({ axis }) => axis === state.axis);
    if (aligned.length === 0 || aligned.some((one) => one.sentence.clauses.some(hasAxis))) continue;
    const nearest = aligned.flatMap((one) =>
      index
        .behind(one.sentence, NEIGHBOURS)
        .flatMap(({ clauses }) => clauses.find(hasAxis) ?? [])
        .slice(0, 1),
    );
    const other = nearest[0]?.states.find(({ axis }) => axis === state.axis);
    if (other !== undefined && nearest.every((one) => one.states.every(({ axis, isPositive }) => axis !== state.axis || isPositive !== state.isPositive))) {
      return { kind: 'state', found: state.word, expected: other.word };
    }
  }
  return undefined;
}

/** Lines behind a sentence that may tell its outcome. */
const NEIGHBOURS = 3;

/**
 * A clause may have words of two clauses of the source: `Rosa and Kim accepted` of *Rosa accepted; Kim did not*. What
 * the first does not hold must agree with where it stands.
 */
function findMixed(clause: Clause, aligned: Aligned, context: Context): Finding | undefined {
  const { clause: source, sentence } = aligned;
  const isHeld = (key: string): boolean => source.signs.has(key) || source.inherited.has(key);
  const attached = new Set(clause.attachments.flatMap((one) => [...one.keys]));
  const isCounted = clause.numbers.length > 0 && clause.numbers.every((number) => source.numbers.some((one) => isSame(number, one)));
  const proper = new Set([...clause.proper, ...clause.names].map((name) => name.toLowerCase()));
  const isProper = (key: string): boolean => proper.has(clause.words.get(key)?.toLowerCase() ?? '');
  const keys = [...clause.signs.keys()].filter((key) => !isHeld(key) && !isStateKey(clause, key) && !attached.has(key));
  const numbers = clause.numbers.filter((number) => !source.numbers.some((one) => isSame(number, one)));
  for (const other of context.candidates) {
    for (const sibling of other.clauses) {
      if (sibling === source) continue;
      const isNear = other === sentence || other.before === sentence;
      const isMixed =
        keys.some((key) => sibling.signs.has(key) && (isNear || isProper(key)) && (!isCounted || sibling.numbers.length === 0 || isProper(key))) ||
        (isNear && numbers.some((number) => sibling.numbers.some((one) => isSame(number, one))));
      if (!isMixed) continue;
      const finding = compareMixed(pairOf(clause, { sentence: other, clause: sibling, share: 0 }, context));
      if (finding !== undefined) return finding;
    }
  }
  return undefined;
}

function pairOf(found: Clause, { sentence, clause: source }: Aligned, context: Context): Pair {
  return {
    found,
    source,
    foundKeys: context.foundKeys,
    foundNumbers: context.foundNumbers,
    sourceKeys: new Set(sentence.clauses.flatMap((one) => [...one.signs.keys()])),
    sourceNumbers: sentence.clauses.flatMap((one) => one.numbers),
    isAttributed: context.isAttributed,
    foundSiblings: context.clauses,
    siblings: sentence.clauses,
    candidates: context.candidates.map((one) => one.clauses),
    provenance: sentence.provenance,
    isSourceNegated: sentence.clauses.some((one) => one.isNegated || [...one.signs.values()].includes(-1)),
    isKnown: (key) => context.index.hasKey(key),
  };
}
