import { describe, expect, it } from 'vitest';
import { memory } from '../../src/archive/memory/index.ts';
import { compact } from '../../src/compact.ts';
import type { SegmentRequest, Summarizer } from '../../src/core/checkpoint/summarizer.ts';
import { FidelityBudgetExhausted } from '../../src/core/errors/fidelity-budget-exhausted.ts';
import { SummarizerError } from '../../src/core/errors/summarizer-error.ts';
import { archiveHandlesIn } from '../../src/core/handles/archive-handle.ts';
import { parseNote } from '../../src/core/markers/note.ts';
import { parseSource } from '../../src/formats/index.ts';
import type { CompactOptions } from '../../src/options.ts';
import { recall } from '../../src/recall.ts';
import { extractive } from '../../src/summarize/extractive.ts';
import { verify } from '../../src/verify-output.ts';
import { assistant, call, exchange, filler, result, user, type WireMessage } from './anthropic-body.ts';

const TASK = 'Repair the orders service. Never write under /etc/prod/.';

/** Enough for ten segments, with facts in each. */
const body: readonly WireMessage[] = [
  user(TASK),
  ...Array.from({ length: 40 }, (_, number) => [
    assistant(call(`c${number}`, 'deploy', { part: number })),
    user(result(`c${number}`, `${filler(300, `s${number}`)}\nError: part-${number} was refused by host-${number}.internal\nexit code ${number + 20}`, true)),
  ]).flat(),
  assistant('It runs again.'),
  user('Good. Now write the report.'),
  ...exchange('y', 'deploy', { part: 'y' }, 'done'),
  ...exchange('z', 'deploy', { part: 'z' }, 'done'),
];

type Text = (request: SegmentRequest) => string | Promise<string>;

function scripted(name: string, text: Text): Summarizer & { readonly asked: SegmentRequest[] } {
  const asked: SegmentRequest[] = [];
  return {
    name,
    version: '1',
    asked,
    summarize: async (request) => {
      asked.push(request);
      return { text: await text(request) };
    },
  };
}

async function run(summarizer: Summarizer, options: Partial<CompactOptions> = {}, input = body) {
  const archive = memory({ tenantKey: 'cases' });
  const output = await compact(input, {
    format: 'anthropic',
    archive,
    recall: 'tool',
    maxTokens: 6000,
    checkpointTokens: 4500,
    keepRecentTokens: 0,
    summarizer,
    ...options,
  });
  const notes = parseSource(output.text, { format: 'anthropic' }).spans.flatMap((span) => parseNote(span.text.trimEnd()) ?? []);
  const segments = output.receipt.checkpoints.flatMap((one) => one.segments);
  const said = notes.flatMap((note) => (note.checkpoints ?? []).flatMap((one) => one.segments.flatMap((segment) => segment.lines)));
  return { archive, ...output, segments, said };
}

const factsOf: Text = (request) => [...new Set(request.facts.filter((fact) => /refused|exit code/.test(fact.line)).map((fact) => fact.line))].join('\n');
const fail: Text = () => Promise.reject(new Error('503 overloaded'));

describe('C20: the summarizer fails', () => {
  it('C20: given it fails for odd segments, then the receipt says for each who wrote it, and for each odd one why, with code and name', async () => {
    const { archive, text, receipt, segments } = await run(scripted('half', (request) => (request.index % 2 === 1 ? fail(request) : factsOf(request))));
    expect(segments).toHaveLength(10);
    expect(segments.map((segment) => segment.summarizer)).toEqual(segments.map(({ index }) => (index % 2 === 1 ? 'extractive' : 'half')));
    const failures = receipt.events.filter((event) => event.name === 'summarizer-failed').map((event) => event.message);
    expect(failures.map((message) => /^k1, segment (\d+): /.exec(message)?.[1])).toEqual(['1', '3', '5', '7', '9']);
    for (const message of failures) expect(message).toMatch(/\(summarizer-\w+, half\): its text is extractive$/);
    await verify(text, { archive });
  });

  it('C20: given `throw`, then it is refused with the segment, and there is no compaction, no output, no lock left', async () => {
    const archive = memory({ tenantKey: 'cases' });
    const before = JSON.stringify(body);
    const refused = run(
      scripted('half', (request) => (request.index === 3 ? fail(request) : factsOf(request))),
      { archive, onSummarizerError: 'throw', summarizerConcurrency: 1 },
    );
    await expect(refused).rejects.toThrow(SummarizerError);
    await expect(refused).rejects.toMatchObject({
      code: 'summarizer-unavailable',
      summarizer: 'half',
      checkpoint: 'k1',
      segment: 3,
      failedSegments: [{ checkpoint: 'k1', segment: 3 }],
    });
    expect(JSON.stringify(body)).toBe(before);
    expect((await archive.conversations()).map((one) => one.compactionCount)).toEqual([0]);
    const later = await run(scripted('half', factsOf), { archive });
    expect(later.segments.every((segment) => segment.summarizer === 'half')).toBe(true);
  });
});

