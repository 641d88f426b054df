import type { ClassifiedSpan } from '../classify/classify.ts';
import type { TokenCount } from '../token-count.ts';

/** Spans that leave together: one span, or the parallel calls of one message that are of the same tier (E14). */
export interface Unit {
  readonly spanIndexes: readonly number[];
  readonly tokens: TokenCount;
  /** E6: 1 disposable, 2 recoverable and valid, 3 invalidated, 4 authoritative (only `strategy: 'truncate'`). */
  readonly tier: 1 | 2 | 3 | 4;
}

interface OpenUnit {
  readonly spanIndexes: number[];
  tokens: TokenCount;
  readonly tier: Unit['tier'];
}

/** All that may be reclaimed, in the order in which pressure takes it (E6): by tier, the oldest first. */
export function unitsInOrder(
  classified: readonly ClassifiedSpan[],
  tokens: readonly TokenCount[],
  options: { readonly isFree: (spanIndex: number) => boolean; readonly isTruncating: boolean },
): readonly Unit[] {
  const tiers: [OpenUnit[], OpenUnit[], OpenUnit[], OpenUnit[]] = [[], [], [], []];
  const parallel = new Map<number, OpenUnit>();
  for (const one of classified) {
    const { index, exchange } = one.span;
    if (!options.isFree(index)) continue;
    const tier = tierOf(one, options.isTruncating);
    if (tier === undefined) continue;
    // Messages of spans that left earlier are below zero.
    const key = exchange ? exchange.callMessage * 8 + tier : 0;
    const sibling = exchange ? parallel.get(key) : undefined;
    if (sibling) {
      sibling.spanIndexes.push(index);
      sibling.tokens += tokens[index] ?? 0;
      continue;
    }
    const unit: OpenUnit = { spanIndexes: [index], tokens: tokens[index] ?? 0, tier };
    if (exchange) parallel.set(key, unit);
    tiers[tier - 1]?.push(unit);
  }
  return tiers.flat();
}

function tierOf(one: ClassifiedSpan, isTruncating: boolean): Unit['tier'] | undefined {
  switch (one.rule.spanClass) {
    case 'disposable':
      return one.rule.id === 'thinking-demanded' ? undefined : 1;
    case 'recoverable':
      return one.handleState === 'valid' ? 2 : 3;
    case 'authoritative':
      return isTruncating && !UNTRUNCATED.has(one.rule.id) ? 4 : undefined;
  }
}

/** Rules whose spans not even `strategy: 'truncate'` cuts: the wire or the turn in progress needs them. */
const UNTRUNCATED: ReadonlySet<string> = new Set(['fixed', 'pending', 'recent', 'pinned']);
