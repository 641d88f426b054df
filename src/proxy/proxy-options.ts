import type { Compactor, LiveFormat } from '../live/live-request.ts';
import type { RecallSeam } from './recall-seam.ts';

export const PROXY_DEFAULTS = {
  /** Bytes of a request's body. */
  maxBodyBytes: 64 * 1024 * 1024,
  /** Until the head of the answer: a model may think for minutes before it. */
  upstreamTimeoutMs: 600_000,
  /** What open streams have to end in, once the proxy stops. */
  stopMs: 10_000,
  onRefusal: 'error',
} as const;

/** Counts, ids and codes alone: no path, header or body ever comes to a log. A logger of pino fits. */
export interface ProxyLog {
  debug(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
}

export interface ProxyOptions {
  /** Address of the provider; a path in it stands before the path of each request. */
  readonly upstream: string;
  readonly compactors: Readonly<Record<LiveFormat, Compactor>>;
  /** On loopback; a free one where it is not given. */
  readonly port?: number | undefined;
  /** Tokens of the model's context, for the words of a refusal. */
  readonly window?: number | undefined;
  readonly recall?: RecallSeam | undefined;
  /** A request that must be refused (E7): the provider's own error for a prompt that is too long, or the request untouched. */
  readonly onRefusal?: 'error' | 'pass' | undefined;
  readonly upstreamTimeoutMs?: number | undefined;
  readonly maxBodyBytes?: number | undefined;
  readonly stopMs?: number | undefined;
  readonly version?: string | undefined;
  readonly log?: ProxyLog | undefined;
}
