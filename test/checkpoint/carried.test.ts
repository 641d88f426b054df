import { describe, expect, it } from 'vitest';
import { memory } from '../../src/archive/memory/index.ts';
import { type Compaction, compact } from '../../src/compact.ts';
import type { SegmentRequest, Summarizer } from '../../src/core/checkpoint/summarizer.ts';
import { ArchiveError } from '../../src/core/errors/archive-error.ts';
import { checkpointLines, type NoteCheckpoint, parseNote } from '../../src/core/markers/note.ts';
import { parseSource } from '../../src/formats/index.ts';
import type { CompactOptions } from '../../src/options.ts';
import { recall } from '../../src/recall.ts';
import { verify } from '../../src/verify-output.ts';
import { archiveWith } from '../properties/archive-with.ts';

/** One-shot deployments; each output says, in a line that has no fact, how writes to the queue are. */
function work(round: number, exchanges = 30): object[] {
  return Array.from({ length: exchanges }, (_, number) => {
    const id = `r${round}n${number}`;
    const body = Array.from(
      { length: 24 },
      (__, line) => `${['opened', 'copied', 'checked'][line % 3]} part ${['alpha', 'beta'][(line + number) % 2]} of ${id}`,
    );
    const result = [
      ...body,
      'writes by the importer to the orders queue: safe',
      'retries of the worker for orders: 5',
      `unit ${id}: ${round * 100 + number} passed, 0 failed in ${number + 1}.5 s`,
    ].join('\n');
    return [
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'deploy', input: { unit: id } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: result }] },
    ];
  }).flat();
}

const STATEMENT = 'Writes by the importer to the orders queue are safe.';
const COUNTED = 'Retries of the worker for orders were 5.';

/** Facts as they stand, and two statements of its own, which are no copies: only such can be overturned. */
function stating(): Summarizer & { readonly asked: SegmentRequest[] } {
  const asked: SegmentRequest[] = [];
  return {
    name: 'stating',
    version: '1',
    asked,
    summarize: (request) => {
      asked.push(request);
      return Promise.resolve({ text: [...new Set(request.facts.map((fact) => fact.line)), STATEMENT, COUNTED].join('\n') });
    },
  };
}

const OPTIONS = { format: 'anthropic', recall: 'tool', maxTokens: 4500, checkpointTokens: 2400, keepRecentTokens: 0 } as const;
const TASK = { role: 'user', content: 'Deploy the units one after the other.' };

async function first(options: Partial<CompactOptions> = {}) {
  const archive = memory({ tenantKey: 'carried' });
  const summarizer = stating();
  const result = await compact([TASK, ...work(1)], { ...OPTIONS, archive, summarizer, ...options });
  const [checkpoint] = checkpointsOf(result);
  if (checkpoint === undefined || ![STATEMENT, COUNTED].every((one) => linesOf(checkpoint).includes(one)))
    throw new Error('the first compaction has a checkpoint that states both');
  return { archive, summarizer, result, checkpoint };
}

function checkpointsOf({ text, format }: Pick<Compaction, 'text' | 'format'>): readonly NoteCheckpoint[] {
  return parseSource(text, { format }).spans.flatMap((span) => parseNote(span.text.trimEnd())?.checkpoints ?? []);
}

const linesOf = (checkpoint: NoteCheckpoint): readonly string[] => checkpoint.segments.flatMap((segment) => segment.lines);
const written = (checkpoint: NoteCheckpoint): string => checkpointLines(checkpoint).join('\n');
const next = (result: Compaction, said: string): object[] => [
  ...(result.messages as object[]),
  { role: 'assistant', content: [{ type: 'text', text: 'The first units are out.' }] },
  { role: 'user', content: said },
  ...work(2),
];

/** E12: not one span of it is lost: each stands in what is re-made, or behind a handle. */
async function expectNothingLost(result: Compaction, archive: ReturnType<typeof memory>): Promise<void> {
  const behind = await Promise.all(checkpointsOf(result).flatMap((one) => one.segments.map(({ marker }) => recall(marker.handle, { archive }))));
  const source = behind
    .flat()
    .map((span) => span.text)
    .join('\n');
  for (let number = 0; number < 15; number++) expect(source).toContain(`unit r1n${number}: ${100 + number} passed`);
  await verify(result.text, { archive });
}

