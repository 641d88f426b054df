import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Figures of one proxy, in a registry of its own: two proxies in one process do not mix. */
export interface ProxyMetrics {
  readonly registry: Registry;
  readonly requests: Counter<'format' | 'status'>;
  readonly compactions: Counter<'format'>;
  readonly refusals: Counter<'format' | 'code'>;
  readonly clientTokens: Counter<'format'>;
  readonly sentTokens: Counter<'format'>;
  readonly measuredTokens: Counter<'format'>;
  readonly upstreamErrors: Counter<'kind'>;
  readonly prepareSeconds: Histogram<'format'>;
  readonly openStreams: Gauge;
}

const SECONDS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30];

export function proxyMetrics(): ProxyMetrics {
  const registry = new Registry();
  const registers = [registry];
  const counter = <T extends string>(name: string, help: string, labelNames: readonly T[]): Counter<T> =>
    new Counter({ name: `holdfast_${name}`, help, labelNames: [...labelNames], registers });
  return {
    registry,
    requests: counter('requests_total', 'Requests by format, and by what was done with them', ['format', 'status']),
    compactions: counter('compactions_total', 'Compactions made', ['format']),
    refusals: counter('refusals_total', 'Requests that could not be made to fit, by code', ['format', 'code']),
    clientTokens: counter('client_tokens_total', 'Tokens of prepared requests as they came', ['format']),
    sentTokens: counter('sent_tokens_total', 'Tokens of prepared requests as they were sent', ['format']),
    measuredTokens: counter('measured_tokens_total', 'Input tokens that the provider measured', ['format']),
    upstreamErrors: counter('upstream_errors_total', 'Answers of the provider that are errors (by status), or none', ['kind']),
    prepareSeconds: new Histogram({
      name: 'holdfast_prepare_seconds',
      help: 'Time from the whole body to the body that is sent',
      labelNames: ['format'],
      buckets: SECONDS,
      registers,
    }),
    openStreams: new Gauge({ name: 'holdfast_open_streams', help: 'Answers that are being passed on', registers }),
  };
}
