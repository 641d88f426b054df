import { describe, expect, it } from 'vitest';
import { memory } from '../../src/archive/memory/index.ts';
import { compact, plan } from '../../src/compact.ts';
import { convert } from '../../src/convert.ts';
import { CompactionInvariantError } from '../../src/core/errors/compaction-invariant-error.ts';
import { FormatError } from '../../src/core/errors/format-error.ts';
import { recall } from '../../src/recall.ts';
import { verify } from '../../src/verify-output.ts';
import { assistant, blocksOf, call, exchange, filler, result, user } from './anthropic-body.ts';

const archiveOf = () => memory({ tenantKey: 'cases' });

/** Each call id with how many calls and results have it. */
function pairs(messages: readonly unknown[]): ReadonlyMap<string, readonly [number, number]> {
  const counts = new Map<string, [number, number]>();
  const at = (id: unknown): [number, number] => {
    const known = counts.get(String(id)) ?? [0, 0];
    counts.set(String(id), known);
    return known;
  };
  for (const block of blocksOf(messages)) {
    if (block['type'] === 'tool_use') at(block['id'])[0]++;
    if (block['type'] === 'tool_result') at(block['tool_use_id'])[1]++;
  }
  return counts;
}

describe('exchanges stay whole', () => {
  const orphaned = [
    user('Move the logs.'),
    ...exchange('r1', 'Read', { file_path: '/a.log' }, filler(3000, 'a')),
    ...exchange('r2', 'Read', { file_path: '/b.log' }, filler(200, 'b')),
    assistant('Now the move.', call('x9', 'Bash', { command: 'mv /a.log /old' })),
    user('Stop, another disk please.'),
  ];

  it('C01: a call without a result before a user text is refused with where it is, or repaired with a note in the receipt', async () => {
    await expect(compact(orphaned, { archive: archiveOf(), maxTokens: 1500 })).rejects.toSatisfy(
      (error) => FormatError.is(error) && error.code === 'orphan-call' && error.message.includes('x9'),
    );
    const archive = archiveOf();
    const { messages, receipt, text } = await compact(orphaned, {
      archive,
      maxTokens: 1500,
      onInvalid: 'repair',
      recall: 'cli',
      keepRecentExchanges: 1,
      keepRecentTokens: 0,
    });
    expect(pairs(messages).has('x9')).toBe(false);
    const released = receipt.events.find((event) => event.name === 'span-released');
    expect(released?.message).toBe('orphan-call');
    const span = receipt.spans.find((one) => one.id === released?.spanId);
    expect(span).toMatchObject({ kind: 'exchange', turn: 4, action: 'evict_with_tombstone' });
    const [recalled] = await recall(span?.handle ?? '', { archive });
    expect(recalled?.call).toEqual({ name: 'Bash', input: { command: 'mv /a.log /old' } });
    await verify(text, { archive });
  });

  it('C03: of three parallel calls with two results, the three stay together, each with what it has', async () => {
    const openai = [
      { role: 'user', content: 'Compare the three.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: ['1', '2', '3'].map((id) => ({ id, type: 'function', function: { name: 'read', arguments: `{"path":"${id}.md"}` } })),
      },
      { role: 'tool', tool_call_id: '1', content: filler(2000, 1) },
      { role: 'tool', tool_call_id: '2', content: filler(2000, 2) },
      { role: 'tool', tool_call_id: '3', content: filler(2000, 3) },
      {
        role: 'assistant',
        content: null,
        tool_calls: ['4', '5', '6'].map((id) => ({ id, type: 'function', function: { name: 'read', arguments: `{"path":"${id}.md"}` } })),
      },
      { role: 'tool', tool_call_id: '4', content: 'four' },
      { role: 'tool', tool_call_id: '5', content: 'five' },
    ];
    const { messages, receipt } = await compact(openai, { archive: archiveOf(), maxTokens: 900, recall: 'cli' });
    const kept = messages as readonly { role: string; tool_call_id?: string; tool_calls?: readonly { id: string }[] }[];
    expect(kept.flatMap((message) => message.tool_calls?.map((one) => one.id) ?? [])).toEqual(['4', '5', '6']);
    expect(kept.flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : []))).toEqual(['4', '5']);
    expect(receipt.spans.find((span) => span.rule === 'pending')).toMatchObject({ action: 'keep' });
  });

  it('P40: what belongs to one call goes behind one handle, its sibling is untouched, and a result without a call is an error', async () => {
    const body = [
      user('Weather and news?'),
      assistant(call('t1', 'weather', { city: 'Oslo' }), call('t2', 'search', { query: 'news' })),
      user(result('t1', filler(1500, 'w')), result('t2', 'nothing new')),
      assistant('Mild, and no news.'),
      user('Thanks.'),
    ];
    const archive = archiveOf();
    const planned = await plan(body, { archive, maxTokens: 5000, recall: 'tool' });
    const weather = planned.spans.find((span) => span.kind === 'exchange');
    const { messages, receipt } = await compact(body, { archive, maxTokens: 700, recall: 'tool', release: { [weather?.id ?? '']: 'not needed' } });
    expect([...pairs(messages)]).toEqual([['t2', [1, 1]]]);
    const handle = receipt.spans.find((span) => span.id === weather?.id)?.handle ?? '';
    const [recalled] = await recall(handle, { archive });
    expect(recalled).toMatchObject({ call: { name: 'weather', input: { city: 'Oslo' } }, text: filler(1500, 'w') });
    const lone = [user('Hi'), user(result('gone', 'x')), assistant('?')];
    await expect(compact(lone, { archive: archiveOf(), maxTokens: 10 })).rejects.toSatisfy((error) => FormatError.is(error) && error.code === 'orphan-result');
  });

  it('P42: the set that leaves is exact: three whole pairs with nothing recent, one with two recent', async () => {
    const body = [
      user('Read all three.'),
      ...[1, 2, 3].flatMap((id) => exchange(`r${id}`, 'Read', { file_path: `/f${id}.txt` }, filler(1000, id))),
      assistant('Done reading.'),
    ];
    const leaving = async (keepRecentExchanges: number, maxTokens: number) => {
      const receipt = await plan(body, { archive: archiveOf(), maxTokens, keepRecentExchanges, keepRecentTokens: 0, recall: 'cli' });
      return receipt.spans.filter((span) => span.action !== 'keep').map((span) => span.id);
    };
    expect(await leaving(0, 400)).toEqual(['t2.1', 't3.1', 't4.1']);
    expect(await leaving(2, 2900)).toEqual(['t2.1']);
  });

  it('P56: the open exchange at the end is never taken, also where it alone is over the target', async () => {
    const body = [user('Read it.'), ...exchange('a', 'Read', { file_path: '/big.txt' }, filler(9000, 'big'))];
    const failure = await compact(body, { archive: archiveOf(), maxTokens: 5000, recall: 'cli' }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CompactionInvariantError);
    expect((failure as CompactionInvariantError).protectedSpans.find((span) => span.rule === 'recent')?.tokens).toBeGreaterThan(8000);
  });

  it('C14: a window without a user message inside: the exchanges are planned like any others, without a placeholder', async () => {
    const body = [
      user('Check all shards.'),
      ...Array.from({ length: 300 }, (_, id) => exchange(`c${id}`, 'Read', { file_path: `/shard/${id}` }, filler(120, id))).flat(),
      assistant('All are fine.'),
    ];
    const { messages, receipt } = await compact(body, { archive: archiveOf(), target: 0.3, recall: 'cli' });
    expect(receipt.tokensAfter).toBeLessThanOrEqual(receipt.targetTokens);
    expect(receipt.spans.filter((span) => span.action === 'evict')).not.toHaveLength(0);
    const texts = blocksOf(messages)
      .filter((block) => block.role === 'user' && block['type'] === 'text')
      .map((block) => String(block['text']));
    expect(texts.filter((text) => !text.startsWith('<holdfast '))).toEqual(['Check all shards.']);
  });

  it('C15: system messages in the middle are kept where they stood, and in the user role where the wire has none there', async () => {
    const openai = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Start.' },
      { role: 'assistant', content: null, tool_calls: [{ id: 'r', type: 'function', function: { name: 'read', arguments: '{"path":"x"}' } }] },
      { role: 'tool', tool_call_id: 'r', content: filler(2000, 'x') },
      { role: 'system', content: 'From here on, answer in French.' },
      { role: 'assistant', content: 'Oui.' },
    ];
    const options = { maxTokens: 800, recall: 'cli', keepRecentExchanges: 0, keepRecentTokens: 0 } as const;
    const archive = archiveOf();
    const same = await compact(openai, { ...options, archive });
    expect(same.messages).toContainEqual(openai[4]);
    const other = await compact(openai, { ...options, archive, to: 'anthropic' });
    expect(blocksOf(other.messages).filter((block) => String(block['text']).includes('answer in French'))).toMatchObject([{ role: 'user' }]);
    await verify(other.text, { archive });
  });
});

