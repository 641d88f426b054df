export type WireFormat = 'anthropic' | 'openai' | 'openai-responses';

/** A call that the model makes; the provider gives it its id. */
export interface ScriptedCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What the model says in one answer. */
export interface ModelAnswer {
  /** Signed thinking with Anthropic, a reasoning item with Responses, each if the request asks for it; Chat Completions shows none. */
  readonly thinking?: string;
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  /** Bytes of one write of a stream: a small odd number cuts events and characters apart. The whole in one without it. */
  readonly chunkBytes?: number;
  /** A slow provider: waits so long before each write. */
  readonly pauseMs?: number;
  /** The connection is broken off after this share of the bytes. */
  readonly brokenOffAt?: number;
}

/** An answer that no model gave. */
export interface ProviderFault {
  readonly fault: 'rate-limited' | 'overloaded' | 'server-error' | 'hang';
  /** With `rate-limited`. */
  readonly retryAfterSeconds?: number;
}

export type Answer = ModelAnswer | ProviderFault;

export interface Usage {
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
}

/** One answer in the words of one format: as JSON, or as the events of a stream. */
export interface WireAnswer {
  readonly json: unknown;
  readonly events: readonly { readonly event?: string; readonly data: unknown }[];
  /** The line that ends a stream, where the format has one. */
  readonly end?: string;
}

/** The bytes of a stream of server-sent events. */
export function streamBytes(answer: WireAnswer): Buffer {
  const lines = answer.events.map(({ event, data }) => `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`);
  return Buffer.from(lines.join('') + (answer.end === undefined ? '' : `data: ${answer.end}\n\n`));
}

/** Cuts text into the pieces that a stream brings, never in the middle of a character. */
export function deltasOf(text: string, length = 24): readonly string[] {
  return text.match(new RegExp(`[^]{1,${length}}`, 'gu')) ?? [];
}
