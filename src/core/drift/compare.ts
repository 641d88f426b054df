import type { Claim, Clause, NumberReading, StateReading } from './clause.ts';
import type { Finding } from './drift.ts';
import { UNDONE } from './lexicon/states.ts';
import { UNITS } from './lexicon/units.ts';
import { ANTONYMS, CLOSED_CLASSES, LIGHT_VERBS } from './lexicon/words.ts';
import { wordKey } from './stem.ts';

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
  /** The clauses of the source's sentence. */
  readonly siblings: readonly Clause[];
  /** Any clause of the source's sentence is negated. */
  readonly isSourceNegated: boolean;
  /** Whether the source has a word anywhere. */
  readonly isKnown: (key: string) => boolean;
}

/** E16: the comparisons, in the order in which a finding is told. */
const COMPARISONS: readonly ((pair: Pair) => Finding | undefined)[] = [
  compareStates,
  comparePolarity,
  compareClaims,
  compareAttachments,
  compareScope,
  compareNumbers,
];

/** For a clause that has some of the words: what it does not say is no loss, but what it says must not be otherwise. */
export function compareMixed(pair: Pair): Finding | undefined {
  return compareStates(pair) ?? compareOtherState(pair) ?? comparePolarity(pair) ?? compareNumbers(pair);
}

export function compareClauses(pair: Pair): readonly Finding[] {
  return COMPARISONS.flatMap((compare) => compare(pair) ?? []);
}

const STATUS_AXES = new Set([
  'outcome',
  'progress',
  'approval',
  'enabled',
  'valid',
  'open',
  'confirmed',
  'presence',
  'paid',
  'sync',
  'normal-form',
  'readiness',
]);
const MAIN_AXES = new Set(['outcome', 'progress', 'approval']);
const UNDONE_NAME: ReadonlyMap<string, string> = new Map(UNDONE.flatMap(({ name, words }) => words.split('|').map((word) => [word, name] as const)));

function compareStates({ found, source, foundKeys }: Pair): Finding | undefined {
  const isUndone = source.states.some((state) => state.axis === 'progress' && !state.isPositive);
  for (const state of found.states) {
    // What waits for an approval is not approved.
    if (isUndone && !state.isPositive && state.axis !== 'progress') continue;
    const same = source.states.filter((one) => one.axis === state.axis);
    if (same.length > 0 && same.every((one) => one.isPositive !== state.isPositive)) return stateFinding(state, same[0]);
    if (state.axis === 'progress' && !state.isPositive) {
      const name = UNDONE_NAME.get(state.word.toLowerCase());
      const names = same.flatMap((one) => UNDONE_NAME.get(one.word.toLowerCase()) ?? []);
      if (name !== undefined && names.length > 0 && !names.includes(name)) return stateFinding(state, same[0]);
    }
    const others = source.states.filter((one) => STATUS_AXES.has(one.axis));
    if (
      STATUS_AXES.has(state.axis) &&
      same.length === 0 &&
      others.length > 0 &&
      !others.some((one) => found.states.some(({ axis, isPositive }) => axis === one.axis && isPositive === one.isPositive)) &&
      others.every((one) => one.isPositive !== state.isPositive && (state.isPositive || MAIN_AXES.has(one.axis)))
    ) {
      return stateFinding(state, others[0]);
    }
    if (isUndone && state.isPositive && STATUS_AXES.has(state.axis) && !isHedged(found))
      return stateFinding(
        state,
        source.states.find((one) => !one.isPositive),
      );
  }
  const planned = comparePlanned(found, source);
  if (planned !== undefined) return planned;
  if (source.states.length === 0 && found.states.length === 0 && !source.qualifiers.has('tentative')) return undefined;
  for (const qualifier of source.qualifiers) {
    if (qualifier === 'condition' || found.qualifiers.size > 0 || isHedged(found) || foundKeys.size === 0) continue;
    return { kind: 'state', found: found.text, expected: qualifier };
  }
  return undefined;
}

const BEGUN = new Set(['in progress', 'partial']);

