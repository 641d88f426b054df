import type { AbortSignal } from './core/abort-signal.ts';
import type { Summarizer } from './core/checkpoint/summarizer.ts';

/** How much checkpoints may take, and what they have to hold (DESIGN §5). */
export interface CheckpointOptions {
  /** Tokens that all checkpoints of the output may take together; a share of the target where it is not given; 0 for none. */
  readonly checkpointTokens?: number | undefined;
  /** F5: facts that each segment has to keep, where it has so many. */
  readonly minFactsPerSegment?: number | undefined;
  /** F7: source tokens for one token of text, at most; 40 or less. */
  readonly maxRatio?: number | undefined;
  /** F1: segments are not cut smaller. */
  readonly minSegmentTokens?: number | undefined;
  /** F13: what happens to a segment that the budget cannot cover: externalize it (default), or throw `FidelityBudgetExhausted`. */
  readonly onExhausted?: 'externalize' | 'throw' | undefined;
}

/** Who writes the text of checkpoints. */
export interface SummarizerOptions {
  /** The extractive one where it is not given. */
  readonly summarizer?: Summarizer | undefined;
  /** C20: where the summarizer fails, take the extractive text and say so (default), or throw `SummarizerError`. */
  readonly onSummarizerError?: 'fallback' | 'throw' | undefined;
  /** Segments that are written at once. */
  readonly summarizerConcurrency?: number | undefined;
  /** Ends the writing; nothing is changed then. */
  readonly signal?: AbortSignal | undefined;
}
