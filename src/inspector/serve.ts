import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError } from '../core/errors/config-error.ts';
import { HoldfastError } from '../core/errors/holdfast-error.ts';
import type { OpenSession } from './open-session.ts';
import { type PageFile, pageFiles } from './page-files.ts';

/** Bytes of the random name that each request must carry in its path. */
const TOKEN_BYTES = 24;
const LOOPBACK = '127.0.0.1';
/** A request is a short name and two numbers. */
const URL_CHARACTERS = 2048;
const HEADER_BYTES = 16_384;

/**
 * Nothing but our own scripts and styles; no HTML is ever made from a string (trusted types), and the page can be framed
 * by nobody and can send nothing anywhere.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types holdfast',
].join('; ');

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  'Cache-Control': 'no-store',
};

export interface InspectorServer {
  /** With the token: whoever has it can read the session. */
  readonly url: string;
  /** Resolves when the last connection is closed. */
  close(): Promise<void>;
}

/** Serves one session on loopback. Throws `ConfigError` where the port is taken. */
export async function serveSession(
  session: OpenSession,
  options: { readonly port?: number | undefined; readonly pageFolder?: string | undefined } = {},
): Promise<InspectorServer> {
  const files = pageFiles(options.pageFolder);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const server = createServer({ maxHeaderSize: HEADER_BYTES }, (request, response) => {
    answer(request, { port: (server.address() as AddressInfo | null)?.port ?? 0, token, session, files })
      .catch(failureOf)
      .then((reply) => send(response, request, reply));
  });
  const port = await listen(server, options.port ?? 0);
  return {
    url: `http://${LOOPBACK}:${port}/${token}/`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
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

interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Uint8Array;
}

interface Site {
  readonly port: number;
  readonly token: string;
  readonly session: OpenSession;
  readonly files: ReadonlyMap<string, PageFile>;
}

const FORBIDDEN: Reply = { status: 403, contentType: 'text/plain; charset=utf-8', body: 'forbidden\n' };

async function answer(request: IncomingMessage, { port, token, session, files }: Site): Promise<Reply> {
  const url = request.url ?? '';
  if (url.length > URL_CHARACTERS) return problem(414, 'The address is too long');
  if (!isOurs(request, port)) return FORBIDDEN;
  // No decoding, no normalizing: a name is one of those that are known, or nothing.
  const [path = '', query = ''] = url.split('?', 2);
  const [, given = '', ...rest] = path.split('/');
  if (!isSame(given, token)) return FORBIDDEN;
  if (request.method !== 'GET' && request.method !== 'HEAD') return problem(405, 'Only GET is answered');
  const name = rest.join('/');
  const parameters = new URLSearchParams(query);
  switch (name) {
    case 'session.json':
      return json(session.json);
    case 'decision.json':
      return decision(parameters, session);
    case 'source.json':
      return json(JSON.stringify(await session.sourceOf(parameters.get('span') ?? '')));
    default:
      return fileNamed(name === '' ? 'index.html' : name, files);
  }
}

/** Against other sites, and against names that were made to lead here (DNS rebinding). */
function isOurs({ headers }: IncomingMessage, port: number): boolean {
  const hosts = [`${LOOPBACK}:${port}`, `localhost:${port}`];
  if (!hosts.includes(headers.host ?? '')) return false;
  if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`) return false;
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}

/** In the same time for any token. */
function isSame(given: string, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

function decision(parameters: URLSearchParams, session: OpenSession): Reply {
  const text = parameters.get('target') ?? '';
  if (!/^[1-9]\d{0,11}$/.test(text)) return problem(400, 'A target is a whole number of tokens above 0');
  return json(JSON.stringify(session.decideAt(Number(text))));
}

async function fileNamed(name: string, files: ReadonlyMap<string, PageFile>): Promise<Reply> {
  const file = files.get(name);
  if (file === undefined) return problem(404, 'There is nothing of this name');
  return { status: 200, contentType: file.contentType, body: await readFile(file.path) };
}

function json(body: string): Reply {
  return { status: 200, contentType: 'application/json; charset=utf-8', body };
}

function problem(status: number, what: string): Reply {
  return { ...json(JSON.stringify({ error: { what } })), status };
}

/** An error of ours says what to do; of any other only that there was one is told. */
function failureOf(error: unknown): Reply {
  if (HoldfastError.is(error)) return { ...json(JSON.stringify({ error: { code: error.code, what: error.what, next: error.next } })), status: 422 };
  return problem(500, 'A fault of holdfast itself');
}

function send(response: ServerResponse, request: IncomingMessage, { status, contentType, body }: Reply): void {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
  response.writeHead(status, { ...HEADERS, 'Content-Type': contentType, 'Content-Length': bytes.length });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
