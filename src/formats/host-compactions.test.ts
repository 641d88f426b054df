import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { claudeCode } from './claude-code/index.ts';
import { hostCompactionsOf } from './host-compactions.ts';
import { parseSource } from './index.ts';
import { pi } from './pi/index.ts';

type Json = Record<string, unknown>;

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TRANSCRIPTS = resolve(ROOT, process.env['HOLDFAST_TRANSCRIPTS'] ?? '../shared/transcripts');
const hasTranscripts = existsSync(TRANSCRIPTS);

const lines = (records: readonly Json[]): string => `${records.map((record) => JSON.stringify(record)).join('\n')}\n`;
const say = (text: string): Json => ({ type: 'text', text });

/** Claude Code's records, each hanging on the one before unless told otherwise. */
function claude(...records: readonly Json[]): string {
  return lines(
    records.map((record, index) => ({
      uuid: `u${index + 1}`,
      parentUuid: index === 0 ? null : `u${index}`,
      isSidechain: false,
      sessionId: 's',
      cwd: '/w',
      version: '2.1.90',
      timestamp: `2026-01-01T00:00:${String(index).padStart(2, '0')}.000Z`,
      ...record,
    })),
  );
}

const user = (content: unknown, rest: Json = {}): Json => ({ type: 'user', message: { role: 'user', content }, ...rest });
const answer = (id: string, ...content: readonly Json[]): Json => ({ type: 'assistant', message: { id, role: 'assistant', content } });
const use = (id: string): Json => ({ type: 'tool_use', id, name: 'Bash', input: { command: 'ls' } });
const result = (id: string): Json => user([{ type: 'tool_result', tool_use_id: id, content: `R${id}` }]);
const boundary = (after: string, metadata: Json = {}): Json => ({
  type: 'system',
  subtype: 'compact_boundary',
  parentUuid: null,
  logicalParentUuid: after,
  compactMetadata: { trigger: 'auto', preTokens: 900, ...metadata },
});
const summary = (text: string): Json => user(text, { isCompactSummary: true, isVisibleInTranscriptOnly: true });
const attachment = (type: string, rest: Json = {}): Json => ({ type: 'attachment', attachment: { type, ...rest } });

