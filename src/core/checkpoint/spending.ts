import type { TokenCount } from '../token-count.ts';
import { HEADROOM_FACTOR } from './budget.ts';

/** How an allowance is spent, segment by segment, in order (F2, F4). The same for the writer and for `verify` (F14). */
export class Spending {
  private remaining: TokenCount;
  /** F2: what a segment leaves unused goes to the later ones; none can take from a later one. */
  private unused: TokenCount = 0;
  private used: TokenCount = 0;
  private writtenCount = 0;

  constructor(allowanceTokens: TokenCount) {
    this.remaining = allowanceTokens;
  }

  /** F4: what remains is less than twice the mean consumption so far, so the next segment is externalized. */
  get isShort(): boolean {
    return this.writtenCount > 0 && this.remaining < (HEADROOM_FACTOR * this.used) / this.writtenCount;
  }

  /** F2: what the next segment's text may take. */
  availableFor(allotment: TokenCount): TokenCount {
    return Math.min(this.remaining, allotment + this.unused);
  }

  /** The next segment is done: with a text of so many tokens, or without one. */
  pass(allotment: TokenCount, textTokens: TokenCount | undefined): void {
    this.unused += allotment - (textTokens ?? 0);
    if (textTokens === undefined) return;
    this.remaining -= textTokens;
    this.used += textTokens;
    this.writtenCount++;
  }
}
