import { describe, expect, it, vi } from 'vitest';
import type { Archive } from '../../src/archive/archive.ts';
import { memory } from '../../src/archive/memory/index.ts';
import { ArchiveError } from '../../src/core/errors/archive-error.ts';
import { CompactionInvariantError } from '../../src/core/errors/compaction-invariant-error.ts';
import { ConfigError } from '../../src/core/errors/config-error.ts';
import { formatNamed } from '../../src/formats/index.ts';
import { byteCounter } from '../../src/live/byte-counter.ts';
import { createCompactor } from '../../src/live/compactor.ts';
import type { CompactorOptions } from '../../src/live/compactor-options.ts';
import type { Compactor, LiveEvent, LiveFormat, LiveRequest } from '../../src/live/live-request.ts';
import { recall, recallTurns } from '../../src/recall.ts';
import { bodyOf, type Item, itemsOf, LIVE_FORMATS, longResult, RULE, session, TASK, WIRES } from './agent.ts';

const WINDOW = 20_000;
/** Exchanges of `session` that pass the trigger of 14,000 tokens, and a few fewer that do not. */
const OVER = 16;
const UNDER = 8;

interface Live {
  readonly compactor: Compactor;
  readonly archive: Archive;
  readonly events: LiveEvent[];
  readonly prepare: (items: readonly Item[], members?: Item) => Promise<LiveRequest>;
}

function live(format: LiveFormat, options: Partial<CompactorOptions> = {}): Live {
  const archive = options.archive ?? memory();
  const events: LiveEvent[] = [];
  const compactor = createCompactor({ format, window: WINDOW, recall: 'tool', onEvent: (event) => events.push(event), ...options, archive });
  return { compactor, archive, events, prepare: (items, members) => compactor.prepare(bodyOf(format, items, members)) };
}

/** Started with the same words. */
const AGENTS = ['alpha', 'beta', 'gamma'];

const namesOf = (events: readonly LiveEvent[]): readonly string[] => events.map((event) => event.name);

