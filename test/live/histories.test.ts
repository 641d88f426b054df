import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memory } from '../../src/archive/memory/index.ts';
import { CompactionInvariantError } from '../../src/core/errors/compaction-invariant-error.ts';
import { formatNamed } from '../../src/formats/index.ts';
import { ByteRope } from '../../src/live/byte-rope.ts';
import { createCompactor } from '../../src/live/compactor.ts';
import type { LiveFormat } from '../../src/live/live-request.ts';
import { listStart, type RequestList, readRequestList } from '../../src/live/request-list.ts';
import { runsOf } from '../properties/compacting.ts';
import { bodyOf, type Item, itemsOf, LIVE_FORMATS, longResult, RULE, TASK, WIRES } from './agent.ts';

/** What a client does with its history between two requests. */
type Step =
  | { readonly does: 'go on'; readonly exchanges: number; readonly lines: number }
  | { readonly does: 'say'; readonly text: string }
  | { readonly does: 'retry' }
  | { readonly does: 'rewind'; readonly share: number }
  | { readonly does: 'edit'; readonly share: number };

const arbitraryStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constant('go on' as const), exchanges: fc.integer({ min: 1, max: 6 }), lines: fc.integer({ min: 1, max: 120 }) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('say' as const), text: fc.string({ minLength: 1, maxLength: 60 }) }) },
  { weight: 1, arbitrary: fc.constant({ does: 'retry' as const }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('rewind' as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('edit' as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }) },
);

/** A history as turns, so that it can be cut where a client would cut it. */
type History = readonly (readonly Item[])[];

function stepped(history: History, step: Step, format: LiveFormat, number: number): History {
  const wire = WIRES[format];
  const cut = (share: number): number => 1 + Math.floor(share * (history.length - 1));
  switch (step.does) {
    case 'go on':
      return [
        ...history,
        ...Array.from({ length: step.exchanges }, (_, at) =>
          wire.exchange(`call_${number}_${at}`, `src/${number}-${at}.ts`, longResult(number * 10 + at, step.lines)),
        ),
      ];
    case 'say':
      return [...history, [wire.user(`${number}: ${step.text}`)]];
    case 'retry':
      return history;
    case 'rewind':
      return history.slice(0, cut(step.share));
    case 'edit':
      return [...history.slice(0, cut(step.share)), [wire.user(`edited ${number}`)], ...history.slice(cut(step.share) + 1)];
  }
}

/** In pieces of odd lengths, as a socket gives them. */
function cut(text: string): ByteRope {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let start = 0, length = 1; start < bytes.length; start += length, length = 1 + ((length * 7) % 22)) pieces.push(bytes.subarray(start, start + length));
  return new ByteRope(pieces);
}

/** Every word of the user's that the request has. */
function wordsOf(history: History): readonly string[] {
  return history.flat().flatMap((item) => {
    if (item['role'] !== 'user') return [];
    const content = item['content'];
    if (typeof content === 'string') return [content];
    return (content as readonly Item[]).flatMap((part) => (typeof part['text'] === 'string' ? [part['text']] : []));
  });
}

describe.each(LIVE_FORMATS)('§8: any history [%s]', (format) => {
  it('goes on, is retried, rewound or edited → every request is valid and has each word of the user; what was sent for a prefix is sent again, also by a process that was just started', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryStep, { minLength: 3, maxLength: 14 }), async (steps) => {
        const archive = memory({ tenantKey: 'histories' });
        const options = { format, window: 6_000, archive, recall: 'tool' as const };
        const lasting = createCompactor(options);
        let history: History = [[WIRES[format].user(TASK)]];
        let before: { readonly history: History; readonly items: readonly string[] } | undefined;
        for (const [number, step] of steps.entries()) {
          history = stepped(history, step, format, number);
          const body = bodyOf(format, history.flat());
          const request = await lasting.prepare(body).catch((error: unknown) => error);
          if (request instanceof CompactionInvariantError) return; // E7: loud, and nothing was sent
          if (request instanceof Error) throw request;
          const { text, status } = request as Awaited<ReturnType<typeof lasting.prepare>>;
          formatNamed(format).validate(text);
          expect(text).toContain(RULE);
          for (const word of wordsOf(history)) expect(text).toContain(JSON.stringify(word).slice(1, -1));
          const items = itemsOf(format, text);
          const isLonger = before !== undefined && history.length >= before.history.length && before.history.every((turn, at) => turn === history[at]);
          if (isLonger && status !== 'compacted') expect(items.slice(0, before?.items.length)).toEqual(before?.items);
          expect((await createCompactor(options).prepare(body)).text).toBe(text);
          before = { history, items };
        }
      }),
      runsOf(25),
    );
  });

  it('what is read on from an earlier request is what is read from nothing', () => {
    const item = fc.record({
      role: fc.constantFrom('user', 'assistant'),
      content: fc.oneof(fc.string(), fc.array(fc.record({ text: fc.string({ unit: 'grapheme' }) }))),
    });
    const list = format === 'openai-responses' ? 'input' : 'messages';
    fc.assert(
      fc.property(fc.array(item), fc.array(item), fc.nat(), fc.jsonValue(), fc.boolean(), (first, second, keep, other, isSpaced) => {
        const write = (items: readonly unknown[], after: unknown): ByteRope =>
          cut(JSON.stringify({ before: other, [list]: items, after }, undefined, isSpaced ? 2 : 0));
        const read = (bytes: ByteRope, earlier?: RequestList): RequestList | undefined => {
          const open = listStart(bytes, format);
          return open === undefined ? undefined : readRequestList(bytes, open, format, earlier);
        };
        const earlier = read(write(first, other));
        const text = write([...first.slice(0, keep % (first.length + 1)), ...second], other);
        const { commonCount, ...onward } = read(text, earlier) ?? { commonCount: -1 };
        const { commonCount: _, ...fresh } = read(text) ?? { commonCount: -1 };
        expect(onward).toEqual(fresh);
        expect(commonCount).toBeGreaterThanOrEqual(keep % (first.length + 1));
      }),
      runsOf(200),
    );
  });
});
