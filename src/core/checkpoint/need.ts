import type { Fact, FactSource } from '../facts/fact.ts';
import type { TokenCount } from '../token-count.ts';
import { factText } from './fact-text.ts';
import { RATIO_CEILING } from './gates/ratio.ts';

/** What is known of a segment before its first word is written. */
export interface SegmentNeed {
  readonly sourceTokens: TokenCount;
  readonly factCount: number;
  /** F2: tokens without which it cannot be written. */
  readonly needTokens: TokenCount;
}

/** A text uses a little less than it may, and must stay below the ceiling all the same: needs are planned at so much of it. */
const PLANNED_SHARE = 0.8;

/** F2: what the required facts take, those that the floor wants, and no less than keeps the planned ratio below `ceiling`. */
export function measureNeed(
  segment: { readonly sources: readonly FactSource[]; readonly facts: readonly Fact[]; readonly sourceTokens: TokenCount },
  options: { readonly floor: number; readonly ceiling?: number | undefined; readonly count: (text: string) => TokenCount },
): SegmentNeed {
  const { facts, sources, sourceTokens } = segment;
  const wanted = floorFacts(facts, options.floor);
  const planned = Math.min(options.ceiling ?? RATIO_CEILING, RATIO_CEILING) * PLANNED_SHARE;
  return {
    sourceTokens,
    factCount: facts.length,
    needTokens: Math.max(1, options.count(factText(wanted, sources)), Math.ceil(sourceTokens / planned)),
  };
}

/** The required facts, and the last others up to the floor (F5, F9). In the order of the source. */
export function floorFacts(facts: readonly Fact[], floor: number): readonly Fact[] {
  const required = facts.filter((fact) => fact.isRequired);
  let missing = Math.min(floor, facts.length) - required.length;
  if (missing <= 0) return required;
  const chosen = new Set(required);
  for (let at = facts.length - 1; missing > 0; at--) {
    const fact = facts[at];
    if (fact === undefined || chosen.has(fact)) continue;
    chosen.add(fact);
    missing--;
  }
  return facts.filter((fact) => chosen.has(fact));
}