describe.each(LIVE_FORMATS)('§8: live compaction [%s]', (format) => {
  it('below the trigger → the body goes on as it came, byte for byte, and nothing is archived', async () => {
    const { compactor, archive } = live(format);
    const body = ` ${bodyOf(format, session(format, UNDER))}\n`;
    const request = await compactor.prepare(body);
    expect(request).toMatchObject({ status: 'passed', text: body });
    expect((await archive.stats()).spanCount).toBe(0);
  });

  it('above the trigger → compacted to the lower mark, valid, with the rule letter for letter and a receipt', async () => {
    const { prepare, events } = live(format);
    const request = await prepare(session(format, OVER));
    expect(request.status).toBe('compacted');
    expect(request.receipt?.tokensAfter).toBeLessThanOrEqual(WINDOW * 0.4);
    expect(request.text).toContain(RULE);
    formatNamed(format).validate(request.text);
    expect(namesOf(events)).toEqual(['compacted']);
  });

  it('C19: ten requests after one compaction, each a turn longer → what was decided is the same in all, byte for byte, and what is new stands as it came', async () => {
    const { prepare } = live(format);
    const decided = itemsOf(format, (await prepare(session(format, OVER))).text);
    for (let exchanges = OVER + 1; exchanges <= OVER + 6; exchanges++) {
      const request = await prepare(session(format, exchanges));
      const came = itemsOf(format, bodyOf(format, session(format, exchanges))).slice(session(format, OVER).length);
      expect(request.status).toBe('sticky');
      expect(itemsOf(format, request.text)).toEqual([...decided, ...came]);
    }
  });

  it('P74: all of the body but its list stays as the client wrote it', async () => {
    const { prepare } = live(format);
    const members = {
      temperature: 0.3,
      stream: true,
      metadata: { user_id: 'u' },
      tool_choice: { type: 'auto' },
      thinking: { type: 'disabled' },
      later_field: [1, { a: null }],
    };
    const request = await prepare(session(format, OVER), members);
    expect(request.status).toBe('compacted');
    const { list } = WIRES[format];
    expect({ ...JSON.parse(request.text), [list]: [] }).toEqual({ ...JSON.parse(bodyOf(format, [], members)) });
  });

  it('a session that passes the trigger again and again → each request is valid, within the window, and holds the rule; recall gives every result back', async () => {
    const { prepare, archive } = live(format);
    const handles = new Set<string>();
    let compactions = 0;
    for (let exchanges = 0; exchanges <= 50; exchanges++) {
      const request = await prepare(session(format, exchanges));
      formatNamed(format).validate(request.text);
      expect(request.text).toContain(RULE);
      expect(request.tokens).toBeLessThan(WINDOW);
      if (request.status !== 'compacted') continue;
      compactions++;
      for (const span of request.receipt?.spans ?? []) if (span.handle !== undefined && span.kind === 'exchange') handles.add(span.handle);
    }
    expect(compactions).toBeGreaterThanOrEqual(3);
    const texts = await Promise.all([...handles].map(async (handle) => (await recall(handle, { archive }))[0]?.text));
    for (let number = 0; number < 30; number++) expect(texts).toContain(longResult(number));
  });

  it('a retry of the same request → the same bytes, and no second compaction', async () => {
    const { prepare, events } = live(format);
    const first = await prepare(session(format, OVER));
    const again = await prepare(session(format, OVER));
    expect(again.text).toBe(first.text);
    expect(namesOf(events)).toEqual(['compacted']);
  });

  it('parallel requests of one conversation → one compaction, and both get it', async () => {
    const { prepare, events } = live(format);
    const [first, second] = await Promise.all([prepare(session(format, OVER)), prepare(session(format, OVER))]);
    expect(second?.text).toBe(first?.text);
    expect(namesOf(events)).toEqual(['compacted']);
  });

  it('a restart → a new process goes on with what the archive holds, byte for byte', async () => {
    const before = live(format);
    await before.prepare(session(format, OVER));
    const expected = await before.prepare(session(format, OVER + 2));
    const after = live(format, { archive: before.archive });
    const request = await after.prepare(session(format, OVER + 2));
    expect(request).toMatchObject({ status: 'sticky', text: expected.text, compactionId: expected.compactionId });
    expect(namesOf(after.events)).toEqual(['decision-restored']);
  });

  it('a restart, and a short request of the conversation comes first → the long one finds its decision all the same', async () => {
    const before = live(format);
    const expected = await before.prepare(session(format, OVER));
    const after = live(format, { archive: before.archive });
    await after.prepare(session(format, 0));
    expect(await after.prepare(session(format, OVER))).toMatchObject({ status: 'sticky', text: expected.text });
  });

  it('a restart, and two requests of the conversation at once → both find its decision, and none is made', async () => {
    const before = live(format);
    const expected = await before.prepare(session(format, OVER));
    const after = live(format, { archive: before.archive });
    const both = await Promise.all([after.prepare(session(format, OVER)), after.prepare(session(format, OVER))]);
    for (const request of both) expect(request).toMatchObject({ status: 'sticky', text: expected.text });
    expect(namesOf(after.events)).not.toContain('compacted');
  });

  it('a restart while another branch is known, and two requests at once → both find the decision of their own', async () => {
    const wire = WIRES[format];
    const branch = [...session(format, 2), wire.user('Another way.'), ...session(format, OVER, 'other').slice(1)];
    const before = live(format);
    const expected = await before.prepare(branch);
    const after = live(format, { archive: before.archive });
    await after.prepare(session(format, 2 * OVER - 2));
    const both = await Promise.all([after.prepare(branch), after.prepare(branch)]);
    for (const request of both) expect(request).toMatchObject({ status: 'sticky', text: expected.text });
  });

  it('a rewind to before the compaction → the shorter history goes on as it came; forward again, the decision holds again', async () => {
    const { prepare } = live(format);
    const decided = await prepare(session(format, OVER));
    const rewound = await prepare(session(format, UNDER));
    expect(rewound).toMatchObject({ status: 'passed', text: bodyOf(format, session(format, UNDER)) });
    expect((await prepare(session(format, OVER))).text).toBe(decided.text);
  });

  it('a fork after the compaction → both branches keep what was decided for their common part', async () => {
    const { prepare } = live(format);
    const decided = itemsOf(format, (await prepare(session(format, OVER))).text);
    const wire = WIRES[format];
    const branch = (word: string) => [...session(format, OVER), ...wire.exchange(`${word}_1`, `${word}.ts`, word), wire.user(`go on ${word}`)];
    for (const word of ['left', 'right', 'left']) {
      const items = itemsOf(format, (await prepare(branch(word))).text);
      expect(items.slice(0, decided.length)).toEqual(decided);
      expect(items.at(-1)).toContain(`go on ${word}`);
    }
  });

  it('branches of a conversation → recall by turn gives each its own, by the compaction that is in its request', async () => {
    const { prepare, archive } = live(format);
    const wire = WIRES[format];
    const branch = (word: string) => [...session(format, 1), wire.user(`${word} first`), ...session(format, OVER, word).slice(1)];
    const [left, right] = [await prepare(branch('left')), await prepare(branch('right'))];
    expect(left.conversationId).toBe(right.conversationId);
    for (const [request, word] of [
      [left, 'left'],
      [right, 'right'],
    ] as const) {
      const spans = await recallTurns(request.conversationId ?? '', { start: 1, end: 4 }, { archive, compactionId: request.compactionId });
      expect(spans.map(({ recalled }) => recalled.text)).toContain(`${word} first`);
    }
  });

  it('an edit of an early message → no decision of the other history is put in: what the client says now is what is sent', async () => {
    const { prepare, events } = live(format);
    await prepare(session(format, OVER));
    const edited = [WIRES[format].user('Move nothing. Only tell me what you would do.'), ...session(format, OVER).slice(1)];
    const request = await prepare(edited);
    expect(request.text).toContain('Move nothing. Only tell me what you would do.');
    expect(request.text).not.toContain(TASK);
    expect(events.filter((event) => event.name === 'compacted')).toHaveLength(2);
  });

  it('three agents that were started with the same words → three conversations; nothing of one is in another', async () => {
    const { prepare, archive } = live(format);
    for (let exchanges = 2; exchanges <= OVER; exchanges += 2) await Promise.all(AGENTS.map((name) => prepare(session(format, exchanges, name))));
    const requests = await Promise.all(AGENTS.map((name) => prepare(session(format, OVER, name))));
    for (const [index, name] of AGENTS.entries()) {
      for (const other of AGENTS) if (other !== name) expect(requests[index]?.text).not.toContain(`"${other}_`);
    }
    expect(new Set(requests.map((request) => request.conversationId)).size).toBe(3);
    expect(await archive.conversations()).toHaveLength(3);
  });

  it('observe → every request goes on as it came, what would be done is told, and the archive stays empty', async () => {
    const { compactor, archive, events } = live(format, { observe: true });
    const body = bodyOf(format, session(format, OVER + 10));
    expect((await compactor.prepare(body)).text).toBe(body);
    expect(namesOf(events)).toEqual(['would-compact']);
    expect(events[0]?.tokens).toBeLessThanOrEqual(WINDOW * 0.4);
    expect(await archive.stats()).toMatchObject({ spanCount: 0, compactionCount: 0 });
  });

  it('a body that is none of ours → goes on as it came', async () => {
    const { compactor, events } = live(format);
    for (const body of [
      '',
      'no json',
      '[]',
      '{}',
      '{"messages":[{"role":"user"',
      '{"messages":"text","input":"text"}',
      '{"messages":[1,2],"input":[1]}',
      '{"messages":[],"input":[]}',
    ]) {
      expect(await compactor.prepare(body)).toMatchObject({ status: 'passed', text: body });
    }
    const halves = [Buffer.from(bodyOf(format, session(format, OVER)).replace('orders', 'orders\u00e9')), Buffer.from([])].map((bytes) =>
      Buffer.from(bytes.filter((byte) => byte !== 0xc3)),
    );
    expect(Buffer.concat((await compactor.prepare(halves)).chunks)).toEqual(halves[0]);
    expect(new Set(namesOf(events))).toEqual(new Set(['not-compactable']));
  });
});

