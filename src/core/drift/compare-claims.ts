import { isBlocked, isBound, isLack, isOrder, turns } from './clause-traits.ts';
import { isDenied, isDeniedInBoth, isOppositeOrder } from './compare-polarity.ts';
import type { Finding } from './drift.ts';
import type { Pair } from './pair.ts';
import type { Attachment, Claim, Clause } from './reading.ts';

/** What each claim of the source may become. A fragment (`neutral`) claims what its source does. */
const FAITHFUL: Readonly<Record<Claim, readonly Claim[]>> = {
  must: ['must', 'imperative', 'restrict', 'fact'],
  imperative: ['imperative', 'must', 'planned', 'fact', 'forbid', 'restrict'],
  forbid: ['forbid', 'restrict', 'fact'],
  restrict: ['restrict', 'fact'],
  permit: ['permit'],
  exempt: ['exempt', 'permit'],
  soft: ['soft', 'expected'],
  expected: ['expected', 'planned', 'soft', 'imperative'],
  planned: ['planned', 'expected', 'imperative'],
  possible: ['possible'],
  question: ['question', 'possible'],
  fact: ['fact', 'exempt', 'must', 'forbid', 'restrict', 'imperative', 'possible', 'neutral', 'expected', 'planned', 'question'],
  neutral: ['neutral', 'fact', 'imperative', 'must', 'forbid', 'planned'],
};

export function compareClaims({ found, source, provenance, isAttributed }: Pair): Finding | undefined {
  // What the user states as so is no wish: `nobody touches it until …`.
  if (provenance === 'user' && isPlainFact(source) && isWish(found)) return { kind: 'modality', found: found.cue, expected: source.text };
  if (source.claims.has('neutral') || (found.inherited.size > 0 && found.signs.size + found.numbers.length < 2)) return undefined;
  if (found.isNegated && isDeniedInBoth(found, source)) return undefined;
  if (isLack(found) && source.isNegated && isDenied(found, source)) return undefined;
  if (isOppositeOrder(found, source)) return undefined;
  if (found.claims.has('neutral') && !source.claims.has('possible')) return undefined;
  if (isAttributed && (found.claims.has('fact') || found.claims.has('neutral'))) return undefined;
  if (isBound(found) && isBound(source) && !isWeakened(found, source)) return undefined;
  // `do not delete without asking` is `ask before you delete`.
  if (source.claims.has('restrict') && isOrder(found) && found.attachments.some((one) => one.order === 'before' && !bounds(source, one))) return undefined;
  // `ask before you delete` is `do not delete without asking`.
  if (found.claims.has('restrict') && isOrder(source) && source.attachments.some((one) => one.order === 'before')) return undefined;
  if (found.claims.has('must') && source.states.some((state) => state.axis === 'progress' && !state.isPositive)) return undefined;
  const axes = new Set(source.states.map((state) => state.axis));
  if (found.states.some((state) => axes.has(state.axis)) && isOrder(found) && isOrder(source)) return undefined;
  // A tool orders nothing: `want 0`, `make flash`.
  if (provenance === 'tool' && source.claims.has('imperative')) return undefined;
  // `never before legal has signed off`, told as what it waits for.
  if (source.claims.has('restrict') && found.claims.has('forbid') && (found.attachments.length > 0 || isBlocked(found))) return undefined;
  // `hands off the version` is `the version must stay`.
  if (source.claims.has('forbid') && isOrder(found) && !found.isNegated && turns(found)) return undefined;
  // `only the rejected ones` is what should be run.
  if (source.claims.has('restrict') && found.isExclusive) return undefined;
  // A guess that something is not so, told as not done.
  if (source.claims.has('possible') && found.isNegated && !source.isNegated) return undefined;
  if (source.claims.has('must') && found.isPast && found.claims.has('fact') && found.states.length === 0)
    return { kind: 'modality', found: found.text, expected: source.cue };
  // What was ordered has not been done.
  if (provenance === 'user' && source.claims.has('imperative') && found.claims.has('fact') && found.isPast && !found.isNegated && found.states.length === 0)
    return { kind: 'state', found: found.text, expected: source.text };
  for (const claim of source.claims)
    for (const allowed of FAITHFUL[claim]) if (found.claims.has(allowed) && !(claim === 'fact' && found.claims.has('permit'))) return undefined;
  if (source.claims.has('planned') && found.claims.has('fact') && !found.isPast) return undefined;
  if (source.claims.has('fact') && !source.isPast && found.claims.has('planned')) return undefined;
  // What is still to come has not been done.
  if (source.claims.has('planned') && found.states.length > 0 && found.states.every((state) => !state.isPositive)) return undefined;
  if (found.claims.has('planned') && source.states.length > 0 && source.states.every((state) => !state.isPositive)) return undefined;
  // `must run before` of `must not run before`: the same verb, and what turned is its sign.
  if (found.cue !== '' && found.cue === source.cue && (found.negationCue === '') !== (source.negationCue === ''))
    return { kind: 'polarity', found: found.negationCue || found.text, expected: source.negationCue || source.text };
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
    (found.claims.has('permit') && source.claims.has('must') && !isCapped(found))
  );
}

/** `no more than 500 may be held`: what is allowed at most is an order. */
function isCapped(clause: Clause): boolean {
  return /^\W*(?:no|not) more than\b/i.test(clause.text) && clause.numbers.some(({ comparison }) => comparison === 'at-most');
}

/** Whether the source has the same bound: `do not delete before the change` and `delete before the change`. */
function bounds(source: Clause, attachment: Attachment): boolean {
  // A bound without words is a figure: `before 02:00`.
  return source.attachments.some(
    (one) => one.order === attachment.order && (one.keys.size + attachment.keys.size === 0 || [...one.keys].some((key) => attachment.keys.has(key))),
  );
}

function isPlainFact(clause: Clause): boolean {
  return clause.claims.size === 1 && !clause.isPast && (clause.claims.has('fact') || (clause.claims.has('neutral') && clause.isNegated));
}

function isWish(clause: Clause): boolean {
  return clause.claims.size === 1 && clause.claims.has('soft');
}
