import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError } from '../core/errors/config-error.ts';
import { answerProblem } from './answer-problem.ts';
import { BindingConversations } from './block-binding.ts';
import type { Problem } from './errors/problem.ts';
import { refusalOf } from './errors/refusal.ts';
import { type Exchange, exchangeOf, type PreparedRoute, type RunningProxy } from './exchange.ts';
import { faultOf } from './fault.ts';
import { isFromThisMachine } from './guard.ts';
import { handlePrepared, passThrough } from './handle-exchange.ts';
import { proxyMetrics } from './metrics.ts';
import { PROXY_DEFAULTS, type ProxyLog, type ProxyOptions } from './proxy-options.ts';
import { routeOf } from './route.ts';
import { HEADER_BYTES, upstreamOf } from './upstream.ts';
import { UpstreamError } from './upstream-error.ts';

const LOOPBACK = '127.0.0.1';
/** Longer than clients keep a connection without use, so that it is they who close it. */
const KEEP_ALIVE_MS = 65_000;
const QUIET: ProxyLog = { debug: () => {}, warn: () => {} };

export interface ProxyServer {
  readonly url: string;
  readonly port: number;
  /** Takes no new connection, and resolves when the open streams have ended, or were cut after `stopMs`. */
  close(): Promise<void>;
}

/**
 * Serves on loopback, in front of one provider.
 *
 * @throws ConfigError where the port is taken, or the upstream is no address.
 */
export async function serveProxy(options: ProxyOptions): Promise<ProxyServer> {
  const upstream = upstreamOf(options.upstream, options.upstreamTimeoutMs ?? PROXY_DEFAULTS.upstreamTimeoutMs);
  const proxy: RunningProxy = {
    options,
    upstream,
    metrics: proxyMetrics(),
    log: options.log ?? QUIET,
    binding: new BindingConversations(),
    startedMs: performance.now(),
  };
  const stopping = { isStopping: false };
  const server = createServer({ maxHeaderSize: HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    // One by one, as each answer is out: what Node takes for idle may still hold the end of an answer.
    response.once('close', () => {
      if (stopping.isStopping) request.socket.end();
    });
    void handle(exchangeOf(proxy, routeOf(request.method ?? '', request.url ?? ''), request, response), stopping.isStopping);
  });
  const port = await listen(server, options.port ?? 0);
  return {
    url: `http://${LOOPBACK}:${port}`,
    port,
    close: async () => {
      stopping.isStopping = true;
      await stop(server, options.stopMs ?? PROXY_DEFAULTS.stopMs);
      upstream.close();
    },
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'EADDRINUSE' ? 'is taken' : cause.code === 'EACCES' ? 'may not be used' : `cannot be used (${cause.code ?? 'unknown error'})`;
      reject(new ConfigError({ what: `Port ${port} ${why}`, option: '--port', next: 'Name another port, or none for a free one.', cause }));
    });
    server.listen(port, LOOPBACK, () => resolve((server.address() as AddressInfo).port));
  });
}

function stop(server: Server, stopMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), stopMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

async function handle(exchange: Exchange, isStopping: boolean): Promise<void> {
  try {
    await dispatch(exchange, isStopping);
  } catch (error) {
    fail(exchange, error);
  }
}

async function dispatch(exchange: Exchange, isStopping: boolean): Promise<void> {
  const { request, response, route, proxy } = exchange;
  if (!isFromThisMachine(request.headers)) {
    return answerProblem(exchange, { kind: 'forbidden', message: 'Only requests of this machine to a loopback address are taken.' });
  }
  if (route.name === 'unsafe') return answerProblem(exchange, { kind: 'address-unsafe', message: 'Give a path below the upstream.' });
  if (route.name === 'health') return sendText(response, 'application/json', JSON.stringify(health(proxy, isStopping)));
  if (route.name === 'metrics') return sendText(response, proxy.metrics.registry.contentType, await proxy.metrics.registry.metrics());
  if (isStopping) return answerProblem(exchange, { kind: 'stopping', message: 'The proxy stops. Send the request again.' });
  return route.name === 'prepared' ? handlePrepared(exchange as Exchange<PreparedRoute>) : passThrough(exchange);
}

function health({ options, startedMs }: RunningProxy, isStopping: boolean): Record<string, unknown> {
  const counts = Object.values(options.compactors).map((compactor) => compactor.conversationCount);
  return {
    status: isStopping ? 'stopping' : 'ok',
    version: options.version ?? 'unknown',
    uptimeSeconds: Math.floor((performance.now() - startedMs) / 1000),
    conversations: counts.reduce((sum, one) => sum + one, 0),
  };
}

function sendText(response: ServerResponse, contentType: string, text: string): void {
  response.writeHead(200, { 'Content-Type': contentType, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  response.end(text);
}

/** No answer came, or it broke where it was read here. */
function fail(exchange: Exchange, error: unknown): void {
  if (exchange.signal.aborted) return;
  if (error instanceof UpstreamError) {
    const problem: Problem =
      error.kind === 'timeout'
        ? { kind: 'upstream-timeout', message: 'The provider gave no answer in time. Send the request again, or raise `--upstream-timeout`.' }
        : { kind: 'upstream-unreachable', message: `The provider cannot be reached (${error.code}). Check \`--upstream\` and the network.` };
    answerProblem(exchange, problem);
    return;
  }
  // E7 in a follow-up of recall: the client gets the answer of a request that is too long, where none was begun.
  const problem = refusalOf(error, exchange.proxy.options.window);
  if (problem !== undefined && !exchange.response.headersSent) return void answerProblem(exchange, problem);
  exchange.proxy.log.warn({ fault: faultOf(error) }, 'a fault of holdfast itself');
  exchange.response.destroy();
}
