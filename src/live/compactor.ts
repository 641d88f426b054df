import { ArchiveError } from '../core/errors/archive-error.ts';
import { FormatError } from '../core/errors/format-error.ts';
import { HoldfastError } from '../core/errors/holdfast-error.ts';
import type { Receipt } from '../core/receipt.ts';
import type { TokenCounter } from '../core/token-count.ts';
import { loadO200k } from '../tokens/o200k-counter.ts';
import { ByteRope } from './byte-rope.ts';
import { type CompactionInput, compactRequest, conversationIdOf, type MadeCompaction, planRequest } from './compact-request.ts';
import { type CompactorOptions, checkCompactorOptions } from './compactor-options.ts';
import { Decisions } from './decisions.ts';
import { type KnownRequest, KnownRequests } from './known-requests.ts';
import type { Compactor, LiveEvent, LiveRequest, MeasuredUsage } from './live-request.ts';
import { type Due, Marks, sentBytes } from './marks.ts';
import { hasMovedThinking } from './open-turn.ts';
import { Queues } from './queues.ts';
import { roughSize } from './request-size.ts';
import { type Shorten, shorten } from './shorten.ts';
import type { StickyPrefix } from './sticky.ts';

/**
 * Live compaction in the caller's loop (DESIGN §8): give it each request before it is sent. A request below the trigger
 * goes on as it came. Above it the history is compacted, and what was decided for it stays, byte for byte, in every later
 * request of the conversation, until the trigger is passed again. A conversation needs no name: its history is its name,
 * so edits, rewinds, branches, retries and subagents are each recognized by what they have in common.
 *
 * @throws ConfigError for an option that cannot be.
 * @example
 * const compactor = createCompactor({ format: 'anthropic', window: 200_000, archive });
 * const request = await compactor.prepare(JSON.stringify({ model, max_tokens: 8000, tools, messages }));
 * const answer = await send(request.text);
 * request.measured({ inputTokens: answer.usage.input_tokens });
 */
export function createCompactor(options: CompactorOptions): Compactor {
  return createCompactorWith(options, shorten);
}

/** The same, with compactions made elsewhere. */
export function createCompactorWith(options: CompactorOptions, shortenElsewhere: Shorten): Compactor {
  checkCompactorOptions(options);
  return new LiveCompactor(options, shortenElsewhere);
}

/** Another process compacts the same conversation: its decision is waited for, in steps. A step may wait itself, for the file. */
const BUSY_STEP_MS = 100;
const BUSY_MS = 10_000;

class LiveCompactor implements Compactor {
  readonly #options: CompactorOptions;
  readonly #shorten: Shorten;
  readonly #marks: Marks;
  readonly #requests = new KnownRequests();
  readonly #decisions: Decisions;
  readonly #queues = new Queues();
  /** Provider's tokens for one of ours, as last measured: a start for conversations of which nothing is known. */
  #factor = 1;

  constructor(options: CompactorOptions, shortenElsewhere: Shorten) {
    this.#options = options;
    this.#shorten = shortenElsewhere;
    this.#marks = new Marks(options);
    this.#decisions = new Decisions(options.archive);
  }

  get conversationCount(): number {
    return this.#requests.branchCount;
  }

  async prepare(body: string | readonly Uint8Array[], { signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<LiveRequest> {
    const bytes = new ByteRope(typeof body === 'string' ? [Buffer.from(body)] : body.map(bufferOf));
    const known = this.#requests.recognize(bytes, this.#options.format);
    if (known === undefined) return this.#asItCame(bytes, 'the body has no list of messages that could be compacted');
    if (isIncrement(known)) return this.#asItCame(bytes, 'the history is with the provider: the request has only what is new');
    if (known.isRewritten)
      this.#tell({ name: 'history-changed', message: 'the client changed what it had sent before: what was decided for the common part holds' });
    await this.#lookUp(known);
    const counter = this.#options.counter ?? (await loadO200k());
    const due = this.#marks.due(known, counter, this.#factor);
    if (due === undefined) return this.#going(known);
    this.#factor = due.size.factor;
    if (this.#options.observe !== true && this.#marks.mayWait(known, due)) {
      this.#tell({
        name: 'deferred',
        message: 'the compaction waits for the end of the turn: its thinking is bound to what stands before it',
        tokens: due.size.tokens,
      });
      return this.#going(known);
    }
    const receipt = await this.#decide(known, due, counter, signal);
    return this.#going(known, receipt);
  }