describe('hostCompactionsOf: Claude Code', () => {
  it('given preserved messages and files read again, tells what stayed, what was placed and what came after', () => {
    const source = claude(
      user('rule'),
      answer('m1', say('reading'), use('a')),
      result('a'),
      answer('m2', say('kept words')),
      boundary('u4', { trigger: 'manual', postTokens: 90, preservedMessages: { anchorUuid: 'u6', uuids: ['u4'] } }),
      summary('S1'),
      user('<command-name>/compact</command-name>\n<command-message>compact</command-message>\n<command-args></command-args>'),
      attachment('file', { filename: '/w/a.ts', content: { type: 'text', file: { filePath: '/w/a.ts', content: 'export {};' } } }),
      attachment('todo', { content: [] }),
      answer('m3', say('go on')),
      user('<system-reminder>new</system-reminder>next'),
    );
    const conversation = claudeCode.parse(source);
    expect(conversation.spans.map((span) => span.text.slice(0, 8))).toEqual([
      'rule',
      'reading',
      'Ra',
      'kept wor',
      'S1',
      '<command',
      'export {',
      '',
      'go on',
      '<system-',
      'next',
    ]);
    expect(hostCompactionsOf(conversation)).toEqual([
      {
        index: 0,
        tool: 'claude-code',
        line: 5,
        trigger: 'manual',
        time: '2026-01-01T00:00:04.000Z',
        reportedTokensBefore: 900,
        reportedTokensAfter: 90,
        before: [0, 1, 2, 3],
        kept: [3],
        placed: [4, 6, 7],
        afterStart: 8,
        afterEnd: 11,
      },
    ]);
  });

  it('given a preserved segment, keeps an exchange only where its call and its result are in it', () => {
    const source = claude(
      user('rule'),
      answer('m1', use('a')),
      result('a'),
      answer('m2', use('b')),
      result('b'),
      boundary('u5', { preservedSegment: { headUuid: 'u3', anchorUuid: 'u7', tailUuid: 'u5' } }),
      summary('S1'),
      user('next'),
    );
    const [compaction] = hostCompactionsOf(claudeCode.parse(source));
    expect(compaction).toMatchObject({ before: [0, 1, 2], kept: [2], placed: [3], afterStart: 4, afterEnd: 5 });
  });

  it('given two compactions, the second one had before it what the first one left and what came after that', () => {
    const source = claude(
      user('one'),
      answer('m1', say('A')),
      boundary('u2', { preservedMessages: { uuids: ['u2'] } }),
      summary('S1'),
      user('two'),
      { ...answer('m2', say('overloaded')), isApiErrorMessage: true },
      answer('m3', say('B')),
      boundary('u7'),
      summary('S2'),
      user('three'),
    );
    expect(hostCompactionsOf(claudeCode.parse(source))).toMatchObject([
      { index: 0, line: 3, before: [0, 1], kept: [1], placed: [2], afterStart: 3, afterEnd: 6 },
      { index: 1, line: 8, before: [1, 2, 3, 5], kept: [], placed: [6], afterStart: 7, afterEnd: 8 },
    ]);
  });

  it('given a result that the file has behind the summary (P02), the exchange stood before the compaction', () => {
    const source = claude(
      user('one'),
      answer('m1', use('a')),
      boundary('u2'),
      summary('S1'),
      { ...result('a'), parentUuid: 'u2' },
      {
        ...answer('m2', say('B')),
        parentUuid: 'u4',
      },
    );
    expect(hostCompactionsOf(claudeCode.parse(source))).toMatchObject([{ before: [0, 1], placed: [2], afterStart: 3, afterEnd: 4 }]);
  });

  it('given a reminder beside the next prompt, it is not what was placed', () => {
    const source = claude(user('one'), boundary('u1'), summary('S1'), user('<system-reminder>new</system-reminder>next'));
    expect(hostCompactionsOf(claudeCode.parse(source))).toMatchObject([{ before: [0], placed: [1], afterStart: 2, afterEnd: 4 }]);
  });

  it('given a version that wrote no boundary, the summary is the record of the compaction', () => {
    const continued = user('This session is being continued from a previous conversation that ran out of context.', { parentUuid: null });
    const [compaction] = hostCompactionsOf(claudeCode.parse(claude(user('one'), answer('m1', say('A')), continued, user('two'))));
    expect(compaction).toMatchObject({ line: 3, before: [0, 1], placed: [2], afterStart: 3, afterEnd: 4 });
    expect(compaction?.trigger).toBeUndefined();
  });

  it('given a transcript without a compaction, there is none', () => {
    expect(hostCompactionsOf(claudeCode.parse(claude(user('one'))))).toEqual([]);
  });
});

