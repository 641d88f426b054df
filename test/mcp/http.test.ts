import { request } from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterEach, describe, expect, it } from 'vitest';
import type { Archive } from '../../src/archive/archive.ts';
import { memory } from '../../src/archive/memory/index.ts';
import { ConfigError } from '../../src/core/errors/config-error.ts';
import { type McpHttpServer, serveHttp } from '../../src/mcp/serve-http.ts';
import { archiveConversation, evictedSpan, fileText } from './archived-conversation.ts';
import { type Connected, connected, type Settings, serverOptions, textOf } from './connect.ts';

const PROTOCOL = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' };
const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
});
const PING = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' });

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

let server: McpHttpServer | undefined;
const clients: Connected[] = [];
afterEach(async () => {
  for (const one of clients.splice(0)) await one.close();
  await server?.close();
  server = undefined;
});

async function serve(settings: Settings = {}): Promise<McpHttpServer> {
  server = await serveHttp(serverOptions(settings));
  return server;
}

async function client({ url }: McpHttpServer): Promise<Connected & { readonly transport: StreamableHTTPClientTransport }> {
  const transport = new StreamableHTTPClientTransport(new URL(url));
  const one = new Client({ name: 'test', version: '1' });
  await one.connect(transport as Transport);
  clients.push(connected(one));
  return { ...connected(one), transport };
}

/** Exactly these headers. */
function send(
  url: string,
  options: { readonly method?: string; readonly headers?: Readonly<Record<string, string>>; readonly body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port, pathname } = new URL(url);
    const sent = request(
      { hostname, port, path: pathname, method: options.method ?? 'POST', headers: options.headers ?? PROTOCOL, agent: false },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts).toString() }));
      },
    );
    sent.on('error', reject);
    sent.end(options.body);
  });
}

/** A session of its own, by hand. */
async function sessionOf(url: string): Promise<Readonly<Record<string, string>>> {
  const { headers } = await send(url, { body: INITIALIZE });
  return { ...PROTOCOL, 'mcp-session-id': String(headers['mcp-session-id']), 'mcp-protocol-version': '2025-11-25' };
}

