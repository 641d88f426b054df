import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { ConfigError } from '../core/errors/config-error.ts';
import { codeOf } from './fault.ts';
import { answerHeaders, type RawHeaders, requestHeaders } from './headers.ts';
import type { UpstreamAnswer } from './recall-seam.ts';
import { UpstreamError } from './upstream-error.ts';

export const HEADER_BYTES = 65_536;

/** One request for the provider. */
export interface UpstreamRequest {
  readonly method: string;
  /** Path and query, as the client sent them. */
  readonly address: string;
  readonly rawHeaders: RawHeaders;
  /** Bytes at hand, in pieces, or the client's own request, whose bytes are passed on as they come. */
  readonly body: readonly Uint8Array[] | IncomingMessage;
  readonly isReadHere?: boolean | undefined;
  readonly without?: ReadonlySet<string> | undefined;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
}

/** The one provider that requests go to, over connections that are kept. */
export interface Upstream {
  /** Resolves with the head of any answer. @throws UpstreamError where none comes. */
  send(request: UpstreamRequest): Promise<UpstreamAnswer>;
  close(): void;
}

/** @throws ConfigError where the address is none that requests can go to. */
export function upstreamOf(address: string, timeoutMs: number): Upstream {
  const base = baseOf(address);
  const isSecure = base.protocol === 'https:';
  const agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const target = {
    host: base.hostname.replace(/^\[|\]$/g, ''),
    port: base.port === '' ? (isSecure ? 443 : 80) : Number(base.port),
    agent,
    maxHeaderSize: HEADER_BYTES,
  };
  const prefix = base.pathname.replace(/\/+$/, '');
  const start = (request: UpstreamRequest): ClientRequest =>
    (isSecure ? httpsRequest : httpRequest)({
      ...target,
      method: request.method,
      path: `${prefix}${request.address}`,
      headers: requestHeaders(request.rawHeaders, {
        host: base.host,
        method: request.method,
        bodyBytes: isAtHand(request.body) ? request.body.reduce((sum, { length }) => sum + length, 0) : undefined,
        isReadHere: request.isReadHere === true,
        without: request.without,
      }),
    });
  return { send: (request) => sendOnce(start, request, timeoutMs, true), close: () => agent.destroy() };
}

function baseOf(address: string): URL {
  const refuse = (what: string): never => {
    throw new ConfigError({ what, option: '--upstream', next: 'Give the address of the provider, as https://api.anthropic.com.' });
  };
  const base = URL.canParse(address) ? new URL(address) : refuse('The upstream is no address');
  if (base.protocol !== 'https:' && base.protocol !== 'http:') refuse('The upstream is no http or https address');
  // A key in an address would stand in process lists and shells' histories.
  if (base.username !== '' || base.password !== '' || base.search !== '' || base.hash !== '')
    refuse('The upstream has more than a host, a port and a path; keys come with the requests');
  return base;
}

type Start = (request: UpstreamRequest) => ClientRequest;

function sendOnce(start: Start, request: UpstreamRequest, timeoutMs: number, mayRepeat: boolean): Promise<UpstreamAnswer> {
  return new Promise((resolve, reject) => {
    if (request.signal.aborted) return reject(new UpstreamError('client-left'));
    const outgoing = start(request);
    const timer = setTimeout(() => outgoing.destroy(new UpstreamError('timeout')), timeoutMs);
    const leave = (): void => void outgoing.destroy(new UpstreamError('client-left'));
    request.signal.addEventListener('abort', leave, { once: true });
    outgoing.once('close', () => request.signal.removeEventListener('abort', leave));
    outgoing.once('response', (incoming) => {
      clearTimeout(timer);
      resolve(answerOf(incoming));
    });
    // After the answer's head, what breaks is told by its body.
    outgoing.on('error', (cause) => {
      clearTimeout(timer);
      if (mayRepeat && isStaleConnection(outgoing, cause) && isAtHand(request.body)) sendOnce(start, request, timeoutMs, false).then(resolve, reject);
      else reject(cause instanceof UpstreamError ? cause : new UpstreamError('unreachable', cause));
    });
    if (isAtHand(request.body)) writeAll(request.body, outgoing);
    else passOn(request.body, outgoing, timer);
  });
}

function isAtHand(body: UpstreamRequest['body']): body is readonly Uint8Array[] {
  return Array.isArray(body);
}

/** In one go to the socket. */
function writeAll(pieces: readonly Uint8Array[], outgoing: ClientRequest): void {
  outgoing.cork();
  for (const piece of pieces) outgoing.write(piece);
  outgoing.end();
}

/** The provider closed a kept connection while the request was on its way: one that it has not seen. */
function isStaleConnection(outgoing: ClientRequest, cause: Error): boolean {
  return outgoing.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(codeOf(cause));
}

/**
 * No `pipeline`: it would break the client's connection where the provider answers before it has taken the whole body
 * (too large, say), and the client would not see why.
 */
function passOn(body: Readable, outgoing: ClientRequest, timer: NodeJS.Timeout): void {
  body.on('data', () => timer.refresh());
  body.pipe(outgoing);
  outgoing.once('close', () => {
    body.unpipe(outgoing);
    body.resume();
  });
}

function answerOf(incoming: IncomingMessage): UpstreamAnswer {
  return {
    status: incoming.statusCode ?? 502,
    statusMessage: incoming.statusMessage ?? '',
    headers: incoming.headers,
    rawHeaders: answerHeaders(incoming.rawHeaders),
    body: incoming,
  };
}
