import type { AbortSignal } from '../core/abort-signal.ts';
import type { Receipt } from '../core/receipt.ts';
import type { TokenCount } from '../core/token-count.ts';

/** Wire formats of requests that can be compacted live. */
export type LiveFormat = 'anthropic' | 'openai' | 'openai-responses';

/** What a provider measured of one request: the size of its input, cached parts included (P62). */
export interface MeasuredUsage {
  /** All input tokens of one call: not read from the cache, written to it, and read from it together. */
  readonly inputTokens: TokenCount;
  readonly outputTokens?: TokenCount | undefined;
}

/** One request on its way to the provider. */
export interface LiveRequest {
  /**
   * `passed`: as it came. `sticky`: an earlier decision was put in again, byte for byte. `compacted`: a compaction was
   * made for it.
   */
  readonly status: 'passed' | 'sticky' | 'compacted';
  /** The request body to send, in pieces: one after the other. */
  readonly chunks: readonly Uint8Array[];
  /** The same as one text, made each time it is asked for. */
  readonly text: string;
  /** Size of `text`: counted, and scaled by what the provider measured of earlier requests. */
  readonly tokens: TokenCount;
  /** Size of the body as it came. */
  readonly clientTokens: TokenCount;
  /** Names the conversation in the archive once it was compacted. */
  readonly conversationId?: string | undefined;
  /** The compaction whose decision is in `text`: its entry in the ledger names the turns and handles of this branch. */
  readonly compactionId?: string | undefined;
  /**
   * Thinking of the open turn stands behind another prefix than it was written after: the compaction could not wait. A
   * model that binds its thinking (Anthropic) refuses that, unless the request says
   * `thinking.block_binding.prefix_mismatch_behavior: 'drop_block'`.
   */
  readonly hasMovedThinking: boolean;
  /** With `compacted`. */
  readonly receipt?: Receipt | undefined;
  /** Takes the provider's `usage` of the answer to this request: later counts are scaled by it. */
  measured(usage: MeasuredUsage): void;
}

/** What live compaction did or met; for logs, metrics and `onEvent`. No content of a conversation is in it. */
export interface LiveEvent {
  readonly name:
    | 'compacted'
    | 'would-compact'
    | 'deferred'
    | 'compaction-failed'
    | 'history-changed'
    | 'not-compactable'
    | 'archive-unavailable'
    | 'decision-restored';
  /** A sentence for people. */
  readonly message: string;
  readonly tokens?: TokenCount | undefined;
  readonly clientTokens?: TokenCount | undefined;
  readonly conversationId?: string | undefined;
  readonly compactionId?: string | undefined;
  /** Of a failure: a code of `ERROR_CODES`. */
  readonly code?: string | undefined;
}

/** Compacts the requests of any number of conversations, each recognized by its own history. */
export interface Compactor {
  /** Branches of conversations that are remembered. */
  readonly conversationCount: number;
  /**
   * The request as it is to be sent. `body` is the whole JSON text of a request as the client made it, with its full
   * history; as bytes, in the pieces that they came in, it is kept until the next request of the conversation, and not to be changed.
   *
   * @throws CompactionInvariantError where the request is above the window and only authoritative spans are left (E7).
   * @throws ArchiveError where it is above the window and the archive cannot be written.
   */
  prepare(body: string | readonly Uint8Array[], options?: { readonly signal?: AbortSignal | undefined }): Promise<LiveRequest>;
  /** Ends when compactions that run have ended. */
  close(): Promise<void>;
}