/** What is planned has not begun, and what is blocked is no mere plan. */
function comparePlanned(found: Clause, source: Clause): Finding | undefined {
  if (source.claims.has('planned') && !found.claims.has('planned') && source.states.length === 0) {
    const reached = found.states.find(
      ({ axis, isPositive, word }) =>
        (isPositive && (axis === 'progress' || axis === 'start' || axis === 'outcome' || axis === 'normal-form')) ||
        BEGUN.has(UNDONE_NAME.get(word.toLowerCase()) ?? ''),
    );
    if (reached !== undefined && found.claims.has('fact') && !found.isNegated) return { kind: 'state', found: reached.word, expected: source.cue || 'planned' };
  }
  const unstarted = source.states.find(({ axis, isPositive }) => axis === 'start' && !isPositive);
  const begun = found.states.find(({ word }) => BEGUN.has(UNDONE_NAME.get(word.toLowerCase()) ?? ''));
  if (unstarted !== undefined && begun !== undefined) return stateFinding(begun, unstarted);
  const blocked = source.states.find(({ isPositive, word }) => !isPositive && UNDONE_NAME.get(word.toLowerCase()) === 'blocked');
  if (blocked !== undefined && found.states.length === 0 && found.claims.has('planned') && found.attachments.length === 0 && !found.isNegated)
    return { kind: 'state', found: found.cue || 'planned', expected: blocked.word };
  return undefined;
}

/** A state that the words have elsewhere, where they have another here. */
function compareOtherState({ found, source }: Pair): Finding | undefined {
  const other = source.states.find((one) => STATUS_AXES.has(one.axis));
  const state = found.states.find((one) => STATUS_AXES.has(one.axis));
  if (state === undefined || other === undefined || source.states.some((one) => found.states.some(({ axis }) => axis === one.axis))) return undefined;
  if (state.isPositive === other.isPositive && !(MAIN_AXES.has(state.axis) && MAIN_AXES.has(other.axis))) return undefined;
  return stateFinding(state, other);
}

function isHedged(clause: Clause): boolean {
  return (
    clause.states.some((state) => !state.isPositive) || clause.qualifiers.size > 0 || clause.isNegated || isLack(clause) || clause.quantifiers.has('partial')
  );
}

function stateFinding(state: StateReading, expected: StateReading | undefined): Finding {
  return { kind: 'state', found: state.word, expected: expected?.word };
}

