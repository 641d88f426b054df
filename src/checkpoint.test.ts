import { describe, expect, it } from 'vitest';
import { assistant, call, filler, result, user, type WireMessage } from '../test/cases/anthropic-body.ts';
import { archiveWith } from '../test/properties/archive-with.ts';
import { memory } from './archive/memory/index.ts';
import { checkpoint, type RegionOptions } from './checkpoint.ts';
import { compact } from './compact.ts';
import { runsByHandle } from './core/checkpoint/compose.ts';
import type { Summarizer } from './core/checkpoint/summarizer.ts';
import { surrogateCounter } from './core/count-span.ts';
import { FidelityBudgetExhausted } from './core/errors/fidelity-budget-exhausted.ts';
import { recall } from './recall.ts';
import { loadO200k } from './tokens/o200k-counter.ts';

const TASK = 'Repair the orders service. Never write under /etc/prod/.';
const SECOND = 'Now the ledger service.';

/** One call and its result a turn: turn 2 has part 0. */
const deployments = (from: number, count: number): WireMessage[] =>
  Array.from({ length: count }, (_, number) => from + number).flatMap((part) => [
    assistant(call(`c${part}`, 'deploy', { part })),
    user(result(`c${part}`, `${filler(300, `s${part}`)}\nError: part-${part} was refused by host-${part}.internal\nexit code ${part + 20}`, true)),
  ]);
const BODY: readonly WireMessage[] = [user(TASK), ...deployments(0, 20), assistant('The orders service runs.'), user(SECOND), ...deployments(20, 20)];

/** Turns 1, 22 and 23 are text. */
const partAt = (turn: number): string => String(turn < 22 ? turn - 2 : turn - 4);

const run = (options: Partial<RegionOptions> = {}, input: object | string = [...BODY]) => checkpoint(input, { format: 'anthropic', ...options });

function scripted(text: (index: number, facts: string) => string): Summarizer & { readonly asked: number[] } {
  const asked: number[] = [];
  return {
    name: 'scripted',
    version: '1',
    asked,
    summarize: (request) => {
      asked.push(request.index);
      return Promise.resolve({ text: text(request.index, [...new Set(request.facts.map((fact) => fact.line))].join('\n')) });
    },
  };
}

