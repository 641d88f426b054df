import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ArchiveError } from '../../src/core/errors/archive-error.ts';
import { CompactionInvariantError } from '../../src/core/errors/compaction-invariant-error.ts';
import { FidelityBudgetExhausted } from '../../src/core/errors/fidelity-budget-exhausted.ts';
import type { ProxyOptions } from '../../src/proxy/proxy-options.ts';
import { type ProxyServer, serveProxy } from '../../src/proxy/serve-proxy.ts';
import { compactors, FakeCompactor } from './fake-compactor.ts';
import { ask } from './raw-client.ts';
import { ScriptedUpstream } from './scripted-upstream.ts';

const BODY = '{"messages":[{"role":"user","content":"the secret of the conversation"}]}';
const KEY = 'sk-ant-never-to-be-logged';

function floorAbove(window: number): CompactionInvariantError {
  return new CompactionInvariantError({ targetTokens: window, reclaimedTokens: 10, floorTokens: 250_000, fixedTokens: 100, protectedSpans: [] });
}

const exhausted = new FidelityBudgetExhausted({ segment: 's1', ratio: 41, facts: 1, neededTokens: 2, remainingTokens: 1, reason: 'ratio' });
const noArchive = new ArchiveError({ code: 'archive-unavailable', what: 'The archive is gone', next: 'Name another.' });
const fullDisk = new ArchiveError({ code: 'output-unwritable', what: 'The archive cannot be written', next: 'Make room.' });

describe('E7: what the client of a proxy is told', () => {
  let upstream: ScriptedUpstream;
  let compactor: FakeCompactor;
  let proxy: ProxyServer;
  let lines: string[];

  const start = async (options: Partial<ProxyOptions> = {}): Promise<void> => {
    const note = (fields: object, message: string): void => void lines.push(JSON.stringify({ ...fields, message }));
    const log = { debug: note, warn: note };
    proxy = await serveProxy({ upstream: `http://127.0.0.1:${upstream.port}`, compactors: compactors(compactor), window: 200_000, log, ...options });
  };

  const failWith = (error: unknown): void => {
    compactor.change = () => {
      throw error;
    };
  };

  beforeEach(async () => {
    lines = [];
    upstream = new ScriptedUpstream();
    compactor = new FakeCompactor();
    await upstream.start();
  });

  afterEach(async () => {
    await upstream.close();
    await proxy.close();
  });

  it('given only authoritative spans, then each provider’s own error for a long prompt comes, with the way out', async () => {
    await start();
    failWith(floorAbove(200_000));
    const anthropic = await ask(proxy.port, { path: '/v1/messages', body: BODY });
    const chat = await ask(proxy.port, { path: '/v1/chat/completions', body: BODY });
    const responses = await ask(proxy.port, { path: '/v1/responses', body: BODY });
    expect([anthropic.status, chat.status, responses.status]).toEqual([400, 400, 400]);
    expect(anthropic.headers['content-type']).toBe('application/json');
    expect(JSON.parse(anthropic.body.toString())).toEqual({
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: expect.stringMatching(
          /^prompt is too long: 250000 tokens > 200000 maximum\. holdfast: The protected floor .*Ways out: (?!.*--max-tokens).*--on-refusal pass/,
        ),
      },
      request_id: null,
    });
    const shape = (param: string): object => ({
      error: { type: 'invalid_request_error', param, code: 'context_length_exceeded', message: expect.stringContaining('holdfast: ') },
    });
    expect(JSON.parse(chat.body.toString())).toEqual(shape('messages'));
    expect(chat.body.toString()).toContain('maximum context length is 200000 tokens. However, your messages resulted in 250000 tokens');
    expect(JSON.parse(responses.body.toString())).toEqual(shape('input'));
    expect(upstream.seen).toEqual([]);
  });

  it.each([
    ['FidelityBudgetExhausted', exhausted],
    ['ArchiveError', noArchive],
    ['ArchiveError of a full disk', fullDisk],
  ])('given %s, then it is a refusal too, with no figures that nobody knows', async (_name, error) => {
    await start();
    failWith(error);
    const { status, body } = await ask(proxy.port, { path: '/v1/messages', body: BODY });
    expect(status).toBe(400);
    expect(JSON.parse(body.toString()).error.message).toMatch(/^prompt is too long\. holdfast: The /);
  });

  it('given `onRefusal: pass`, then the untouched request goes on', async () => {
    await start({ onRefusal: 'pass' });
    failWith(floorAbove(200_000));
    expect((await ask(proxy.port, { path: '/v1/messages', body: BODY })).status).toBe(200);
    expect(upstream.last.body.toString()).toBe(BODY);
  });

  it('given a fault of ours, then the untouched request goes on, and the log names the class alone', async () => {
    await start();
    failWith(new TypeError('the secret of the conversation cannot be read'));
    expect((await ask(proxy.port, { path: '/v1/messages', body: BODY })).status).toBe(200);
    expect(upstream.last.body.toString()).toBe(BODY);
    expect(lines.join('\n')).toContain('TypeError');
    expect(lines.join('\n')).not.toContain('secret');
  });

  it('§10: given keys in headers and in the address, then no log, metric or error has them, nor a word of the body', async () => {
    await start();
    const headers = ['x-api-key', KEY, 'Authorization', `Bearer ${KEY}`];
    const answers = [await ask(proxy.port, { path: `/v1/messages?key=${KEY}`, headers, body: BODY })];
    failWith(floorAbove(200_000));
    answers.push(await ask(proxy.port, { path: `/v1/responses?key=${KEY}`, headers, body: BODY }));
    answers.push(await ask(proxy.port, { path: '/v1/messages', headers: [...headers, 'Content-Encoding', 'gzip'], body: gzipSync(BODY) }));
    await upstream.close();
    answers.push(await ask(proxy.port, { path: `/v1/models?key=${KEY}`, method: 'GET', headers }));
    answers.push(await ask(proxy.port, { path: '/holdfast/metrics', method: 'GET' }));
    await upstream.start();
    const all = [...lines, ...answers.map(({ body }) => body.toString())].join('\n');
    expect(lines.length).toBeGreaterThan(3);
    expect(all).not.toContain(KEY);
    expect(all).not.toContain('secret');
  });
});

