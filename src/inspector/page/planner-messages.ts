import type { Action } from '../../core/classify/span-class.ts';
import type { TokenCount } from '../../core/token-count.ts';

/** An action as a number: its place here. */
export const ACTIONS: readonly Action[] = ['keep', 'drop', 'summarize', 'evict', 'evict_with_tombstone'];

export type PlannerRequest = { readonly kind: 'plan'; readonly targetTokens: TokenCount } | { readonly kind: 'search'; readonly query: string };

/** What a step of the slider gave. */
export interface PlannedStep {
  readonly kind: 'planned';
  readonly targetTokens: TokenCount;
  /** By span index, as places in `ACTIONS`; all `keep` where the step is refused. */
  readonly actions: Uint8Array;
  readonly recent: Uint32Array;
  readonly tokensAfter: TokenCount;
  readonly noteTokens: TokenCount;
  readonly refusal?: { readonly what: string; readonly next: string; readonly floorTokens: TokenCount } | undefined;
  readonly elapsedMs: number;
}

export interface Found {
  readonly kind: 'found';
  readonly query: string;
  /** Span indexes, ascending. */
  readonly indexes: Uint32Array;
  /** How many there are, shown or not. */
  readonly count: number;
}

export type PlannerReply = { readonly kind: 'ready' } | PlannedStep | Found | { readonly kind: 'failed'; readonly what: string };