describe('E12: an earlier checkpoint stands only where it still holds', () => {
  it('E12: given the user said nothing against it, then it stands letter for letter, under its name, and nobody writes it again', async () => {
    const { archive, summarizer, result, checkpoint } = await first();
    summarizer.asked.length = 0;
    const later = await compact(next(result, 'Go on with the next ones.'), { ...OPTIONS, archive, summarizer });
    expect(checkpointsOf(later).map(written)).toContain(written(checkpoint));
    expect(summarizer.asked.flatMap((request) => request.sources).some((source) => source.text.includes('unit r1n0:'))).toBe(false);
    await expectNothingLost(later, archive);
  });

  it.each([
    ['a state', STATEMENT, 'Writes by the importer to the orders queue are not safe.'],
    ['a number', COUNTED, 'Retries of the worker for orders are 3.'],
  ])('E12, E16: given a later message of the user overturns %s in it, then it is re-made without the sentence', async (_what, statement, said) => {
    const { archive, summarizer, result, checkpoint } = await first();
    const later = await compact(next(result, said), { ...OPTIONS, archive, summarizer });
    const names = checkpointsOf(later).map((one) => one.id);
    expect(names).not.toContain(checkpoint.id);
    expect(names.length).toBeGreaterThan(0);
    expect(checkpointsOf(later).flatMap(linesOf)).not.toContain(statement);
    expect(later.text).toContain(said);
    expect(later.receipt.events.some((event) => event.name === 'sentence-cut')).toBe(true);
    await expectNothingLost(later, archive);
  });

  it('E12: given it is compacted into another format, and that one again, then each handle of each output resolves, and what stands is proved', async () => {
    const { archive, summarizer, result, checkpoint } = await first();
    const other = await compact(next(result, 'Go on with the next ones.'), { ...OPTIONS, archive, summarizer, to: 'openai' });
    expect(other.format).toBe('openai');
    await expectNothingLost(other, archive);
    const again = await compact([...(other.messages as object[]), { role: 'user', content: 'And the last ones.' }, ...inOpenai(work(3))], {
      ...OPTIONS,
      format: 'openai',
      archive,
      summarizer,
    });
    await expectNothingLost(again, archive);
    // Shared handles are of the format that is read: one that has such a handle cannot stand.
    const shared = checkpoint.segments.filter((one) => one.marker.startTurn !== one.marker.endTurn).map((one) => one.marker.handle);
    expect(shared.length).toBeGreaterThan(0);
    expect(checkpointsOf(again).map((one) => one.id)).not.toContain(checkpoint.id);
    for (const handle of shared) expect(again.text).not.toContain(handle);
  });

  it('E12, §10: given an archive of another tenant that imported it, then it is re-made behind handles of that tenant', async () => {
    const { archive, summarizer, result, checkpoint } = await first();
    const other = memory({ tenantKey: 'another tenant' });
    await other.import(archive.export());
    const later = await compact(next(result, 'Go on with the next ones.'), { ...OPTIONS, archive: other, summarizer });
    const shared = checkpoint.segments.filter((one) => one.marker.startTurn !== one.marker.endTurn).map((one) => one.marker.handle);
    expect(shared.length).toBeGreaterThan(0);
    for (const handle of shared) expect(later.text).not.toContain(handle);
    expect(checkpointsOf(later).map((one) => one.id)).not.toContain(checkpoint.id);
    await expectNothingLost(later, other);
  });

  it('E12, §3: given its source is gone from the archive, then nothing is decided without it, and nothing is written', async () => {
    const { archive, summarizer, result } = await first();
    const [entry] = await archive.ledger(result.receipt.conversationId);
    const lost = entry?.spans.find((span) => span.id === entry.checkpoints?.[0]?.segments.at(-1)?.spanIds[0])?.handle ?? '';
    const without = archiveWith(archive, {
      getMany: async (handles) => new Map([...(await archive.getMany(handles))].filter(([handle]) => handle !== lost)),
    });
    const input = next(result, 'Go on with the next ones.');
    const before = [JSON.stringify(input), JSON.stringify(await archive.stats())];
    const later = compact(input, { ...OPTIONS, archive: without, summarizer });
    await expect(later).rejects.toThrow(ArchiveError);
    await expect(later).rejects.toMatchObject({ code: 'archive-corrupt', message: expect.stringContaining(lost) });
    expect([JSON.stringify(input), JSON.stringify(await archive.stats())]).toEqual(before);
  });

  it('E11, E12: given the record of a handle that its spans share is gone, then it is put back before the checkpoint stands on it', async () => {
    const { archive, summarizer, result, checkpoint } = await first();
    const lost = checkpoint.segments.find((one) => one.marker.outcome === 'covered' && one.marker.startTurn !== one.marker.endTurn)?.marker.handle ?? '';
    const without = withoutUntilPut(archive, lost);
    await expect(recall(lost, { archive: without })).rejects.toThrow(lost);
    const later = await compact(next(result, 'Go on with the next ones.'), { ...OPTIONS, archive: without, summarizer });
    expect(checkpointsOf(later).map(written)).toContain(written(checkpoint));
    await expectNothingLost(later, without);
  });
});

/** The same work on the other wire. */
function inOpenai(messages: readonly object[]): object[] {
  return (messages as { content: readonly { id: string; name: string; input: unknown; tool_use_id: string; content: string }[] }[]).map(
    ({ content: [block] }) =>
      block?.name === undefined
        ? { role: 'tool', tool_call_id: block?.tool_use_id, content: block?.content }
        : {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: block.id, type: 'function', function: { name: block.name, arguments: JSON.stringify(block.input) } }],
          },
  );
}

/** An archive that lost one record, and holds it again once it is put again. */
function withoutUntilPut(archive: ReturnType<typeof memory>, lost: string): ReturnType<typeof memory> {
  let isBack = false;
  return archiveWith(archive, {
    get: async (handle) => (handle === lost && !isBack ? undefined : archive.get(handle)),
    getMany: async (handles) => new Map([...(await archive.getMany(handles))].filter(([handle]) => handle !== lost || isBack)),
    put: async (id, spans) => {
      isBack ||= spans.some((span) => span.handle === lost);
      await archive.put(id, spans);
    },
  });
}