describe('§10: who may ask the proxy', () => {
  const upstream = new ScriptedUpstream();
  let proxy: ProxyServer;

  beforeEach(async () => {
    const url = await upstream.start();
    upstream.seen.length = 0;
    proxy = await serveProxy({ upstream: url, compactors: compactors(new FakeCompactor()), version: '1.2.3' });
  });

  afterEach(async () => {
    await upstream.close();
    await proxy.close();
  });

  it.each([
    ['another name', ['Host', 'rebound.example']],
    ['a name that only begins so', ['Host', 'localhost.example:80']],
    ['another site', ['Origin', 'https://example.com']],
    ['no origin that can be named', ['Origin', 'null']],
    ['a site that only begins so', ['Origin', 'http://localhost.example']],
    ['a page elsewhere that hides its origin', ['Sec-Fetch-Site', 'cross-site']],
  ])('given %s, then every path is forbidden, and nothing is sent on', async (_what, headers) => {
    for (const path of ['/v1/messages', '/v1/models', '/holdfast/health', '/holdfast/metrics']) {
      const { status } = await ask(proxy.port, {
        path,
        method: path.startsWith('/v1/messages') ? 'POST' : 'GET',
        headers,
        ...(path === '/v1/messages' ? { body: BODY } : {}),
      });
      expect(status).toBe(403);
    }
    expect(upstream.seen).toEqual([]);
  });

  it.each([[['Host', 'localhost:1']], [['Host', '[::1]']], [['Origin', 'http://127.0.0.1:3000']]])('given %j, then it is of this machine', async (headers) => {
    expect((await ask(proxy.port, { path: '/v1/messages', headers, body: BODY })).status).toBe(200);
  });

  it.each(['http://other.example/v1/messages', '/v1/../admin', '/v1/%2e%2E/admin', '/v1/..%2fadmin', '/v1\\..\\admin', '*'])(
    'given the address %j, then it leads nowhere',
    async (path) => {
      expect((await ask(proxy.port, { path, body: BODY })).status).toBe(400);
      expect(upstream.seen).toEqual([]);
    },
  );

  it('given health and metrics, then they tell figures', async () => {
    await ask(proxy.port, { path: '/v1/messages', body: BODY });
    const health = await ask(proxy.port, { path: '/holdfast/health', method: 'GET' });
    expect(JSON.parse(health.body.toString())).toEqual({ status: 'ok', version: '1.2.3', uptimeSeconds: expect.any(Number), conversations: 9 });
    const metrics = await ask(proxy.port, { path: '/holdfast/metrics', method: 'GET' });
    expect(metrics.body.toString()).toContain('holdfast_requests_total{format="anthropic",status="passed"} 1');
    expect(metrics.body.toString()).toContain(`holdfast_client_tokens_total{format="anthropic"} ${BODY.length}`);
  });
});