describe('pi sessions that were compacted before', () => {
  const line = (id: string, parentId: string | null, fields: object): string =>
    JSON.stringify({ id, parentId, timestamp: '2026-01-01T00:00:00.000Z', ...fields });
  const message = (id: string, parentId: string | null, value: object): string => line(id, parentId, { type: 'message', message: value });
  const nested = [
    JSON.stringify({ type: 'session', version: 3, id: 's', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/w' }),
    message('u1', null, { role: 'user', content: [{ type: 'text', text: 'First wish.' }] }),
    message('a1', 'u1', { role: 'assistant', content: [{ type: 'toolCall', id: 'a', name: 'read', arguments: { path: 'x.md' } }], stopReason: 'toolUse' }),
    line('k1', 'a1', { type: 'compaction', summary: 'S1', firstKeptEntryId: 'a1', tokensBefore: 10 }),
    message('r1', 'k1', { role: 'toolResult', toolCallId: 'a', toolName: 'read', content: [{ type: 'text', text: 'the answer' }], isError: false }),
    message('a2', 'r1', { role: 'assistant', content: [{ type: 'text', text: 'Seen.' }], stopReason: 'stop' }),
    message('u3', 'a2', { role: 'user', content: [{ type: 'text', text: 'Second wish.' }] }),
    line('k2', 'u3', { type: 'compaction', summary: 'S2', firstKeptEntryId: 'a1', tokensBefore: 20 }),
  ].join('\n');

  it('P02: the request holds the newest summary only, nothing between call and result, exactly one result', () => {
    const messages = JSON.parse(convert(`${nested}\n`, { to: 'anthropic' }).text).messages as readonly unknown[];
    const text = JSON.stringify(messages);
    expect(text).toContain('S2');
    expect(text).not.toContain('S1');
    expect([...pairs(messages)]).toEqual([['a', [1, 1]]]);
    const blocks = blocksOf(messages);
    const at = blocks.findIndex((block) => block['type'] === 'tool_use');
    expect(blocks[at + 1]).toMatchObject({ type: 'tool_result', tool_use_id: 'a' });
  });

  it('C02: one exchange stays one span across any number of compactions', async () => {
    const receipt = await plan(`${nested}\n`, { archive: archiveOf(), maxTokens: 10_000 });
    expect(receipt.spans.filter((span) => span.kind === 'exchange')).toHaveLength(1);
  });
});
