import { afterEach, describe, expect, it } from 'vitest';
import { FakeProvider, type FakeProviderOptions } from './fake-provider.ts';
import { commonPrefix, prefixBreaks, requestsWithout } from './provider-assertions.ts';

type Body = Readonly<Record<string, unknown>>;
const TOOLS = [{ name: 'read', input_schema: { type: 'object' } }];
const call = (id: string) => ({ type: 'tool_use', id, name: 'read', input: {} });
const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'so' });
const user = (...content: unknown[]) => ({ role: 'user', content });
const assistant = (...content: unknown[]) => ({ role: 'assistant', content });
const text = (words: string) => ({ type: 'text', text: words });

let provider: FakeProvider | undefined;
afterEach(() => provider?.close());

async function start(options: Partial<FakeProviderOptions> = {}): Promise<FakeProvider> {
  provider = await FakeProvider.start({ script: () => ({ text: 'Fine.' }), ...options });
  return provider;
}

function post(path: string, body: Body): Promise<Response> {
  return fetch(`${provider?.url}${path}`, { method: 'POST', body: JSON.stringify({ model: 'm', ...body }) });
}

const postMessages = (messages: unknown, more: Body = {}) => post('/v1/messages', { max_tokens: 10, tools: TOOLS, messages, ...more });

describe('the fake provider refuses what the Messages API refuses', () => {
  it.each([
    ['nothing wrong', [user(text('go')), assistant(call('a'), call('b')), user(result('a'), result('b'), text('on'))], 200],
    ['an assistant first', [assistant(text('hello'))], 400],
    ['a call without its result', [user(text('go')), assistant(call('a')), user(text('on'))], 400],
    ['a result without its call', [user(text('go')), assistant(text('yes')), user(result('a'))], 400],
    ['a result one message later', [user(text('go')), assistant(call('a')), user(text('on')), assistant(text('x')), user(result('a'))], 400],
    ['one of two parallel results', [user(text('go')), assistant(call('a'), call('b')), user(result('a'))], 400],
    ['text before a result', [user(text('go')), assistant(call('a')), user(text('on'), result('a'))], 400],
    ['an id used twice', [user(text('go')), assistant(call('a')), user(result('a')), assistant(call('a')), user(result('a'))], 400],
    ['a result given twice', [user(text('go')), assistant(call('a')), user(result('a'), result('a'))], 400],
    ['empty text', [user(text(' '))], 400],
    ['an empty message', [user()], 400],
    ['a signature of another', [user(text('go')), assistant({ type: 'thinking', thinking: 'x', signature: 'y' }, text('ok')), user(text('on'))], 400],
    ['five cache breakpoints', [user(...Array.from({ length: 5 }, () => ({ ...text('go'), cache_control: { type: 'ephemeral' } })))], 400],
  ] as const)('formats.md §1: %s', async (_name, messages, status) => {
    await start();
    expect((await postMessages(messages)).status).toBe(status);
    expect(provider?.refused).toHaveLength(status === 200 ? 0 : 1);
  });

  it('formats.md §1, rule 15: tools stay as long as calls stay', async () => {
    await start();
    expect((await postMessages([user(text('go')), assistant(call('a')), user(result('a'))], { tools: [] })).status).toBe(400);
  });

  describe('thinking of an open turn', () => {
    const thinking = { type: 'enabled', budget_tokens: 1_024 };
    const open = async (options: Partial<FakeProviderOptions>) => {
      await start({ script: () => ({ thinking: 'Look first.', calls: [{ name: 'read', input: {} }] }), ...options });
      const content = ((await (await postMessages([user(text('go'))], { thinking })).json()) as { content: { type: string; id: string }[] }).content;
      return { content, answer: user(result(content[1]?.id ?? '')) };
    };

    it.each([
      ['comes back as it was', (content: unknown[]) => content, 200],
      ['is required', (content: unknown[]) => content.slice(1), 400],
      ['is never edited', ([block, ...rest]: unknown[]) => [{ ...(block as Body), thinking: 'Look' }, ...rest], 400],
    ] as const)('formats.md §1, rule 6: it %s', async (_name, change, status) => {
      const { content, answer } = await open({});
      expect((await postMessages([user(text('go')), assistant(...change(content)), answer], { thinking })).status).toBe(status);
    });

    it.each([
      [false, undefined, 200],
      [true, undefined, 400],
      [true, 'drop_block', 200],
    ] as const)('formats.md §1, rule 7: another prefix, with block binding %s and behaviour %s', async (blockBinding, behavior, status) => {
      const { content, answer } = await open({ blockBinding });
      const asked = behavior === undefined ? thinking : { ...thinking, block_binding: { prefix_mismatch_behavior: behavior } };
      expect((await postMessages([user(text('go on')), assistant(...content), answer], { thinking: asked })).status).toBe(status);
    });
  });
});

