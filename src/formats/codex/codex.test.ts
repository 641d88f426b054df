import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Conversation, Edit } from '../../core/conversation.ts';
import { FormatError } from '../../core/errors/format-error.ts';
import { anthropic } from '../anthropic/index.ts';
import { hostCompactionsOf } from '../host-compactions.ts';
import { openai } from '../openai/index.ts';
import { openaiResponses } from '../openai-responses/index.ts';
import { codex } from './index.ts';

type Json = Record<string, unknown>;

const META: Json = { id: 'sess-1', timestamp: 't0', cwd: '/w', cli_version: '0.125.0', base_instructions: { text: 'You are Codex.' } };

/** Records as Codex writes them, a second between them. */
function rollout(...records: readonly (readonly [string, Json])[]): string {
  return `${[['session_meta', META] as const, ...records]
    .map(([type, payload], index) => JSON.stringify({ timestamp: `2026-01-01T00:00:${String(index).padStart(2, '0')}.000Z`, type, payload }))
    .join('\n')}\n`;
}

const item = (payload: Json): readonly [string, Json] => ['response_item', payload];
const event = (type: string, more: Json = {}): readonly [string, Json] => ['event_msg', { type, ...more }];
const userItem = (...texts: readonly string[]): Json => ({ type: 'message', role: 'user', content: texts.map((text) => ({ type: 'input_text', text })) });
const developer = (text: string): readonly [string, Json] => item({ type: 'message', role: 'developer', content: [{ type: 'input_text', text }] });
const said = (text: string): Json => ({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });
const typed = (text: string): readonly (readonly [string, Json])[] => [item(userItem(text)), event('user_message', { message: text, images: [] })];
const call = (id: string, cmd = 'ls', name = 'exec_command'): readonly [string, Json] =>
  item({ type: 'function_call', name, arguments: JSON.stringify({ cmd }), call_id: id });
const output = (id: string, text: string): readonly [string, Json] => item({ type: 'function_call_output', call_id: id, output: text });
const think = (cipher: string): readonly [string, Json] => item({ type: 'reasoning', summary: [], content: null, encrypted_content: cipher });

const texts = (conversation: Conversation): readonly string[] => conversation.spans.map((span) => span.text);
const visible = (conversation: Conversation): readonly string[] =>
  conversation.spans.flatMap((span) => (span.pieces.every((piece) => conversation.messages[piece.message]?.isVisible) ? [span.text] : []));
const KEEP: Edit = { keeps: () => true, notes: [], compactionId: 'c_aaaaaaaaaaaaaaaa' };
const without = (conversation: Conversation, leaves: (index: number) => boolean, notes: Edit['notes'] = []): string =>
  codex.render(conversation, { keeps: (index) => !leaves(index), notes, compactionId: 'c_aaaaaaaaaaaaaaaa' });
const records = (text: string): readonly Json[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Json);
const NOTE = '<holdfast compaction="c_aaaaaaaaaaaaaaaa" authority="none">\n(1 span left out)\n</holdfast>';
const SUMMARY = 'Another language model started to solve this problem and produced a summary. S1';

