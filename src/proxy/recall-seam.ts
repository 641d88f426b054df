import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { LiveFormat } from '../live/live-request.ts';

/** What the provider answered: the head is there, the body comes. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly statusMessage: string;
  readonly headers: IncomingHttpHeaders;
  /** Name, value, name, value: in order and case as they came, ready for the client (nothing hop-by-hop). */
  readonly rawHeaders: readonly string[];
  /** Not decoded. Whoever takes the answer reads it to its end or destroys it. */
  readonly body: Readable;
}

/** One request whose answer may call the recall tool. */
export interface RecallExchange {
  readonly format: LiveFormat;
  /** What `expand` gave: the whole history with the tool, before it was prepared. Follow-ups are made from it. */
  readonly expandedBody: string;
  /** Names the conversation in the archive once it was compacted. */
  readonly conversationId: string | undefined;
  /** Of this branch of it. */
  readonly compactionId: string | undefined;
  /** A success, JSON or server-sent events, with no content-encoding. */
  readonly first: UpstreamAnswer;
  /** Nothing is written to it yet. */
  readonly client: ServerResponse;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
  /**
   * Asks the provider again, with the client's own headers. `body` is `expandedBody` with a hidden round trip behind it: it
   * is prepared as a client's request is, so that what was decided stays and the window holds. An answer of any status
   * resolves.
   *
   * @throws UpstreamError where none comes; HoldfastError where the body cannot be made to fit (E7).
   */
  upstream(body: string): Promise<UpstreamAnswer>;
}

/** Recall inside the proxy: the tool is offered in requests, and its calls are answered here, unseen by the client. */
export interface RecallSeam {
  /**
   * Before a request is prepared: the body with the tool, and with the earlier round trips that the client never saw.
   * The same text where there is nothing to add. A throw sends the client's own body, without the tool.
   */
  expand(format: LiveFormat, body: string): Promise<string>;
  /**
   * Answers the client whole, from the head to the end. `false`: nothing was read and nothing written, and the answer is
   * passed through as it comes. A throw breaks the client's connection off, so that it takes no half answer for a whole one.
   */
  answer(exchange: RecallExchange): Promise<boolean>;
}
