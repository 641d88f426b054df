import { isGuess, isOrder, isRule, STATUS_AXES, turns } from './clause-traits.ts';
import { isSame } from './compare-numbers.ts';
import type { Finding } from './drift.ts';
import { UNITS } from './lexicon/units.ts';
import { CLOSED_CLASSES, LIGHT_VERBS } from './lexicon/words.ts';
import type { Pair } from './pair.ts';
import type { Clause } from './reading.ts';
import { wordKey } from './stem.ts';

export function compareAttachments({ found, source, foundKeys, foundSiblings }: Pair): Finding | undefined {
  for (const attachment of source.attachments) {
    const isBinding = attachment.type === 'exception' || isRule(source) || (source.states.length > 0 && attachment.order === undefined);
    if (!isBinding || attachment.keys.size === 0) continue;
    if ([...attachment.keys].some((key) => foundKeys.has(key))) continue;
    return { kind: 'polarity', found: found.text, expected: [...attachment.keys].join(' ') };
  }
  const isOrdered = isOrder(found) && found.attachments.some((one) => one.order === 'before');
  if (
    source.isExclusive &&
    !foundSiblings.some(turns) &&
    !found.isNegated &&
    !isOrdered &&
    !found.states.some((state) => source.states.some(({ axis }) => axis === state.axis))
  )
    return { kind: 'scope', found: found.text, expected: 'only' };
  return undefined;
}

const LIGHT: ReadonlySet<string> = new Set(LIGHT_VERBS.map(wordKey));
const CLASSES: ReadonlyMap<string, number> = new Map(CLOSED_CLASSES.flatMap((row, index) => row.split(' ').map((word) => [wordKey(word), index] as const)));

/** A tool orders nothing: its `make flash` is a call. */
function isOutput({ source, provenance }: Pair): boolean {
  return provenance === 'tool' && source.claims.has('imperative');
}

/** E16 scope: what a clause is said of, and how much of it. */
export function compareScope(pair: Pair): Finding | undefined {
  return findOtherMember(pair) ?? findWholeOfPart(pair) ?? findLostNumber(pair) ?? findOtherExtent(pair) ?? findLostBound(pair);
}

/** `on Tuesday`, where the source has Monday: another member of a closed class. */
function findOtherMember({ found, foundKeys, sourceKeys }: Pair): Finding | undefined {
  for (const key of found.signs.keys()) {
    const closed = CLASSES.get(key);
    if (closed === undefined || sourceKeys.has(key)) continue;
    const other = [...sourceKeys].find((one) => CLASSES.get(one) === closed && !foundKeys.has(one));
    if (other !== undefined) return { kind: 'scope', found: found.words.get(key) ?? key, expected: other };
  }
  return undefined;
}

/** `all 42 tests passed` of `1 failed, 41 passed, 42 total` */
function findWholeOfPart({ found, siblings, candidates }: Pair): Finding | undefined {
  const isWhole = found.quantifiers.has('universal') && !found.isNegated && found.attachments.length === 0 && found.states.every((state) => state.isPositive);
  if (!isWhole || !found.claims.has('fact')) return undefined;
  const isLeft = (one: Clause): boolean => one.states.some(({ axis, isPositive }) => !isPositive && STATUS_AXES.has(axis));
  const isShared = (one: Clause): boolean => [...one.signs.keys()].some((key) => found.signs.has(key));
  const left =
    siblings.find((one) => isLeft(one) && (isShared(one) || (found.states.length > 0 && one.numbers.some(({ quantity }) => quantity.value > 0)))) ??
    candidates.flat().find((one) => found.states.length > 0 && isLeft(one) && isShared(one));
  return left === undefined ? undefined : { kind: 'state', found: found.text, expected: left.text };
}

/** The number of a rule, in what is told of the rule. */
function findLostNumber(pair: Pair): Finding | undefined {
  const { found, source, foundNumbers } = pair;
  const shared = [...found.signs.keys()].filter((key) => source.signs.has(key)).length;
  if (!isRule(source) || isOutput(pair) || isGuess(found) || (shared < 2 && found.signs.size > 2 * shared)) return undefined;
  const lost = source.numbers.find((number) => number.text.toLowerCase() !== 'one' && !foundNumbers.some((one) => isSame(one, number)));
  return lost === undefined ? undefined : { kind: 'scope', found: found.text, expected: lost.text };
}

/** All for some, some for all, all for only. */
function findOtherExtent({ found, source, siblings, isSourceNegated }: Pair): Finding | undefined {
  const isAll = found.quantifiers.has('universal');
  const isAllThere = source.quantifiers.has('universal');
  if (isAll && source.isExclusive && !isAllThere) return { kind: 'scope', found: 'all', expected: 'only' };
  const isPart = found.quantifiers.has('partial');
  if (source.quantifiers.has('partial') && !isPart && (found.numbers.length === 0 || isWidened(found, siblings)))
    return { kind: 'scope', found: found.text, expected: 'only some' };
  if (isAll && !isAllThere && isSourceNegated && !found.isNegated) return { kind: 'scope', found: 'all', expected: 'not all' };
  if (isPart && isAllThere && !source.quantifiers.has('partial')) return { kind: 'scope', found: found.text, expected: 'all' };
  return undefined;
}

function isWidened(found: Clause, siblings: readonly Clause[]): boolean {
  return found.quantifiers.has('universal') && !siblings.some((one) => one.quantifiers.has('universal')) && !found.isNegated;
}

/** A bound that the source names: gone under a quantifier, or gone from a rule that is told in its own words. */
function findLostBound(pair: Pair): Finding | undefined {
  const { found, source, siblings, sourceKeys, isKnown } = pair;
  const missing = missingKeys(pair);
  const lostBound = missing.find((key) => source.bounds.has(key));
  if (isWidened(found, siblings) && lostBound !== undefined) return { kind: 'scope', found: 'all', expected: source.words.get(lostBound) };
  if (!isRule(source) || isOutput(pair) || source.claims.has('soft') || isGuess(found) || missing.length === 0) return undefined;
  if (found.inherited.size > 0 && found.signs.size < 2) return undefined;
  const novel = [...found.signs.keys()].filter((key) => !sourceKeys.has(key) && !isKnown(key));
  if (novel.length > (lostBound === undefined ? 0 : 1)) return undefined;
  return { kind: 'scope', found: found.words.get(novel[0] ?? '') ?? found.text, expected: source.words.get(missing[0] ?? '') };
}

/** The words of the source that the surrogate's sentence lacks, but for units, light verbs, and states that it tells. */
function missingKeys({ found, source, foundKeys }: Pair): readonly string[] {
  const axes = new Set(found.states.map((state) => state.axis));
  const told = new Set(source.states.filter((state) => axes.has(state.axis)).map((state) => state.word));
  return [...source.signs.keys()].filter((key) => {
    const word = source.words.get(key) ?? '';
    return !foundKeys.has(key) && !(LIGHT.has(key) && found.signs.size > 1) && !told.has(word) && !UNITS.has(word);
  });
}