describe('§8: loop guard and refusals', () => {
  it('C04: after a compaction a synthetic "continue" of a few tokens → no second compaction', async () => {
    const { prepare, events } = live('anthropic', { lowerMark: 0.69 });
    await prepare(session('anthropic', OVER));
    await prepare([...session('anthropic', OVER), { role: 'assistant', content: 'Done so far.' }, { role: 'user', content: 'continue' }]);
    expect(namesOf(events)).toEqual(['compacted']);
  });

  it('C04: what cannot be compacted is not tried again until there is new material', async () => {
    const { prepare, events } = live('anthropic');
    const words = Array.from({ length: 15 }, (_, number) => ({ role: 'user', content: `Rule ${number}: ${longResult(number)}` }));
    await prepare(words);
    await prepare([...words, { role: 'user', content: 'go on' }]);
    expect(namesOf(events)).toEqual(['compaction-failed']);
    expect(events[0]?.code).toBe('invariant-unmet');
    await prepare([...words, { role: 'user', content: 'go on' }, { role: 'user', content: `Rule 15: ${longResult(15)}` }]);
    expect(namesOf(events)).toEqual(['compaction-failed', 'compaction-failed']);
  });

  it('C05: system prompt, tools and protected words above the window → refused at once with the floor; no summarizer is called', async () => {
    let calls = 0;
    const summarizer = {
      name: 'counting',
      version: '1',
      summarize: async () => {
        calls++;
        return { text: '' };
      },
    };
    const { compactor, archive } = live('anthropic', { summarizer });
    const messages = Array.from({ length: 12 }, (_, number) => ({ role: 'user', content: `Rule ${number}: ${longResult(number)}` }));
    const body = bodyOf('anthropic', messages, { system: longResult(900, 700) });
    const refusal = await compactor.prepare(body).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(CompactionInvariantError);
    expect((refusal as CompactionInvariantError).floorTokens).toBeGreaterThan(WINDOW);
    expect((refusal as CompactionInvariantError).fixedTokens).toBeGreaterThan(8_000);
    expect(calls).toBe(0);
    expect((await archive.stats()).compactionCount).toBe(0);
  });

  it('C04: a floor above the trigger, where the request cannot be sent as it is → compacted once, and a retry gets the same bytes', async () => {
    const { prepare, events } = live('anthropic');
    const rules = Array.from({ length: 13 }, (_, number) => ({ role: 'user', content: `Rule ${number}: ${longResult(number)}` }));
    const items = [...rules, ...session('anthropic', 9)];
    const first = await prepare(items);
    expect(first.receipt?.tokensAfter).toBeGreaterThan(WINDOW * 0.7);
    expect((await prepare(items)).text).toBe(first.text);
    expect(namesOf(events)).toEqual(['compacted']);
  });

  it('P44: two processes that decide for one history at once → what the first decided is sent by both', async () => {
    const archive = memory();
    const items = session('anthropic', OVER);
    const first = live('anthropic', { archive, lowerMark: 0.3 });
    const second = live('anthropic', { archive });
    const lock = archive.lock.bind(archive);
    let sentByFirst = '';
    // The second has looked and found nothing when the first decides.
    archive.lock = async (conversationId) => {
      archive.lock = lock;
      sentByFirst = (await first.prepare(items)).text;
      return lock(conversationId);
    };
    const request = await second.prepare(items);
    expect(namesOf(first.events)).toEqual(['compacted']);
    expect(request.text).toBe(sentByFirst);
    expect(namesOf(second.events)).toEqual(['decision-restored']);
  });

  it('E7: a floor between the lower mark and the trigger → compacted to what works, not refused', async () => {
    const { prepare } = live('anthropic');
    const rules = Array.from({ length: 9 }, (_, number) => ({ role: 'user', content: `Rule ${number}: ${longResult(number)}` }));
    const request = await prepare([...rules, ...session('anthropic', 8)]);
    expect(request.status).toBe('compacted');
    for (const rule of rules) expect(request.text).toContain(JSON.stringify(rule.content).slice(1, -1));
  });

  it('given a trigger alone, below the usual lower mark → compacted to as far below it as usual', async () => {
    const { prepare } = live('anthropic', { trigger: 0.35 });
    const request = await prepare(session('anthropic', UNDER));
    expect(request.receipt?.targetTokens).toBeCloseTo(WINDOW * 0.2, -1);
  });

  it.each([
    ['window', { window: 0 }],
    ['trigger', { trigger: 1.2 }],
    ['lowerMark', { lowerMark: 0.7 }],
    ['maxBodyBytes', { maxBodyBytes: -1 }],
  ])('a wrong %s → ConfigError that names it', (option, options) => {
    const wrong = (): unknown => createCompactor({ format: 'anthropic', window: WINDOW, archive: memory(), ...options });
    expect(wrong).toThrow(ConfigError);
    expect(wrong).toThrow(option);
  });
});

