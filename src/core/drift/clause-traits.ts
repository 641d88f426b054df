import { TURNING_WORDS } from './lexicon/negation.ts';
import { UNDONE } from './lexicon/states.ts';
import type { Claim, Clause } from './reading.ts';

export const STATUS_AXES = new Set([
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
export const MAIN_AXES = new Set(['outcome', 'progress', 'approval']);
export const UNDONE_NAME: ReadonlyMap<string, string> = new Map(UNDONE.flatMap(({ name, words }) => words.split('|').map((word) => [word, name] as const)));

export function isHedged(clause: Clause): boolean {
  return (
    clause.states.some((state) => !state.isPositive) || clause.qualifiers.size > 0 || clause.isNegated || isLack(clause) || clause.quantifiers.has('partial')
  );
}

/** `will start next` and `has not started yet` */
export function isStillToCome(clause: Clause): boolean {
  const isPlanned = clause.claims.has('planned');
  return clause.isNegated ? !isPlanned && clause.states.some(({ axis, isPositive }) => axis === 'start' && !isPositive) : isPlanned;
}

export function isBlocked(clause: Clause): boolean {
  return clause.states.some(({ isPositive, word }) => !isPositive && UNDONE_NAME.get(word.toLowerCase()) === 'blocked');
}

export function isLack(clause: Clause): boolean {
  return /^(?:lack|free of)/i.test(clause.negationCue);
}

/** Denies or tells a failure: `could not reproduce` is `reproducing failed`. */
export function isNegative(clause: Clause): boolean {
  return clause.isNegated || clause.states.some((state) => !state.isPositive && STATUS_AXES.has(state.axis)) || hasError(clause);
}

/** `limited to at most 600`: the comparison makes the rule. */
export function isBound(clause: Clause): boolean {
  return clause.numbers.some((number) => number.comparison !== undefined);
}

/** `exclude` and `must not include` are one order. */
export function isOrder(clause: Clause): boolean {
  return clause.claims.has('must') || clause.claims.has('imperative') || clause.claims.has('forbid');
}

const RULES: ReadonlySet<Claim> = new Set<Claim>(['must', 'forbid', 'restrict', 'permit', 'imperative', 'exempt', 'soft']);

export function isRule(clause: Clause): boolean {
  return !clause.claims.has('fact') && [...clause.claims].some((claim) => RULES.has(claim));
}

export function isGuess(clause: Clause): boolean {
  return clause.claims.has('possible') && !clause.claims.has('permit');
}

/** Whether anything in a clause takes something out or back: an operator, or a word that does so by its meaning. */
export function turns(clause: Clause): boolean {
  return (
    clause.isNegated ||
    clause.isExclusive ||
    clause.negationCue !== '' ||
    clause.attachments.some((one) => one.type === 'exception') ||
    clause.states.some((state) => !state.isPositive) ||
    clause.claims.has('exempt') ||
    isBound(clause) ||
    hasError(clause) ||
    clause.text
      .toLowerCase()
      .split(' ')
      .some((word) => TURNING_WORDS.has(word))
  );
}

/** `TypeError`, `npm ERR!`: what failed, by the name that a tool gives it. */
function hasError(clause: Clause): boolean {
  return clause.names.some((name) => /err|fail|exception/i.test(name)) || [...clause.words.values()].some((word) => /^(?:ERR|ERROR)$|Error$/.test(word));
}