  async close(): Promise<void> {
    await this.#queues.idle();
  }

  /**
   * The decision that holds for the request: from memory, and from the archive where a part of its history was not looked
   * up there yet. It may be of an earlier process, whatever request of the conversation came first to this one.
   */
  async #lookUp(known: KnownRequest): Promise<void> {
    const { items, memo } = known;
    const from = heldFor(known) === memo.prefix ? memo.lookedUpCount : 0;
    memo.lookedUpCount = from;
    memo.prefix = longer(this.#decisions.latest(items), heldFor(known));
    try {
      const kept = await this.#decisions.latestKept(items, Math.max(from, memo.prefix?.itemCount ?? 0));
      // What a parallel request decided meanwhile counts, too.
      memo.prefix = longer(longer(this.#decisions.latest(items), kept), memo.prefix);
      memo.lookedUpCount = items.length;
      if (kept !== undefined) this.#tell({ name: 'decision-restored', message: 'a decision of an earlier process holds', ...idsOf(known) });
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      this.#tell({ name: 'archive-unavailable', message: `earlier decisions cannot be read: ${error.what}`, code: error.code });
    }
  }

  /** One after the other in a conversation: a retry, and a parallel request of it, find what the first decided. */
  #decide(known: KnownRequest, due: Due, counter: TokenCounter, signal: AbortSignal | undefined): Promise<Receipt | undefined> {
    return this.#queues.run(known.memo.prefix?.conversationId ?? conversationIdOf(known), async () => {
      const before = known.memo.prefix;
      known.memo.prefix = this.#decisions.latest(known.items);
      if (known.memo.prefix !== before && this.#marks.due(known, counter, this.#factor) === undefined) return undefined;
      try {
        const input = { known, prefix: known.memo.prefix, due, marks: this.#marks, counter, signal };
        return this.#options.observe === true ? await this.#observe(input) : await this.#compact(input);
      } catch (error) {
        return this.#refuseOrGoOn(error, known, due);
      }
    });
  }

  async #compact(input: CompactionInput): Promise<Receipt | undefined> {
    const { known, due } = input;
    const made = await this.#madeOrDecidedElsewhere(input);
    if (made === undefined) {
      Object.assign(known.memo, this.#marks.guards(due));
      this.#marks.checkBytes(known);
      return undefined;
    }
    known.memo.prefix = await this.#decisions.add(known.items, made.prefix, input.prefix);
    this.#marks.checkBytes(known);
    known.memo.guardTokens = undefined;
    known.memo.guardBytes = undefined;
    if (known.memo.prefix !== made.prefix) {
      this.#tell({ name: 'decision-restored', message: 'another process decided for this history meanwhile', ...idsOf(known) });
      return undefined;
    }
    const { tokensBefore, tokensAfter, tokenizer } = made.receipt;
    this.#tell({
      name: 'compacted',
      message: `${tokensBefore} to ${tokensAfter} (${tokenizer})`,
      tokens: tokensAfter,
      clientTokens: tokensBefore,
      ...idsOf(known),
    });
    return made.receipt;
  }

  /** §6: of two processes that compact the same conversation one wins, and the other takes what it decided. */
  async #madeOrDecidedElsewhere(input: CompactionInput): Promise<MadeCompaction | undefined> {
    const { known, signal } = input;
    const startedMs = performance.now();
    for (;;) {
      try {
        return await compactRequest(input, this.#options, this.#shorten);
      } catch (error) {
        if (!(error instanceof ArchiveError) || error.code !== 'archive-busy' || performance.now() - startedMs >= BUSY_MS) throw error;
      }
      await waited(BUSY_STEP_MS, signal);
      known.memo.prefix = (await this.#decisions.latestKept(known.items, input.prefix?.itemCount ?? 0)) ?? known.memo.prefix;
      if (known.memo.prefix !== input.prefix) return undefined;
    }
  }

  async #observe(input: CompactionInput): Promise<undefined> {
    const { tokensBefore, tokensAfter, tokenizer } = await planRequest(input, this.#options);
    Object.assign(input.known.memo, this.#marks.guards(input.due));
    this.#tell({ name: 'would-compact', message: `${tokensBefore} to ${tokensAfter} (${tokenizer})`, tokens: tokensAfter, clientTokens: tokensBefore });
  }

  /** E7 and every other failure: below the limit the request goes on as it is, above it the caller hears of it. */
  #refuseOrGoOn(error: unknown, known: KnownRequest, due: Due): undefined {
    const { size, isOverLimit } = due;
    if (isOverLimit && this.#options.observe !== true && !(error instanceof FormatError)) throw error;
    Object.assign(known.memo, this.#marks.guards(due));
    const code = HoldfastError.is(error) ? error.code : 'fault';
    const name = error instanceof ArchiveError ? 'archive-unavailable' : error instanceof FormatError ? 'not-compactable' : 'compaction-failed';
    this.#tell({ name, message: HoldfastError.is(error) ? error.message : 'a fault of holdfast itself', tokens: size.tokens, code });
    return undefined;
  }

  #going(known: KnownRequest, receipt?: Receipt): LiveRequest {
    const { prefix } = known.memo;
    const chunks = sentBytes(known);
    return {
      status: receipt !== undefined ? 'compacted' : prefix !== undefined ? 'sticky' : 'passed',
      chunks,
      get text() {
        return textOf(chunks);
      },
      tokens: roughSize(known, prefix),
      clientTokens: roughSize(known, undefined),
      hasMovedThinking: hasMovedThinking(known),
      ...idsOf(known),
      ...(receipt === undefined ? {} : { receipt }),
      measured: (usage) => this.#measured(known, prefix?.history, usage),
    };
  }

  #measured(known: KnownRequest, prefixHistory: string | undefined, { inputTokens }: MeasuredUsage): void {
    const history = known.items.at(-1)?.history;
    if (history === undefined || !Number.isFinite(inputTokens) || inputTokens <= 0) return;
    known.memo.measured = { itemCount: known.items.length, history, prefixHistory, tokens: inputTokens };
  }

  #asItCame(bytes: ByteRope, message: string): LiveRequest {
    this.#tell({ name: 'not-compactable', message });
    const tokens = Math.ceil(bytes.length / 4);
    const chunks = bytes.pieces();
    return {
      status: 'passed',
      chunks,
      get text() {
        return textOf(chunks);
      },
      tokens,
      clientTokens: tokens,
      hasMovedThinking: false,
      measured: () => {},
    };
  }

  #tell(event: LiveEvent): void {
    this.#options.onEvent?.(event);
  }
}

/** Made only where it is asked for: what is sent are the pieces. */
function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8');
}

/** The decision for the request before, where it holds for this one. */
function heldFor({ items, memo: { prefix } }: KnownRequest): StickyPrefix | undefined {
  return prefix !== undefined && items[prefix.itemCount - 1]?.history === prefix.history ? prefix : undefined;
}

/** Of two decisions the one for the longer history. */
function longer(one: StickyPrefix | undefined, other: StickyPrefix | undefined): StickyPrefix | undefined {
  return (other?.itemCount ?? 0) > (one?.itemCount ?? 0) ? other : one;
}

/** The same memory, with what a Buffer can. */
function bufferOf(piece: Uint8Array): Buffer {
  return Buffer.isBuffer(piece) ? piece : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
}

function idsOf({ memo: { prefix } }: KnownRequest): { readonly conversationId?: string; readonly compactionId?: string } {
  return prefix === undefined ? {} : { conversationId: prefix.conversationId, compactionId: prefix.compactionId };
}

/** Responses with a history that the provider keeps (rule 3): what is not here cannot be planned. */
function isIncrement({ list: { shell } }: KnownRequest): boolean {
  return [shell['previous_response_id'], shell['conversation']].some((value) => value !== undefined && value !== null);
}

function waited(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
