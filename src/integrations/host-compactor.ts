import type { Archive } from '../archive/archive.ts';
import type { TokenCount } from '../core/token-count.ts';
import { createCompactor } from '../live/compactor.ts';
import type { Compactor, LiveEvent, LiveRequest } from '../live/live-request.ts';
import { alignBlocks } from './align-blocks.ts';
import { editMessages, type MessageEdit } from './edit-messages.ts';
import type { HostAdapter } from './host-adapter.ts';

/** What a host is about to send. */
export interface HostCall {
  readonly sessionId: string;
  readonly messages: readonly unknown[];
  /** Tokens of the model's context. */
  readonly window: TokenCount;
  /** What the answer may take. */
  readonly outputTokens?: TokenCount | undefined;
}

/** `passed`: the messages go on as they are. */
export type HostAnswer =
  | { readonly status: 'passed' }
  | {
      readonly status: 'sticky' | 'compacted';
      readonly edits: readonly MessageEdit[];
      readonly tokens: TokenCount;
      readonly clientTokens: TokenCount;
    };

export interface HostEvent {
  readonly name: LiveEvent['name'] | 'not-aligned';
  readonly message: string;
  readonly code?: string | undefined;
}

export interface HostCompactorOptions {
  readonly adapter: HostAdapter;
  readonly archive: Archive;
  readonly onEvent?: ((event: HostEvent) => void) | undefined;
}

/** The last request of a session. */
interface Latest {
  readonly request: LiveRequest;
  readonly messageCount: number;
}

/** Models that a user changes between, each with a window of its own. */
const WINDOWS_MAX = 8;
const SESSIONS_MAX = 1_000;

/** Compacts the messages of a host's sessions before each model call, with live compaction (DESIGN §8). */
export class HostCompactor {
  readonly #options: HostCompactorOptions;
  readonly #compactors = new Map<TokenCount, Compactor>();
  readonly #latest = new Map<string, Latest>();

  constructor(options: HostCompactorOptions) {
    this.#options = options;
  }

  /** What a session's recall is of; nothing where it was not compacted. */
  recallScopeOf(sessionId: string): Pick<LiveRequest, 'conversationId' | 'compactionId'> {
    const { conversationId, compactionId } = this.#latest.get(sessionId)?.request ?? {};
    return { conversationId, compactionId };
  }

  /**
   * @throws CompactionInvariantError where the messages are above the window and only authoritative spans are left (E7).
   * @throws ArchiveError where they are above the window and the archive cannot be written.
   */
  async prepare(call: HostCall): Promise<HostAnswer> {
    const compactor = this.#compactorFor(call.window);
    await this.#measure(call, compactor);
    const reading = this.#options.adapter.read(call.messages);
    const request = await compactor.prepare(reading.request.body(call.outputTokens));
    this.#remember(call, request);
    if (request.status === 'passed') return { status: 'passed' };
    const alignment = alignBlocks(reading.request.blocks, request.text);
    const edits = alignment === undefined ? undefined : editMessages(reading, alignment);
    if (edits === undefined) {
      this.#options.onEvent?.({ name: 'not-aligned', message: 'what was decided cannot be done to the messages of the host: they go on as they are' });
      return { status: 'passed' };
    }
    return { status: request.status, edits, tokens: request.tokens, clientTokens: request.clientTokens };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#compactors.values()].map((compactor) => compactor.close()));
  }

  #compactorFor(window: TokenCount): Compactor {
    const known = this.#compactors.get(window);
    if (known !== undefined) return known;
    const { adapter, archive, onEvent } = this.#options;
    // The plugin brings the recall tool (E3a).
    const compactor = createCompactor({ format: 'anthropic', window, recall: 'tool', tools: adapter.tools, archive, onEvent });
    this.#compactors.set(window, compactor);
    const [oldest] = this.#compactors.keys();
    if (this.#compactors.size > WINDOWS_MAX && oldest !== undefined) this.#compactors.delete(oldest);
    return compactor;
  }

  #remember(call: HostCall, request: LiveRequest): void {
    this.#latest.delete(call.sessionId);
    this.#latest.set(call.sessionId, { request, messageCount: call.messages.length });
    const [oldest] = this.#latest.keys();
    if (this.#latest.size > SESSIONS_MAX && oldest !== undefined) this.#latest.delete(oldest);
  }

  /** P62: the host keeps what the provider measured in the answer itself, system prompt and tools included. */
  async #measure(call: HostCall, compactor: Compactor): Promise<void> {
    const latest = this.#latest.get(call.sessionId);
    if (latest === undefined) return this.#measureAgain(call, compactor);
    const inputTokens = this.#options.adapter.inputTokensOf(call.messages[latest.messageCount]);
    if (inputTokens !== undefined) latest.request.measured({ inputTokens });
  }

  /** A session that goes on in a new process: its last request is looked at again, so that its measure holds for this one. */
  async #measureAgain({ messages, outputTokens }: HostCall, compactor: Compactor): Promise<void> {
    const { adapter } = this.#options;
    const answer = messages.findLastIndex((message) => adapter.inputTokensOf(message) !== undefined);
    const inputTokens = adapter.inputTokensOf(messages[answer]);
    if (inputTokens === undefined || answer === 0) return;
    const request = await compactor.prepare(adapter.read(messages.slice(0, answer)).request.body(outputTokens));
    if (request.status !== 'compacted') request.measured({ inputTokens });
  }
}
