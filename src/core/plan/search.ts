import type { TokenCount } from '../token-count.ts';
import type { Trial } from './trial.ts';
import type { Unit } from './unit.ts';

/** What leaves beside the forced spans, or everything worthwhile where even that is not enough. */
export interface Found {
  readonly units: readonly Unit[];
  readonly isEnough: boolean;
}

/** Guesses by the last trials' notes before the search halves what is left: notes grow evenly, so few are needed. */
const GUESSES = 6;

/** E6: the shortest run of units, in order, that meets the target net of all that is put in place. */
export function smallestSufficient(trial: Trial, units: readonly Unit[], targetTokens: TokenCount): Found {
  const none = trial.try([]);
  if (none.tokensAfter <= targetTokens) return { units: [], isEnough: true };
  const count = shortestRun(trial, units, targetTokens, none.noteTokens);
  if (count !== undefined) return { units: giveBack(trial, units.slice(0, count), targetTokens), isEnough: true };
  const worthwhile = withoutLosses(trial, units);
  if (trial.try(worthwhile).tokensAfter > targetTokens) return { units: worthwhile, isEnough: false };
  return { units: giveBack(trial, worthwhile, targetTokens), isEnough: true };
}

/** How many units in order are enough, one less being too few; `undefined` where all are too few. */
function shortestRun(trial: Trial, units: readonly Unit[], targetTokens: TokenCount, noteTokens: TokenCount): number | undefined {
  const grossTokens = grossSums(units);
  /** The shortest run whose gross tokens, with so many tokens of notes put in place, meet the target. */
  const runFor = (notes: TokenCount): number => lowerBound(grossTokens, trial.startTokens + notes - targetTokens);
  // Demanded thinking may go along with its calls, so the sum over units is short of it.
  let tooFew = Math.max(0, runFor(-trial.demandedTokens) - 1);
  let enough: number | undefined;
  let guess = runFor(noteTokens);
  for (let step = 0; ; step++) {
    const highest = enough === undefined ? units.length : enough - 1;
    if (tooFew >= highest && enough !== undefined) return enough;
    const next = step < GUESSES ? guess : (tooFew + highest + 1) >>> 1;
    const count = Math.min(Math.max(next, tooFew + 1), highest);
    if (count <= tooFew) return enough;
    const tried = trial.try(units.slice(0, count));
    if (tried.tokensAfter <= targetTokens) {
      enough = count;
      // The notes of one unit less are about the same; often that one is too few, and the search is at its end.
      guess = Math.min(runFor(tried.noteTokens), count - 1);
    } else {
      tooFew = count;
      guess = runFor(tried.noteTokens + SLACK_TOKENS * step);
    }
  }
}

/** Added to a guess that was too low, the more the longer the search goes on. */
const SLACK_TOKENS = 20;

function grossSums(units: readonly Unit[]): Float64Array {
  const sums = new Float64Array(units.length + 1);
  for (let index = 0; index < units.length; index++) sums[index + 1] = (sums[index] ?? 0) + (units[index]?.tokens ?? 0);
  return sums;
}

/** The first index whose sum is at least `wanted`; one past the end where none is. */
function lowerBound(sums: Float64Array, wanted: number): number {
  let low = 0;
  let high = sums.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sums[middle] ?? 0) >= wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Rounds in which units whose marker costs more than they give are taken back. */
const LOSS_ROUNDS = 3;
/** About what a lone tombstone in its own note takes. */
const SMALLEST_WORTHWHILE_TOKENS = 25;

/** Takes back what would cost more than it gives: a lone small span whose tombstone is larger than itself. */
function withoutLosses(trial: Trial, units: readonly Unit[]): readonly Unit[] {
  let best = units;
  let bestTokens = trial.try(units).tokensAfter;
  for (let round = 0; round < LOSS_ROUNDS; round++) {
    const candidates = best.filter((unit) => unit.tier === 1 || unit.tokens > SMALLEST_WORTHWHILE_TOKENS * 2 ** (LOSS_ROUNDS - 1 - round));
    const tokens = trial.try(candidates).tokensAfter;
    if (tokens < bestTokens) {
      best = candidates;
      bestTokens = tokens;
    }
  }
  return best;
}

/** Units that are tried for giving back, the largest that may fit first. */
const GIVE_BACK_TRIES = 8;

/**
 * E6, smallest overshoot: of the last tier, what is not needed is given back, the largest that fits first, among equals
 * the earliest (longest unchanged prefix). Never below what the reference contract would take in this order (§13).
 */
function giveBack(trial: Trial, taken: readonly Unit[], targetTokens: TokenCount): readonly Unit[] {
  const lastTier = taken.at(-1)?.tier;
  let slack = targetTokens - trial.try(taken).tokensAfter;
  const leastGross = grossOfReference(trial, taken, targetTokens);
  let gross = taken.reduce((sum, unit) => sum + unit.tokens, 0);
  const given = new Set<Unit>();
  const candidates = taken.filter((unit) => unit.tier === lastTier && unit.tokens <= slack + SMALLEST_WORTHWHILE_TOKENS);
  candidates.sort((a, b) => b.tokens - a.tokens || (a.spanIndexes[0] ?? 0) - (b.spanIndexes[0] ?? 0));
  let tries = 0;
  for (const unit of candidates) {
    if (tries >= GIVE_BACK_TRIES) break;
    if (unit.tokens > slack + SMALLEST_WORTHWHILE_TOKENS || gross - unit.tokens < leastGross) continue;
    tries++;
    given.add(unit);
    const { tokensAfter } = trial.try(taken.filter((other) => !given.has(other)));
    if (tokensAfter > targetTokens) given.delete(unit);
    else {
      gross -= unit.tokens;
      slack = targetTokens - tokensAfter;
    }
  }
  return taken.filter((unit) => !given.has(unit));
}

/** Gross tokens of the shortest run of units whose gross sum meets the target: what §13's contract would take. */
function grossOfReference(trial: Trial, taken: readonly Unit[], targetTokens: TokenCount): TokenCount {
  const missing = trial.startTokens - targetTokens;
  let gross = 0;
  for (const unit of taken) {
    if (gross >= missing) break;
    gross += unit.tokens;
  }
  return gross;
}
