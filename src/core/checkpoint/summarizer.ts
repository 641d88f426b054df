import type { AbortSignal } from '../abort-signal.ts';
import type { Fact, FactSource } from '../facts/fact.ts';
import type { TokenCount } from '../token-count.ts';
import type { TurnIndex } from '../turn.ts';

/** One segment, as a summarizer gets it: redacted source, never authoritative text. */
export interface SegmentRequest {
  /** The checkpoint that it is of: `k1`, `k2`, … Several may be written at once. */
  readonly checkpoint?: string | undefined;
  /** From 0, within its checkpoint. */
  readonly index: number;
  readonly startTurn: TurnIndex;
  readonly endTurn: TurnIndex;
  readonly sources: readonly FactSource[];
  readonly sourceTokens: TokenCount;
  /** All facts of the segment in the order of the source. `Fact.source` is an index into `sources`. */
  readonly facts: readonly Fact[];
  /** Tokens that the text may take, counted by `count`. */
  readonly allowanceTokens: TokenCount;
  readonly count: (text: string) => TokenCount;
  /** On a second try: what the first text lacked or had wrong, a sentence each. */
  readonly complaints?: readonly string[] | undefined;
}

export interface SegmentText {
  readonly text: string;
  /** What a model charged for it, where one wrote it: answers that could not be used included. */
  readonly usage?: SummarizerUsage | undefined;
}

export interface SummarizerUsage {
  readonly inputTokens: TokenCount;
  readonly outputTokens: TokenCount;
}

/** All that was charged; nothing where nothing was reported. */
export function sumOfUsage(usages: readonly (SummarizerUsage | undefined)[]): SummarizerUsage | undefined {
  const reported = usages.filter((usage) => usage !== undefined);
  if (reported.length === 0) return undefined;
  return {
    inputTokens: reported.reduce((sum, usage) => sum + usage.inputTokens, 0),
    outputTokens: reported.reduce((sum, usage) => sum + usage.outputTokens, 0),
  };
}

/** As messages name a segment: `k2, segment 0`. */
export function segmentName({ checkpoint, index }: Pick<SegmentRequest, 'checkpoint' | 'index'>): string {
  return checkpoint === undefined ? `segment ${index}` : `${checkpoint}, segment ${index}`;
}

/** Segment in, text out (DESIGN §5). Throws `SummarizerError` where there is no text. */
export interface Summarizer {
  /** Stands in the receipt: `extractive`, or a model's name. */
  readonly name: string;
  /** Everything besides the request that decides the text: model, prompt's version. Part of the cache's key. */
  readonly version: string;
  summarize(request: SegmentRequest, signal?: AbortSignal): Promise<SegmentText>;
}
