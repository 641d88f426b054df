import { describe, expect, it } from 'vitest';
import { memory } from '../../src/archive/memory/index.ts';
import { compact, plan } from '../../src/compact.ts';
import { parseNote } from '../../src/core/markers/note.ts';
import { recall } from '../../src/recall.ts';
import { verify } from '../../src/verify-output.ts';
import { SERIALIZERS } from '../generators/abstract-conversation.ts';
import { assistant, call, exchange, filler, result, textsOf, user } from './anthropic-body.ts';

const archiveOf = () => memory({ tenantKey: 'cases' });
const reads = (from: number, count: number, tokens = 700) =>
  Array.from({ length: count }, (_, index) =>
    exchange(`r${from + index}`, 'Read', { file_path: `/src/f${from + index}.ts` }, filler(tokens, from + index)),
  ).flat();
const tombstonesOf = (messages: readonly unknown[]) => textsOf(messages, 'user').flatMap((text) => parseNote(text)?.tombstones ?? []);

describe('what leaves can be had again, letter for letter', () => {
  it('P14: one result of 1,926,395 characters goes behind a handle with its size, and comes back whole', async () => {
    const archive = archiveOf();
    const huge = filler(700_000, 'huge').slice(0, 1_926_395).padEnd(1_926_395, '=');
    const body = [
      user('Dump it.'),
      assistant(call('a', 'Bash', { command: './dump --once' })),
      user(result('a', huge)),
      assistant('Dumped.'),
      ...reads(0, 2, 100),
      user('Now?'),
    ];
    const { messages, receipt } = await compact(body, { archive, window: 500_000, target: 0.4, recall: 'tool' });
    const [line] = tombstonesOf(messages);
    const span = receipt.spans.find((one) => one.kind === 'exchange' && one.action === 'evict_with_tombstone');
    expect(line?.tombstone).toMatchObject({ kind: 'exchange', handle: span?.handle, tokens: span?.tokens });
    const [recalled] = await recall(line?.tombstone.handle ?? '', { archive });
    expect(recalled?.text.length).toBe(1_926_395);
    expect(recalled?.text === huge).toBe(true);
  });

  it('P36: identical reads share one archive entry, the newest read keeps its place, and recalling twice gives the same bytes', async () => {
    const archive = archiveOf();
    const text = filler(900, 'a.ts');
    const read = (id: string) => exchange(id, 'Read', { file_path: '/src/a.ts' }, text);
    const body = [
      user('Fix a.ts.'),
      ...read('1'),
      ...read('2'),
      ...read('3'),
      ...exchange('4', 'Edit', { file_path: '/src/a.ts', old_string: 'row', new_string: 'line' }, 'edited'),
      ...reads(0, 4),
      assistant('Fixed.'),
    ];
    const { receipt, messages } = await compact(body, { archive, maxTokens: 2200, recall: 'cli' });
    const same = receipt.spans.filter((span) => span.rule === 'read-superseded' || span.rule === 'read-invalidated');
    expect(same.map((span) => span.rule)).toEqual(['read-superseded', 'read-superseded', 'read-invalidated']);
    const newest = same[2];
    expect(newest?.sourceHandle).toMatch(/^\/src\/a\.ts@[0-9a-f]{12}$/);
    if (newest?.action !== 'keep') {
      expect(tombstonesOf(messages).some((line) => line.label.includes('/src/a.ts'))).toBe(true);
      const twice = [await recall(newest?.handle ?? '', { archive }), await recall(newest?.handle ?? '', { archive })];
      expect(twice[0]).toEqual(twice[1]);
      expect(twice[0]?.[0]?.text).toBe(text);
    }
    const { rawBytes } = await archive.stats();
    const bytes = new Set(body.flatMap((message) => (message.content as readonly unknown[]).map((block) => JSON.stringify(block))));
    expect(rawBytes).toBeLessThanOrEqual([...bytes].join('').length * 1.1);
  });

  it('P58: a tombstone holds the call with its arguments, bounded; what cannot be repeated safely is not re-fetchable', async () => {
    const body = [
      user('Review and send.'),
      ...exchange('s', 'Skill', { skill: 'review', args: 'src/billing' }, `# Review Skill\n${filler(800, 'skill')}`),
      ...exchange('m', 'SendMail', { to: 'ops@example.org', subject: 'the report', body: filler(800, 'mail') }, 'sent as 4711'),
      ...reads(0, 2, 50),
      assistant('Sent.'),
    ];
    const { messages, receipt } = await compact(body, { archive: archiveOf(), maxTokens: 700, recall: 'tool', keepRecentExchanges: 1, keepRecentTokens: 0 });
    const mail = receipt.spans.find((span) => span.turn === 3);
    expect(mail).toMatchObject({ rule: 'one-shot-archived', handleState: 'invalidated', action: 'evict_with_tombstone' });
    const labels = tombstonesOf(messages)
      .map((line) => line.label)
      .join('\n');
    expect(labels).toContain('SendMail');
    for (const line of tombstonesOf(messages)) expect(line.label.length).toBeLessThanOrEqual(96);
    const index = textsOf(messages, 'user')
      .flatMap((text) => parseNote(text)?.sections ?? [])
      .flatMap((section) => section.lines.map((line) => line.text));
    expect(index.some((line) => line.includes('SendMail'))).toBe(false);
  });

  it('P22: each distinct image is stored once over many compactions, and all compactions resolve', async () => {
    const archive = archiveOf();
    const image = (index: number) => ({
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: Buffer.from(filler(12_000, `image ${index}`)).toString('base64') },
    });
    const images = Array.from({ length: 20 }, (_, index) => image(index));
    const imageBytes = JSON.stringify(images).length;
    let body: unknown[] = [user('Look at these.', ...images), assistant('Seen.')];
    const growths: number[] = [];
    for (let round = 0; round < 30; round++) {
      const before = (await archive.stats()).storedBytes;
      body = [
        ...body,
        user(`Step ${round}?`),
        ...exchange(`x${round}`, 'Read', { file_path: `/s${round}` }, filler(150, round)),
        assistant(`Step ${round} done.`),
      ];
      const done = await compact(body, { archive, maxTokens: 30_000 - round, recall: 'cli' });
      body = [...done.messages];
      growths.push((await archive.stats()).storedBytes - before);
      await verify(done.text, { archive });
    }
    for (const growth of growths.slice(1)) expect(growth).toBeLessThan(imageBytes * 0.01);
    const [conversation] = await archive.conversations();
    for (const entry of await archive.ledger(conversation?.conversationId ?? '')) {
      expect((await archive.getMany(entry.spans.map((span) => span.handle))).size).toBe(new Set(entry.spans.map((span) => span.handle)).size);
    }
  });

  it('P18: of a session with 5 requests, 20 answers and 30 calls every item can be had again byte for byte', async () => {
    const steps = Array.from({ length: 5 }, (_, round) => [
      { kind: 'user' as const, text: `Request ${round}` },
      ...Array.from({ length: 3 }, (_, index) => ({
        kind: 'act' as const,
        text: `step ${index}`,
        calls: [0, 1].map((n) => ({ tool: 'read' as const, input: { path: `src/${round}-${index}-${n}.ts` }, result: filler(200, `${round}-${index}-${n}`) })),
      })),
      { kind: 'say' as const, text: `Answer ${round}` },
    ]).flat();
    const source = SERIALIZERS.pi({ system: 's', steps });
    const archive = archiveOf();
    const { receipt, text } = await compact(source, { archive, target: 0.4, recall: 'cli' });
    await verify(text, { archive });
    const entry = (await archive.ledger(receipt.conversationId)).at(-1);
    const records = await archive.getMany(entry?.spans.map((span) => span.handle) ?? []);
    const lines = new Set(source.split('\n'));
    const held = new Set([...records.values()].flatMap((record) => record.pieces.map((piece) => piece.raw)));
    for (const line of lines) if (line.includes('"type":"message"')) expect(held.has(line)).toBe(true);
  });

  it('P46: rows that come twice with the same message ids are one: counted once, archived once', async () => {
    const source = SERIALIZERS['claude-code']({
      system: 's',
      steps: [
        { kind: 'user', text: 'Never touch prod.' },
        { kind: 'act', text: 'ok', calls: [{ tool: 'read', input: { path: 'a' }, result: filler(500, 'a') }] },
        { kind: 'say', text: 'Done.' },
      ],
    });
    const rows = source.trim().split('\n');
    const copies = rows.map((row) => row.replaceAll('00000000-0000-4000-8000', '00000000-0000-4000-9000'));
    const once = await plan(source, { archive: archiveOf(), maxTokens: 100_000 });
    const twice = await plan(`${[...rows, ...copies].join('\n')}\n`, { archive: archiveOf(), maxTokens: 100_000 });
    expect(twice.spans.filter((span) => span.rule === 'user-text')).toHaveLength(once.spans.filter((span) => span.rule === 'user-text').length);
    expect(twice.tokensBefore).toBe(once.tokensBefore);
  });

  it('C18: lone halves in the input are archived as they are and repaired in the window; every cut is between characters', async () => {
    const archive = archiveOf();
    const family = '👩‍👩‍👧';
    const lone = JSON.stringify(`${'x'.repeat(1999)}📥 tail é ${family}`).replace('tail', 'tail \\ud83d');
    const body = `[{"role":"user","content":${lone}},{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"Bash","input":{"command":${JSON.stringify(`${'y'.repeat(94)}📥${family}`)}}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":${JSON.stringify(filler(900, 'z'))}}]},{"role":"assistant","content":"ok"},{"role":"user","content":"next"}]`;
    const { text, receipt } = await compact(body, {
      archive,
      maxTokens: 1300,
      recall: 'cli',
      keepRecentExchanges: 0,
      keepRecentTokens: 0,
      format: 'anthropic',
    });
    expect(text.isWellFormed()).toBe(true);
    expect(JSON.parse(text)[0].content.isWellFormed()).toBe(true);
    expect(receipt.warnings).toContainEqual(expect.objectContaining({ code: 'text-ill-formed' }));
    const entry = (await archive.ledger(receipt.conversationId)).at(-1);
    const records = await archive.getMany(entry?.spans.map((span) => span.handle) ?? []);
    expect([...records.values()].some((record) => record.pieces.some((piece) => piece.raw.includes('\\ud83d')))).toBe(true);
    await verify(text, { archive });
  });
});
