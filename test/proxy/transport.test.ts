import { once } from 'node:events';
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/core/errors/config-error.ts';
import type { ProxyOptions } from '../../src/proxy/proxy-options.ts';
import { type ProxyServer, serveProxy } from '../../src/proxy/serve-proxy.ts';
import { compactors, FakeCompactor } from './fake-compactor.ts';
import { ask, bodyOf, open } from './raw-client.ts';
import { ScriptedUpstream } from './scripted-upstream.ts';

const BODY = '{"model":"m","messages":[{"role":"user","content":"hej"}]}';

describe('§8: the transport of the proxy', () => {
  let upstream: ScriptedUpstream;
  let compactor: FakeCompactor;
  let proxy: ProxyServer;

  const start = async (options: Partial<ProxyOptions> = {}, path = ''): Promise<void> => {
    proxy = await serveProxy({ upstream: `http://127.0.0.1:${upstream.port}${path}`, compactors: compactors(compactor), ...options });
  };

  beforeEach(async () => {
    upstream = new ScriptedUpstream();
    compactor = new FakeCompactor();
    await upstream.start();
  });

  afterEach(async () => {
    await upstream.close();
    await proxy.close();
  });

  it('given headers of any case, order and number, when a request is sent, then all of them arrive as they are', async () => {
    await start();
    const headers = [
      'X-B',
      '2',
      'x-api-key',
      'sk-test',
      'X-a',
      '1',
      'anthropic-beta',
      'one',
      'Anthropic-Beta',
      'two',
      'Accept-Encoding',
      'zstd, br',
      'X-a',
      '3',
    ];
    await ask(proxy.port, { path: '/v1/messages?beta=true', headers: [...headers, 'Connection', 'close, X-Hop', 'X-Hop', 'mine'], body: BODY });
    const { rawHeaders, address, body } = upstream.last;
    expect(rawHeaders.slice(0, headers.length)).toEqual(headers);
    expect(rawHeaders.join('\n')).not.toMatch(/X-Hop/);
    expect(rawHeaders).toContain(`127.0.0.1:${upstream.port}`);
    expect(address).toBe('/v1/messages?beta=true');
    expect(body.toString()).toBe(BODY);
  });

  it('given an answer with headers of its own, then status, headers, duplicates and body come as they were', async () => {
    await start();
    const headers = ['X-Request-Id', 'r1', 'set-cookie', 'a=1', 'Set-Cookie', 'b=2', 'Content-Type', 'application/json', 'Content-Length', '4', 'Date', 'then'];
    upstream.script = (_request, response) => response.writeHead(203, 'As It Is', headers).end('{} \n');
    const answer = await ask(proxy.port, { path: '/v1/chat/completions', body: BODY });
    expect(answer.status).toBe(203);
    expect(answer.rawHeaders.slice(0, headers.length)).toEqual(headers);
    expect(answer.body.toString()).toBe('{} \n');
  });

  it('given an upstream with a path, then it stands before the path of each request', async () => {
    await start({}, '/prefix/');
    await ask(proxy.port, { path: '/v1/models?limit=2', method: 'GET' });
    expect(upstream.last.address).toBe('/prefix/v1/models?limit=2');
  });

  it.each([
    ['/v1/messages', 'POST'],
    ['/anthropic/v1/messages?beta=true', 'POST'],
    ['/v1/messages/count_tokens', 'POST'],
    ['/v1/chat/completions', 'POST'],
    ['/v1/responses', 'POST'],
    ['/backend-api/codex/responses', 'POST'],
  ])('given %s by %s, then its body is prepared, and what was made of it is sent with its own length', async (path, method) => {
    await start();
    compactor.change = () => '{"kortare":"å"}';
    await ask(proxy.port, { path, method, body: BODY });
    expect(compactor.bodies).toEqual([BODY]);
    expect(upstream.last.body.toString()).toBe('{"kortare":"å"}');
    const { rawHeaders } = upstream.last;
    expect(rawHeaders.filter((name) => name.toLowerCase() === 'content-length')).toHaveLength(1);
    expect(rawHeaders[rawHeaders.findIndex((name) => name.toLowerCase() === 'content-length') + 1]).toBe('16');
  });

  it.each([
    ['/v1/responses/compact', 'POST'],
    ['/v1/messages/batches', 'POST'],
    ['/v1/files', 'POST'],
    ['/v1/responses', 'GET'],
    ['/v1/unknown', 'DELETE'],
  ])('given %s by %s, then the bytes go through', async (path, method) => {
    await start();
    const bytes = Buffer.from([0xff, 0, 1, 2, 0x80]);
    upstream.script = (_request, response, body) => void response.end(body);
    const answer = await ask(proxy.port, { path, method, ...(method === 'GET' ? {} : { body: bytes }) });
    expect(compactor.bodies).toEqual([]);
    expect(upstream.last.method).toBe(method);
    expect(answer.body).toEqual(method === 'GET' ? Buffer.alloc(0) : bytes);
  });

  it('given a body in chunks, or none at all, then the provider gets it the same way', async () => {
    await start();
    await ask(proxy.port, { path: '/v1/files', headers: ['Transfer-Encoding', 'chunked'], body: 'in chunks' });
    expect(upstream.last.body.toString()).toBe('in chunks');
    expect(upstream.last.rawHeaders.join()).toMatch(/Transfer-Encoding,chunked/);
    await ask(proxy.port, { path: '/v1/messages', headers: ['Transfer-Encoding', 'chunked'], body: BODY });
    expect(upstream.last.body.toString()).toBe(BODY);
    expect(upstream.last.rawHeaders.join()).not.toMatch(/Transfer-Encoding/);
  });

  it.each([
    ['a compressed body', ['Content-Encoding', 'gzip'], gzipSync(BODY)],
    ['an encoding that nobody knows', ['Content-Encoding', 'zstd'], Buffer.from([0x28, 0xb5, 0x2f, 0xfd])],
  ])('given %s, then it goes on untouched', async (_what, headers, body) => {
    await start();
    await ask(proxy.port, { path: '/v1/messages', headers, body });
    expect(compactor.bodies).toEqual([]);
    expect(upstream.last.body).toEqual(body);
  });

  it('given bytes that are no UTF-8, then they go on as they came', async () => {
    await start();
    const body = Buffer.from([0x7b, 0xff, 0x7d]);
    await ask(proxy.port, { path: '/v1/messages', body });
    expect(upstream.last.body).toEqual(body);
  });

  it('given server-sent events, then every byte comes as it was cut, before the next is sent', async () => {
    await start();
    const pieces = ['event: ping\r\nda', 'ta: {}\r\n\r\n', ': note\n', 'data: \u00e5'.slice(0, 6), '\u00e5\n\n', 'data: [DONE]\n\n'];
    let sent: ServerResponse | undefined;
    upstream.script = (_request, response) => {
      sent = response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.flushHeaders();
    };
    const answer = await open(proxy.port, { path: '/v1/messages', body: BODY });
    const got: string[] = [];
    for (const piece of pieces) {
      sent?.write(piece);
      const [bytes] = (await once(answer, 'data')) as [Buffer];
      got.push(bytes.toString());
    }
    sent?.end();
    expect(got).toEqual(pieces);
    await once(answer, 'end');
  });

  it.each([400, 401, 429, 500, 529])('given an error %i of the provider, then it passes unchanged', async (status) => {
    await start();
    const body = '{"type":"error","error":{"type":"rate_limit_error","message":"slow"}}';
    upstream.script = (_request, response) => response.writeHead(status, { 'retry-after': '7', 'Content-Type': 'application/json' }).end(body);
    const answer = await ask(proxy.port, { path: '/v1/messages', body: BODY });
    expect([answer.status, answer.headers['retry-after'], answer.body.toString()]).toEqual([status, '7', body]);
  });

  it('given a client that leaves in the middle of a stream, then the request to the provider ends too', async () => {
    await start();
    const left = new Promise((resolve) => {
      upstream.script = (_request, response) => {
        response.once('close', () => resolve(response.writableFinished));
        response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n');
      };
    });
    const answer = await open(proxy.port, { path: '/v1/messages', body: BODY });
    await once(answer, 'data');
    answer.destroy();
    expect(await left).toBe(false);
  });

  it('given a client that leaves while its request is prepared, then the provider sees nothing, and preparing is told', async () => {
    await start();
    let begun: (signal: AbortSignal | undefined) => void = () => {};
    const preparing = new Promise<AbortSignal | undefined>((resolve) => {
      begun = resolve;
    });
    compactor.change = async (body, signal) => {
      begun(signal);
      if (signal !== undefined) await once(signal, 'abort');
      return body;
    };
    const sent = request({ host: '127.0.0.1', port: proxy.port, path: '/v1/messages', method: 'POST', agent: false });
    sent.on('error', () => {});
    sent.end(BODY);
    const signal = await preparing;
    sent.destroy();
    if (signal !== undefined && !signal.aborted) await once(signal, 'abort');
    expect((await ask(proxy.port, { path: '/holdfast/health', method: 'GET' })).status).toBe(200);
    expect(upstream.seen).toEqual([]);
  });

  it('given a client that leaves before the head of the answer, then the request to the provider ends', async () => {
    await start();
    const left = new Promise<void>((resolve) => {
      upstream.script = (_request, response) => {
        response.once('close', () => resolve());
        sent.destroy();
      };
    });
    const sent = request({ host: '127.0.0.1', port: proxy.port, path: '/v1/messages', method: 'POST', agent: false });
    sent.on('error', () => {});
    sent.end(BODY);
    await left;
  });

  it.each(['text/event-stream', 'application/json'])('given a provider that breaks off in the middle (%s), then the client sees it', async (type) => {
    await start();
    upstream.script = (_request, response) => {
      response.writeHead(200, { 'Content-Type': type }).write('data: 1\n\n');
      setImmediate(() => response.destroy());
    };
    const answer = await open(proxy.port, { path: '/v1/messages', body: BODY });
    await expect(bodyOf(answer)).rejects.toThrow(/aborted|ECONNRESET/);
  });

  it('given a client that reads nothing, then the provider is held back, and the bytes are whole in the end', async () => {
    await start();
    const total = 64 * 1024 * 1024;
    const piece = Buffer.alloc(64 * 1024, 'x');
    let written = 0;
    let held: () => void = () => {};
    const isHeld = new Promise<void>((resolve) => {
      held = resolve;
    });
    upstream.script = (_request, response) => {
      const write = (): void => {
        while (written < total) {
          written += piece.length;
          if (!response.write(piece)) {
            // Nothing more drains: all buffers on the way are full.
            const timer = setTimeout(held, 300);
            return void response.once('drain', () => {
              clearTimeout(timer);
              write();
            });
          }
        }
        response.end();
      };
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      write();
    };
    const answer = await open(proxy.port, { path: '/v1/messages', body: BODY });
    answer.pause();
    await isHeld;
    expect(written).toBeLessThan(total / 2);
    expect((await bodyOf(answer)).length).toBe(total);
  });

  it('given a provider that hangs before its head, then the client gets a timeout in its provider’s shape', async () => {
    await start({ upstreamTimeoutMs: 40 });
    upstream.script = () => {};
    const anthropic = await ask(proxy.port, { path: '/v1/messages', body: BODY });
    expect([anthropic.status, JSON.parse(anthropic.body.toString())]).toMatchObject([504, { type: 'error', error: { type: 'timeout_error' } }]);
    const openai = await ask(proxy.port, { path: '/v1/models', method: 'GET' });
    expect([openai.status, JSON.parse(openai.body.toString())]).toMatchObject([504, { error: { type: 'server_error', code: 'upstream_timeout' } }]);
  });

  it('given a provider that is not there, then the client gets 502, and the code but no address', async () => {
    await start();
    const { port } = upstream;
    await upstream.close();
    const answer = await ask(proxy.port, { path: '/v1/messages', body: BODY });
    expect(answer.status).toBe(502);
    expect(answer.body.toString()).toContain('ECONNREFUSED');
    expect(answer.body.toString()).not.toContain(String(port));
    await upstream.start();
  });

  it('given a kept connection that the provider closes, then the next request goes over a new one', async () => {
    await start();
    const agent = new Agent({ keepAlive: true });
    for (let count = 0; count < 20; count++) {
      expect((await ask(proxy.port, { path: '/v1/messages', body: BODY, agent })).status).toBe(200);
      upstream.closeIdle();
    }
    agent.destroy();
  });

  it('given a body of 50 MB, then the provider gets all of it', async () => {
    await start();
    const body = Buffer.from(`{"messages":[{"role":"user","content":"${'å'.repeat(25 * 1024 * 1024)}"}]}`);
    expect((await ask(proxy.port, { path: '/v1/messages', body })).status).toBe(200);
    expect(upstream.last.body.equals(body)).toBe(true);
  });

  it.each([
    ['a length that is told', ['Content-Length', '3000000']],
    ['chunks', ['Transfer-Encoding', 'chunked']],
  ])('given a body over the bound (%s), then the client gets 413, and the provider nothing', async (_how, headers) => {
    await start({ maxBodyBytes: 1_000_000 });
    const answer = await ask(proxy.port, { path: '/v1/messages', headers, body: Buffer.alloc(3_000_000, ' ') });
    expect([answer.status, JSON.parse(answer.body.toString())]).toMatchObject([413, { error: { type: 'request_too_large' } }]);
    expect(upstream.seen).toEqual([]);
  });

  it('given a provider that answers before it has taken the body, then the client gets that answer', async () => {
    await start();
    upstream.onHead = (sent: IncomingMessage, response: ServerResponse) => {
      response.writeHead(413).end('too large');
      setImmediate(() => sent.resume());
    };
    const answer = await ask(proxy.port, { path: '/v1/files', body: Buffer.alloc(4 * 1024 * 1024) });
    expect([answer.status, answer.body.toString()]).toEqual([413, 'too large']);
  });

  it('given 1,000 streams at once, then each gets its own bytes', async () => {
    await start();
    const waiting: ServerResponse[] = [];
    const all = new Promise<void>((resolve) => {
      upstream.script = (_request, response, body) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(body);
        if (waiting.push(response) === 1_000) resolve();
      };
    });
    const answers = Array.from({ length: 1_000 }, (_, index) => open(proxy.port, { path: '/v1/messages', body: `{"n":${index}}` }));
    await all;
    const opened = await Promise.all(answers);
    const metrics = await ask(proxy.port, { path: '/holdfast/metrics', method: 'GET' });
    expect(metrics.body.toString()).toContain('holdfast_open_streams 1000');
    for (const response of waiting) response.end('end');
    const bodies = await Promise.all(opened.map(bodyOf));
    expect(bodies.map(String)).toEqual(opened.map((_, index) => `{"n":${index}}end`));
  });

  it('given open streams when the proxy stops, then they end whole, and no new connection is taken', async () => {
    await start();
    let sent: ServerResponse | undefined;
    upstream.script = (_request, response) => {
      sent = response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('data: 1\n\n');
    };
    const agent = new Agent({ keepAlive: true });
    const answer = await open(proxy.port, { path: '/v1/messages', body: BODY, agent });
    const whole = bodyOf(answer);
    const closed = proxy.close();
    await expect(ask(proxy.port, { path: '/v1/messages', body: BODY })).rejects.toThrow(/ECONNREFUSED/);
    sent?.end('data: 2\n\n');
    expect((await whole).toString()).toBe('data: 1\n\ndata: 2\n\n');
    await closed;
    agent.destroy();
  });

  it('given a stream that does not end when the proxy stops, then it is cut after the bound, and the client sees it', async () => {
    await start({ stopMs: 30 });
    upstream.script = (_request, response) => void response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n');
    const answer = await open(proxy.port, { path: '/v1/messages', body: BODY });
    const broken = expect(bodyOf(answer)).rejects.toThrow(/aborted/);
    await proxy.close();
    await broken;
  });

  it.each(['ftp://host', 'no address', 'https://user:key@host', 'https://host/?key=1'])('given the upstream %j, then it is refused', async (address) => {
    await start();
    await expect(serveProxy({ upstream: address, compactors: compactors(compactor) })).rejects.toThrow(ConfigError);
  });

  it('given a port that is taken, then it says so', async () => {
    await start();
    const again = serveProxy({ upstream: 'http://127.0.0.1:1', compactors: compactors(compactor), port: proxy.port });
    await expect(again).rejects.toThrow(/is taken/);
  });
});