describe('the fake provider refuses what Chat Completions refuses', () => {
  const asks = (...ids: string[]) => ({
    role: 'assistant',
    content: null,
    tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } })),
  });
  const answers = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'so' });
  const says = { role: 'user', content: 'go' };

  it.each([
    ['nothing wrong', [says, asks('a', 'b'), answers('b'), answers('a'), says], 200],
    ['an answer that is missing', [says, asks('a', 'b'), answers('a'), says], 400],
    ['an answer after another role', [says, asks('a'), says, answers('a')], 400],
    ['an answer that nobody asked for', [says, answers('a')], 400],
    ['an answer given twice', [says, asks('a'), answers('a'), answers('a')], 400],
    ['an id used twice', [says, asks('a'), answers('a'), asks('a'), answers('a')], 400],
    ['a user who says null', [{ role: 'user', content: null }], 400],
    ['a role that does not exist', [{ role: 'robot', content: 'go' }], 400],
  ] as const)('formats.md §2: %s', async (_name, messages, status) => {
    await start();
    expect((await post('/v1/chat/completions', { tools: TOOLS, messages })).status).toBe(status);
  });
});

describe('the fake provider refuses what the Responses API refuses', () => {
  const asks = { type: 'function_call', call_id: 'a', name: 'read', arguments: '{}' };
  const answers = { type: 'function_call_output', call_id: 'a', output: 'so' };
  const says = { role: 'user', content: 'go' };

  it.each([
    ['nothing wrong', [says, asks, answers], 200],
    ['a call without its output', [says, asks], 400],
    ['an output without its call', [says, answers], 400],
    ['an output before its call', [says, answers, asks], 400],
    ['an output given twice', [says, asks, answers, answers], 400],
    ['reasoning before a user', [says, { type: 'reasoning', id: 'rs_x', summary: [] }, says], 400],
    ['reasoning at the end', [says, { type: 'reasoning', id: 'rs_x', summary: [] }], 400],
  ] as const)('formats.md §3: %s', async (_name, input, status) => {
    await start();
    expect((await post('/v1/responses', { input })).status).toBe(status);
  });

  it.each([
    ['with its reasoning', (items: Body[]) => items, 200],
    ['without it', (items: Body[]) => items.slice(1), 400],
    ['without it and without its id', ([, item]: Body[]) => [Object.fromEntries(Object.entries(item ?? {}).filter(([key]) => key !== 'id'))], 200],
    ['with reasoning that was edited', ([reasoning, item]: Body[]) => [{ ...reasoning, encrypted_content: 'x' }, item], 400],
  ] as const)('formats.md §3, rule 2: a call that the provider made, %s', async (_name, change, status) => {
    await start({ script: () => ({ thinking: 'Look first.', calls: [{ name: 'read', input: {} }] }) });
    const { output } = (await (await post('/v1/responses', { input: [says], reasoning: {} })).json()) as { output: Body[] };
    const input = [says, ...change(output), { ...answers, call_id: output[1]?.['call_id'] }];
    expect((await post('/v1/responses', { input })).status).toBe(status);
  });

  it('formats.md §3, rule 3: input goes on from a stored response, and from no other', async () => {
    await start({ script: () => ({ calls: [{ name: 'read', input: {} }] }) });
    const first = (await (await post('/v1/responses', { input: [says] })).json()) as { id: string; output: Body[] };
    const input = [{ ...answers, call_id: first.output[0]?.['call_id'] }];
    expect((await post('/v1/responses', { previous_response_id: first.id, input })).status).toBe(200);
    expect((await post('/v1/responses', { previous_response_id: 'resp_other', input })).status).toBe(400);
  });
});

