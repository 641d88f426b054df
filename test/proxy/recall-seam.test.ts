import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/core/errors/config-error.ts';
import type { RecallExchange, RecallSeam } from '../../src/proxy/recall-seam.ts';
import { type ProxyServer, serveProxy } from '../../src/proxy/serve-proxy.ts';
import { compactors, FakeCompactor } from './fake-compactor.ts';
import { ask, bodyOf } from './raw-client.ts';
import { ScriptedUpstream } from './scripted-upstream.ts';

const BODY = '{"messages":[]}';
const EXPANDED = '{"messages":[],"tools":["ours"]}';
const JSON_TYPE = { 'Content-Type': 'application/json' };
const HEADERS = ['accept-encoding', 'gzip', 'Idempotency-Key', 'once', 'x-api-key', 'sk-test'];

describe('§8: what recall gets of the proxy', () => {
  const upstream = new ScriptedUpstream();
  let compactor: FakeCompactor;
  let proxy: ProxyServer;
  let seam: { expand: RecallSeam['expand']; answer: RecallSeam['answer'] };

  const headerOf = (name: string): string | undefined => {
    const { rawHeaders } = upstream.last;
    const at = rawHeaders.findIndex((one) => one.toLowerCase() === name);
    return at === -1 ? undefined : rawHeaders[at + 1];
  };

  /** Asks once more, and answers with both answers. */
  const askTwice = async ({ first, client, upstream: again, expandedBody }: RecallExchange): Promise<boolean> => {
    const one = await bodyOf(first.body);
    const second = await again(`${expandedBody} again`);
    client.writeHead(second.status, JSON_TYPE);
    client.end(Buffer.concat([one, await bodyOf(second.body)]));
    return true;
  };

  beforeEach(async () => {
    upstream.seen.length = 0;
    upstream.script = (_request, response) => void response.writeHead(200, JSON_TYPE).end('{"usage":{"input_tokens":7}}');
    compactor = new FakeCompactor();
    seam = { expand: async () => EXPANDED, answer: async () => false };
    const recall: RecallSeam = { expand: (format, body) => seam.expand(format, body), answer: (exchange) => seam.answer(exchange) };
    proxy = await serveProxy({ upstream: await upstream.start(), compactors: compactors(compactor), recall });
  });

  afterEach(async () => {
    await upstream.close();
    await proxy.close();
  });

  it('given a body that recall adds to, then that is prepared and sent, and the answer is asked for uncompressed', async () => {
    const answer = await ask(proxy.port, { path: '/v1/messages', headers: HEADERS, body: BODY });
    expect(compactor.bodies).toEqual([EXPANDED]);
    expect(upstream.last.body.toString()).toBe(EXPANDED);
    expect(headerOf('accept-encoding')).toBe('identity');
    expect(headerOf('idempotency-key')).toBe('once');
    expect(answer.body.toString()).toBe('{"usage":{"input_tokens":7}}');
    expect(compactor.measured).toEqual([{ inputTokens: 7 }]);
  });

  it('given a second request of recall, then it is prepared too, has the client’s key, and no name of the first request', async () => {
    seam.answer = askTwice;
    const answer = await ask(proxy.port, { path: '/v1/messages?beta=true', headers: HEADERS, body: BODY });
    expect(answer.body.toString()).toBe('{"usage":{"input_tokens":7}}'.repeat(2));
    expect(compactor.bodies).toEqual([EXPANDED, `${EXPANDED} again`]);
    expect(upstream.last).toMatchObject({ address: '/v1/messages?beta=true' });
    expect([headerOf('x-api-key'), headerOf('idempotency-key'), headerOf('content-length')]).toEqual(['sk-test', undefined, String(EXPANDED.length + 6)]);
    expect(compactor.measured).toHaveLength(2);
  });

  it.each([
    ['an error', 529, JSON_TYPE],
    ['a compressed answer', 200, { ...JSON_TYPE, 'Content-Encoding': 'gzip' }],
    ['an answer of another type', 200, { 'Content-Type': 'text/plain' }],
  ])('given %s, then it passes as it comes, and recall is not asked', async (_what, status, headers) => {
    let isAsked = false;
    seam.answer = async () => {
      isAsked = true;
      return false;
    };
    upstream.script = (_request, response) => void response.writeHead(status, headers).end('as it is');
    const answer = await ask(proxy.port, { path: '/v1/messages', body: BODY });
    expect([answer.status, answer.body.toString(), isAsked]).toEqual([status, 'as it is', false]);
  });

  it('given nothing that recall adds, or a fault in it, then the client’s own bytes and headers go on', async () => {
    seam.expand = async (_format, body) => body;
    await ask(proxy.port, { path: '/v1/messages', headers: HEADERS, body: BODY });
    expect([upstream.last.body.toString(), headerOf('accept-encoding')]).toEqual([BODY, 'gzip']);
    seam.expand = async () => {
      throw new TypeError('broken');
    };
    await ask(proxy.port, { path: '/v1/messages', headers: HEADERS, body: BODY });
    expect([upstream.last.body.toString(), headerOf('accept-encoding')]).toEqual([BODY, 'gzip']);
  });

  it('given recall that breaks in the middle of its answer, then the client’s connection is broken off', async () => {
    seam.answer = async ({ client }) => {
      client.writeHead(200, JSON_TYPE).write('{"half":');
      throw new ConfigError({ what: 'x', next: 'y' });
    };
    await expect(ask(proxy.port, { path: '/v1/messages', body: BODY })).rejects.toThrow(/aborted|hang up|ECONNRESET/);
  });

  it('given a count of tokens, then the tool is counted, and recall answers nothing', async () => {
    seam.answer = async () => {
      throw new TypeError('not to be asked');
    };
    const answer = await ask(proxy.port, { path: '/v1/messages/count_tokens', headers: HEADERS, body: BODY });
    expect([answer.status, upstream.last.body.toString(), headerOf('accept-encoding')]).toEqual([200, EXPANDED, 'gzip']);
  });
});