describe('§8: the archive fails', () => {
  const broken = (code: 'archive-unavailable' | 'archive-corrupt'): Archive => {
    const archive = memory();
    const fail = async (): Promise<never> => {
      throw new ArchiveError({ code, what: 'The disk is full', next: 'Make room.' });
    };
    return Object.assign(Object.create(Object.getPrototypeOf(archive)), archive, {
      url: archive.url,
      handleOf: archive.handleOf.bind(archive),
      compaction: archive.compaction.bind(archive),
      getMany: archive.getMany.bind(archive),
      getSummary: archive.getSummary.bind(archive),
      lock: archive.lock.bind(archive),
      put: fail,
    });
  };

  it('below the window → the request goes on as it came, and an event says why', async () => {
    const { prepare, events } = live('anthropic', { archive: broken('archive-unavailable') });
    const request = await prepare(session('anthropic', OVER));
    expect(request).toMatchObject({ status: 'passed', text: bodyOf('anthropic', session('anthropic', OVER)) });
    expect(events).toMatchObject([{ name: 'archive-unavailable', code: 'archive-unavailable' }]);
  });

  it('above the window → ArchiveError: what cannot be archived does not leave', async () => {
    const { prepare } = live('anthropic', { archive: broken('archive-unavailable') });
    await expect(prepare(session('anthropic', OVER + 12))).rejects.toThrow(ArchiveError);
  });

  it('a file that another process holds, so that each try takes long → given up after seconds, and the request goes on', async () => {
    vi.useFakeTimers();
    try {
      const archive = memory();
      let tries = 0;
      archive.lock = async () => {
        tries++;
        vi.advanceTimersByTime(5_000);
        throw new ArchiveError({ code: 'archive-busy', what: 'Another process is writing to the archive', next: 'Wait.' });
      };
      const { prepare } = live('anthropic', { archive, counter: byteCounter(), window: 40_000 });
      const request = prepare(session('anthropic', UNDER + 3));
      await vi.advanceTimersByTimeAsync(1_000);
      expect((await request).status).toBe('passed');
      expect(tries).toBeGreaterThan(1);
      expect(tries).toBeLessThan(4);
    } finally {
      vi.useRealTimers();
    }
  });

  it('§6: another process compacts the conversation → its decision is taken', async () => {
    const shared = memory();
    const winner = live('anthropic', { archive: shared });
    let isHeld = true;
    const archive: Archive = Object.assign(Object.create(shared), {
      lock: async (id: string) => {
        if (!isHeld) return shared.lock(id);
        isHeld = false;
        await winner.prepare(session('anthropic', OVER));
        throw new ArchiveError({ code: 'archive-busy', what: 'Another process compacts the conversation', next: 'Wait.' });
      },
    });
    for (const name of ['handleOf', 'compaction', 'getMany', 'getSummary'] as const) {
      Object.assign(archive, { [name]: (...values: never[]) => (shared[name] as (...all: never[]) => unknown)(...values) });
    }
    const loser = live('anthropic', { archive });
    const request = await loser.prepare(session('anthropic', OVER));
    expect(request.text).toBe((await winner.prepare(session('anthropic', OVER))).text);
    expect(namesOf(loser.events)).not.toContain('compacted');
  });
});

