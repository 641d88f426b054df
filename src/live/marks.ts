import { DEFAULTS } from '../core/defaults.ts';
import { CompactionInvariantError } from '../core/errors/compaction-invariant-error.ts';
import type { TokenCount, TokenCounter } from '../core/token-count.ts';
import { type CompactorOptions, lowerMarkOf } from './compactor-options.ts';
import type { KnownRequest, Memo } from './known-requests.ts';
import { isInThinkingTurn } from './open-turn.ts';
import { type RequestSize, sizeAbove } from './request-size.ts';
import type { Targets } from './shorten.ts';
import { compose } from './sticky.ts';

/** Of the limit on bytes: where a body is due, and down to what it is compacted. */
const BYTES_TRIGGER = 0.9;
const BYTES_LOWER_MARK = 0.5;
/** Of the window: new material below this buys nothing (C04). */
const NEW_MATERIAL_SHARE = 0.02;
/** Of the window: so much at most is kept free for the answer. */
const ANSWER_SHARE_MAX = 0.25;
/** Of the room: above it a compaction waits for the end of the turn no longer. */
const PATIENCE_SHARE = 0.9;
/** Of the room: what a compaction may leave at most, where the protected floor is above the lower mark. */
const ROOM_SHARE = 0.97;

/** Of the trigger: a compaction that leaves more buys too few turns for the cache that it costs. */
const WORTHWHILE_SHARE = 0.9;

/** Why a request is to be compacted. */
export interface Due {
  readonly size: RequestSize;
  /** Of the body as it would be sent. */
  readonly bytes: number;
  readonly isOverTokens: boolean;
  readonly isOverBytes: boolean;
  /** It cannot be sent as it is: above the window, or above the limit on bytes. */
  readonly isOverLimit: boolean;
}

/** The trigger, the lower mark, and what is in between (DESIGN §8). */
export class Marks {
  readonly #window: TokenCount;
  readonly #trigger: TokenCount;
  readonly #lowerMark: TokenCount;
  readonly #maxBodyBytes: number;

  constructor(options: CompactorOptions) {
    const { window, trigger, maxBodyBytes } = options;
    this.#window = window;
    this.#trigger = Math.floor(window * (trigger ?? DEFAULTS.triggerShare));
    this.#lowerMark = Math.floor(window * lowerMarkOf(options));
    this.#maxBodyBytes = maxBodyBytes ?? Number.POSITIVE_INFINITY;
  }

  /** The window without what the answer may take. */
  roomOf({ list: { shell } }: KnownRequest): TokenCount {
    const answer = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'].map((name) => shell[name]).find((value) => typeof value === 'number');
    return this.#window - Math.min(Math.max(0, Number(answer ?? 0)), Math.floor(this.#window * ANSWER_SHARE_MAX));
  }

  /** `undefined` where the request goes on as it is. */
  due(known: KnownRequest, counter: TokenCounter, factor: number): Due | undefined {
    const room = this.roomOf(known);
    const trigger = Math.min(this.#trigger, room);
    const bound = Math.min(Math.max(trigger, known.memo.guardTokens ?? 0, known.memo.prefix?.guardTokens ?? 0), room);
    const size = sizeAbove(known, known.memo.prefix, bound, counter, factor) ?? { tokens: 0, factor };
    const bytes = bytesOf(known);
    const isOverBytes =
      bytes > Math.min(Math.max(this.#maxBodyBytes * BYTES_TRIGGER, known.memo.guardBytes ?? 0, known.memo.prefix?.guardBytes ?? 0), this.#maxBodyBytes);
    const isOverTokens = size.tokens > bound;
    if (!isOverBytes && !isOverTokens) return undefined;
    return { size, bytes, isOverTokens, isOverBytes, isOverLimit: size.tokens > room || bytes > this.#maxBodyBytes };
  }

  /** Whether a compaction is better made when the turn is over, and there is room until then. */
  mayWait(known: KnownRequest, { size, isOverBytes }: Due): boolean {
    return !isOverBytes && size.tokens <= this.roomOf(known) * PATIENCE_SHARE && isInThinkingTurn(known);
  }

  /** In the counter's tokens. A compaction that buys few turns is made only where the request cannot be sent otherwise. */
  targets({ size: { factor }, isOverLimit }: Due, known: KnownRequest): Targets {
    const room = this.roomOf(known);
    const most = isOverLimit ? room * ROOM_SHARE : Math.min(this.#trigger, room) * WORTHWHILE_SHARE;
    return { wanted: Math.floor(Math.min(this.#lowerMark, room) / factor), most: Math.floor(most / factor) };
  }

  /** The same in bytes. */
  byteTargets({ isOverLimit }: Due): Targets {
    const most = this.#maxBodyBytes * (isOverLimit ? ROOM_SHARE : BYTES_TRIGGER * WORTHWHILE_SHARE);
    return { wanted: Math.floor(this.#maxBodyBytes * BYTES_LOWER_MARK), most: Math.floor(most) };
  }

  /** Below these a compaction that could not be made is not tried again (loop guard, C04). */
  guards({ size, bytes, isOverTokens, isOverBytes }: Due): Pick<Memo, 'guardTokens' | 'guardBytes'> {
    return {
      ...(isOverTokens ? { guardTokens: this.guardAfter(size.tokens) } : {}),
      ...(isOverBytes ? { guardBytes: this.guardBytesAfter(bytes) } : {}),
    };
  }

  /** `undefined` where there is no limit. */
  guardBytesAfter(bytes: number): number | undefined {
    return Number.isFinite(this.#maxBodyBytes) ? Math.ceil(bytes + this.#maxBodyBytes * NEW_MATERIAL_SHARE) : undefined;
  }

  /**
   * P20: what is sent is measured, as the engine counts texts and media and not what is written around them.
   *
   * @throws CompactionInvariantError where it is above the limit.
   */
  checkBytes(known: KnownRequest): void {
    const bytes = bytesOf(known);
    if (bytes <= this.#maxBodyBytes) return;
    throw new CompactionInvariantError({
      what: `The body of ${bytes} bytes is above the limit of ${this.#maxBodyBytes}, and nothing more of it can leave`,
      next: 'Send less in one message, or start a new conversation.',
      ...{ targetTokens: this.#maxBodyBytes, floorTokens: bytes, reclaimedTokens: 0, fixedTokens: 0, protectedSpans: [] },
    });
  }

  guardAfter(tokens: TokenCount): TokenCount {
    return Math.ceil(tokens + this.#window * NEW_MATERIAL_SHARE);
  }
}

function bytesOf(known: KnownRequest): number {
  return sentBytes(known).reduce((sum, piece) => sum + piece.length, 0);
}

/** The request as it would be sent, in pieces. */
export function sentBytes({ list, items, format, memo }: KnownRequest, prefix = memo.prefix): readonly Buffer[] {
  return prefix === undefined ? list.bytes.pieces() : compose(list, items, prefix, format);
}
