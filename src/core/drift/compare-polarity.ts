import { isBlocked, isBound, isLack, isNegative, isOrder, isStillToCome, turns } from './clause-traits.ts';
import type { Finding } from './drift.ts';
import { ANTONYMS, IMPERATIVES } from './lexicon/words.ts';
import type { Pair } from './pair.ts';
import type { Attachment, Clause } from './reading.ts';
import { wordKey } from './stem.ts';

export function comparePolarity(pair: Pair): Finding | undefined {
  const { found, source } = pair;
  if (source.claims.has('question')) return undefined;
  if (found.claims.has('exempt') && source.claims.has('exempt')) return undefined;
  if (!/possible/i.test(found.negationCue) && isBound(found) && isBound(source) && found.attachments.length + source.attachments.length === 0) return undefined;
  if (isNegative(found) && isNegative(source) && found.isNegated !== source.isNegated) return undefined;
  if (isStillToCome(found) && isStillToCome(source)) return undefined;
  if (isOppositeOrder(found, source)) return undefined;
  if (isNeedOfException(found, source)) return undefined;
  const axes = new Set(source.states.map((state) => state.axis));
  // Where both tell the same state, negation was weighed there: `did not succeed` is `failed`.
  const isWeighed = found.states.some((state) => axes.has(state.axis));
  if (isWeighed && found.isNegated !== source.isNegated && isPartlyNegated(found) !== isPartlyNegated(source)) return undefined;
  // `cannot proceed without her approval` is `blocked on her approval`.
  const areBlocked = isBlocked(found) && isBlocked(source);
  // `lacks a test` is `a test is missing`, and `free of meetings` is `no meetings`.
  const isLacking = (isLack(found) && (hasAbsence(source) || (source.isNegated && isDenied(found, source)))) || (isLack(source) && hasAbsence(found));
  const turn = isWeighed && found.isNegated !== source.isNegated ? -1 : 1;
  const opposing: string[] = [];
  let agreeing = 0;
  for (const [key, sign] of found.signs) {
    const other = (source.signs.get(key) ?? sign * turn) * turn;
    if (other === sign) agreeing += source.signs.has(key) && !(isAttached(found, key) && isAttached(source, key)) ? 1 : 0;
    if (other === sign || source.ambiguous.has(key) || found.ambiguous.has(key)) continue;
    if ((areBlocked || haveSameException(found, source)) && (isAttached(found, key) || isAttached(source, key))) continue;
    if (isLacking && (other === 1 || isDenied(found, source))) continue;
    // `no errors` is `0 errors`.
    if (hasZero(found) || hasZero(source)) continue;
    // `No restart is needed to …`: only the restart is denied; `swimming in pools is not`: only the pools.
    if ((found.claims.has('exempt') || found.isNegated) && other === 1 && isDeniedInBoth(found, source)) continue;
    opposing.push(key);
  }
  const [first] = opposing;
  if (first !== undefined && !areEquallyBound(found, source) && isContradicted(pair, opposing.length, agreeing))
    return {
      kind: 'polarity',
      found: found.negationCue || (found.words.get(first) ?? first),
      expected: source.negationCue || (source.words.get(first) ?? first),
    };
  const antonym = findAntonym(found, source);
  if (antonym !== undefined) return antonym;
  // `nothing without a number` and `nothing with a number`
  if (found.isNegated && source.isNegated) {
    for (const attachment of source.attachments.filter((one) => one.isExcluding)) {
      const lost = [...attachment.keys].find((key) => found.signs.has(key));
      if (lost !== undefined && found.attachments.length === 0) return { kind: 'polarity', found: found.words.get(lost) ?? lost, expected: source.text };
    }
  }
  const swapped = findSwappedBound(found, source);
  if (swapped !== undefined) return swapped;
  for (const attachment of found.attachments) {
    for (const other of source.attachments) {
      if (attachment.order === undefined || other.order === undefined || attachment.order === other.order) continue;
      if (attachment.keys.size === 0 || [...attachment.keys].some((key) => other.keys.has(key)))
        return { kind: 'polarity', found: attachment.order, expected: other.order };
    }
  }
  return undefined;
}

/**
 * Words with another sign contradict the source where only one of both turns anything. Where both do, each in its own way
 * (`nothing goes out until …`, `… only after …`), only a clause that says the same with no word of its own does.
 */
function isContradicted({ found, source, foundSiblings, siblings, sourceKeys }: Pair, opposing: number, agreeing: number): boolean {
  const isDeniedBoth = [...found.signs].some(
    ([key, sign]) => sign === -1 && source.signs.get(key) === -1 && (found.isNegated || VERBS.has(key)) && !isAttached(found, key) && !isAttached(source, key),
  );
  if (turns(found) && siblings.some(turns)) return !isDeniedBoth && agreeing < opposing && [...found.signs.keys()].every((key) => sourceKeys.has(key));
  return opposing > agreeing || foundSiblings.length === 1;
}

