import type { Checkpoint } from './checkpoint/checkpoint.ts';
import type { Action, HandleState, SpanClass } from './classify/span-class.ts';
import type { FormatName, Warning } from './conversation.ts';
import type { Provenance } from './provenance.ts';
import type { SpanId, SpanKind } from './span.ts';
import type { TokenCount } from './token-count.ts';
import type { TurnIndex } from './turn.ts';

/** What one compaction did to one span. */
export interface ReceiptSpan {
  readonly id: SpanId;
  readonly turn: TurnIndex;
  readonly kind: SpanKind;
  readonly provenance: Provenance;
  readonly class: SpanClass;
  readonly rule: string;
  readonly handleState?: HandleState;
  readonly action: Action;
  readonly tokens: TokenCount;
  /** How the agent itself gets it again: a path with lines and hash, a URL, a command. */
  readonly sourceHandle?: string;
  /** Its archive handle, where it left. */
  readonly handle?: string;
}

/** Something that happened on the way, named noun then verb: `protected-budget-neared`, `span-released`, … */
export interface CompactionEvent {
  readonly name: string;
  readonly message: string;
  readonly spanId?: SpanId;
  readonly turn?: TurnIndex;
  /** `k1`, `k2`, …, where it happened to one. */
  readonly checkpoint?: string;
  /** Index of a segment within it; the first of several. */
  readonly segment?: number;
}

/** What one compaction reports (DESIGN §11). Every source token is in exactly one span. */
export interface Receipt {
  readonly schemaVersion: 1;
  readonly status: 'compacted' | 'unchanged';
  /** Empty where nothing was done. */
  readonly compactionId: string;
  readonly conversationId: string;
  readonly format: FormatName;
  readonly outputFormat: FormatName;
  readonly recognizedAs: string;
  readonly tokenizer: string;
  readonly tokensBefore: TokenCount;
  readonly tokensAfter: TokenCount;
  readonly targetTokens: TokenCount;
  /** What the host sent last: less than `tokensBefore` where it has compacted the transcript itself. */
  readonly liveTokens: TokenCount;
  /** System prompt and tool definitions. */
  readonly fixedTokens: TokenCount;
  /** What holdfast put in place: notes. */
  readonly noteTokens: TokenCount;
  readonly strategy: 'split' | 'truncate';
  readonly overflow: 'halt' | 'tombstone';
  readonly recall: 'tool' | 'cli' | 'off';
  readonly spans: readonly ReceiptSpan[];
  readonly checkpoints: readonly Checkpoint[];
  /** Tokens that a model charged for checkpoints, where one was asked. */
  readonly summarizerUsage?: { readonly inputTokens: TokenCount; readonly outputTokens: TokenCount; readonly cachedSegments: number };
  readonly cache: { readonly unchangedPrefixTokens: TokenCount; readonly invalidatedTokens: TokenCount };
  /** SHA-256 (hex) of the output's text. Absent in a plan. */
  readonly outputHash?: string;
  readonly events: readonly CompactionEvent[];
  readonly warnings: readonly Warning[];
}
