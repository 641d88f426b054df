import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BindingConversations } from './block-binding.ts';
import type { ProxyMetrics } from './metrics.ts';
import type { ProxyLog, ProxyOptions } from './proxy-options.ts';
import type { Route } from './route.ts';
import type { Upstream } from './upstream.ts';

/** What one proxy is made of. */
export interface RunningProxy {
  readonly options: ProxyOptions;
  readonly upstream: Upstream;
  readonly metrics: ProxyMetrics;
  readonly log: ProxyLog;
  readonly binding: BindingConversations;
  readonly startedMs: number;
}

/** One request of a client, and its answer. */
export interface Exchange<R extends Route = Route> {
  readonly proxy: RunningProxy;
  readonly route: R;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Aborts when the client leaves before its answer is whole. */
  readonly signal: AbortSignal;
}

export type PreparedRoute = Route & { readonly name: 'prepared' };

export function exchangeOf<R extends Route>(proxy: RunningProxy, route: R, request: IncomingMessage, response: ServerResponse): Exchange<R> {
  const leaving = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) leaving.abort();
  });
  return { proxy, route, request, response, signal: leaving.signal };
}
