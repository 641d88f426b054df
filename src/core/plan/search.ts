import type { TokenCount } from '../token-count.ts';
import type { Trial } from './trial.ts';
import { TALK_TIER, type Unit } from './unit.ts';

/** What leaves beside the forced spans, or everything worthwhile where even that is not enough. */
export type Found =
  | { readonly isEnough: true; readonly units: readonly Unit[] }
  | { readonly isEnough: false; readonly units: readonly Unit[]; readonly tokensAfter: TokenCount };

/** Guesses by the last trials' notes before the search halves what is left: notes grow evenly, so few are needed. */
const GUESSES = 6;

/** E6: the shortest run of units, in order, that meets the target net of all that is put in place. */
export function smallestSufficient(trial: Trial, units: readonly Unit[], targetTokens: TokenCount): Found {
  // What stays is above the target even without notes: no need to try.
  if (trial.startTokens <= targetTokens && trial.try([]).tokensAfter <= targetTokens) return { units: [], isEnough: true };
  const count = shortestRun(trial, units, targetTokens);
  if (count !== undefined) return { units: giveBack(trial, units.slice(0, count.units), targetTokens, count.tokensAfter), isEnough: true };
  const { units: worthwhile, tokensAfter } = withoutLosses(trial, units);
  if (tokensAfter > targetTokens) return { units: worthwhile, isEnough: false, tokensAfter };
  return { units: giveBack(trial, worthwhile, targetTokens, tokensAfter), isEnough: true };
}

/** How many units in order are enough, one less being too few, and what they leave; `undefined` where all are too few. */
function shortestRun(trial: Trial, units: readonly Unit[], targetTokens: TokenCount): { readonly units: number; readonly tokensAfter: TokenCount } | undefined {
  const sums = sumUnits(trial, units);
  /** The shortest run that is enough by the estimate of its own notes, with so many tokens of notes besides. */
  const runFor = (besides: TokenCount): number => lowerBound(sums.net, trial.startTokens + besides - targetTokens);
  // Demanded thinking may go along with its calls, so the sum over units is short of it. No note can shorten the run.
  let tooFew = Math.max(0, lowerBound(sums.gross, trial.startTokens - trial.demandedTokens - targetTokens) - 1);
  let enough: { units: number; tokensAfter: TokenCount } | undefined;
  let guess = runFor(FIRST_NOTE_TOKENS);
  for (let step = 0; ; step++) {
    const highest = enough === undefined ? units.length : enough.units - 1;
    if (tooFew >= highest && enough !== undefined) return enough;
    const next = step < GUESSES ? guess : (tooFew + highest + 1) >>> 1;
    const count = Math.min(Math.max(next, tooFew + 1), highest);
    if (count <= tooFew) return enough;
    const tried = trial.try(units.slice(0, count));
    if (tried.tokensAfter <= targetTokens) {
      enough = { units: count, tokensAfter: tried.tokensAfter };
      // The notes of one unit less are about the same; often that one is too few, and the search is at its end.
      guess = Math.min(runFor(tried.noteTokens - (sums.notes[count] ?? 0)), count - 1);
    } else {
      tooFew = count;
      guess = runFor(tried.noteTokens - (sums.notes[count] ?? 0) + SLACK_TOKENS * step);
    }
  }
}

/** Added to a guess that was too low, the more the longer the search goes on. */
const SLACK_TOKENS = 20;

/** About what the wrapper and the legend take. */
const FIRST_NOTE_TOKENS = 150;

/** By count of units: tokens that they take, of notes that they bring by estimate, and the most that is left of the difference so far. */
function sumUnits(trial: Trial, units: readonly Unit[]): { readonly gross: Float64Array; readonly notes: Float64Array; readonly net: Float64Array } {
  const gross = new Float64Array(units.length + 1);
  const notes = new Float64Array(units.length + 1);
  const net = new Float64Array(units.length + 1);
  for (const [index, unit] of units.entries()) {
    gross[index + 1] = (gross[index] ?? 0) + unit.tokens;
    notes[index + 1] = (notes[index] ?? 0) + unit.spanIndexes.reduce((sum, span) => sum + trial.estimatedNoteTokens(span), 0);
    net[index + 1] = Math.max(net[index] ?? 0, (gross[index + 1] ?? 0) - (notes[index + 1] ?? 0));
  }
  return { gross, notes, net };
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
function withoutLosses(trial: Trial, units: readonly Unit[]): { readonly units: readonly Unit[]; readonly tokensAfter: TokenCount } {
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
  return { units: best, tokensAfter: bestTokens };
}

/** Units that are tried for giving back, the largest that may fit first. */
const GIVE_BACK_TRIES = 4;

/**
 * E6, smallest overshoot: of the last tier, what is not needed is given back, the largest that fits first, among equals
 * the earliest (longest unchanged prefix). Never below what the reference contract would take in this order (§13).
 */
function giveBack(trial: Trial, taken: readonly Unit[], targetTokens: TokenCount, tokensTaken: TokenCount): readonly Unit[] {
  const lastTier = taken.at(-1)?.tier;
  // E8a: sentences leave by what they say, not by their size.
  if (lastTier === TALK_TIER) return taken;
  let slack = targetTokens - tokensTaken;
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