describe('P62: what the provider measured', () => {
  it('a provider that counts twice as much → the trigger comes at its count, and the target is in its tokens', async () => {
    const { prepare } = live('anthropic');
    const first = await prepare(session('anthropic', UNDER - 2));
    expect(first.status).toBe('passed');
    first.measured({ inputTokens: 12_000 });
    const request = await prepare(session('anthropic', UNDER));
    expect(request.status).toBe('compacted');
    expect(request.receipt?.targetTokens).toBeLessThan(WINDOW * 0.4 * 0.6);
  });

  it('a provider that counts half → a request that looks too large goes on', async () => {
    const { prepare } = live('anthropic');
    const first = await prepare(session('anthropic', OVER - 4));
    first.measured({ inputTokens: Math.floor(first.tokens / 2) });
    expect((await prepare(session('anthropic', OVER))).status).toBe('passed');
  });

  it('a measure that is none changes nothing', async () => {
    const { prepare } = live('anthropic');
    const first = await prepare(session('anthropic', UNDER));
    for (const inputTokens of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) first.measured({ inputTokens });
    expect((await prepare(session('anthropic', OVER))).status).toBe('compacted');
  });
});

describe('P20: the limit on bytes', () => {
  const image = (number: number): Item => ({
    type: 'image',
    source: { type: 'base64', media_type: 'image/png', data: `${number}`.padStart(4, '0').repeat(25_000) },
  });
  const screenshots = (count: number): readonly Item[] => [
    { role: 'user', content: TASK },
    ...Array.from({ length: count }, (_, number) => [
      { role: 'assistant', content: [{ type: 'tool_use', id: `shot_${number}`, name: 'read', input: { path: `shot${number}.png` } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: `shot_${number}`, content: [image(number)] }] },
    ]).flat(),
  ];

  it('42 screenshots far below the window, above the limit on bytes → the oldest leave until the body fits; the newest stay', async () => {
    const { prepare } = live('anthropic', { window: 1_000_000, maxBodyBytes: 3_200_000 });
    const request = await prepare(screenshots(42));
    expect(request.status).toBe('compacted');
    expect(Buffer.byteLength(request.text)).toBeLessThan(3_200_000 / 2 + 100_000);
    expect(request.text).toContain('"shot_41"');
    expect(request.text).not.toContain('"shot_0"');
    expect(request.text).toContain(RULE);
    formatNamed('anthropic').validate(request.text);
    const later = await prepare(screenshots(44));
    expect(itemsOf('anthropic', later.text).slice(0, itemsOf('anthropic', request.text).length)).toEqual(itemsOf('anthropic', request.text));
  });

  it('C04: a body near the limit of which little can leave → tried once, and again only with new material', async () => {
    const attached = Array.from({ length: 24 }, (_, number) => ({ role: 'user', content: [{ type: 'text', text: `Picture ${number}` }, image(number)] }));
    const said = (words: string): Item => ({ role: 'user', content: words });
    const bytes = Buffer.byteLength(bodyOf('anthropic', attached));
    const { prepare, events } = live('anthropic', { window: 1_000_000, maxBodyBytes: Math.ceil(bytes / 0.95), recall: 'off' });
    for (const words of [[], ['go on'], ['go on', 'and on']]) expect((await prepare([...attached, ...words.map(said)])).status).toBe('passed');
    expect(namesOf(events)).toEqual(['compaction-failed']);
    await prepare([...attached, said('go on'), said('and on'), said('x'.repeat(bytes * 0.03))]);
    expect(namesOf(events)).toEqual(['compaction-failed', 'compaction-failed']);
  });

  it('many short messages, of which what is written around them weighs most → never sent above the limit, and said so', async () => {
    const limit = 40_000;
    let refused = 0;
    for (const count of [300, 400, 500, 600, 700]) {
      const short = Array.from({ length: count }, (_, number) => ({ role: 'user', content: [{ type: 'text', text: `Keep rule ${number}.` }] }));
      const { prepare } = live('anthropic', { window: 1_000_000, maxBodyBytes: limit, recall: 'off' });
      const request = await prepare(short).catch((error: unknown) => error);
      if (request instanceof CompactionInvariantError) refused++;
      else expect(Buffer.byteLength((request as LiveRequest).text)).toBeLessThanOrEqual(limit);
    }
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThan(5);
  });

  it('images that the user attached → refused with their spans named, never taken silently', async () => {
    const { prepare } = live('anthropic', { window: 1_000_000, maxBodyBytes: 3_200_000, recall: 'off' });
    const attached = Array.from({ length: 40 }, (_, number) => ({ role: 'user', content: [{ type: 'text', text: `Picture ${number}` }, image(number)] }));
    const refusal = await prepare(attached).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(CompactionInvariantError);
    expect((refusal as CompactionInvariantError).protectedSpans.length).toBeGreaterThanOrEqual(40);
  });
});

