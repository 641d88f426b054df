import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { createServer, type ServerOptions } from './server.ts';

/** Sessions at once: with one more, the one that was used least lately is closed, and its client begins a new one. */
const SESSIONS = 64;
/** A request of ours is a few words and a cursor. */
const REQUEST_BYTES = 1_000_000;

/** The sessions of a server over HTTP, by their ids. */
export class HttpSessions {
  private readonly sessions = new Map<string, StreamableHTTPServerTransport>();
  private readonly options: ServerOptions;

  constructor(options: ServerOptions) {
    this.options = options;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = request.headers['mcp-session-id'];
    // Without an id it can only be the first request of a new one; the transport says so where it is not.
    const session = id === undefined ? await this.newSession() : this.used(String(id));
    if (session === undefined) return unknownSession(response);
    await session.handleRequest(request, response);
    if (session.sessionId === undefined) await session.close();
  }

  /** Ends all sessions, their streams too. */
  async close(): Promise<void> {
    await Promise.all([...this.sessions.values()].map((session) => session.close()));
  }

  private used(id: string): StreamableHTTPServerTransport | undefined {
    const session = this.sessions.get(id);
    if (session === undefined) return undefined;
    this.sessions.delete(id);
    this.sessions.set(id, session);
    return session;
  }

  private async newSession(): Promise<StreamableHTTPServerTransport> {
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: REQUEST_BYTES,
      onsessioninitialized: (id) => this.keep(id, transport),
    });
    // The class declares what may be absent in another way than the interface (`exactOptionalPropertyTypes`).
    await createServer(this.options).connect(transport as Transport);
    const { onclose } = transport;
    transport.onclose = () => {
      if (transport.sessionId !== undefined) this.sessions.delete(transport.sessionId);
      onclose?.();
    };
    return transport;
  }

  private keep(id: string, transport: StreamableHTTPServerTransport): void {
    this.sessions.set(id, transport);
    const [oldest] = this.sessions.values();
    if (this.sessions.size > SESSIONS) void oldest?.close();
  }
}

function unknownSession(response: ServerResponse): void {
  response.writeHead(404, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_001, message: 'Session not found' }, id: null }));
}