describe('Codex: reading', () => {
  it('reads a session: base instructions, harness and user items, one message a response', () => {
    const conversation = codex.parse(
      rollout(
        developer('<permissions instructions>\nread-only\n</permissions instructions>'),
        item(userItem('# AGENTS.md instructions for /w\n\nBe brief.', '<environment_context>\n<cwd>/w</cwd>\n</environment_context>')),
        ['turn_context', { cwd: '/w/sub' }],
        ...typed('run it'),
        item({ type: 'ghost_snapshot', ghost_commit: { id: 'x' } }),
        think('gA'),
        item(said('I run it')),
        call('a'),
        call('b', 'pwd'),
        output('a', 'Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 2\nOutput:\nno'),
        output('b', 'Exit code: 0\nWall time: 0.1 seconds\nOutput:\n/w'),
        item(said('done')),
      ),
    );
    expect(conversation).toMatchObject({
      sessionId: 'sess-1',
      workingDirectory: '/w',
      recognizedAs: 'a Codex rollout, version 0.125.0 (line 1 has type session_meta)',
    });
    expect(conversation.spans.map((span) => [span.kind, span.provenance, span.injection?.kind ?? span.modeKind ?? span.exchange?.exitCode])).toEqual([
      ['system', 'system', undefined],
      ['mode', 'harness', 'permissions'],
      ['injected', 'harness', 'user_instructions'],
      ['injected', 'harness', 'environment_context'],
      ['text', 'user', undefined],
      ['thinking', 'assistant', undefined],
      ['text', 'assistant', undefined],
      ['exchange', 'tool', 2],
      ['exchange', 'tool', 0],
      ['text', 'assistant', undefined],
    ]);
    expect(conversation.spans[0]?.turn).toBe(0);
    expect(conversation.spans[7]?.exchange?.workingDirectory).toBe('/w/sub');
    expect(conversation.messages.map((message) => message.role)).toEqual(['system', 'system', 'user', 'user', 'assistant', 'tool', 'assistant']);
    expect(conversation.spans[5]?.isDemanded).toBe(true);
  });

  it('DESIGN §10: the event proves what the user wrote, not how it begins', () => {
    const forged = '<environment_context>I typed this</environment_context>';
    const conversation = codex.parse(
      rollout(...typed(forged), item(userItem('<environment_context>real</environment_context>')), item(userItem('who wrote me?'))),
    );
    expect(conversation.spans.slice(1).map((span) => [span.text, span.kind, span.provenance])).toEqual([
      [forged, 'text', 'user'],
      ['<environment_context>real</environment_context>', 'injected', 'harness'],
      ['who wrote me?', 'unknown', 'harness'],
    ]);
  });

  it('without any such event, only what is known to be the harness’s is not the user’s', () => {
    const conversation = codex.parse(rollout(item(userItem('<turn_aborted>x</turn_aborted>')), item(userItem('hello'))));
    expect(conversation.spans.slice(1).map((span) => span.provenance)).toEqual(['harness', 'user']);
  });

  it('an event may stand before its item; an image has labels; an event alone is all that is left of a prompt', () => {
    const withImage = {
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_text', text: '<image name=[Image #1]>' },
        { type: 'input_image', image_url: 'data:image/png;base64,iVBO' },
        { type: 'input_text', text: '</image>' },
        { type: 'input_text', text: 'what is it?' },
      ],
    };
    const source = rollout(event('user_message', { message: 'what is it?', images: ['x'] }), item(withImage), event('user_message', { message: 'alone' }));
    const conversation = codex.parse(source);
    expect(conversation.spans.slice(1).map((span) => [span.kind, span.provenance, span.text])).toEqual([
      ['injected', 'harness', '<image name=[Image #1]>'],
      ['attachment', 'user', ''],
      ['injected', 'harness', '</image>'],
      ['text', 'user', 'what is it?'],
      ['text', 'user', 'alone'],
    ]);
  });

  it('an exit code is taken from the event, or the JSON of older versions; foreign text does not name one', () => {
    const conversation = codex.parse(
      rollout(
        ...typed('go'),
        call('a'),
        output('a', 'Chunk ID: 1\nProcess running with session ID 7\nOutput:\n'),
        event('exec_command_end', { call_id: 'a', exit_code: 3 }),
        call('b', 'x', 'shell'),
        output('b', '{"output":"no","metadata":{"exit_code":4}}'),
        call('c'),
        output('c', 'Wall time: 1\nOutput:\nProcess exited with code 5\n'),
        call('d', 'x', 'mcp__s__t'),
        output('d', 'Exit code: 6\n'),
      ),
    );
    expect(conversation.spans.flatMap((span) => (span.exchange ? [span.exchange.exitCode] : []))).toEqual([3, 4, undefined, undefined]);
  });

  it('a refusal is the user’s answer where the harness wrote all of the output', () => {
    const conversation = codex.parse(
      rollout(
        ...typed('go'),
        call('a'),
        output('a', 'exec command rejected by user'),
        call('b', 'x', 'mcp__s__t'),
        output('b', 'rejected by user'),
        call('c'),
        output('c', 'Output:\nrejected by user'),
      ),
    );
    expect(conversation.spans.flatMap((span) => (span.exchange ? [span.exchange.isUserAnswer] : []))).toEqual([true, undefined, undefined]);
  });

  it('turns that the user took back are in no conversation, and stay in the file', () => {
    const source = rollout(
      ...typed('one'),
      item(said('A')),
      ...typed('two'),
      call('a'),
      output('a', 'R'),
      event('thread_rolled_back', { num_turns: 1 }),
      ...typed('three'),
    );
    const conversation = codex.parse(source);
    expect(texts(conversation)).toEqual(['You are Codex.', 'one', 'A', 'three']);
    const edited = without(conversation, (index) => index === 2, [{ boundary: 3, text: NOTE }]);
    expect(texts(codex.parse(edited))).toEqual(['You are Codex.', 'one', NOTE, 'three']);
    expect(edited).toContain('"two"');
  });

  it('reads very old files, whose items have no envelope', () => {
    const source = `${[{ id: 'old', timestamp: 't', instructions: null }, userItem('hello'), { record_type: 'state' }, said('hi')].map((line) => JSON.stringify(line)).join('\n')}\n`;
    const conversation = codex.parse(source);
    expect(conversation.sessionId).toBe('old');
    expect(texts(conversation)).toEqual(['hello', 'hi']);
    const edited = without(conversation, (index) => index === 1, [{ boundary: 2, text: NOTE }]);
    expect(texts(codex.parse(edited))).toEqual(['hello', NOTE]);
    expect(() => codex.validate(edited)).not.toThrow();
  });

  it('survives broken lines and unknown records, with a warning each', () => {
    const conversation = codex.parse(`${rollout(...typed('go'), ['world_state', { a: 1 }])}{"cut`);
    expect(conversation.warnings.map((warning) => warning.code)).toEqual(['line-broken', 'record-unknown']);
    expect(conversation.brokenRaws).toEqual(['{"cut']);
  });
});

