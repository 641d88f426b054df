import { describe, expect, it } from 'vitest';
import { memory } from '../../src/archive/memory/index.ts';
import { type Compaction, compact } from '../../src/compact.ts';
import type { SegmentRequest, Summarizer } from '../../src/core/checkpoint/summarizer.ts';
import { CompactionInvariantError } from '../../src/core/errors/compaction-invariant-error.ts';
import { checkpointLines, parseNote } from '../../src/core/markers/note.ts';
import { parseSource } from '../../src/formats/index.ts';
import type { CompactOptions } from '../../src/options.ts';
import { recall } from '../../src/recall.ts';
import { verify } from '../../src/verify-output.ts';
import { assistant, blocksOf, call, exchange, filler, result, textsOf, user, type WireMessage } from './anthropic-body.ts';

const saidBy = (messages: readonly unknown[], role: string): readonly string[] => textsOf(messages, role).filter((text) => !text.startsWith('<holdfast '));
const checkpointsOf = ({ text }: Pick<Compaction, 'text'>) =>
  parseSource(text, { format: 'anthropic' }).spans.flatMap((span) => parseNote(span.text.trimEnd())?.checkpoints ?? []);

describe('P32: completed work is not redone', () => {
  const DO_X = 'do X: move the files under /srv/a to /srv/b';
  const X_DONE = 'X done: 12 files moved, none left.';
  const DO_Y = 'do Y: count what is in /srv/b';

  const conversation = (report: WireMessage): readonly WireMessage[] => [
    user(DO_X),
    ...Array.from({ length: 12 }, (_, number) => [
      assistant(`Moving part ${number}.`, call(`x${number}`, 'move', { part: number })),
      user(result(`x${number}`, `${filler(400, number)}\nmoved part ${number}`)),
    ]).flat(),
    report,
    user(DO_Y),
    assistant('ok'),
  ];

  it.each([0.1, 0.2, 0.4])(
    'P32: given it is compacted to %s right after "ok", then "do X" and "do Y" stand once, in order, with the report between them',
    async (target) => {
      const archive = memory({ tenantKey: 'redone' });
      const output = await compact(conversation(assistant(X_DONE)), {
        format: 'anthropic',
        archive,
        recall: 'tool',
        target,
        keepRecentTokens: 0,
        keepRecentExchanges: 0,
      });
      expect(output.status).toBe('compacted');
      expect(saidBy(output.messages, 'user')).toEqual([DO_X, DO_Y]);
      const said = blocksOf(output.messages)
        .filter((block) => block['type'] === 'text' && !String(block['text']).startsWith('<holdfast '))
        .map((block) => `${block.role}: ${String(block['text'])}`)
        .filter((text) => !text.startsWith('assistant: Moving part'));
      expect(said).toEqual([`user: ${DO_X}`, `assistant: ${X_DONE}`, `user: ${DO_Y}`, 'assistant: ok']);
      await verify(output.text, { archive });
    },
  );

  it('P32: given the notes, then none of them stands between "do Y" and its answer, nor says of X that it is open', async () => {
    const archive = memory({ tenantKey: 'redone' });
    const output = await compact(conversation(assistant(X_DONE)), {
      format: 'anthropic',
      archive,
      recall: 'tool',
      target: 0.2,
      keepRecentTokens: 0,
      keepRecentExchanges: 0,
    });
    const texts = blocksOf(output.messages).map((block) => String(block['text'] ?? ''));
    const notes = texts.flatMap((text, index) => (text.startsWith('<holdfast ') ? [index] : []));
    expect(notes.length).toBeGreaterThan(0);
    expect(Math.max(...notes)).toBeLessThan(texts.indexOf(X_DONE));
    expect(parseNote(texts[notes[0] ?? -1] ?? '')?.sections.some((section) => section.title === 'open work')).toBe(false);
  });

  it('P32: given five more rounds of compaction, then the three still stand in this order, once each', async () => {
    const archive = memory({ tenantKey: 'redone' });
    let messages: readonly unknown[] = conversation(assistant(X_DONE));
    for (let round = 0; round < 5; round++) {
      const output = await compact([...messages], { format: 'anthropic', archive, recall: 'tool', maxTokens: 2500, keepRecentTokens: 0 });
      const place = (text: string): number => output.text.indexOf(text);
      for (const text of [DO_X, X_DONE, DO_Y]) expect(output.text.split(text)).toHaveLength(2);
      expect(place(DO_X)).toBeLessThan(place(X_DONE));
      expect(place(X_DONE)).toBeLessThan(place(DO_Y));
      await verify(output.text, { archive });
      messages = [
        ...output.messages,
        ...Array.from({ length: 8 }, (_, number) => exchange(`y${round}x${number}`, 'count', { part: number }, filler(400, `${round}-${number}`))).flat(),
      ];
    }
  });
});

