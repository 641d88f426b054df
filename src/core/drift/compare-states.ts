import { isHedged, MAIN_AXES, STATUS_AXES, UNDONE_NAME } from './clause-traits.ts';
import type { Finding } from './drift.ts';
import type { Pair } from './pair.ts';
import type { Clause, StateReading } from './reading.ts';

export function compareStates({ found, source, foundKeys }: Pair): Finding | undefined {
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
    const decided = source.states.find((one) => one.axis === 'outcome' || one.axis === 'approval');
    if (decided !== undefined && same.length === 0 && isOpen(state)) return stateFinding(state, decided);
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

/** What is decided is not pending. */
function isOpen({ word, isPositive }: StateReading): boolean {
  return !isPositive && OPEN.has(UNDONE_NAME.get(word.toLowerCase()) ?? '');
}

const OPEN = new Set(['pending', 'blocked', 'skipped', 'in progress', 'in review']);
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
  const isBegun = source.states.some(({ axis, isPositive }) => axis === 'start' && isPositive) && !source.states.some(({ axis }) => axis === 'progress');
  const finished = found.states.find(({ axis, isPositive }) => axis === 'progress' && isPositive);
  if (isBegun && finished !== undefined) return stateFinding(finished, source.states[0]);
  const unstarted = source.states.find(({ axis, isPositive }) => axis === 'start' && !isPositive);
  const begun = found.states.find(({ word }) => BEGUN.has(UNDONE_NAME.get(word.toLowerCase()) ?? ''));
  if (unstarted !== undefined && begun !== undefined) return stateFinding(begun, unstarted);
  const blocked = source.states.find(({ isPositive, word }) => !isPositive && UNDONE_NAME.get(word.toLowerCase()) === 'blocked');
  if (blocked !== undefined && found.states.length === 0 && found.claims.has('planned') && found.attachments.length === 0 && !found.isNegated)
    return { kind: 'state', found: found.cue || 'planned', expected: blocked.word };
  return undefined;
}

/** A state that the words have elsewhere, where they have another here. */
export function compareOtherState({ found, source }: Pair): Finding | undefined {
  const other = source.states.find((one) => STATUS_AXES.has(one.axis));
  const state = found.states.find((one) => STATUS_AXES.has(one.axis));
  if (state === undefined || other === undefined || source.states.some((one) => found.states.some(({ axis }) => axis === one.axis))) return undefined;
  if (state.isPositive === other.isPositive && !(MAIN_AXES.has(state.axis) && MAIN_AXES.has(other.axis))) return undefined;
  return stateFinding(state, other);
}

function stateFinding(state: StateReading, expected: StateReading | undefined): Finding {
  return { kind: 'state', found: state.word, expected: expected?.word };
}
