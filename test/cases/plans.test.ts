import { describe, expect, it } from 'vitest';
import type { Archive } from '../../src/archive/archive.ts';
import { memory } from '../../src/archive/memory/index.ts';
import { compact } from '../../src/compact.ts';
import { VerificationError } from '../../src/core/errors/verification-error.ts';
import { parseNote } from '../../src/core/markers/note.ts';
import { recall } from '../../src/recall.ts';
import { verify } from '../../src/verify-output.ts';
import { archiveWith } from '../properties/archive-with.ts';
import { assistant, call, exchange, filler, result, textsOf, user } from './anthropic-body.ts';

const archiveOf = () => memory({ tenantKey: 'cases' });
const reads = (from: number, count: number, tokens = 900) =>
  Array.from({ length: count }, (_, index) =>
    exchange(`r${from + index}`, 'Read', { file_path: `/src/f${from + index}.ts` }, filler(tokens, from + index)),
  ).flat();
const todos = (id: string, items: readonly (readonly [string, string])[]) => [
  assistant(call(id, 'TodoWrite', { todos: items.map(([content, status]) => ({ content, status, activeForm: content })) })),
  user(result(id, 'Todos have been modified')),
];

function notesOf(messages: readonly unknown[]) {
  return textsOf(messages, 'user')
    .map((text) => parseNote(text))
    .filter((note) => note !== undefined);
}

function linesOf(messages: readonly unknown[], title: string): readonly string[] {
  return notesOf(messages).flatMap((note) =>
    note.sections.filter((section) => section.title === title).flatMap((section) => section.lines.map((line) => line.text)),
  );
}

describe('plans keep every state and qualifier', () => {
  const items = [1, 2, 3, 4, 5].map((index) => `- [x] step ${index} of the migration`).join('\n');
  const BLOCKED = '- [blocked: waiting for approval] drop the old table';

  it('C10: five done and one blocked with its qualifier; none is pending, in the plan and in the record', async () => {
    const body = [
      user('Migrate.'),
      ...reads(0, 30),
      assistant(`The plan:\n${items}\n${BLOCKED}`, call('c', 'Read', { file_path: '/p' })),
      user(result('c', 'p')),
      ...reads(40, 15),
      assistant('Waiting.'),
    ];
    const { messages } = await compact(body, { archive: archiveOf(), maxTokens: 8000, recall: 'cli' });
    const said = textsOf(messages, 'assistant').find((text) => text.includes('drop the old table'));
    expect(said?.match(/\[x\]/g)).toHaveLength(5);
    expect(said).toContain(BLOCKED);
    expect(linesOf(messages, 'open work')).toEqual(['[blocked: waiting for approval] drop the old table', '5 completed']);
  });

  it('C11: what was planned and not run is not said to have run, anywhere', async () => {
    const body = [
      user('Run the migration when ready.'),
      ...todos('t1', [
        ['run the migration', 'pending'],
        ['read the sources', 'in_progress'],
      ]),
      ...reads(0, 12),
      assistant('I have read the sources.'),
    ];
    const { messages, text } = await compact(body, { archive: archiveOf(), maxTokens: 4000, recall: 'cli' });
    expect(linesOf(messages, 'open work')).toContain('[pending] run the migration');
    for (const note of notesOf(messages)) {
      for (const line of note.tombstones) expect(line.label).not.toContain('migration');
      for (const section of note.sections) if (section.title !== 'open work') expect(JSON.stringify(section.lines)).not.toContain('migration');
    }
    expect(text).not.toMatch(/migration (?:ran|was run|completed)/);
  });

  it('P10: nothing of a finished list comes back as work or as the words of the user; it is recallable', async () => {
    const archive = archiveOf();
    const finished = todos('t1', [
      ['write parser', 'completed'],
      ['test parser', 'completed'],
      ['drop yaml', 'cancelled'],
    ]);
    const body = [
      user('Task A: the parser.'),
      ...finished,
      ...reads(0, 10),
      assistant('Task A is done.'),
      user('Task B: rename logs'),
      ...reads(20, 3, 200),
      assistant('Looking.'),
    ];
    const { messages, receipt } = await compact(body, { archive, maxTokens: 1900, recall: 'cli', release: {} });
    const own = textsOf(messages, 'user').filter((text) => !text.startsWith('<holdfast '));
    expect(own).toEqual(['Task A: the parser.', 'Task B: rename logs']);
    expect(linesOf(messages, 'open work')).toEqual([]);
    const list = receipt.spans.find((span) => span.rule === 'plan-latest');
    expect(list?.action).toBe('keep');
  });

  it('P12: the order "do not apply" stands verbatim beside the open item, whose back-pointer resolves; where it does not, verify fails', async () => {
    const archive = archiveOf();
    const body = [
      user("Plan only, don't apply."),
      ...todos('t1', [
        ['apply migration', 'pending'],
        ['read schema', 'completed'],
      ]),
      ...reads(0, 12),
      assistant('The plan stands.'),
    ];
    const { messages, text, receipt } = await compact(body, { archive, maxTokens: 4000, recall: 'cli' });
    expect(textsOf(messages, 'user')[0]).toBe("Plan only, don't apply.");
    const line = notesOf(messages)
      .flatMap((note) => note.sections)
      .find((section) => section.title === 'open work')?.lines[0];
    expect(line).toMatchObject({ text: '[pending] apply migration' });
    const [source] = await recall(line?.handle ?? '', { archive });
    expect(JSON.stringify(source?.call)).toContain('apply migration');
    const plan = receipt.spans.find((span) => span.rule === 'plan-latest');
    expect(plan?.turn).toBe(line?.turn);
    await verify(text, { archive });
    await expect(verify(text, { archive: without(archive, line?.handle ?? '') })).rejects.toBeInstanceOf(VerificationError);
  });

  it('an earlier plan whose items all stand in a later one leaves; one with an item of its own stays', async () => {
    const body = [
      user('Go.'),
      ...todos('t1', [
        ['a', 'pending'],
        ['b', 'pending'],
      ]),
      ...todos('t2', [
        ['a', 'completed'],
        ['lost item', 'pending'],
      ]),
      ...todos('t3', [
        ['a', 'completed'],
        ['b', 'in_progress'],
      ]),
      ...reads(0, 6),
      assistant('Going on.'),
    ];
    const { receipt } = await compact(body, { archive: archiveOf(), maxTokens: 2800, recall: 'cli' });
    expect(receipt.spans.filter((span) => span.rule.startsWith('plan-')).map((span) => [span.rule, span.action])).toEqual([
      ['plan-superseded', 'drop'],
      ['plan-open', 'keep'],
      ['plan-latest', 'keep'],
    ]);
  });
});

/** The same archive after it lost one span. */
function without(archive: Archive, handle: string): Archive {
  return archiveWith(archive, {
    getMany: async (handles: readonly string[]) => new Map([...(await archive.getMany(handles))].filter(([key]) => key !== handle)),
  });
}