describe('sizes and usage', () => {
  it('a prompt above the window is too long', async () => {
    await start({ windowTokens: 100, countedBy: 'characters' });
    const answer = await postMessages([user(text('x'.repeat(500)))], { tools: [] });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('prompt is too long: 133 tokens > 100 maximum');
  });

  it('a body above the limit is too large', async () => {
    await start({ bodyBytesMax: 100 });
    expect((await postMessages([user(text('x'.repeat(500)))])).status).toBe(413);
  });

  it('what begins as an earlier request did is told as read from the cache', async () => {
    await start({ countedBy: 'characters' });
    const first = user(text('x'.repeat(400)));
    await postMessages([first]);
    const more = await postMessages([first, assistant(text('yes')), user(text('on'))]);
    const changed = await postMessages([user(text('y'.repeat(400)))]);
    expect(((await more.json()) as { usage: Body }).usage['cache_read_input_tokens']).toBeGreaterThan(100);
    expect(((await changed.json()) as { usage: Body }).usage['cache_read_input_tokens']).toBeLessThan(20);
  });
});

describe('faults', () => {
  it.each([
    ['rate-limited', 429],
    ['overloaded', 529],
    ['server-error', 500],
  ] as const)('%s', async (fault, status) => {
    await start({ script: () => ({ fault, retryAfterSeconds: 3 }) });
    const answer = await postMessages([user(text('go'))]);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, '3']);
  });

  it('a stream is broken off in its middle', async () => {
    await start({ script: () => ({ text: 'many words', brokenOffAt: 0.5 }) });
    const answer = await postMessages([user(text('go'))], { stream: true });
    await expect(answer.text()).rejects.toThrow();
    expect(provider?.requests[0]?.outcome).toBe('broken-off');
  });

  it('a provider that hangs learns that its client left', async () => {
    const abort = new AbortController();
    await start({
      script: () => {
        abort.abort();
        return { fault: 'hang' };
      },
    });
    await expect(fetch(`${provider?.url}/v1/messages`, { method: 'POST', body: HANGING, signal: abort.signal })).rejects.toThrow();
    await expect.poll(() => provider?.requests[0]?.outcome).toBe('aborted-by-client');
  });
});

describe('assertions', () => {
  it('C19: a request that does not begin as the one before it breaks the prefix; a cache breakpoint does not', async () => {
    await start();
    const cached = { ...text('go'), cache_control: { type: 'ephemeral' } };
    await postMessages([user(cached)]);
    await postMessages([user(text('go')), assistant(text('a')), user(cached)]);
    await postMessages([user(text('gone')), assistant(text('a')), user(text('go'))]);
    const { requests } = provider as FakeProvider;
    const [first, second, third] = requests as [(typeof requests)[0], (typeof requests)[0], (typeof requests)[0]];
    expect([commonPrefix(first, second), commonPrefix(second, third)]).toEqual([1, 0]);
    expect(prefixBreaks(requests)).toEqual([third]);
    expect(requestsWithout(requests, 'gone')).toEqual([first, second]);
  });
});

const HANGING = JSON.stringify({ model: 'm', max_tokens: 10, messages: [user(text('go'))] });
