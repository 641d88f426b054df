import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ProxyServer, serveProxy } from '../../src/proxy/serve-proxy.ts';
import { USAGE_CHARACTERS } from '../../src/proxy/usage/usage-reader.ts';
import { compactors, FakeCompactor } from './fake-compactor.ts';
import { ask } from './raw-client.ts';
import { ScriptedUpstream } from './scripted-upstream.ts';

const events = (...data: readonly unknown[]): string => data.map((one) => `event: e\ndata: ${JSON.stringify(one)}\n\n`).join('');

const CACHED = { input_tokens: 200, cache_read_input_tokens: 150_000, cache_creation_input_tokens: 13_800 };
const TEXT = { type: 'content_block_delta', delta: { type: 'text_delta', text: '{"usage":{"input_tokens":9}} \u00e5' } };
const ANTHROPIC_STREAM = events({ type: 'message_start', message: { usage: { ...CACHED, output_tokens: 1 } } }, TEXT, {
  type: 'message_delta',
  delta: {},
  usage: { output_tokens: 40, input_tokens: 500_000 },
});
const OPENAI_USAGE = { prompt_tokens: 164_000, completion_tokens: 40, prompt_tokens_details: { cached_tokens: 150_000 } };
const RESPONSES_USAGE = { input_tokens: 164_000, output_tokens: 40, input_tokens_details: { cached_tokens: 150_000 } };
const MEASURED = [{ inputTokens: 164_000, outputTokens: 40 }];

const CASES: ReadonlyArray<readonly [what: string, path: string, type: string, body: string]> = [
  ['Anthropic, whole', '/v1/messages', 'application/json', JSON.stringify({ content: [TEXT], usage: { ...CACHED, output_tokens: 40 } })],
  ['Anthropic, streamed', '/v1/messages', 'text/event-stream; charset=utf-8', ANTHROPIC_STREAM],
  [
    'Anthropic’s protocol with all usage at the end',
    '/v1/messages',
    'text/event-stream',
    events({ type: 'message_start', message: { usage: { input_tokens: 0 } } }, { usage: { ...CACHED, output_tokens: 40 } }),
  ],
  ['Chat Completions, whole', '/v1/chat/completions', 'application/json; charset=utf-8', JSON.stringify({ choices: [], usage: OPENAI_USAGE })],
  [
    'Chat Completions, streamed',
    '/v1/chat/completions',
    'text/event-stream',
    `${events({ choices: [], usage: null }, { choices: [], usage: OPENAI_USAGE })}data: [DONE]\n\n`,
  ],
  ['Responses, whole', '/v1/responses', 'application/json', JSON.stringify({ output: [], usage: RESPONSES_USAGE })],
  [
    'Responses, streamed',
    '/v1/responses',
    'text/event-stream',
    events({ type: 'response.created', response: { usage: null } }, { type: 'response.completed', response: { usage: RESPONSES_USAGE } }),
  ],
  ['a last event without its empty line', '/v1/responses', 'text/event-stream', events({ response: { usage: RESPONSES_USAGE } }).trimEnd()],
];

describe('P62: what the provider measured', () => {
  const upstream = new ScriptedUpstream();
  let compactor: FakeCompactor;
  let proxy: ProxyServer;

  /** Passed on whole, whatever is read of it. */
  const passed = async (path: string, headers: Readonly<Record<string, string>>, body: Buffer, status = 200): Promise<void> => {
    upstream.script = (_request, response) => {
      response.writeHead(status, headers);
      for (let at = 0; at < body.length; at += Math.max(7, body.length >> 6)) response.write(body.subarray(at, at + Math.max(7, body.length >> 6)));
      response.end();
    };
    const answer = await ask(proxy.port, { path, body: '{"messages":[]}' });
    expect(answer.body.equals(body)).toBe(true);
  };

  /** Decompressing ends beside the stream, so the next thing the proxy does is waited for. */
  const measured = (): Promise<unknown> => expect.poll(() => compactor.measured).toEqual(MEASURED);

  beforeEach(async () => {
    compactor = new FakeCompactor();
    proxy = await serveProxy({ upstream: await upstream.start(), compactors: compactors(compactor) });
  });

  afterEach(async () => {
    await upstream.close();
    await proxy.close();
  });

  it.each(CASES)('given %s, then the size of the call is known, cached parts included', async (_what, path, type, body) => {
    await passed(path, { 'Content-Type': type }, Buffer.from(body));
    await measured();
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ])('given an answer in %s, then its bytes pass as they are, and its usage is read beside', async (encoding, compress) => {
    await passed('/v1/messages', { 'Content-Type': 'text/event-stream', 'Content-Encoding': encoding }, compress(ANTHROPIC_STREAM));
    await measured();
  });

  it.each([
    ['an encoding that Node does not know', '/v1/messages', { 'Content-Type': 'text/event-stream', 'Content-Encoding': 'zstd' }, Buffer.from(ANTHROPIC_STREAM)],
    [
      'bytes that are not what their header says',
      '/v1/messages',
      { 'Content-Type': 'text/event-stream', 'Content-Encoding': 'gzip' },
      Buffer.from(ANTHROPIC_STREAM),
    ],
    ['broken JSON', '/v1/messages', { 'Content-Type': 'application/json' }, Buffer.from('{"usage":{"input_tokens":')],
    ['broken JSON in an event', '/v1/messages', { 'Content-Type': 'text/event-stream' }, Buffer.from('data: {"usage":{\n\n')],
    ['a type that has no usage', '/v1/messages', { 'Content-Type': 'text/plain' }, Buffer.from(ANTHROPIC_STREAM)],
    ['usage of no number', '/v1/messages', { 'Content-Type': 'application/json' }, Buffer.from('{"usage":{"input_tokens":"9","cache_read_input_tokens":-3}}')],
    [
      'a sum of several calls',
      '/v1/messages',
      { 'Content-Type': 'application/json' },
      Buffer.from('{"usage":{"input_tokens":9,"server_tool_use":{"web_search_requests":2}}}'),
    ],
    ['an event without an end', '/v1/messages', { 'Content-Type': 'text/event-stream' }, Buffer.alloc(USAGE_CHARACTERS + 100, 'data: x')],
    [
      'an answer that is too long',
      '/v1/messages',
      { 'Content-Type': 'application/json' },
      Buffer.from(`{"a":"${'x'.repeat(USAGE_CHARACTERS)}","usage":{"input_tokens":9}}`),
    ],
    ['a count of tokens', '/v1/messages/count_tokens', { 'Content-Type': 'application/json' }, Buffer.from('{"usage":{"input_tokens":9}}')],
  ])('given %s, then the answer passes whole, and nothing is measured', async (_what, path, headers, body) => {
    await passed(path, headers, body);
    await passed('/v1/chat/completions', { 'Content-Type': 'application/json' }, Buffer.from(JSON.stringify({ usage: OPENAI_USAGE })));
    await measured();
  });

  it('given an error with usage in it, then nothing is measured', async () => {
    await passed('/v1/messages', { 'Content-Type': 'application/json' }, Buffer.from('{"usage":{"input_tokens":9}}'), 529);
    expect(compactor.measured).toEqual([]);
  });
});