describe('DESIGN §11: the checkpoint of a region alone', () => {
  it('F1, F3: given a conversation and no more, then ten segments over all that is material, and with the allowance that F3 asks for each is covered', async () => {
    const { segments, allowanceTokens, turns } = await run();
    expect(segments.map((segment) => segment.index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(segments.every((segment) => segment.outcome === 'covered' && segment.lines.length > 0)).toBe(true);
    expect(segments.reduce((sum, segment) => sum + segment.summaryTokens, 0)).toBeLessThanOrEqual(allowanceTokens);
    expect(turns[1] - turns[0]).toBeGreaterThan(30);
  });

  it('given turns, or the ids of two spans, then no other span is in it, and both say the same of the same region', async () => {
    const byTurn = await run({ turns: { start: 5, end: 9 } });
    expect(byTurn.turns).toEqual([5, 9]);
    const ids = byTurn.segments.flatMap((segment) => segment.spanIds);
    expect(ids.every((id) => /^t[5-9]\./.test(id))).toBe(true);
    const bySpan = await run({ spans: { first: ids[0] ?? '', last: ids.at(-1) ?? '' } });
    expect(bySpan).toEqual(byTurn);
  });

  it('E5: given the region has what the user wrote and what was committed to, then neither is material, nor said in other words', async () => {
    const { segments } = await run();
    const said = segments.flatMap((segment) => segment.lines).join('\n');
    for (const words of ['/etc/prod', 'ledger service', 'The orders service runs']) expect(said).not.toContain(words);
    expect(segments.flatMap((segment) => segment.spanIds)).not.toContain('t1.1');
  });

  it('given nothing in the region is material, then there are no segments, and nobody is asked', async () => {
    const summarizer = scripted((_, facts) => facts);
    const none = await run({ turns: { start: 1, end: 1 }, summarizer, archive: memory() });
    expect(none).toMatchObject({ id: 'k1', turns: [1, 1], segments: [], events: [], text: '## checkpoint k1' });
    expect(summarizer.asked).toEqual([]);
  });

  it('F14: given the same region and the same budget as `compact` had, then the same segments, texts and figures', async () => {
    const archive = memory({ tenantKey: 'same' });
    const { receipt } = await compact([...BODY], {
      format: 'anthropic',
      archive,
      recall: 'tool',
      maxTokens: 6000,
      checkpointTokens: 4500,
      keepRecentTokens: 0,
    });
    const entry = (await archive.ledger(receipt.conversationId)).at(-1);
    const written = entry?.checkpoints?.[0];
    const ids = written?.segments.flatMap((segment) => segment.spanIds) ?? [];
    const alone = await run({ archive, spans: { first: ids[0] ?? '', last: ids.at(-1) ?? '' }, allowanceTokens: written?.allowanceTokens });
    expect(ids.length).toBeGreaterThan(20);
    expect(alone).toMatchObject({ ...written });
  });

  it('given the same twice, then the same, letter for letter', async () => {
    const archive = () => memory({ tenantKey: 'twice' });
    expect(JSON.stringify(await run({ archive: archive() }))).toBe(JSON.stringify(await run({ archive: archive() })));
  });

  it('F5, F7: given a floor and a ceiling of the caller, then they are the gates', async () => {
    const { segments, ceiling, floor } = await run({ minFactsPerSegment: 5, maxRatio: 10 });
    expect({ ceiling, floor }).toEqual({ ceiling: 10, floor: 5 });
    for (const segment of segments) {
      expect(segment.ratio).toBeLessThanOrEqual(10);
      expect(segment.factsRetained).toBeGreaterThanOrEqual(Math.min(5, segment.facts));
    }
    await expect(run({ maxRatio: 41 })).rejects.toMatchObject({ code: 'config-invalid', option: 'maxRatio' });
  });
});

describe('with an archive', () => {
  it('E11, F12: given a low allowance, then what it cannot cover is behind a handle, and every marker in the text resolves to its spans', async () => {
    const archive = memory({ tenantKey: 'alone' });
    const { text = '', segments, events } = await run({ archive, allowanceTokens: 400 });
    expect(new Set(segments.map((segment) => segment.outcome))).toEqual(new Set(['covered', 'externalized']));
    expect(events.map((event) => event.name)).toContain('segment-externalized');
    for (const run of runsByHandle(segments)) {
      const handle = run[0]?.handle ?? '';
      expect(text).toContain(`source=${handle}]`);
      const behind = await recall(handle, { archive });
      const turns = run.flatMap((segment) => segment.spanIds.map((id) => Number(/^t(\d+)/.exec(id)?.[1])));
      expect(behind.map((span) => /Error: part-(\d+) was/.exec(span.text)?.[1])).toEqual(turns.map(partAt));
    }
    expect(await archive.conversations()).toMatchObject([{ compactionCount: 0 }]);
  });

  it('C12: given a model writes, then its source is in the archive before it is asked, and it is not paid for twice', async () => {
    const archive = memory({ tenantKey: 'model' });
    let held = -1;
    const summarizer = scripted((_, facts) => facts);
    const watching: Summarizer = {
      ...summarizer,
      summarize: async (request) => {
        held = (await archive.stats()).spanCount;
        return summarizer.summarize(request);
      },
    };
    const first = await run({ archive, summarizer: watching });
    expect(held).toBeGreaterThanOrEqual(40);
    expect(first.segments.every((segment) => segment.summarizer === 'scripted')).toBe(true);
    const times = summarizer.asked.length;
    const again = await run({ archive, summarizer: watching });
    expect(summarizer.asked).toHaveLength(times);
    expect(again.segments).toEqual(first.segments);
    expect(again.summarizerUsage).toMatchObject({ cachedSegments: 10 });
  });

  it('§3: given the archive takes nothing, then there is no checkpoint, and nobody is asked', async () => {
    const summarizer = scripted((_, facts) => facts);
    const full = archiveWith(memory(), { put: () => Promise.reject(new Error('disk full')) });
    await expect(run({ archive: full, summarizer })).rejects.toThrow('disk full');
    expect(summarizer.asked).toEqual([]);
  });
});

describe('F13, P52: what cannot be covered', () => {
  it('F13: given no archive and a low allowance, then it is an error: nothing can be externalized', async () => {
    const refused = run({ allowanceTokens: 400, onExhausted: 'externalize' });
    await expect(refused).rejects.toBeInstanceOf(FidelityBudgetExhausted);
    await expect(refused).rejects.toThrow(/give an archive/);
  });

  it('F13: given no archive and enough, then the texts have their span ids, and no marker is made', async () => {
    const { segments, ...rest } = await run();
    expect(rest).not.toHaveProperty('text');
    expect(segments.every((segment) => segment.handle === '' && segment.spanIds.length > 0)).toBe(true);
    const count = surrogateCounter(await loadO200k());
    for (const segment of segments) expect(segment.summaryTokens).toBe(count(segment.lines.join('\n')));
  });

  it.each([
    ['nothing', ''],
    ['white space', ' \n\t '],
    ['headings with "None." in each', '## Goal\nNone.\n\n## Progress\nNone.'],
    ['the last message', SECOND],
  ])(
    'P52: given a summarizer that writes %s, then 0 of 10 segments can be written, and all ten are in the error by number, turns and reason',
    async (_what, text) => {
      const refused = run({ archive: memory(), summarizer: scripted(() => text), onExhausted: 'throw' });
      await expect(refused).rejects.toThrow(/0 of 10 segments of k1 can be written, and segments 0 to 9 \(counted from 0\) cannot; segment 0 of 10: /);
      const error = (await refused.catch((error: unknown) => error)) as FidelityBudgetExhausted;
      expect(error.checkpoint).toMatchObject({ id: 'k1', segmentCount: 10, coveredCount: 0 });
      expect(error.checkpoint?.failedSegments.map((one) => one.segment)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      for (const { turns, reason } of error.checkpoint?.failedSegments ?? []) {
        expect(turns[0]).toBeGreaterThan(1);
        expect(reason).toMatch(/nobody wrote|F11/);
      }
    },
  );

  it('P52: given one text in ten says nothing, then the error names that decile, and that the other nine can be written', async () => {
    const summarizer = scripted((index, facts) => (index === 7 ? '' : facts));
    await expect(run({ summarizer, archive: memory(), onExhausted: 'throw' })).rejects.toThrow(
      /9 of 10 segments of k1 can be written, and segment 7 \(counted from 0\) cannot; segment 7 of 10: nobody wrote a text that passes \(k1\.7 \(t\d+-t\d+\)/,
    );
  });
});

describe('what is no region', () => {
  it.each<[string, RegionOptions, string]>([
    ['turns and spans together', { turns: { start: 1, end: 2 }, spans: { first: 't1.1', last: 't2.1' } }, 'spans'],
    ['a last turn before the first', { turns: { start: 4, end: 3 } }, 'turns'],
    ['half a turn', { turns: { start: 1.5, end: 3 } }, 'turns'],
    ['turns that are not there', { turns: { start: 400, end: 500 } }, 'turns'],
    ['an id that names no span', { spans: { first: 't1.1', last: 't900.1' } }, 'spans'],
    ['spans in the other order', { spans: { first: 't9.1', last: 't3.1' } }, 'spans'],
    ['an allowance below zero', { allowanceTokens: -1 }, 'allowanceTokens'],
  ])('given %s, then it is refused with the name of the option', async (_what, options, option) => {
    await expect(run(options)).rejects.toMatchObject({ code: 'config-invalid', option });
  });

  it('given what is not JSON, then a format error', async () => {
    const cycle: { self?: object } = {};
    cycle.self = cycle;
    await expect(checkpoint(cycle)).rejects.toMatchObject({ code: 'format-invalid' });
  });
});
