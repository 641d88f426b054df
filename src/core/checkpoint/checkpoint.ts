import type { TokenCount } from '../token-count.ts';
import type { TurnIndex } from '../turn.ts';

export type SegmentOutcome = 'covered' | 'externalized' | 'uncovered';

/** What the receipt says of one segment (DESIGN §11). */
export interface CheckpointSegment {
  /** From 0. */
  readonly index: number;
  /** First and last turn, both included. */
  readonly turns: readonly [TurnIndex, TurnIndex];
  readonly sourceTokens: TokenCount;
  /** Of these, what no text stands for. */
  readonly externalizedTokens: TokenCount;
  /** 0 where nothing was written, or what was written did not pass. */
  readonly summaryTokens: TokenCount;
  /** F6, to one decimal; `null` where no text stands for the segment. */
  readonly ratio: number | null;
  readonly facts: number;
  readonly factsRetained: number;
  readonly outcome: SegmentOutcome;
  /** Who wrote it: `extractive`, a model's name; empty where nobody was asked. */
  readonly summarizer: string;
  /** Why it is not covered, in words; absent where it is. */
  readonly reason?: string;
  /** Archive handle of the source. Neighbours that are externalized share one. */
  readonly handle: string;
}

/** The surrogates of one reclaimed region, segment by segment, with their gates' figures. */
export interface Checkpoint {
  /** `k1`, `k2`, …: stays for life, through any number of compactions. */
  readonly id: string;
  readonly turns: readonly [TurnIndex, TurnIndex];
  readonly allowanceTokens: TokenCount;
  readonly segments: readonly CheckpointSegment[];
}