function comparePolarity({ found, source }: Pair): Finding | undefined {
  if (found.claims.has('exempt') && source.claims.has('exempt')) return undefined;
  if (isBound(found) && isBound(source) && found.attachments.length + source.attachments.length === 0) return undefined;
  if (isNegative(found) && isNegative(source) && found.isNegated !== source.isNegated) return undefined;
  if (isStillToCome(found) && isStillToCome(source)) return undefined;
  if (isOppositeOrder(found, source)) return undefined;
  const axes = new Set(source.states.map((state) => state.axis));
  // Where both tell the same state, negation was weighed there: `did not succeed` is `failed`.
  const isWeighed = found.states.some((state) => axes.has(state.axis));
  if (isWeighed && found.isNegated !== source.isNegated && isPartlyNegated(found) !== isPartlyNegated(source)) return undefined;
  // `cannot proceed without her approval` is `blocked on her approval`.
  const areBlocked = isBlocked(found) && isBlocked(source);
  // `lacks a test` is `a test is missing`, and `free of meetings` is `no meetings`.
  const isLacking = (isLack(found) && (hasAbsence(source) || (source.isNegated && isDenied(found, source)))) || (isLack(source) && hasAbsence(found));
  const turn = isWeighed && found.isNegated !== source.isNegated ? -1 : 1;
  for (const [key, sign] of found.signs) {
    const other = (source.signs.get(key) ?? sign * turn) * turn;
    if (other === sign || source.ambiguous.has(key) || found.ambiguous.has(key)) continue;
    if ((areBlocked || haveSameException(found, source)) && (isAttached(found, key) || isAttached(source, key))) continue;
    if (isLacking && (other === 1 || isDenied(found, source))) continue;
    // `no errors` is `0 errors`.
    if (hasZero(found) || hasZero(source)) continue;
    // `No restart is needed to …`: only the restart is denied; `swimming in pools is not`: only the pools.
    if ((found.claims.has('exempt') || found.isNegated) && other === 1 && isDeniedInBoth(found, source)) continue;
    return { kind: 'polarity', found: found.negationCue || (found.words.get(key) ?? key), expected: source.negationCue || (source.words.get(key) ?? key) };
  }
  const antonym = findAntonym(found, source);
  if (antonym !== undefined) return antonym;
  // `nothing without a number` and `nothing with a number`
  if (found.isNegated && source.isNegated) {
    for (const attachment of source.attachments.filter((one) => one.isExcluding)) {
      const lost = [...attachment.keys].find((key) => found.signs.has(key));
      if (lost !== undefined && found.attachments.length === 0) return { kind: 'polarity', found: found.words.get(lost) ?? lost, expected: source.text };
    }
  }
  for (const attachment of found.attachments) {
    for (const other of source.attachments) {
      if (attachment.order === undefined || other.order === undefined || attachment.order === other.order) continue;
      if (attachment.keys.size === 0 || [...attachment.keys].some((key) => other.keys.has(key)))
        return { kind: 'polarity', found: attachment.order, expected: other.order };
    }
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
function isOppositeOrder(found: Clause, source: Clause): boolean {
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

/** `will start next` and `has not started yet` */
function isStillToCome(clause: Clause): boolean {
  const isPlanned = clause.claims.has('planned');
  return clause.isNegated ? !isPlanned && clause.states.some(({ axis, isPositive }) => axis === 'start' && !isPositive) : isPlanned;
}

function isBlocked(clause: Clause): boolean {
  return clause.states.some(({ isPositive, word }) => !isPositive && UNDONE_NAME.get(word.toLowerCase()) === 'blocked');
}

/** `everything except the vendor folder` and `all folders but vendor` */
function haveSameException(found: Clause, source: Clause): boolean {
  const keys = new Set(source.attachments.filter((one) => one.isExcluding).flatMap((one) => [...one.keys]));
  return found.attachments.some((one) => one.isExcluding && [...one.keys].some((key) => keys.has(key)));
}

function isAttached(clause: Clause, key: string): boolean {
  return clause.attachments.some((one) => one.keys.has(key));
}

function isLack(clause: Clause): boolean {
  return /^(?:lack|free of)/i.test(clause.negationCue);
}

function hasAbsence(clause: Clause): boolean {
  return clause.states.some(({ axis, isPositive }) => axis === 'presence' && !isPositive);
}

function isDenied(found: Clause, source: Clause): boolean {
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
function isDeniedInBoth(found: Clause, source: Clause): boolean {
  const attached = new Set(found.attachments.flatMap((one) => [...one.keys]));
  return !source.isNegated && [...found.signs].some(([key, sign]) => sign === -1 && !attached.has(key) && source.signs.get(key) === -1);
}

/** Denies or tells a failure: `could not reproduce` is `reproducing failed`. */
function isNegative(clause: Clause): boolean {
  return (
    clause.isNegated ||
    clause.states.some((state) => !state.isPositive && STATUS_AXES.has(state.axis)) ||
    clause.names.some((name) => /err|fail|exception/i.test(name))
  );
}

/** What each claim of the source may become. A fragment (`neutral`) claims what its source does. */
const FAITHFUL: Readonly<Record<Claim, readonly Claim[]>> = {
  must: ['must', 'imperative'],
  imperative: ['imperative', 'must', 'planned'],
  forbid: ['forbid', 'restrict'],
  restrict: ['restrict'],
  permit: ['permit'],
  exempt: ['exempt', 'permit'],
  soft: ['soft'],
  expected: ['expected', 'planned', 'soft'],
  planned: ['planned', 'expected', 'imperative'],
  possible: ['possible'],
  question: ['question', 'possible'],
  fact: ['fact', 'exempt'],
  neutral: ['neutral', 'fact', 'imperative', 'must', 'forbid', 'planned'],
};

function compareClaims({ found, source, isAttributed }: Pair): Finding | undefined {
  if (source.claims.has('neutral') || (found.inherited.size > 0 && found.signs.size + found.numbers.length < 2)) return undefined;
  if (found.isNegated && isDeniedInBoth(found, source)) return undefined;
  if (isLack(found) && source.isNegated && isDenied(found, source)) return undefined;
  if (isOppositeOrder(found, source)) return undefined;
  if (found.claims.has('neutral') && !source.claims.has('possible')) return undefined;
  if (isAttributed && (found.claims.has('fact') || found.claims.has('neutral'))) return undefined;
  if (isBound(found) && isBound(source) && !isWeakened(found, source)) return undefined;
  // `do not delete without asking` is `ask before you delete`.
  if (source.claims.has('restrict') && isOrder(found) && found.attachments.some((one) => one.order === 'before')) return undefined;
  // `ask before you delete` is `do not delete without asking`.
  if (found.claims.has('restrict') && isOrder(source) && source.attachments.some((one) => one.order === 'before')) return undefined;
  if (found.claims.has('must') && source.states.some((state) => state.axis === 'progress' && !state.isPositive)) return undefined;
  const axes = new Set(source.states.map((state) => state.axis));
  if (found.states.some((state) => axes.has(state.axis)) && isOrder(found) && isOrder(source)) return undefined;
  for (const claim of source.claims) for (const allowed of FAITHFUL[claim]) if (found.claims.has(allowed)) return undefined;
  if (source.claims.has('planned') && found.claims.has('fact') && !found.isPast) return undefined;
  if (source.claims.has('fact') && !source.isPast && found.claims.has('planned')) return undefined;
  // What is still to come has not been done.
  if (source.claims.has('planned') && found.states.length > 0 && found.states.every((state) => !state.isPositive)) return undefined;
  if (found.claims.has('planned') && source.states.length > 0 && source.states.every((state) => !state.isPositive)) return undefined;
  const kind = source.claims.has('planned') && found.claims.has('fact') ? 'state' : 'modality';
  return { kind, found: found.cue || [...found.claims].join(' or '), expected: source.cue || [...source.claims].join(' or ') };
}

/** Where both have a bound, what is told of it must still be as hard. */
function isWeakened(found: Clause, source: Clause): boolean {
  const isSoft = (clause: Clause): boolean => clause.claims.has('soft') || (clause.claims.has('possible') && !clause.claims.has('permit'));
  return (
    isSoft(found) !== isSoft(source) ||
    source.claims.has('possible') ||
    found.claims.has('exempt') !== source.claims.has('exempt') ||
    (found.claims.has('permit') && source.claims.has('must'))
  );
}

/** `limited to at most 600`: the comparison makes the rule. */
function isBound(clause: Clause): boolean {
  return clause.numbers.some((number) => number.comparison !== undefined);
}

/** `exclude` and `must not include` are one order. */
function isOrder(clause: Clause): boolean {
  return clause.claims.has('must') || clause.claims.has('imperative') || clause.claims.has('forbid');
}

const RULES: ReadonlySet<Claim> = new Set<Claim>(['must', 'forbid', 'restrict', 'permit', 'imperative', 'exempt', 'soft']);

function isRule(clause: Clause): boolean {
  return !clause.claims.has('fact') && [...clause.claims].some((claim) => RULES.has(claim));
}

function compareAttachments({ found, source, foundKeys }: Pair): Finding | undefined {
  for (const attachment of source.attachments) {
    const isBinding = attachment.type === 'exception' || isRule(source) || (source.states.length > 0 && attachment.order === undefined);
    if (!isBinding || attachment.keys.size === 0) continue;
    if ([...attachment.keys].some((key) => foundKeys.has(key))) continue;
    return { kind: 'polarity', found: found.text, expected: [...attachment.keys].join(' ') };
  }
  const isOrdered = isOrder(found) && found.attachments.some((one) => one.order === 'before');
  if (
    source.isExclusive &&
    !found.isExclusive &&
    !found.isNegated &&
    !isOrdered &&
    !found.states.some((state) => source.states.some(({ axis }) => axis === state.axis))
  )
    return { kind: 'scope', found: found.text, expected: 'only' };
  return undefined;
}

function isGuess(clause: Clause): boolean {
  return clause.claims.has('possible') && !clause.claims.has('permit');
}

const LIGHT: ReadonlySet<string> = new Set(LIGHT_VERBS.map(wordKey));
const CLASSES: ReadonlyMap<string, number> = new Map(CLOSED_CLASSES.flatMap((row, index) => row.split(' ').map((word) => [wordKey(word), index] as const)));

function compareScope({ found, source, siblings, foundKeys, foundNumbers, sourceKeys, isSourceNegated, isKnown }: Pair): Finding | undefined {
  for (const key of found.signs.keys()) {
    const closed = CLASSES.get(key);
    if (closed === undefined || sourceKeys.has(key)) continue;
    const other = [...sourceKeys].find((one) => CLASSES.get(one) === closed && !foundKeys.has(one));
    if (other !== undefined) return { kind: 'scope', found: found.words.get(key) ?? key, expected: other };
  }
  // `all 42 tests passed` of `1 failed, 41 passed, 42 total`
  const isWhole = found.quantifiers.has('universal') && !found.isNegated && found.attachments.length === 0 && found.states.every((state) => state.isPositive);
  const left = siblings.find(
    (one) =>
      one.numbers.some(({ quantity }) => quantity.value > 0) &&
      one.states.some(({ axis, isPositive }) => !isPositive && STATUS_AXES.has(axis)) &&
      (found.states.length > 0 || [...one.signs.keys()].some((key) => found.signs.has(key))),
  );
  if (isWhole && left !== undefined && found.claims.has('fact')) return { kind: 'state', found: found.text, expected: left.text };
  const novel = [...found.signs.keys()].filter((key) => !sourceKeys.has(key) && !isKnown(key));
  const axes = new Set(found.states.map((state) => state.axis));
  const told = new Set(source.states.filter((state) => axes.has(state.axis)).map((state) => state.word));
  const missing = [...source.signs.keys()].filter(
    (key) =>
      !foundKeys.has(key) && !(LIGHT.has(key) && found.signs.size > 1) && !told.has(source.words.get(key) ?? '') && !UNITS.has(source.words.get(key) ?? ''),
  );
  const lost =
    isRule(source) && !isGuess(found)
      ? source.numbers.find((number) => number.text.toLowerCase() !== 'one' && !foundNumbers.some((one) => isSame(one, number)))
      : undefined;
  if (lost !== undefined) return { kind: 'scope', found: found.text, expected: lost.text };
  if (found.quantifiers.has('universal') && source.isExclusive && !source.quantifiers.has('universal'))
    return { kind: 'scope', found: 'all', expected: 'only' };
  const isWidened = found.quantifiers.has('universal') && !source.quantifiers.has('universal') && !found.isNegated;
  if (source.quantifiers.has('partial') && !found.quantifiers.has('partial') && (found.numbers.length === 0 || isWidened)) {
    return { kind: 'scope', found: found.text, expected: 'only some' };
  }
  if (found.quantifiers.has('universal') && !source.quantifiers.has('universal') && isSourceNegated && !found.isNegated)
    return { kind: 'scope', found: 'all', expected: 'not all' };
  if (found.quantifiers.has('partial') && !source.quantifiers.has('partial') && source.quantifiers.has('universal')) {
    return { kind: 'scope', found: found.text, expected: 'all' };
  }
  const isWider = missing.some((key) => source.bounds.has(key)) || found.quantifiers.has('universal') || novel.length === 0;
  if (isRule(source) && !source.claims.has('soft') && missing.length > 0 && isWider && !isGuess(found) && !(found.inherited.size > 0 && found.signs.size < 2))
    return { kind: 'scope', found: found.words.get(novel[0] ?? '') ?? found.text, expected: source.words.get(missing[0] ?? '') };
  return undefined;
}

function compareNumbers({ found, sourceNumbers }: Pair): Finding | undefined {
  for (const number of found.numbers) {
    const same = sourceNumbers.filter((one) => isSame(number, one));
    const compared = same.find((one) => one.comparison !== undefined);
    if (number.comparison !== undefined && compared !== undefined && same.every((one) => one.comparison !== number.comparison)) {
      return { kind: 'number', found: `${number.comparison} ${number.text}`, expected: `${compared.comparison} ${compared.text}` };
    }
    const label = number.after ?? number.before;
    const isLabelled = (one: NumberReading): boolean => label !== undefined && label === (one.after ?? one.before);
    const mayBeLabelled = (one: NumberReading): boolean => label !== undefined && (label === one.after || label === one.before);
    const swapped =
      same.length > 0 && !same.some(mayBeLabelled)
        ? sourceNumbers.find((one) => !isSame(number, one) && isLabelled(one) && one.quantity.dimension === number.quantity.dimension)
        : undefined;
    if (swapped !== undefined) return { kind: 'number', found: number.text, expected: swapped.text };
    if (same.length > 0) continue;
    const rival = sourceNumbers.find((one) => (one.quantity.dimension !== '' && one.quantity.dimension === number.quantity.dimension) || isLabelled(one));
    if (rival !== undefined) return { kind: 'number', found: number.text, expected: rival.text };
  }
  return undefined;
}

/** Equal value and unit. What is told as about may be rounded. */
export function isSame(found: NumberReading, source: NumberReading): boolean {
  const [a, b] = [found.quantity, source.quantity];
  const isSameUnit = a.dimension === b.dimension || a.dimension === '' || b.dimension === '';
  if (!isSameUnit) return false;
  const tolerance = found.isApproximate ? 0.06 : 1e-9;
  return (
    Math.abs(a.value - b.value) <= tolerance * Math.abs(b.value) ||
    (a.dimension === '' && b.dimension !== '' && Number(source.text.replace(/[^\d.]/g, '')) === a.value)
  );
}
