import type { ClassifiedSpan } from '../classify/classify.ts';
import { isTalk } from '../talk/is-talk.ts';
import { leavingOrder } from '../talk/leaving-order.ts';
import type { TokenCount } from '../token-count.ts';

/** Spans that leave together: one span, or the parallel calls of one message that are of the same tier (E14). */
export interface Unit {
  readonly spanIndexes: readonly number[];
  readonly tokens: TokenCount;
  /** E6: 1 disposable, 2 recoverable and valid, 3 invalidated, 4 talk (only `overflow: 'tombstone'`), 5 authoritative (only `strategy: 'truncate'`). */
  readonly tier: 1 | 2 | 3 | 4 | 5;
}

export const TALK_TIER = 4;

interface OpenUnit {
  readonly spanIndexes: number[];
  tokens: TokenCount;
  readonly tier: Unit['tier'];
  readonly callMessage: number | undefined;
}

/** All that may be reclaimed, in the order in which pressure takes it (E6): by tier, the oldest first; talk in its own order (E8a). */
export function unitsInOrder(
  classified: readonly ClassifiedSpan[],
  tokens: readonly TokenCount[],
  options: { readonly isFree: (spanIndex: number) => boolean; readonly isTruncating: boolean; readonly isOverflowing: boolean },
): readonly Unit[] {
  const tiers: OpenUnit[][] = [[], [], [], [], []];
  for (const one of classified) {
    const { index, exchange } = one.span;
    if (!options.isFree(index) || (options.isOverflowing && isTalk(one))) continue;
    const tier = tierOf(one, options.isTruncating);
    if (tier === undefined) continue;
    const units = tiers[tier - 1];
    const last = units?.at(-1);
    // Spans stand in the order of their calls, so those of one message follow each other within a tier.
    if (last !== undefined && exchange !== undefined && last.callMessage === exchange.callMessage) {
      last.spanIndexes.push(index);
      last.tokens += tokens[index] ?? 0;
    } else units?.push({ spanIndexes: [index], tokens: tokens[index] ?? 0, tier, callMessage: exchange?.callMessage });
  }
  const talk = options.isOverflowing ? leavingOrder(classified, options.isFree).map((index) => talkUnit(index, tokens)) : [];
  return [...tiers.slice(0, TALK_TIER - 1).flat(), ...talk, ...tiers.slice(TALK_TIER).flat()];
}

/** One sentence a unit. */
function talkUnit(index: number, tokens: readonly TokenCount[]): Unit {
  return { spanIndexes: [index], tokens: tokens[index] ?? 0, tier: TALK_TIER };
}

/** Whether pressure may take a span of this class at all; talk apart. */
export function mayLeave(one: Classed, options: { readonly isTruncating: boolean }): boolean {
  return tierOf(one, options.isTruncating) !== undefined;
}

type Classed = Pick<ClassifiedSpan, 'handleState'> & { readonly rule: Pick<ClassifiedSpan['rule'], 'id' | 'spanClass'> };

function tierOf(one: Classed, isTruncating: boolean): Unit['tier'] | undefined {
  switch (one.rule.spanClass) {
    case 'disposable':
      return one.rule.id === 'thinking-demanded' ? undefined : 1;
    case 'recoverable':
      return one.handleState === 'valid' ? 2 : 3;
    case 'authoritative':
      return isTruncating && !UNTRUNCATED.has(one.rule.id) ? 5 : undefined;
  }
}

/** Rules whose spans not even `strategy: 'truncate'` cuts: the wire or the turn in progress needs them. */
const UNTRUNCATED: ReadonlySet<string> = new Set(['fixed', 'pending', 'recent', 'pinned']);