describe('MCP over streamable HTTP', () => {
  it('given the client of the SDK, then tools and resources answer as over standard input and output', async () => {
    const archive = memory();
    const { handle, path } = evictedSpan(await archiveConversation(archive, 'one'));
    const { client: sdk, call } = await client(await serve({ archive }));
    expect((await sdk.listTools()).tools).toHaveLength(5);
    expect(textOf(await call('recall', { handle }))).toContain(fileText(path));
    expect(await sdk.readResource({ uri: `holdfast://handle/${handle}` })).toMatchObject({ contents: [{ text: fileText(path) }] });
    expect((await call('recall', { handle: 'x' })).isError).toBe(true);
  });

  it('given two clients at once, then each has its own session and its own answers', async () => {
    const archive = memory();
    const spans = [evictedSpan(await archiveConversation(archive, 'one')), evictedSpan(await archiveConversation(archive, 'two'))];
    const running = await serve({ archive });
    const both = await Promise.all([client(running), client(running)]);
    expect(both[0].transport.sessionId).not.toBe(both[1].transport.sessionId);
    // The ids of requests are the same in both.
    const rounds = await Promise.all(
      Array.from({ length: 20 }, (_, round) => Promise.all(both.map(({ call }, at) => call('recall', { handle: spans[(at + round) % 2]?.handle ?? '' })))),
    );
    rounds.forEach((answers, round) => {
      answers.forEach((answer, at) => {
        expect(textOf(answer)).toContain(fileText(spans[(at + round) % 2]?.path ?? ''));
      });
    });
  });

  it.each([
    [{ Host: 'evil.example' }],
    [{ Host: '127.0.0.1.evil.example' }],
    [{ Host: 'localhost:1' }],
    [{ Origin: 'http://evil.example' }],
    [{ Origin: 'null' }],
    [{ Origin: 'http://localhost:1' }],
    [{ 'Sec-Fetch-Site': 'cross-site' }],
    [{ 'Sec-Fetch-Site': 'same-site' }],
  ])('§10: given %j, then 403, and no session begins', async (headers) => {
    const { url } = await serve();
    const answer = await send(url, { headers: { ...PROTOCOL, ...headers } as Record<string, string>, body: INITIALIZE });
    expect(answer).toMatchObject({ status: 403, body: 'forbidden\n' });
    expect(answer.headers['mcp-session-id']).toBeUndefined();
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('§10: given the own origin, or the name localhost, then it is served', async () => {
    const { url } = await serve();
    const { host, port } = new URL(url);
    expect((await send(url, { headers: { ...PROTOCOL, Origin: `http://${host}` }, body: INITIALIZE })).status).toBe(200);
    expect((await send(url, { headers: { ...PROTOCOL, Host: `localhost:${port}` }, body: INITIALIZE })).status).toBe(200);
  });

  it('given another path, then 404; another method, then 405 with those that there are', async () => {
    const { url } = await serve();
    expect((await send(`${new URL(url).origin}/`, { body: INITIALIZE })).status).toBe(404);
    const headers = await sessionOf(url);
    expect(await send(url, { method: 'PUT', headers, body: PING })).toMatchObject({ status: 405, headers: { allow: 'GET, POST, DELETE' } });
  });

  it('given no session, or one that is not there, then 400 and 404, so that a client begins anew', async () => {
    const { url } = await serve();
    expect((await send(url, { body: PING })).status).toBe(400);
    expect((await send(url, { method: 'GET', headers: { Accept: 'text/event-stream' } })).status).toBe(400);
    expect((await send(url, { headers: { ...PROTOCOL, 'mcp-session-id': 'none' }, body: PING })).status).toBe(404);
  });

  it('given DELETE, then the session has ended, and no other', async () => {
    const { url } = await serve();
    const [one, other] = [await sessionOf(url), await sessionOf(url)];
    expect((await send(url, { headers: one, body: PING })).status).toBe(200);
    expect((await send(url, { method: 'DELETE', headers: one })).status).toBe(200);
    expect((await send(url, { headers: one, body: PING })).status).toBe(404);
    expect((await send(url, { headers: other, body: PING })).status).toBe(200);
  });

  it('given bodies that are no messages, no JSON, of another type or too large, then each is refused with its status', async () => {
    const { url } = await serve();
    expect((await send(url, { body: 'not json' })).status).toBe(400);
    expect((await send(url, { body: '{}' })).status).toBe(400);
    expect((await send(url, { headers: { ...PROTOCOL, 'Content-Type': 'text/plain' }, body: INITIALIZE })).status).toBe(415);
    expect((await send(url, { headers: { ...PROTOCOL, Accept: 'text/html' }, body: INITIALIZE })).status).toBe(406);
    expect((await send(url, { body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { pad: 'x'.repeat(1_100_000) } }) })).status).toBe(413);
  });

  it('given more sessions than are kept, then the one used least lately has ended', async () => {
    const { url } = await serve();
    const [first, second] = [await sessionOf(url), await sessionOf(url)];
    for (let at = 0; at < 62; at++) await sessionOf(url);
    expect((await send(url, { headers: first, body: PING })).status).toBe(200);
    await sessionOf(url);
    expect((await send(url, { headers: second, body: PING })).status).toBe(404);
    expect((await send(url, { headers: first, body: PING })).status).toBe(200);
  });

  it('given an end while a tool works, then its answer comes first, and open streams are closed', async () => {
    const archive = memory();
    let opened: (archive: Archive) => void = () => undefined;
    const opening = new Promise<Archive>((resolve) => {
      opened = resolve;
    });
    let ask: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      ask = resolve;
    });
    const running = await serve({
      openArchive: () => {
        ask();
        return opening;
      },
    });
    const headers = await sessionOf(running.url);
    const stream = send(running.url, { method: 'GET', headers });
    const answer = send(running.url, { headers, body: JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'status' } }) });
    await asked;
    const closed = running.close();
    opened(archive);
    expect((await answer).body).toContain('"archive":"memory"');
    await closed;
    expect((await stream).status).toBe(200);
    await expect(send(running.url, { body: INITIALIZE })).rejects.toThrow('ECONNREFUSED');
  });

  it('given a port that is taken, then a ConfigError that names it', async () => {
    const { url } = await serve();
    await expect(serveHttp(serverOptions(), Number(new URL(url).port))).rejects.toThrow(ConfigError);
  });
});
