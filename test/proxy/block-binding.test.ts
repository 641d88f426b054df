import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memory } from '../../src/archive/memory/index.ts';
import { createCompactor } from '../../src/live/compactor.ts';
import type { LiveFormat } from '../../src/live/live-request.ts';
import { type ProxyServer, serveProxy } from '../../src/proxy/serve-proxy.ts';
import { bodyOf, type Item, session } from '../live/agent.ts';
import { ask } from './raw-client.ts';
import { ScriptedUpstream } from './scripted-upstream.ts';

const REFUSAL = { type: 'error', error: { type: 'invalid_request_error', message: 'messages.3.content.0: prefix_binding_mismatch' } };
const OTHER = { type: 'error', error: { type: 'invalid_request_error', message: 'max_tokens: too large' } };
const THINKING = { type: 'enabled', budget_tokens: 1024 };

/** One long turn with thinking before each call: there is no end of the turn to wait for. */
function thought(exchanges: number): readonly Item[] {
  return session('anthropic', exchanges).map((item, index) =>
    item['role'] === 'assistant'
      ? { ...item, content: [{ type: 'thinking', thinking: `Step ${index}.`, signature: `s${index}` }, ...(item['content'] as readonly Item[])] }
      : item,
  );
}

describe('formats.md §1, rule 7: a provider that binds thinking to its prefix', () => {
  let upstream: ScriptedUpstream;
  let proxy: ProxyServer;
  let isBinding: boolean;

  const post = (exchanges: number, thinking: Item = THINKING) =>
    ask(proxy.port, { path: '/v1/messages', body: bodyOf('anthropic', thought(exchanges), { thinking }), headers: ['Idempotency-Key', 'one'] });
  const sent = (): readonly Item[] => upstream.seen.map(({ body }) => JSON.parse(body.toString()) as Item);

  beforeEach(async () => {
    isBinding = true;
    upstream = new ScriptedUpstream();
    await upstream.start();
    upstream.script = (_request, response, body) => {
      const isRefused = isBinding && body.includes('<holdfast') && !body.includes('drop_block');
      response.writeHead(isRefused ? 400 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isRefused ? REFUSAL : { type: 'message' }));
    };
    const compactor = (format: LiveFormat) => createCompactor({ format, window: 20_000, archive: memory(), recall: 'tool' });
    const compactors = { anthropic: compactor('anthropic'), openai: compactor('openai'), 'openai-responses': compactor('openai-responses') };
    proxy = await serveProxy({ upstream: `http://127.0.0.1:${upstream.port}`, compactors, window: 20_000 });
  });

  afterEach(async () => {
    await upstream.close();
    await proxy.close();
  });

  it('given a compaction in the middle of the turn, then the client gets an answer, the provider may drop what moved, and is asked without leave only once', async () => {
    expect((await post(22)).status).toBe(200);
    expect((await post(23)).status).toBe(200);
    expect(sent().map((body) => (body['thinking'] as Item)['block_binding'] !== undefined)).toEqual([false, true, true]);
    expect(sent()[1]?.['thinking']).toEqual({ ...THINKING, block_binding: { prefix_mismatch_behavior: 'drop_block' } });
    expect(upstream.seen[1]?.rawHeaders).not.toContain('Idempotency-Key');
  });

  it('given a provider that does not bind, then its thinking fields stay as the client wrote them (P74)', async () => {
    isBinding = false;
    expect((await post(22)).status).toBe(200);
    expect(sent().map((body) => body['thinking'])).toEqual([THINKING]);
  });

  it('given a client that said what it wants of it, then that stands, and it gets the refusal', async () => {
    const own = { ...THINKING, block_binding: { prefix_mismatch_behavior: 'error' } };
    const answer = await post(22, own);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body.toString())).toEqual(REFUSAL);
    for (const body of sent()) expect(body['thinking']).toEqual(own);
  });

  it('given another refusal, then it is passed on unchanged, and nothing is sent again', async () => {
    upstream.script = (_request, response) => {
      response.writeHead(400, { 'content-type': 'application/json', 'x-request-id': 'r1' });
      response.end(JSON.stringify(OTHER));
    };
    const answer = await post(22);
    expect(answer.status).toBe(400);
    expect(answer.headers['x-request-id']).toBe('r1');
    expect(JSON.parse(answer.body.toString())).toEqual(OTHER);
    expect(upstream.seen).toHaveLength(1);
  });

  it('given another refusal that is longer than any that is known, then all of it comes', async () => {
    const long = JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: 'x'.repeat(300_000) } });
    upstream.script = (_request, response) => {
      response.writeHead(400, { 'content-type': 'application/json', 'content-length': long.length });
      response.end(long);
    };
    const answer = await post(22);
    expect(answer.status).toBe(400);
    expect(answer.body.toString()).toBe(long);
  });
});
