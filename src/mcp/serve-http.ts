import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError } from '../core/errors/config-error.ts';
import { isOurs } from './guard.ts';
import { HttpSessions } from './http-sessions.ts';
import type { ServerOptions } from './server.ts';

const LOOPBACK = '127.0.0.1';
const PATH = '/mcp';
const HEADER_BYTES = 16_384;

export interface McpHttpServer {
  readonly url: string;
  /** Takes no more requests; resolves when those that run are answered and the last connection is closed. */
  close(): Promise<void>;
}

/** Serves streamable HTTP on loopback. @throws ConfigError where the port is taken. */
export async function serveHttp(options: ServerOptions, port = 0): Promise<McpHttpServer> {
  const sessions = new HttpSessions(options);
  const server = createServer({ maxHeaderSize: HEADER_BYTES }, (request, response) => {
    // A stream for notifications has no end of its own.
    if (request.method !== 'GET') options.work.during(new Promise((resolve) => response.once('close', resolve)));
    answer(request, response, { port: (server.address() as AddressInfo | null)?.port ?? 0, sessions }).catch(() => response.destroy());
  });
  const listening = await listen(server, port);
  return {
    url: `http://${LOOPBACK}:${listening}${PATH}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await options.work.settled();
      await sessions.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { port, sessions }: { readonly port: number; readonly sessions: HttpSessions },
): Promise<void> {
  if (!isOurs(request, port)) return refuse(response, 403, 'forbidden');
  if (request.url !== PATH) return refuse(response, 404, 'not found');
  await sessions.handle(request, response);
}

/** Closed with it: a body that was not read is not waited for. */
function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
  response.end(`${text}\n`);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'EADDRINUSE' ? 'is taken' : cause.code === 'EACCES' ? 'may not be used' : `cannot be used (${cause.code ?? 'unknown error'})`;
      reject(new ConfigError({ what: `Port ${port} ${why}`, option: '--port', next: 'Name another port, or 0 for a free one.', cause }));
    });
    server.listen(port, LOOPBACK, () => resolve((server.address() as AddressInfo).port));
  });
}