describe('§8: cache breakpoints and thinking [anthropic]', () => {
  const CACHE = { cache_control: { type: 'ephemeral' } };

  /** As Claude Code does: the last user message has the breakpoint, and the one before it had it. */
  function withMovingBreakpoint(items: readonly Item[]): readonly Item[] {
    return items.map((item, index) => {
      if (index < items.length - 1) return item;
      const blocks = typeof item['content'] === 'string' ? [{ type: 'text', text: item['content'] }] : (item['content'] as readonly Item[]);
      return { ...item, content: blocks.map((block, at) => (at === blocks.length - 1 ? { ...block, ...CACHE } : block)) };
    });
  }
  const bare = (text: string): string => text.replaceAll(',"cache_control":{"type":"ephemeral"}', '');

  it('C19: breakpoints that move on → the same history; the decided bytes are the same but for them, and there are never more than the client set', async () => {
    const { prepare, events } = live('anthropic');
    const decided = itemsOf('anthropic', (await prepare(withMovingBreakpoint(session('anthropic', OVER)))).text).map(bare);
    for (let exchanges = OVER + 1; exchanges <= OVER + 5; exchanges++) {
      const request = await prepare(withMovingBreakpoint(session('anthropic', exchanges)));
      expect(request.status).toBe('sticky');
      expect(itemsOf('anthropic', request.text).map(bare).slice(0, decided.length)).toEqual(decided);
      expect(request.text.split('"cache_control"').length - 1).toBe(1);
      formatNamed('anthropic').validate(request.text);
    }
    expect(namesOf(events)).toEqual(['compacted']);
  });

  it('a breakpoint in what was compacted → stands at the end of what was decided', async () => {
    const { prepare } = live('anthropic');
    await prepare(session('anthropic', OVER));
    const marked = withMovingBreakpoint(session('anthropic', OVER));
    const request = await prepare([...marked, ...WIRES.anthropic.exchange('new', 'new.ts', 'new')]);
    const at = request.text.indexOf('"cache_control"');
    expect(at).toBeGreaterThan(request.text.indexOf('<holdfast'));
    expect(at).toBeLessThan(request.text.indexOf('"id":"new"'));
    expect(request.text.split('"cache_control"')).toHaveLength(2);
  });

  it('a call whose input has a field of that name → no breakpoint is made of it, and another value of it is another history', async () => {
    const { prepare } = live('anthropic');
    const call = (value: string): readonly Item[] => {
      const [user, ...rest] = session('anthropic', OVER);
      const input = { url: 'https://example.org', cache_control: value };
      return [user ?? {}, { role: 'assistant', content: [{ type: 'tool_use', id: 'fetch_1', name: 'fetch', input }] }, result('fetch_1'), ...rest];
    };
    const request = await prepare([...call('no-cache'), { role: 'user', content: 'Go on.' }]);
    expect(request.status).toBe('compacted');
    for (const item of itemsOf('anthropic', request.text)) {
      for (const block of (JSON.parse(item) as { content: readonly Item[] }).content) expect(block).not.toHaveProperty('cache_control');
    }
    const other = await prepare([...call('no-store'), { role: 'user', content: 'Go on.' }]);
    expect(other.status).toBe('compacted');
  });

  const result = (id: string): Item => ({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'fetched' }] });
  const thinking = (number: number): Item => ({ type: 'thinking', thinking: `Step ${number}.`, signature: `signature${number}` });
  const thought = (exchanges: number): readonly Item[] =>
    session('anthropic', exchanges).map((item, index) =>
      item['role'] === 'assistant' ? { ...item, content: [thinking(index), ...(item['content'] as readonly Item[])] } : item,
    );
  const THINKING = { thinking: { type: 'enabled', budget_tokens: 1024 } };

  it('C07: in the middle of a turn with thinking the compaction waits; when the turn is over it is made, and no thinking stands behind the change', async () => {
    const { prepare, events } = live('anthropic', { trigger: 0.6 });
    const waiting = await prepare(thought(14), THINKING);
    expect(waiting.status).toBe('passed');
    expect(namesOf(events)).toEqual(['deferred']);
    const ended = [...thought(14), { role: 'assistant', content: 'All read.' }, { role: 'user', content: 'Now write it.' }];
    const request = await prepare(ended, THINKING);
    expect(request.status).toBe('compacted');
    expect(request.text).not.toContain('"thinking":"Step');
  });

  it('C07: when there is no room to wait → the open turn’s thinking is there, byte for byte, and the request is valid', async () => {
    const { prepare } = live('anthropic');
    const request = await prepare(thought(22), THINKING);
    expect(request.status).toBe('compacted');
    const kept = itemsOf('anthropic', request.text).filter((item) => item.includes('"tool_use"'));
    expect(kept.at(-1)).toContain(JSON.stringify(thinking(43)));
    for (const item of kept) expect(item).toMatch(/"content":\[\{"type":"thinking","thinking":"Step \d+\.","signature":"signature\d+"\}/);
    formatNamed('anthropic').validate(request.text);
  });
});

describe('§8: a history that the provider keeps [openai-responses]', () => {
  it.each([{ previous_response_id: 'resp_1' }, { conversation: { id: 'conv_1' } }])('%o → the increment goes on as it came', async (member) => {
    const { compactor, events } = live('openai-responses');
    const body = bodyOf('openai-responses', session('openai-responses', OVER), member);
    expect(await compactor.prepare(body)).toMatchObject({ status: 'passed', text: body });
    expect(namesOf(events)).toEqual(['not-compactable']);
  });
});

describe('§10: bodies that are not made to be read', () => {
  const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

  it.each([
    ['a message', `{"messages":[{"role":"user","content":${deep(50_000)}}]}`],
    ['the tools', bodyOf('anthropic', session('anthropic', OVER)).replace('"tools":[', `"tools":[${deep(50_000)},`)],
  ])('%s nested beyond measure → the request goes on as it came, and an event says so', async (_what, body) => {
    const { compactor, events } = live('anthropic');
    expect(await compactor.prepare(body)).toMatchObject({ status: 'passed', text: body });
    expect(namesOf(events)).toEqual(['not-compactable']);
  });
});