describe('Codex: its own compactions', () => {
  const HISTORY = [
    ...typed('rule'),
    item(said('A')),
    ...typed('two'),
    call('a'),
    output('a', 'R'),
    event('token_count', { info: { last_token_usage: { total_tokens: 900 } } }),
  ] as const;

  it('given a replacement history: what it repeats stays visible, the rest of the source is held, the summary is one', () => {
    const replacement = [userItem('<environment_context>new</environment_context>'), userItem('two'), userItem(SUMMARY)];
    const source = rollout(
      ...HISTORY,
      ['compacted', { message: SUMMARY, replacement_history: replacement }],
      event('token_count', { info: { last_token_usage: { total_tokens: 90 } } }),
      item(said('B')),
    );
    const conversation = codex.parse(source);
    expect(texts(conversation)).toEqual(['You are Codex.', 'rule', 'A', 'two', 'R', '<environment_context>new</environment_context>', SUMMARY, 'B']);
    expect(visible(conversation)).toEqual(['You are Codex.', 'two', '<environment_context>new</environment_context>', SUMMARY, 'B']);
    expect(conversation.spans[6]).toMatchObject({ kind: 'summary', provenance: 'assistant', isSourceHeld: true });
    expect(codex.render(conversation, KEEP)).toBe(source);
    expect(hostCompactionsOf(conversation)).toEqual([
      {
        index: 0,
        tool: 'codex',
        line: 10,
        time: '2026-01-01T00:00:09.000Z',
        reportedTokensBefore: 900,
        reportedTokensAfter: 90,
        before: [0, 1, 2, 3, 4],
        kept: [0, 3],
        placed: [5, 6],
        afterStart: 7,
        afterEnd: 8,
      },
    ]);
  });

  it('given none: what the session began with, what the user wrote, and the message', () => {
    const source = rollout(item(userItem('<environment_context>e</environment_context>')), ...HISTORY, ['compacted', { message: 'S1' }], item(said('B')));
    const conversation = codex.parse(source);
    expect(visible(conversation)).toEqual(['You are Codex.', '<environment_context>e</environment_context>', 'rule', 'two', 'S1', 'B']);
    const summary = conversation.spans.find((span) => span.kind === 'summary');
    expect(summary).toMatchObject({ text: 'S1', isSourceHeld: true });
    expect(codex.readPiece(summary?.pieces[0]?.raw ?? '', 0)).toEqual({ type: 'text', text: 'S1' });
    expect(hostCompactionsOf(conversation)).toMatchObject([{ before: [0, 1, 2, 3, 4, 5], kept: [0, 1, 2, 4], placed: [6], afterStart: 7, afterEnd: 8 }]);
  });

  it('given a cipher of the server: it is the summary', () => {
    const source = rollout(...HISTORY, [
      'compacted',
      { message: '', replacement_history: [userItem('rule'), userItem('two'), { type: 'compaction', encrypted_content: 'gA' }] },
    ]);
    const conversation = codex.parse(source);
    expect(conversation.spans.at(-1)).toMatchObject({ kind: 'summary', isSourceHeld: true });
    expect(visible(conversation)).toEqual(['You are Codex.', 'rule', 'two', '']);
  });

  it('given two: the second had before it what the first left and what came after', () => {
    const source = rollout(
      ...HISTORY,
      ['compacted', { message: SUMMARY, replacement_history: [userItem('rule'), userItem('two'), userItem(SUMMARY)] }],
      developer('<permissions instructions>again</permissions instructions>'),
      ...typed('three'),
      item(said('C')),
      ['compacted', { message: 'S2', replacement_history: [userItem('three'), userItem('S2')] }],
      ...typed('four'),
    );
    const conversation = codex.parse(source);
    expect(hostCompactionsOf(conversation)).toMatchObject([
      { index: 0, before: [0, 1, 2, 3, 4], kept: [0, 1, 3], placed: [5, 6], afterStart: 7, afterEnd: 9 },
      { index: 1, before: [0, 1, 3, 5, 6, 7, 8], kept: [0, 7], placed: [9], afterStart: 10, afterEnd: 11 },
    ]);
  });

  it('ADR 3: a summary that leaves takes its record along; what else that put in stays as an item', () => {
    const context = userItem('<environment_context>new</environment_context>');
    const source = rollout(
      ...HISTORY,
      ['compacted', { message: SUMMARY, replacement_history: [context, userItem('two'), userItem(SUMMARY)] }],
      item(said('B')),
    );
    const conversation = codex.parse(source);
    const output = without(conversation, (index) => index === 2 || index === 6, [{ boundary: 2, text: NOTE }]);
    expect(records(output).some((record) => record['type'] === 'compacted')).toBe(false);
    expect(records(output).at(-2)?.['payload']).toEqual(context);
    const again = codex.parse(output);
    expect(texts(again)).toEqual(['You are Codex.', 'rule', NOTE, 'two', 'R', '<environment_context>new</environment_context>', 'B']);
    expect(visible(again)).toEqual(texts(again));
  });

  it('a summary that stays keeps its record, without what left of its history', () => {
    const source = rollout(...HISTORY, ['compacted', { message: SUMMARY, replacement_history: [userItem('rule'), userItem('two'), userItem(SUMMARY)] }]);
    const conversation = codex.parse(source);
    const again = codex.parse(without(conversation, (index) => index === 3));
    expect(texts(again)).toEqual(['You are Codex.', 'rule', 'A', 'R', SUMMARY]);
    expect(visible(again)).toEqual(['You are Codex.', 'rule', SUMMARY]);
  });

  it('the base instructions stay where nobody has spoken yet', () => {
    const conversation = codex.parse(rollout(item(said('A')), ['compacted', { message: 'S1' }]));
    expect(visible(conversation)).toEqual(['You are Codex.', 'S1']);
  });

  it('an entry that is no item is named, and kept in the file', () => {
    const source = rollout(...typed('one'), ['compacted', { message: '', replacement_history: [{ ref: 3 }, userItem('one')] }]);
    const conversation = codex.parse(source);
    expect(conversation.warnings).toMatchObject([{ code: 'record-unknown', line: 4 }]);
    expect(codex.render(conversation, KEEP)).toBe(source);
  });
});