describe('hostCompactionsOf: pi', () => {
  const entry = (id: string, parentId: string | null, rest: Json): Json => ({ id, parentId, timestamp: '2026-01-01T00:00:01.000Z', ...rest });
  const message = (id: string, parentId: string | null, body: Json): Json => entry(id, parentId, { type: 'message', message: body });
  const session = (...entries: readonly Json[]): string => lines([{ type: 'session', version: 3, id: 's', timestamp: 't', cwd: '/w' }, ...entries]);
  const spoken = (role: string, text: string, rest: Json = {}): Json => ({ role, content: [say(text)], ...rest });

  it('given firstKeptEntryId, tells which entries stayed, through two compactions', () => {
    const source = session(
      message('1', null, spoken('system', 'be brief')),
      message('2', '1', spoken('user', 'one')),
      message('3', '2', spoken('assistant', 'A', { stopReason: 'stop' })),
      message('4', '3', spoken('assistant', 'broken off', { stopReason: 'aborted' })),
      message('5', '4', spoken('assistant', 'B', { stopReason: 'stop' })),
      entry('6', '5', { type: 'compaction', summary: 'S1', firstKeptEntryId: '3', tokensBefore: 700 }),
      message('7', '6', spoken('user', 'two')),
      entry('8', '7', { type: 'compaction', summary: 'S2', firstKeptEntryId: '8', tokensBefore: 800 }),
      message('9', '8', spoken('user', 'three')),
    );
    expect(hostCompactionsOf(pi.parse(source))).toMatchObject([
      { index: 0, tool: 'pi', line: 7, reportedTokensBefore: 700, before: [0, 1, 2, 4], kept: [2, 4], placed: [5], afterStart: 6, afterEnd: 7 },
      { index: 1, line: 9, reportedTokensBefore: 800, before: [2, 4, 5, 6], kept: [], placed: [7], afterStart: 8, afterEnd: 9 },
    ]);
  });

  it('given an entry that an edit took out before the compaction, the model did not see it', () => {
    const source = session(
      message('1', null, spoken('user', 'one')),
      message('2', '1', spoken('user', 'taken out')),
      entry('3', '2', { type: 'context_edit', targetId: '2', replacement: null }),
      entry('4', '3', { type: 'compaction', summary: 'S1', firstKeptEntryId: '1', tokensBefore: 1 }),
      entry('5', '4', { type: 'context_edit', targetId: '1', replacement: null }),
    );
    expect(hostCompactionsOf(pi.parse(source))).toMatchObject([{ before: [0], kept: [0], placed: [2] }]);
  });
});

it('a wire format records no compaction of a host', () => {
  expect(hostCompactionsOf(parseSource('[{"role":"user","content":"hi"}]'))).toEqual([]);
});

describe.skipIf(!hasTranscripts)('hostCompactionsOf: real transcripts', () => {
  it.each([
    ['claude-code/4d5611e5-241a-462a-8d15-5122611a9569.jsonl', [[754, 170_251, 0]]],
    ['claude-code/8463c716-a2ea-4c14-9efa-87158ebd9f20.jsonl', [[714, 167_731, 0]]],
    ['claude-code/258c7280-ae70-4798-800f-63464d01a85d.jsonl', [[1256, 167_094, 0]]],
    ['claude-code/codemie-session-624a4a58.jsonl', [[158, 155_979, 0]]],
    ['claude-code/codemie-session-196820da.jsonl', []],
    [
      'pi/long-session.jsonl',
      [
        [360, 175_004, 56],
        [629, 185_014, 60],
      ],
    ],
  ] as const)('%s has the compactions that its records name', (file, expected) => {
    const conversation = parseSource(readFileSync(resolve(TRANSCRIPTS, file), 'utf8'), { fileName: file });
    const compactions = hostCompactionsOf(conversation);
    expect(compactions.map((one) => [one.line, one.reportedTokensBefore, one.kept.length])).toEqual(expected);
    for (const { before, placed, afterStart } of compactions) {
      expect(placed.map((index) => conversation.spans[index]?.kind)).toEqual(['summary']);
      expect(afterStart).toBe((placed.at(-1) ?? 0) + 1);
      expect([...before].sort((a, b) => a - b)).toEqual(before);
    }
    // What the last compaction left is what the format says is visible, up to what came after.
    const last = compactions.at(-1);
    if (last === undefined) return;
    const isVisible = (index: number): boolean => conversation.messages[conversation.spans[index]?.pieces[0]?.message ?? 0]?.isVisible === true;
    const seen = conversation.spans.flatMap(({ index }) => (index < last.afterStart && isVisible(index) ? [index] : []));
    expect(seen).toEqual([...last.kept, ...last.placed]);
  });
});