describe('P34: a summary that does not shrink', () => {
  const short: readonly WireMessage[] = Array.from({ length: 6 }, (_, number) => [
    user(`Question ${number}: where does the order of the batch go when the worker is gone?`),
    assistant(`Answer ${number}: it goes back into the queue, and the next worker takes it after its lease has ended.`),
  ]).flat();

  it('P34: given six short turns, then nobody is asked, the input is given back as it is, and it says that there is no gain', async () => {
    const verbose = scripted('verbose', () => 'and so on '.repeat(1700));
    const archive = memory({ tenantKey: 'cases' });
    const outcome = await compact(short, { format: 'anthropic', archive, recall: 'tool', maxTokens: 60, summarizer: verbose }).catch((error: unknown) => error);
    expect(outcome).toMatchObject({ code: 'invariant-unmet' });
    expect(verbose.asked.length).toBeLessThanOrEqual(1);
    expect((await archive.conversations()).every((one) => one.compactionCount === 0)).toBe(true);
  });

  it('P34: given a gain that is far from the target is all that can be had, then it is an error with what was reclaimed, and nobody is asked', async () => {
    const verbose = scripted('verbose', factsOf);
    const told = user(filler(6000, 'told'), 'Keep to all of this.');
    const archive = memory({ tenantKey: 'cases' });
    const input = [
      told,
      ...exchange('a', 'deploy', { part: 'a' }, filler(150, 'a')),
      assistant('Yes.'),
      ...exchange('y', 'deploy', {}, 'y'),
      ...exchange('z', 'deploy', {}, 'z'),
    ];
    const refused = compact(input, { format: 'anthropic', archive, recall: 'tool', target: 0.4, attachmentTokens: 100_000, summarizer: verbose });
    await expect(refused).rejects.toMatchObject({ code: 'invariant-unmet', reclaimedTokens: expect.any(Number), targetTokens: expect.any(Number) });
    expect(verbose.asked).toEqual([]);
    expect((await archive.conversations()).every((one) => one.compactionCount === 0)).toBe(true);
  });

  it('P34: given each text is longer than its source, then none of it stands, each segment is tried again once at most, and the target is met all the same', async () => {
    const verbose = scripted('verbose', (request) =>
      request.sources
        .map((source) => source.text)
        .join('\n')
        .repeat(2),
    );
    const { archive, text, receipt, segments } = await run(verbose);
    for (const segment of segments) if (segment.outcome === 'covered') expect(segment.summaryTokens).toBeLessThan(segment.sourceTokens / 2);
    const times = new Map<number, number>();
    for (const { index } of verbose.asked) times.set(index, (times.get(index) ?? 0) + 1);
    expect(Math.max(...times.values())).toBeLessThanOrEqual(2);
    expect(receipt.tokensAfter).toBeLessThanOrEqual(6000);
    expect(receipt.tokensAfter).toBeLessThan(receipt.tokensBefore / 2);
    await verify(text, { archive });
  });
});

