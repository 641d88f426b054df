import type { ClauseReader, ForceReading } from './clause-reader.ts';
import type { Force } from './lexicon/operator.ts';
import { isElliptic } from './openings.ts';
import type { Claim, Clause } from './reading.ts';

const PRIORITY: readonly Force[] = ['possible', 'exempt', 'must', 'soft', 'expected', 'planned', 'permit', 'question', 'imperative'];

/** What a clause claims, in the words that make it; `isRestricting`: it says what alone is allowed. */
export function claimsOf(
  reader: ClauseReader,
  isQuestion: boolean,
  before: Clause | undefined,
): { claims: ReadonlySet<Claim>; cue: string; isRestricting: boolean } {
  const { isTurned, isImperative } = reader;
  const hasExclusion = reader.attachments.some((one) => one.type === 'exception');
  // `can you …?` is a request.
  const isRequest = reader.forces.some((one) => REQUEST.test(one.cue));
  const strongest = isRequest ? undefined : strongestOf(reader.forces);
  const { isNeed = false, cue = '' } = strongest ?? {};
  let forces: readonly Force[] = strongest?.forces ?? [];
  if (isQuestion && !isRequest) return { claims: new Set(['question']), cue: cue || '?', isRestricting: false };
  if (isRequest) forces = ['imperative'];
  if (forces.length === 0 && isImperative) forces = ['imperative'];
  if (forces.length === 0 && reader.prohibitions > 0) {
    // `not forbidden`
    forces = isTurned ? ['must'] : ['permit'];
  }
  if (forces.length === 0 && (!reader.hasVerb || isElliptic(reader.tokens, reader.byStart, reader.range)) && before !== undefined) {
    return { claims: isTurned ? new Set([...before.claims].map(opposite)) : before.claims, cue: before.cue, isRestricting: false };
  }
  if (forces.length === 0) forces = reader.hasVerb ? ['fact'] : ['neutral'];
  const claims = new Set<Claim>();
  for (const force of forces) claims.add(isTurned ? negated(force, isNeed) : force);
  const isDeontic = [...claims].some((claim) => claim === 'must' || claim === 'permit' || claim === 'imperative' || claim === 'forbid');
  const isRestricting = (claims.has('forbid') && hasExclusion) || (reader.isExclusive && !isTurned && isDeontic);
  if (isRestricting) return { claims: new Set(['restrict']), cue, isRestricting };
  return { claims, cue: cue || reader.negationCue, isRestricting };
}

/** The force that weighs most, where a clause has several. */
function strongestOf(forces: readonly ForceReading[]): ForceReading | undefined {
  const isOrdered = forces.some((one) => one.forces[0] === 'must');
  for (const force of PRIORITY) {
    // `must be possible` is an order.
    const of = forces.filter((one) => one.forces[0] === force && !(isOrdered && one.cue === 'possible'));
    // `should preferably` is advice, where `should` may be what is expected.
    const found = of.find((one) => one.forces.length === 1) ?? of[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

const REQUEST = /^(?:can|could|would|will) you/i;

function opposite(claim: Claim): Claim {
  if (claim === 'forbid') return 'permit';
  return claim === 'restrict' ? 'restrict' : negated(claim, false);
}

function negated(force: Force, isNeed: boolean): Claim {
  switch (force) {
    case 'must':
      return isNeed ? 'exempt' : 'forbid';
    case 'permit':
    case 'imperative':
      return 'forbid';
    case 'possible':
      return 'fact';
    case 'exempt':
      return 'must';
    default:
      return force;
  }
}