/** `stop unless it fades` and `stop if it fades` */
function findSwappedBound(found: Clause, source: Clause): Finding | undefined {
  if ((found.negationCue === '') !== (source.negationCue === '')) return undefined;
  const isUnless = (one: Attachment): boolean => one.type === 'exception' && one.isExcluding;
  const isIf = (one: Attachment): boolean => one.type === 'condition' && one.order === undefined;
  for (const one of found.attachments) {
    const other = source.attachments.find(
      (bound) => [...bound.keys].some((key) => one.keys.has(key)) && ((isIf(one) && isUnless(bound)) || (isUnless(one) && isIf(bound))),
    );
    if (other !== undefined) return { kind: 'polarity', found: found.text, expected: source.text };
  }
  return undefined;
}

/** `keep the posts` and `the posts are to be deleted` */
function findAntonym(found: Clause, source: Clause): Finding | undefined {
  for (const [key, sign] of found.signs) {
    if (source.signs.has(key)) continue;
    const other = OPPOSITES.get(key)?.find((one) => source.signs.get(one) === sign && !found.signs.has(one));
    if (other !== undefined) return { kind: 'polarity', found: found.words.get(key) ?? key, expected: source.words.get(other) ?? other };
  }
  return undefined;
}

/** `never delete it` and `it must be kept` */
export function isOppositeOrder(found: Clause, source: Clause): boolean {
  if (!isOrder(found) || !isOrder(source) || found.isNegated === source.isNegated) return false;
  return [...found.signs].some(([key, sign]) => !source.signs.has(key) && OPPOSITES.get(key)?.some((other) => source.signs.get(other) === -sign) === true);
}

const OPPOSITES: ReadonlyMap<string, readonly string[]> = oppositesOf(ANTONYMS);

function oppositesOf(rows: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const row of rows) {
    const [a = '', b = ''] = row.split(' ').map(wordKey);
    found.set(a, [...(found.get(a) ?? []), b]);
    found.set(b, [...(found.get(b) ?? []), a]);
  }
  return found;
}

/** `no submission before the audit` and `do not submit before the audit`: however each is read, both deny up to one bound. */
function areEquallyBound(found: Clause, source: Clause): boolean {
  if (found.negationCue === '' || source.negationCue === '') return false;
  const bounds = source.attachments.filter((one) => one.type === 'exception');
  return found.attachments.some((one) => one.type === 'exception' && bounds.some((bound) => [...bound.keys].some((key) => one.keys.has(key))));
}

const VERBS: ReadonlySet<string> = new Set([...IMPERATIVES].map(wordKey));

/** `no purchases without a number` is `purchases need a number`. */
function isNeedOfException(found: Clause, source: Clause): boolean {
  const isRuled = found.claims.has('must') || found.claims.has('restrict') || found.claims.has('imperative');
  return (
    isRuled &&
    found.negationCue === '' &&
    source.negationCue !== '' &&
    found.attachments.every((one) => one.type === 'condition') &&
    source.attachments.some((one) => one.isExcluding && [...one.keys].some((key) => found.signs.get(key) === 1))
  );
}

/** `everything except the vendor folder` and `all folders but vendor` */
function haveSameException(found: Clause, source: Clause): boolean {
  const keys = new Set(source.attachments.filter((one) => one.isExcluding).flatMap((one) => [...one.keys]));
  return found.attachments.some((one) => one.isExcluding && [...one.keys].some((key) => keys.has(key)));
}

function isAttached(clause: Clause, key: string): boolean {
  return clause.attachments.some((one) => one.keys.has(key));
}

function hasAbsence(clause: Clause): boolean {
  return clause.states.some(({ axis, isPositive }) => axis === 'presence' && !isPositive);
}

export function isDenied(found: Clause, source: Clause): boolean {
  return [...found.signs].some(([key, sign]) => sign === -1 && source.signs.get(key) === -1);
}

function hasZero(clause: Clause): boolean {
  return clause.numbers.some((number) => number.quantity.value === 0);
}

/** `fails to close`: what is done is denied, who does it is not. */
function isPartlyNegated(clause: Clause): boolean {
  return !clause.isNegated && clause.negationCue !== '';
}

/** Some word that both deny. */
export function isDeniedInBoth(found: Clause, source: Clause): boolean {
  const attached = new Set(found.attachments.flatMap((one) => [...one.keys]));
  return !source.isNegated && [...found.signs].some(([key, sign]) => sign === -1 && !attached.has(key) && source.signs.get(key) === -1);
}
