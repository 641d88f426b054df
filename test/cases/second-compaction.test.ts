import { describe, expect, it } from 'vitest';
import { memory } from '../../src/archive/memory/index.ts';
import { compact, plan } from '../../src/compact.ts';
import type { CompactOptions } from '../../src/options.ts';
import { verify } from '../../src/verify-output.ts';
import { bindingChat } from '../talk/chat.ts';
import { assistant, exchange, filler, user, type WireMessage } from './anthropic-body.ts';

const archiveOf = () => memory({ tenantKey: 'second' });
const base = { format: 'anthropic', recall: 'tool', keepRecentTokens: 0, keepRecentExchanges: 2 } as const;

describe('E7: a compaction of an output is refused only for what has to stay', () => {
  const chat = bindingChat().messages.map(({ role, content }) => (role === 'user' ? user(content) : assistant(content)));

  it('E8a: given holes in the talk from an earlier round, when the next halts, then they take no more notes than then', async () => {
    const archive = archiveOf();
    const options = { ...base, archive, checkpointTokens: 0 };
    const first = await compact(chat, { ...options, target: 0.35, overflow: 'tombstone' });
    expect(first.status).toBe('compacted');
    const added = [...exchange('a', 'Read', { file_path: '/w/a.ts' }, filler(900, 'a')), assistant('It is a table.'), user('Good.')];
    const second = await compact([...(first.messages as WireMessage[]), ...added], {
      ...options,
      keepRecentExchanges: 0,
      maxTokens: first.receipt.tokensAfter + 150,
      overflow: 'halt',
    });
    expect(second.receipt.tokensAfter).toBeLessThanOrEqual(second.receipt.targetTokens);
    expect(second.receipt.spans.filter((span) => span.action === 'keep' && span.kind === 'text').length).toBe(
      first.receipt.spans.filter((span) => span.action === 'keep' && span.kind === 'text').length + 2,
    );
    await verify(second.text, { archive });
  });
});

describe('§8: the loop guard asks for new material, and for something to reclaim', () => {
  const recent = [0, 1].map((number) => exchange(`n${number}`, 'Read', { file_path: `/w/n${number}.ts` }, filler(60, `n${number}`)));
  const large = [
    user('Read the tables.'),
    ...['a', 'b', 'c', 'd'].flatMap((name) => exchange(name, 'Read', { file_path: `/w/${name}.ts` }, filler(1500, name))),
    assistant('They are read.'),
  ];

  /** An output that takes just what its target allows, so that any new word is above it. */
  async function firstRound(options: Partial<CompactOptions> = {}) {
    const archive = archiveOf();
    const planned = await plan(large, { ...base, archive, maxTokens: 4500, ...options });
    const maxTokens = planned.tokensAfter;
    const first = await compact(large, { ...base, archive, ...options, maxTokens });
    expect([first.status, first.receipt.tokensAfter]).toEqual(['compacted', maxTokens]);
    return { archive, messages: first.messages as WireMessage[], maxTokens };
  }

  it('given exchanges that were recent then, when small ones followed, then they may leave now', async () => {
    const { archive, messages, maxTokens } = await firstRound();
    const second = await compact([...messages, ...recent.flat(), assistant('Those, too.')], { ...base, archive, maxTokens });
    expect(second.status).toBe('compacted');
    expect(second.receipt.tokensAfter).toBeLessThanOrEqual(maxTokens);
  });

  it('given `truncate`, what only it may cut counts as well', async () => {
    const { archive, messages, maxTokens } = await firstRound({ strategy: 'truncate', maxTokens: 1500, keepRecentExchanges: 0 });
    const words = Array.from({ length: 60 }, (_, line) => `Rule ${line}: never drop table number ${line * 7919}.`).join('\n');
    const more = [user(words), assistant('I will not.'), user('Go on.')];
    const second = await compact([...messages, ...more], { ...base, keepRecentExchanges: 0, archive, maxTokens, strategy: 'truncate' });
    expect(second.status).toBe('compacted');
  });

  it('given a few words only, then nothing is done: they buy nothing', async () => {
    const { archive, messages, maxTokens } = await firstRound({ keepRecentExchanges: 0 });
    const second = await compact([...messages, user('Thanks.')], { ...base, keepRecentExchanges: 0, archive, maxTokens });
    expect(second.receipt.tokensBefore).toBeGreaterThan(maxTokens);
    expect(second.status).toBe('unchanged');
  });
});