describe('P50: the summarizer fails, and something is left', () => {
  const large = [
    user(TASK),
    assistant(call('big', 'Read', { file_path: 'src/big.ts' })),
    user(result('big', filler(40_000, 'big'))),
    ...exchange('y', 'Read', { file_path: 'src/y.ts' }, 'y'),
    ...exchange('z', 'Read', { file_path: 'src/z.ts' }, 'z'),
  ];

  it('P50: given a result of 400 kB and a summarizer that fails, then the task stands, the result is behind a handle, and nothing is cut to an excerpt', async () => {
    const { archive, text, messages, receipt } = await run(scripted('failing', fail), { maxTokens: 3000 }, large);
    expect((messages[0] as WireMessage).content).toContainEqual({ type: 'text', text: TASK });
    const span = receipt.spans.find((one) => one.kind === 'exchange' && one.tokens > 10_000);
    expect(span?.action).toMatch(/^evict/);
    const [behind] = await recall(span?.handle ?? '', { archive });
    expect(behind?.text).toBe(filler(40_000, 'big'));
    expect(text).not.toContain('row big-');
    await verify(text, { archive });
  });

  it('P50: given one-shot work and `throw`, then the failure is typed and the caller keeps all', async () => {
    const refused = run(scripted('failing', fail), { onSummarizerError: 'throw' });
    await expect(refused).rejects.toBeInstanceOf(SummarizerError);
    await expect(refused).rejects.toMatchObject({ name: 'SummarizerError', failure: expect.any(String), attempts: 1 });
  });

  it.each(['@src/store.ts', '@/etc/prod/limits.conf', '@"my file.md"', '@./a.ts', 'look at @src/a.ts, then go on', '(@src/a.ts)'])(
    'P50: given a mention as %s in a text, then it stands in no form that a host expands',
    async (mention) => {
      const { archive, text, said } = await run(
        scripted('mentioning', async (request) => `${await factsOf(request)}\nError: part-1 was refused, see ${mention}`),
      );
      expect(said.length).toBeGreaterThan(5);
      for (const line of said) expect(line).not.toMatch(/(?:^|[\s("'])@["./\w]/);
      await verify(text, { archive });
    },
  );

  it.each(['extractive', 'model'])(
    'P50: given a mention in what was printed, when the %s summarizer repeats it, then it stands with its path, in no form that a host expands, and as covered',
    async (writer) => {
      const mentioned = body.map((message) => JSON.parse(JSON.stringify(message).replaceAll(/Error: (part-\d+) was/g, 'Error: @src/$1.ts was')) as WireMessage);
      const copying = scripted('copying', factsOf);
      const { archive, text, said, segments } = await run(writer === 'model' ? copying : extractive, {}, mentioned);
      expect(segments.filter((segment) => segment.outcome === 'covered').length).toBeGreaterThan(7);
      const errors = said.filter((line) => /^Error: /.test(line));
      expect(errors.length).toBeGreaterThan(7);
      for (const line of errors) expect(line).toMatch(/^Error: @ src\/part-\d+\.ts was refused/);
      await verify(text, { archive });
    },
  );
});

describe('P52: a text that says nothing', () => {
  it.each<[string, Text]>([
    ['nothing', () => ''],
    ['white space', () => ' \n\t \n'],
    ['thinking alone', () => '<think>Let me see what they did.</think>'],
    ['headings with "None." in each', () => '## Goal\nNone.\n\n## Progress\nNone.\n\n## Next steps\nNone.'],
    ['the last input message', () => 'Good. Now write the report.'],
  ])('P52, F12: %s: then 0 of 10 deciles are covered, each is named, no skeleton stands, and each is behind its handle', async (_what, text) => {
    const { archive, text: output, receipt, segments, said } = await run(scripted('empty', text));
    expect(segments.map((segment) => segment.index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(segments.filter((segment) => segment.outcome === 'covered')).toEqual([]);
    expect(segments.every((segment) => segment.summarizer === 'empty')).toBe(true);
    expect(said).toEqual([]);
    const named = receipt.events
      .filter((event) => /^segment-(?:externalized|uncovered)$/.test(event.name))
      .flatMap(({ message }) => {
        const [, first, last = first] = /segments? (\d)(?: to (\d))?/.exec(message) ?? [];
        return Array.from({ length: Number(last) - Number(first) + 1 }, (_, offset) => Number(first) + offset);
      });
    expect(named).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for (const handle of new Set(segments.map((segment) => segment.handle))) expect(archiveHandlesIn(output)).toContain(handle);
    const behind = (await Promise.all([...new Set(segments.map((segment) => segment.handle))].map((handle) => recall(handle, { archive })))).flat();
    expect(behind.map((span) => span.text).join('\n')).toContain('part-0 was refused');
    await verify(output, { archive });
  });

  it.each<[string, Text]>([
    ['nothing', () => ''],
    ['headings with "None." in each', () => '## Goal\nNone.\n\n## Progress\nNone.'],
    ['the last input message', () => 'Good. Now write the report.'],
  ])('P52, F13: %s, and the caller wants to be told: then the error has the number of the decile', async (_what, text) => {
    const archive = memory({ tenantKey: 'cases' });
    const told = run(scripted('empty', text), { archive, onExhausted: 'throw' });
    await expect(told).rejects.toThrow(FidelityBudgetExhausted);
    await expect(told).rejects.toMatchObject({
      code: 'fidelity-exhausted',
      segment: expect.stringMatching(/^k1\.0 \(t\d+-t\d+\)$/),
      facts: expect.any(Number),
    });
    await expect(told).rejects.toThrow(/k1\.0/);
    expect((await archive.conversations()).every((one) => one.compactionCount === 0)).toBe(true);
  });

  it('P52, F13: given the first three are honest, then the error names the fourth', async () => {
    const told = run(
      scripted('tiring', (request) => (request.index < 3 ? factsOf(request) : '')),
      { onExhausted: 'throw' },
    );
    await expect(told).rejects.toMatchObject({ segment: expect.stringMatching(/^k1\.3 /) });
  });
});
