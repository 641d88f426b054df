import { describe, expect, it } from 'vitest';
import { memory } from '../../src/archive/memory/index.ts';
import { compact, plan } from '../../src/compact.ts';
import { CompactionInvariantError } from '../../src/core/errors/compaction-invariant-error.ts';
import { FormatError } from '../../src/core/errors/format-error.ts';
import { assistant, exchange, filler, user } from './anthropic-body.ts';

const archiveOf = () => memory({ tenantKey: 'cases' });

async function refusal(input: object, options: Omit<Parameters<typeof compact>[1], 'archive'>): Promise<CompactionInvariantError> {
  const error = await compact(input, { ...options, archive: archiveOf() }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(CompactionInvariantError);
  return error as CompactionInvariantError;
}

const tool = (index: number, words: number) => ({
  name: `tool_${index}`,
  description: filler(words, `tool ${index}`),
  input_schema: { type: 'object', properties: {} },
});

describe('refusals are loud, exact and once', () => {
  it('C05: system prompt and tools of 30k and a tail of 13k do not fit 33k: refused at once, with the floor and what it is made of', async () => {
    const body = {
      system: filler(15_000, 'system'),
      tools: Array.from({ length: 20 }, (_, index) => tool(index, 700)),
      messages: [user('Go.'), ...exchange('r', 'Read', { file_path: '/tail' }, filler(13_000, 'tail'))],
    };
    const error = await refusal(body, { maxTokens: 33_000, recall: 'cli' });
    expect(error.fixedTokens).toBeGreaterThan(25_000);
    expect(error.floorTokens).toBeGreaterThan(38_000);
    expect(error.message).toContain(String(error.floorTokens));
    expect(new Set(error.protectedSpans.map((span) => span.rule))).toEqual(new Set(['fixed', 'user-text', 'recent']));
  });

  it('C06: where 0.4 % can be reclaimed and more is wanted, it is refused with the figures', async () => {
    const messages = [
      user(filler(25_000, 'brief')),
      assistant('I look.', { type: 'tool_use', id: 'a', name: 'Read', input: { file_path: '/x' } }),
      user({ type: 'tool_result', tool_use_id: 'a', content: filler(100, 'x') }),
      assistant('Done.'),
    ];
    const error = await refusal(messages, { target: 0.7, recall: 'cli', keepRecentExchanges: 0, keepRecentTokens: 0 });
    const share = error.reclaimedTokens / (error.floorTokens + error.reclaimedTokens);
    expect(share).toBeLessThan(0.01);
    expect(error.message).toContain(String(error.reclaimedTokens));
  });

  it('P54: a protected floor above the target is a typed error with the largest spans, the same each time', async () => {
    const messages = [
      ...Array.from({ length: 12 }, (_, index) => user(filler(5500, index))).flatMap((message, index) => [message, assistant(`Noted ${index}.`)]),
    ];
    const first = await refusal(messages, { maxTokens: 48_000 });
    const second = await refusal(messages, { maxTokens: 48_000 });
    expect(first.toJSON()).toEqual(second.toJSON());
    expect(first.floorTokens).toBeGreaterThan(60_000);
    expect(first.message).toMatch(/protected floor of \d+ tokens is above the target of 48000/);
    expect(first.message).toMatch(/t\d+\.1 \d+ \(user-text\)/);
  });

  it('C16: forty tool definitions are counted in the budget and shown as fixed overhead', async () => {
    const tools = Array.from({ length: 40 }, (_, index) => tool(index, 700));
    const messages = [user('Hello.'), assistant('Hello!')];
    const bare = await plan({ messages }, { archive: archiveOf(), maxTokens: 200_000 });
    const loaded = await plan({ tools, messages }, { archive: archiveOf(), maxTokens: 200_000 });
    expect(bare.fixedTokens).toBe(0);
    expect(loaded.fixedTokens).toBeGreaterThan(24_000);
    expect(loaded.tokensBefore).toBe(bare.tokensBefore + loaded.fixedTokens);
  });

  it('P24: Chinese text is counted as what it is: the floor is within 10 % of the tokenizer', async () => {
    const sentence = '我们必须在周五之前完成数据库迁移，但是不要修改生产环境的配置文件。';
    const turn = (index: number) => `${index}${sentence.repeat(30)}`.slice(0, 1000);
    const messages = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? user(turn(index)) : assistant(turn(index))));
    const error = await refusal(messages, { maxTokens: 8000 });
    const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
    const real = messages.reduce((sum, _, index) => sum + countTokens(turn(index)), 0);
    expect(Math.abs(error.floorTokens - real) / real).toBeLessThan(0.1);
  });
});

describe('nothing to do is said, and done once', () => {
  const long = [
    user('Read them.'),
    ...Array.from({ length: 12 }, (_, index) => exchange(`r${index}`, 'Read', { file_path: `/f${index}` }, filler(1000, index))).flat(),
    assistant('Read.'),
  ];

  it('P66: what is under the limit comes back byte for byte, also with a system prompt in parts; an unknown kind is a typed error', async () => {
    const text =
      '{"system":[{"type":"text","text":"Be kind."}],\n "messages" : [{"role":"user","content":"Hi"},{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"Read","input":{"file_path":"/a"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"x"}]}]}';
    const done = await compact(text, { archive: archiveOf(), maxTokens: 128_000 });
    expect(done).toMatchObject({ status: 'unchanged', text });
    expect(done.receipt.events).toContainEqual(expect.objectContaining({ name: 'target-met' }));
    const unknown = { messages: [{ role: 'wizard', content: 'abracadabra' }] };
    await expect(compact(unknown, { archive: archiveOf(), format: 'anthropic', maxTokens: 10 })).rejects.toBeInstanceOf(FormatError);
  });

  it('P72: the same command again changes nothing, byte for byte, any number of times; a lower target goes lower, from the originals', async () => {
    const archive = archiveOf();
    const first = await compact(long, { archive, maxTokens: 6000, recall: 'cli' });
    expect(first.status).toBe('compacted');
    for (let run = 2; run <= 6; run++) {
      const again = await compact(first.text, { archive, maxTokens: 6000, recall: 'cli' });
      expect(again).toMatchObject({ status: 'unchanged', text: first.text });
    }
    const lower = await compact(first.text, { archive, maxTokens: 3200, recall: 'cli' });
    const direct = await compact(long, { archive: archiveOf(), maxTokens: 3200, recall: 'cli' });
    expect(lower.receipt.spans.map((span) => [span.id, span.action])).toEqual(direct.receipt.spans.map((span) => [span.id, span.action]));
  });

  it('C04: after a compaction, a synthetic "continue" is no reason for a second one', async () => {
    const archive = archiveOf();
    const first = await compact(long, { archive, maxTokens: 4500, recall: 'cli' });
    const continued = [...first.messages, user('Please continue the work from where you left it off, now.')];
    const second = await compact(continued, { archive, maxTokens: 4500, recall: 'cli' });
    expect(second.status).toBe('unchanged');
    const over = [...first.messages, user(filler(600, 'a long remark'))];
    const third = await compact(over, { archive, maxTokens: 4500, recall: 'cli' });
    expect(third.receipt.tokensBefore).toBeGreaterThan(4500);
    expect(third.receipt.events).toContainEqual(expect.objectContaining({ name: 'material-lacking' }));
  });
});
