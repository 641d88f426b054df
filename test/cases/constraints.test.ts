import { describe, expect, it } from 'vitest';
import { memory } from '../../src/archive/memory/index.ts';
import { compact } from '../../src/compact.ts';
import { CompactionInvariantError } from '../../src/core/errors/compaction-invariant-error.ts';
import { recall } from '../../src/recall.ts';
import { verify } from '../../src/verify-output.ts';
import { assistant, blocksOf, call, exchange, filler, result, textsOf, user } from './anthropic-body.ts';

const archiveOf = () => memory({ tenantKey: 'cases' });
const reads = (from: number, count: number, tokens = 700) =>
  Array.from({ length: count }, (_, index) =>
    exchange(`r${from + index}`, 'Read', { file_path: `/src/f${from + index}.ts` }, filler(tokens, from + index)),
  ).flat();
const RULES = '<system-reminder>\nProject rules: never force-push. Tests before commits.\n</system-reminder>';

describe('what the user ordered stands', () => {
  it('P08: a correction stands verbatim and in order, and the rules block exactly once, at every compaction', async () => {
    const archive = archiveOf();
    const body = [
      user(RULES, 'Refactor billing'),
      ...reads(0, 20),
      assistant('Half way.'),
      user(RULES, 'No, leave the invoices table alone'),
      ...reads(30, 37),
      assistant('Nearly there.'),
      user(RULES, 'go on'),
      ...reads(80, 2, 50),
      assistant('On it.'),
    ];
    const first = await compact(body, { archive, target: 0.2, recall: 'cli' });
    const second = await compact([...first.messages, user(RULES, 'and the docs'), ...reads(90, 8), assistant('Docs next.')], {
      archive,
      maxTokens: 5000,
      recall: 'cli',
    });
    for (const { messages, text } of [first, second]) {
      const words = textsOf(messages, 'user');
      const order = ['Refactor billing', 'No, leave the invoices table alone', 'go on'].map((order) => words.indexOf(order));
      expect(order.every((at) => at >= 0)).toBe(true);
      expect(order).toEqual([...order].sort((a, b) => a - b));
      expect(text.split('never force-push')).toHaveLength(2);
    }
  });

  it('P70: order and stop stand verbatim at every target, or it is refused; over many rounds once each', async () => {
    const archive = archiveOf();
    const ORDER = 'List the mails worth filing away; move none before my word.';
    let messages: readonly unknown[] = [user(ORDER), ...reads(0, 12, 1500), assistant('Listed.'), user('stop'), assistant('Stopped.')];
    for (let round = 0; round < 10; round++) {
      const grown = [...messages, user(`Continue with batch ${round}.`), ...reads(100 + round * 10, 4, 1500), assistant(`Batch ${round} is listed.`)];
      const done = await compact(grown, { archive, maxTokens: 7000, recall: 'cli' });
      await verify(done.text, { archive });
      messages = done.messages;
      const words = textsOf(messages, 'user');
      expect(words.filter((text) => text === ORDER)).toHaveLength(1);
      expect(words.filter((text) => text === 'stop')).toHaveLength(1);
    }
    await expect(compact(messages, { archive, maxTokens: 60, recall: 'cli' })).rejects.toBeInstanceOf(CompactionInvariantError);
  });
});

describe('P06: signed thinking and a changed prefix', () => {
  const thinking = (index: number) => ({ type: 'thinking', thinking: `thought ${index}`, signature: `c2ln${index}` });
  const finished = Array.from({ length: 15 }, (_, index) => [
    user(`Question ${index}.`),
    { role: 'assistant' as const, content: [thinking(index), { type: 'text', text: `Answer ${index}.` }] },
  ]).flat();

  it('thinking of finished turns goes when the prefix changes, whole, and the archive keeps it', async () => {
    const archive = archiveOf();
    const body = [user('Read.'), ...reads(0, 6), assistant('Read.'), ...finished];
    const { messages, receipt } = await compact(body, { archive, maxTokens: 2500, recall: 'cli' });
    expect(blocksOf(messages).filter((block) => block['type'] === 'thinking')).toEqual([]);
    const dropped = receipt.spans.filter((span) => span.kind === 'thinking' && span.action !== 'keep');
    expect(dropped).toHaveLength(15);
    const entry = (await archive.ledger(receipt.conversationId)).at(-1);
    const handle = entry?.spans.find((span) => span.id === dropped[7]?.id)?.handle ?? '';
    const [kept] = await recall(handle, { archive });
    expect(JSON.parse(kept?.raws[0] ?? '')).toEqual(thinking(7));
  });

  it('an open turn keeps its signed thinking byte for byte, and the receipt says that the prefix before it changed', async () => {
    const open = { role: 'assistant' as const, content: [thinking(99), call('open', 'Read', { file_path: '/now' })] };
    const body = [user('Read.'), ...reads(0, 6), assistant('Read.'), ...finished, user('Now this.'), open, user(result('open', 'now'))];
    const { messages, receipt } = await compact(body, { archive: archiveOf(), maxTokens: 2500, recall: 'cli' });
    expect(
      blocksOf(messages)
        .filter((block) => block['type'] === 'thinking')
        .map(({ role: _, ...block }) => block),
    ).toEqual([thinking(99)]);
    expect(receipt.events).toContainEqual(expect.objectContaining({ name: 'thinking-prefix-changed' }));
  });
});