describe('Codex: rendering', () => {
  const SOURCE = rollout(
    ...typed('one'),
    think('gA'),
    call('a'),
    output('a', 'R'),
    event('exec_command_end', { call_id: 'a', exit_code: 0 }),
    item(said('done')),
    ...typed('two'),
  );

  it('E14: what stays is byte for byte; a note is a user item between its neighbours, and is read again as a note', () => {
    const conversation = codex.parse(SOURCE);
    const output = without(conversation, (index) => index === 2 || index === 3, [{ boundary: 4, text: NOTE }]);
    const lines = SOURCE.split('\n');
    expect(output.split('\n').filter((line) => !line.includes('holdfast'))).toEqual(lines.filter((_, index) => ![3, 4, 5].includes(index)));
    expect(() => codex.validate(output)).not.toThrow();
    const again = codex.parse(output);
    expect(again.spans.map((span) => [span.kind, span.provenance])).toEqual([
      ['system', 'system'],
      ['text', 'user'],
      ['note', 'holdfast'],
      ['text', 'assistant'],
      ['text', 'user'],
    ]);
  });

  it('a user item that leaves takes its event along, and one that is cut has an event that says what is left', () => {
    const log = `\`\`\`\n${'log\n'.repeat(80)}\`\`\`\n`;
    const source = rollout(...typed('gone'), item(said('A')), ...typed(`look\n${log}now`));
    const conversation = codex.parse(source, { attachmentTokens: 20 });
    expect(conversation.spans.map((span) => span.kind)).toEqual(['system', 'text', 'text', 'text', 'attachment', 'text']);
    const output = without(conversation, (index) => index === 1 || index === 4);
    expect(records(output).flatMap((record) => (record['type'] === 'event_msg' ? [(record['payload'] as Json)['message']] : []))).toEqual(['look\nnow']);
    const again = codex.parse(output);
    expect(again.spans.slice(1).map((span) => [span.text, span.provenance])).toEqual([
      ['A', 'assistant'],
      ['look\nnow', 'user'],
    ]);
  });

  it('E1: the base instructions never leave', () => {
    expect(() => without(codex.parse(SOURCE), (index) => index === 0)).toThrow('E1');
  });

  it('a prompt that only an event holds is cut and leaves in its place', () => {
    const conversation = codex.parse(rollout(event('user_message', { message: 'one' }), item(said('A')), event('user_message', { message: 'two' })));
    expect(texts(codex.parse(without(conversation, (index) => index === 1)))).toEqual(['You are Codex.', 'A', 'two']);
  });

  it('rule 2 of the wire: what belongs to reasoning that left goes without its id', () => {
    const conversation = codex.parse(rollout(...typed('go'), think('gA'), item({ ...said('I look'), id: 'msg_1' }), call('a'), output('a', 'R')));
    expect(records(without(conversation, (index) => index === 2))[3]?.['payload']).toEqual(said('I look'));
  });

  it('keeps CRLF, and ends a last line that had no end before another is written', () => {
    const source = SOURCE.trimEnd().replaceAll('\n', '\r\n');
    const conversation = codex.parse(source);
    expect(codex.render(conversation, KEEP)).toBe(source);
    const output = without(conversation, (index) => index === 4, [{ boundary: conversation.messages.length, text: NOTE }]);
    expect(texts(codex.parse(output)).at(-1)).toBe(NOTE);
    expect(output.replaceAll('\r\n', '')).not.toContain('\n');
  });

  it('C18: half of a surrogate pair is kept for the archive, and U+FFFD in the output', () => {
    const conversation = codex.parse(
      rollout(...typed('one'))
        .replace('"one"', '"o\\ud800"')
        .replace('"one"', '"o\\ud800"'),
    );
    expect(conversation.warnings.map((warning) => warning.code)).toContain('text-ill-formed');
    expect(codex.render(conversation, KEEP)).not.toMatch(/\\ud800"/);
  });

  it('as messages of each wire', () => {
    const conversation = codex.parse(SOURCE);
    const keeps = (index: number): boolean => conversation.spans[index]?.kind !== 'thinking';
    for (const wire of [anthropic, openai, openaiResponses]) {
      const output = wire.render(conversation, { ...KEEP, keeps });
      expect(() => wire.validate(output)).not.toThrow();
      expect(texts(wire.parse(output))).toEqual(['You are Codex.', 'one', 'R', 'done', 'two']);
    }
  });
});

describe('Codex: properties', () => {
  type Record_ = readonly [string, Json];
  const word = fc.constantFrom('alpha', 'beta', 'データ', '📥', '"quoted"', 'go on');
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('typed' as const), text: word }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('act' as const), text: word, calls: fc.integer({ min: 1, max: 3 }), thinks: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('harness' as const), text: word }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('compact' as const), text: word, isWhole: fc.boolean(), keeps: fc.nat({ max: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('back' as const), turns: fc.integer({ min: 1, max: 2 }) }) },
  );
  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

  function written(steps: readonly Step[]): string {
    const all: Record_[] = [];
    let users: string[] = [];
    let count = 0;
    for (const one of steps) {
      count++;
      if (one.kind === 'typed') {
        users.push(one.text);
        all.push(...typed(one.text));
      } else if (one.kind === 'act') {
        if (one.thinks) all.push(think(`g${count}`));
        const ids = Array.from({ length: one.calls }, (_, index) => `c${count}_${index}`);
        all.push(item(said(one.text)), ...ids.map((id) => call(id)), ...ids.map((id) => output(id, `R${id}`)), item(said(`done ${one.text}`)));
      } else if (one.kind === 'harness') all.push(item(userItem(`<environment_context>${one.text}</environment_context>`)));
      else if (one.kind === 'back') {
        users = users.slice(0, Math.max(0, users.length - one.turns));
        all.push(event('thread_rolled_back', { num_turns: one.turns }));
      } else {
        const summary = `Another language model started to solve this problem: ${one.text} ${count}`;
        if (one.isWhole) all.push(['compacted', { message: summary }]);
        else {
          users = users.slice(Math.max(0, users.length - one.keeps));
          const context = userItem(`<environment_context>${one.text}</environment_context>`);
          all.push(['compacted', { message: summary, replacement_history: [context, ...users.map((text) => userItem(text)), userItem(summary)] }]);
        }
      }
    }
    return rollout(...all);
  }

  const joined = (conversation: Conversation): string =>
    conversation.spans
      .filter((span) => span.kind !== 'note')
      .map((span) => span.text)
      .join('\u0000');

  it('what is not touched is written back byte for byte, is valid, and is read from each raw as it was parsed', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
        const source = written(steps);
        const conversation = codex.parse(source);
        expect(codex.render(conversation, KEEP)).toBe(source);
        codex.validate(source);
        for (const span of conversation.spans) for (const piece of span.pieces) expect(codex.readPiece(piece.raw, piece.block)).toEqual(piece.content);
        for (const one of hostCompactionsOf(conversation)) {
          expect([...one.before].sort((a, b) => a - b)).toEqual(one.before);
          expect(one.kept.every((index) => one.before.includes(index))).toBe(true);
          expect(one.placed.every((index) => index < one.afterStart)).toBe(true);
        }
      }),
    );
  });

  it('E15: where the summaries leave, as a planner has it, all that stays is read again, visible and in order', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), fc.array(fc.boolean(), { minLength: 90, maxLength: 90 }), (steps, choices) => {
        const conversation = codex.parse(written(steps));
        const keeps = (index: number): boolean => {
          const span = conversation.spans[index];
          return span?.kind === 'system' || (span?.kind !== 'summary' && choices[index % choices.length] === true);
        };
        fc.pre(conversation.spans.some((span) => !keeps(span.index)));
        const output = codex.render(conversation, { ...KEEP, keeps, notes: [{ boundary: 1, text: NOTE }] });
        codex.validate(output);
        const again = codex.parse(output);
        const kept = { ...conversation, spans: conversation.spans.filter((span) => keeps(span.index)) };
        expect(joined(again)).toBe(joined(kept));
        expect(visible(again)).toEqual(texts(again));
        expect(again.spans.filter((span) => span.kind !== 'note').map((span) => span.provenance)).toEqual(kept.spans.map((span) => span.provenance));
      }),
    );
  });
});

describe('Codex: validity', () => {
  const code = (source: string): string => {
    try {
      codex.validate(source);
      return 'valid';
    } catch (error) {
      if (error instanceof FormatError) return error.code;
      throw error;
    }
  };

  it('wants a session at the head, readable payloads, and results behind their calls', () => {
    expect(code(rollout(...typed('one')))).toBe('valid');
    expect(
      code(
        rollout(...typed('one'))
          .split('\n')
          .slice(1)
          .join('\n'),
      ),
    ).toBe('format-invalid');
    expect(code(`${rollout(...typed('one'))}{"type":"response_item","payload":7}\n`)).toBe('format-invalid');
    expect(code(`${rollout(...typed('one'))}{"cut`)).toBe('format-invalid');
    expect(code(rollout(...typed('one'), output('a', 'R'), call('a')))).toBe('orphan-result');
    expect(code(rollout(...typed('one'), output('a', 'R')))).toBe('valid'); // the host leaves it out
  });
});
