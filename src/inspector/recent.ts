import type { ClassifiedSpan } from '../core/classify/classify.ts';
import { RULES } from '../core/classify/rules.ts';
import { DEFAULTS } from '../core/defaults.ts';
import type { TokenCount } from '../core/token-count.ts';

/** What is *recent* (DESIGN §4) hangs on the target, so it is found anew for each; all other rules do not. */
export interface RecentTerms {
  /** As the caller gave it; a share of the target where it was not given. */
  readonly keepRecentTokens?: TokenCount | undefined;
  readonly keepRecentExchanges: number;
}

const RECENT = RULES.find((rule) => rule.id === 'recent');

export function keepRecentTokensAt(targetTokens: TokenCount, terms: RecentTerms): TokenCount {
  return terms.keepRecentTokens ?? Math.floor(targetTokens * DEFAULTS.keepRecentShare);
}

/** From the end: at least so many exchanges, whole, and more while they fit. Indexes, descending. */
export function recentAt(
  targetTokens: TokenCount,
  classified: readonly ClassifiedSpan[],
  tokens: readonly TokenCount[],
  isGone: (index: number) => boolean,
  terms: RecentTerms,
): readonly number[] {
  const most = keepRecentTokensAt(targetTokens, terms);
  const recent: number[] = [];
  let sum = 0;
  for (let index = classified.length - 1; index >= 0; index--) {
    const span = classified[index]?.span;
    if (span?.kind !== 'exchange' || span.exchange?.isPending || span.mustLeave || isGone(index)) continue;
    sum += tokens[index] ?? 0;
    if (recent.length >= terms.keepRecentExchanges && sum > most) break;
    recent.push(index);
  }
  return recent;
}

/** The same spans with the rule `recent` where it fits; `classified` was made with nothing recent. */
export function withRecent(classified: readonly ClassifiedSpan[], recent: readonly number[]): readonly ClassifiedSpan[] {
  if (RECENT === undefined) throw new Error('E1: the table has a row for what is recent');
  const all = classified.slice();
  for (const index of recent) {
    const one = all[index];
    if (one === undefined) continue;
    const { sourceHandle: _, ...others } = one;
    all[index] = { ...others, rule: RECENT, handleState: RECENT.handleState };
  }
  return all;
}