/** P60: copies the first 15 kB of what it is given, whatever that is. */
function copying(): Summarizer & { readonly asked: SegmentRequest[] } {
  const asked: SegmentRequest[] = [];
  return {
    name: 'copying',
    version: '1',
    asked,
    summarize: (request) => {
      asked.push(request);
      return Promise.resolve({
        text: request.sources
          .map((source) => source.text)
          .join('\n')
          .slice(0, 15_000),
      });
    },
  };
}

/** Keeps as many lines of facts as fit, the required ones first, so that its texts do stand. */
function filling(): Summarizer & { readonly asked: SegmentRequest[] } {
  const asked: SegmentRequest[] = [];
  return {
    name: 'filling',
    version: '1',
    asked,
    summarize: (request) => {
      asked.push(request);
      const lines: string[] = [];
      for (const fact of request.facts.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired) || b.source - a.source)) {
        if (lines.includes(fact.line) || request.count([...lines, fact.line].join('\n')) > request.allowanceTokens) continue;
        lines.push(fact.line);
      }
      return Promise.resolve({ text: lines.join('\n') });
    },
  };
}

describe('P60: no summary of a summary', () => {
  const CAP = 6000;
  const turns = (round: number): readonly WireMessage[] =>
    Array.from({ length: 50 }, (_, number) => {
      const id = `r${round}n${number}`;
      const body = Array.from(
        { length: 12 },
        (__, line) => `${['opened', 'copied', 'checked', 'closed'][line % 4]} part ${['alpha', 'beta', 'gamma'][(line + number) % 3]} of ${id}`,
      ).join('\n');
      return exchange(id, 'deploy', { unit: id }, `${body}\nError: unit ${id} was refused by host-${round}-${number}.internal`);
    }).flat();

  async function fiveRounds(summarizer: Summarizer | undefined) {
    const archive = memory({ tenantKey: 'nested' });
    const rounds: Compaction[] = [];
    let messages: readonly unknown[] = [user('Deploy the units one after the other.')];
    for (let round = 1; round <= 5; round++) {
      messages = [...messages, ...turns(round)];
      const options: Partial<CompactOptions> = summarizer === undefined ? {} : { summarizer };
      const output = await compact([...messages], { format: 'anthropic', archive, recall: 'tool', maxTokens: CAP, checkpointTokens: 2500, ...options });
      rounds.push(output);
      messages = output.messages;
    }
    return { archive, rounds };
  }

  it.each<[string, () => (Summarizer & { readonly asked: SegmentRequest[] }) | undefined]>([
    ['copies the first 15 kB of its input', copying],
    ['keeps the lines of the facts', filling],
    ['is the extractive one', () => undefined],
  ])(
    'P60: given a summarizer that %s, then after five rounds of fifty turns it was given source spans alone, the size is bounded, and no slice of 200 characters of a summary is twice in the next',
    async (_what, summarizerOf) => {
      const summarizer = summarizerOf();
      const { archive, rounds } = await fiveRounds(summarizer);
      for (const request of summarizer?.asked ?? []) {
        for (const source of request.sources) {
          expect(source.text).not.toMatch(/<holdfast|\[COVERED:|^> /m);
          // The archived span itself: the whole of what the call gave.
          expect(source.text).toMatch(/^opened part[\s\S]*Error: unit r\dn\d+ was refused by host-\d-\d+\.internal$/);
        }
      }
      let written = 0;
      for (const [index, output] of rounds.entries()) {
        expect(output.receipt.tokensAfter).toBeLessThanOrEqual(CAP);
        const texts = checkpointsOf(output).map((one) => checkpointLines(one).join('\n'));
        written += checkpointsOf(output).filter((one) => one.segments.some((segment) => segment.lines.length > 0)).length;
        const before = checkpointsOf(rounds[index - 1] ?? { text: '[]' })
          .map((one) => one.segments.flatMap((segment) => segment.lines).join('\n'))
          .join('\n');
        const now = texts.join('\n').replaceAll('\n> ', '\n');
        for (let start = 0; start + 200 <= before.length; start += 20) {
          expect(now.split(before.slice(start, start + 200)).length - 1).toBeLessThanOrEqual(1);
        }
        await verify(output.text, { archive });
      }
      // One that copies without end writes nothing that may stand; the others do.
      if (summarizer?.name !== 'copying') expect(written).toBeGreaterThanOrEqual(5);
      // Size does not grow with the rounds.
      expect(rounds.at(-1)?.text.length).toBeLessThanOrEqual(1.3 * Math.max(...rounds.slice(0, 3).map((one) => one.text.length)));
    },
  );

  it('P60, E12: given the last output, then what each surrogate stands for is source, letter for letter, and never a note', async () => {
    const { archive, rounds } = await fiveRounds(filling());
    const segments = checkpointsOf(rounds.at(-1) ?? { text: '[]' }).flatMap((one) => one.segments);
    expect(segments.some((segment) => segment.lines.length > 0)).toBe(true);
    for (const { marker, lines } of segments) {
      const source = (await recall(marker.handle, { archive })).map((span) => span.text);
      for (const text of source) expect(text).toMatch(/^opened part/);
      for (const line of lines) expect(source.join('\n')).toContain(line);
    }
  });
});

describe('P70: a constraint and a late "stop"', () => {
  const CONSTRAINT = 'List the mails worth filing away; move none before my word.';
  const STOP = 'stop';
  const list = (id: string): string => Array.from({ length: 16 }, (_, line) => `mail ${id}-${line}: the newsletter of the week, unread`).join('\n');
  const listing = (round: number, count: number): readonly WireMessage[] =>
    Array.from({ length: count }, (_, number) =>
      exchange(`m${round}x${number}`, 'list_mail', { page: `${round}-${number}` }, list(`${round}-${number}`)),
    ).flat();
  const source = [user(CONSTRAINT), ...listing(0, 80), assistant('These are worth it: 3, 7 and 12.'), user(STOP), assistant('I stopped.')];

  it.each([0.02, 0.05, 0.1, 0.2, 0.5, 0.9])(
    'P70: at a target of %s both stand letter for letter, once each and in order, or it is refused and nothing is changed',
    async (target) => {
      const archive = memory({ tenantKey: 'mail' });
      const outcome = await compact([...source], { format: 'anthropic', archive, recall: 'tool', target }).catch((error: unknown) => error);
      if (outcome instanceof CompactionInvariantError) {
        expect(target).toBeLessThan(0.1);
        expect((await archive.conversations()).every((one) => one.compactionCount === 0)).toBe(true);
        return;
      }
      const { messages, text } = outcome as Compaction;
      expect(saidBy(messages, 'user')).toEqual([CONSTRAINT, STOP]);
      await verify(text, { archive });
    },
  );

  it('P70: given the two and the floor do not fit, then it is refused, with the two among the protected spans', async () => {
    const archive = memory({ tenantKey: 'mail' });
    const refused = await compact([...source], { format: 'anthropic', archive, recall: 'tool', maxTokens: 30 }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(CompactionInvariantError);
    const { protectedSpans, targetTokens, floorTokens } = refused as CompactionInvariantError;
    expect(targetTokens).toBe(30);
    expect(floorTokens).toBeGreaterThan(30);
    expect(protectedSpans.filter((span) => span.rule.startsWith('user')).map((span) => span.turn)).toEqual([1, expect.any(Number)]);
    expect((await archive.conversations()).every((one) => one.compactionCount === 0)).toBe(true);
  });

  it('P70: over 25 rounds of compaction both still stand, once each, in order, and no checkpoint speaks for the user', async () => {
    const archive = memory({ tenantKey: 'mail' });
    let messages: readonly unknown[] = source;
    let compacted = 0;
    for (let round = 1; round <= 25; round++) {
      const output = await compact([...messages, ...listing(round, 8)], { format: 'anthropic', archive, recall: 'tool', maxTokens: 3000 });
      if (output.status === 'compacted') compacted++;
      expect(saidBy(output.messages, 'user')).toEqual([CONSTRAINT, STOP]);
      for (const line of checkpointsOf(output).flatMap((one) => one.segments.flatMap((segment) => segment.lines)))
        expect(line).not.toContain('move none before');
      messages = output.messages;
    }
    expect(compacted).toBe(25);
    await verify(JSON.stringify(messages), { archive });
  });
});
