import { describe, expect, it } from 'vitest';
import type { Conversation, Edit } from '../../core/conversation.ts';
import { claudeCode } from './index.ts';

type Json = Record<string, unknown>;

/** Writes records as Claude Code does: each hangs on the one before unless told otherwise; a second between them. */
class Transcript {
  readonly records: Json[] = [];
  private parent: string | null = null;

  add(record: Json): this {
    const n = this.records.length + 1;
    const timestamp = new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString();
    const isLinked = !['queue-operation', 'file-history-snapshot', 'summary'].includes(String(record['type']));
    const uuid = `u${n}`;
    const links = isLinked ? { uuid, parentUuid: this.parent, isSidechain: false, cwd: '/w', version: '2.1.39', gitBranch: 'main', userType: 'external' } : {};
    const whole = { ...links, sessionId: 's', timestamp, ...record };
    this.records.push(whole);
    if (isLinked) this.parent = String(whole.uuid ?? uuid);
    return this;
  }

  user(content: unknown, rest: Json = {}): this {
    return this.add({ type: 'user', message: { role: 'user', content }, ...rest });
  }

  assistant(id: string, block: Json, rest: Json = {}): this {
    return this.add({ type: 'assistant', message: { id, role: 'assistant', content: [block] }, ...rest });
  }

  result(id: string, text: string, rest: Json = {}): this {
    return this.user([{ type: 'tool_result', tool_use_id: id, content: text }], { toolUseResult: { stdout: text }, ...rest });
  }

  queue(operation: string, content?: string, rest: Json = {}): this {
    return this.add({ type: 'queue-operation', operation, ...(content === undefined ? {} : { content }), ...rest });
  }

  get text(): string {
    return `${this.records.map((record) => JSON.stringify(record)).join('\n')}\n`;
  }
}

const say = (text: string): Json => ({ type: 'text', text });
const use = (id: string, name = 'Bash'): Json => ({ type: 'tool_use', id, name, input: { command: 'ls' } });
const texts = (conversation: Conversation): readonly string[] => conversation.spans.map((span) => span.text);
const without = (conversation: Conversation, leaves: (index: number) => boolean, notes: Edit['notes'] = []): string =>
  claudeCode.render(conversation, { keeps: (index) => !leaves(index), notes, compactionId: 'c_aaaaaaaaaaaaaaaa' });
const NOTE = '<holdfast compaction="c_aaaaaaaaaaaaaaaa" authority="none">\n(1 span left out)\n</holdfast>';

const PARALLEL = new Transcript()
  .user('go')
  .assistant('m1', use('a'))
  .assistant('m1', use('b'))
  .result('a', 'RA', { parentUuid: 'u2' })
  .result('b', 'RB', { parentUuid: 'u3' })
  .assistant('m2', say('done'), { parentUuid: 'u4' });

describe('Claude Code', () => {
  it('joins the records of one API message, and finds results that the chain of parents passes by', () => {
    const conversation = claudeCode.parse(PARALLEL.text);
    expect(conversation.messages.map((message) => [message.role, message.pieces.length])).toEqual([
      ['user', 1],
      ['assistant', 2],
      ['user', 2],
      ['assistant', 1],
    ]);
    expect(conversation.spans.map((span) => span.exchange?.resultText)).toEqual([undefined, 'RA', 'RB', undefined]);
    expect(conversation.spans[1]?.exchange).toMatchObject({ workingDirectory: '/w', toolName: 'Bash' });
  });

  it('E14: where the call on the chain leaves, the parallel one that stays is still found', () => {
    const conversation = claudeCode.parse(PARALLEL.text);
    const output = without(conversation, (index) => index === 1);
    expect(() => claudeCode.validate(output)).not.toThrow();
    expect(texts(claudeCode.parse(output))).toEqual(['go', 'RB', 'done']);
  });

  it('E14: a record whose parent stays keeps its line byte for byte', () => {
    const source = new Transcript()
      .user('go')
      .assistant('m1', use('a'))
      .assistant('m1', use('b'))
      .assistant('m1', use('c'))
      .result('a', 'RA', { parentUuid: 'u2' })
      .result('b', 'RB', { parentUuid: 'u3' })
      .result('c', 'RC', { parentUuid: 'u4' })
      .assistant('m2', say('done'), { parentUuid: 'u5' }).text;
    const output = without(claudeCode.parse(source), (index) => index === 1).split('\n');
    const [go, , callB, callC, , resultB, resultC, done] = source.split('\n');
    expect(output).toEqual([go, callB?.replace('"u2"', '"u1"'), callC, resultB, resultC, done?.replace('"u5"', '"u7"'), '']);
  });

  it('E14: a late result does not hide the message between it and its call', () => {
    const source = new Transcript()
      .user('go')
      .assistant('m1', use('x'))
      .assistant('m1', use('y'))
      .result('y', 'RY')
      .assistant('m2', say('then'))
      .assistant('m2', use('z'))
      .result('x', 'RX', { parentUuid: 'u2' })
      .result('z', 'RZ', { parentUuid: 'u6' })
      .assistant('m3', say('done')).text;
    const conversation = claudeCode.parse(source);
    const output = without(conversation, (index) => conversation.spans[index]?.text === 'RZ');
    expect(texts(claudeCode.parse(output))).toEqual(['go', 'RX', 'RY', 'then', 'done']);
  });

  it('what stands between a result and the rest of its message comes behind the results', () => {
    const source = new Transcript()
      .user('go')
      .assistant('m1', use('a'))
      .result('a', 'RA')
      .add({ type: 'attachment', attachment: { type: 'queued_command', prompt: 'never touch prod' } })
      .assistant('m1', use('b'))
      .result('b', 'RB')
      .assistant('m2', say('done')).text;
    const conversation = claudeCode.parse(source);
    expect(conversation.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'user', 'user', 'assistant']);
    expect(conversation.spans.find((span) => span.text === 'never touch prod')).toMatchObject({ kind: 'text', provenance: 'user' });
  });

  it('a note is a meta record on the chain, with an id that the compaction gives', () => {
    const conversation = claudeCode.parse(PARALLEL.text);
    const edit = (): string => without(conversation, (index) => index === 1 || index === 2, [{ boundary: 3, text: NOTE }]);
    const again = claudeCode.parse(edit());
    expect(again.spans.map((span) => [span.kind, span.provenance, span.text])).toEqual([
      ['text', 'user', 'go'],
      ['note', 'holdfast', NOTE],
      ['text', 'assistant', 'done'],
    ]);
    expect(() => claudeCode.validate(edit())).not.toThrow();
    expect(edit()).toBe(edit());
    const note = JSON.parse(edit().split('\n')[1] ?? '') as Json;
    expect(note).toMatchObject({ type: 'user', isMeta: true, parentUuid: 'u1', sessionId: 's', version: '2.1.39', cwd: '/w', gitBranch: 'main' });
  });

  it('walks through progress records, and takes the branch of the last message', () => {
    const source = new Transcript()
      .user('go')
      .assistant('m1', say('rewound'))
      .user('instead', { parentUuid: 'u1' })
      .add({ type: 'progress', data: { type: 'hook_progress' } })
      .assistant('m2', say('done')).text;
    const conversation = claudeCode.parse(source);
    expect(texts(conversation)).toEqual(['go', 'instead', 'done']);
    const output = without(conversation, (index) => index === 1);
    expect(output).toContain('rewound');
    expect(output).toContain('hook_progress');
    expect(texts(claudeCode.parse(output))).toEqual(['go', 'done']);
  });

  it('a side chain is not the conversation, unless it is all there is', () => {
    const side = new Transcript().user('go').user('sub', { isSidechain: true, parentUuid: null, uuid: 'x' }).assistant('m1', say('done'), { parentUuid: 'u1' });
    expect(texts(claudeCode.parse(side.text))).toEqual(['go', 'done']);
    const alone = new Transcript().user('task', { isSidechain: true }).assistant('m1', say('done'), { isSidechain: true });
    expect(texts(claudeCode.parse(alone.text))).toEqual(['task', 'done']);
  });

  const compacted = (logicalParentUuid: string): string =>
    new Transcript()
      .user('rule')
      .assistant('m1', say('noted'))
      .add({ type: 'system', subtype: 'compact_boundary', parentUuid: null, logicalParentUuid, compactMetadata: { trigger: 'auto' } })
      .user('This session is being continued from a previous conversation', { isCompactSummary: true, isVisibleInTranscriptOnly: true })
      .user('go on')
      .assistant('m2', say('done')).text;

  it.each([
    ['in the file', 'u2'],
    ['missing', 'gone'],
  ])('the source of a compaction is in the conversation where its logical parent is %s', (_, parent) => {
    const conversation = claudeCode.parse(compacted(parent));
    expect(texts(conversation)).toEqual(['rule', 'noted', 'This session is being continued from a previous conversation', 'go on', 'done']);
    expect(conversation.messages.map((message) => message.isVisible)).toEqual([false, false, true, true, true]);
    expect(conversation.spans[2]).toMatchObject({ kind: 'summary', isSourceHeld: true });
  });

  it('a boundary leaves with its summary, so that the host reads the whole file', () => {
    const output = without(claudeCode.parse(compacted('u2')), (index) => index === 2);
    expect(output).not.toContain('compact_boundary');
    const again = claudeCode.parse(output);
    expect(texts(again)).toEqual(['rule', 'noted', 'go on', 'done']);
    expect(again.messages.every((message) => message.isVisible)).toBe(true);
    expect(() => claudeCode.validate(output)).not.toThrow();
  });

  it('a file that begins at a boundary does not hold the source of its summary', () => {
    const source = compacted('u2').split('\n').slice(2).join('\n');
    expect(claudeCode.parse(source).spans[0]).toMatchObject({ kind: 'summary', isSourceHeld: false });
  });

  it('before 1.0.5x a new root with the opening sentence is the only mark of a compaction', () => {
    const source = new Transcript()
      .user('rule')
      .assistant('m1', say('noted'))
      .user('This session is being continued from a previous conversation that ran out of context.', { parentUuid: null })
      .assistant('m2', say('done')).text;
    const conversation = claudeCode.parse(source);
    expect(conversation.spans.map((span) => span.kind)).toEqual(['text', 'text', 'summary', 'text']);
    expect(conversation.spans[2]?.isSourceHeld).toBe(true);
    expect(texts(claudeCode.parse(without(conversation, (index) => index === 2)))).toEqual(['rule', 'noted', 'done']);
  });

  const NOTIFICATION = '<task-notification>\n<task-id>b1</task-id>\n</task-notification>\nRead the output file to retrieve the result: /tmp/b1.output';

  it("C23: a rule that stands only in the queue is the user's, once; a notification is harness; what was taken back is gone", () => {
    const source = new Transcript()
      .user('go')
      .assistant('m1', use('a'))
      .queue('enqueue', 'never touch /etc/prod')
      .queue('enqueue', NOTIFICATION)
      .queue('enqueue', 'oh and')
      .queue('remove')
      .result('a', 'RA')
      .assistant('m2', say('done')).text;
    const conversation = claudeCode.parse(source);
    expect(conversation.spans.map((span) => [span.kind, span.provenance, span.text])).toEqual([
      ['text', 'user', 'go'],
      ['exchange', 'tool', 'RA'],
      ['text', 'user', 'never touch /etc/prod'],
      ['injected', 'harness', NOTIFICATION],
      ['text', 'assistant', 'done'],
    ]);
    const output = without(conversation, (index) => index === 1);
    expect(texts(claudeCode.parse(output))).toEqual(['go', 'never touch /etc/prod', NOTIFICATION, 'done']);
    expect(() => claudeCode.validate(output)).not.toThrow();
    expect(output.match(/never touch/g)).toHaveLength(1);
  });

  it('C23: a removal within two seconds of a result took the prompt up in the middle of the turn', () => {
    const at = (seconds: number): Json => ({ timestamp: new Date(Date.UTC(2026, 0, 1, 1, 0, 0, seconds * 1000)).toISOString() });
    const taken = (removed: number): readonly string[] =>
      texts(
        claudeCode.parse(
          new Transcript()
            .user('go', at(0))
            .assistant('m1', use('a'), at(1))
            .queue('enqueue', 'check again', at(2))
            .queue('remove', undefined, at(removed))
            .result('a', 'RA', at(5))
            .assistant('m2', say('done'), at(8)).text,
        ),
      );
    expect(taken(5.2)).toEqual(['go', 'RA', 'check again', 'done']);
    expect(taken(4)).toEqual(['go', 'RA', 'done']);
    expect(taken(9)).toEqual(['go', 'RA', 'done']);
  });

  it.each([
    ['a user record', (t: Transcript) => t.queue('dequeue').user('stop at the gate')],
    ['an attachment', (t: Transcript) => t.queue('remove').add({ type: 'attachment', attachment: { type: 'queued_command', prompt: 'stop at the gate' } })],
  ])('C23: a queued prompt that %s holds too stands once', (_, deliver) => {
    const start = new Transcript().user('go').assistant('m1', say('working')).queue('enqueue', 'stop at the gate');
    const conversation = claudeCode.parse(deliver(start).assistant('m2', say('done')).text);
    expect(texts(conversation)).toEqual(['go', 'working', 'stop at the gate', 'done']);
    const output = without(conversation, (index) => index === 2);
    expect(texts(claudeCode.parse(output))).toEqual(['go', 'working', 'done']);
  });

  it('C23: what went back into the input was not said', () => {
    const source = new Transcript().user('go').queue('enqueue', 'half').queue('popAll', 'half').assistant('m1', say('done')).text;
    expect(texts(claudeCode.parse(source))).toEqual(['go', 'done']);
  });

  function repeatedTranscript(isChained: boolean): Transcript {
    const transcript = new Transcript();
    for (let n = 0; n < 25; n++) {
      transcript
        .user(n === 3 ? 'never touch /etc/prod' : `ask ${n}`)
        .assistant(`m${n}`, use(`c${n}`))
        .result(`c${n}`, `r${n}`)
        .assistant(`n${n}`, say(`said ${n}`));
    }
    const copies = transcript.records.slice(0, 60).map((record) => ({ ...record }));
    for (const [index, record] of copies.entries()) {
      const parentUuid = index === 0 ? (isChained ? 'u100' : null) : `copy${index - 1}`;
      transcript.add({ ...record, uuid: `copy${index}`, parentUuid, timestamp: new Date(Date.UTC(2026, 1, 1, 0, 0, index)).toISOString() });
    }
    return transcript;
  }

  it.each([
    ['chained to the end', true],
    ['a root of their own', false],
  ])('P46: rows that come again under new row ids (%s) are read once', (_, isChained) => {
    const conversation = claudeCode.parse(repeatedTranscript(isChained).text);
    expect(conversation.spans).toHaveLength(75);
    expect(texts(conversation).filter((text) => text === 'never touch /etc/prod')).toHaveLength(1);
    expect(conversation.warnings).toMatchObject([{ code: 'record-repeated', message: expect.stringMatching(/^60 records/) }]);
    const output = without(conversation, (index) => index === 1);
    expect(claudeCode.parse(output).spans).toHaveLength(74);
    expect(() => claudeCode.validate(output)).not.toThrow();
  });

  it('P46: the same words typed twice are two messages', () => {
    const source = new Transcript().user('continue').assistant('m1', say('a')).user('continue').assistant('m2', say('b')).text;
    expect(texts(claudeCode.parse(source))).toEqual(['continue', 'a', 'continue', 'b']);
  });

  it('P48: 8 of 10 records are read over a broken chain, with both broken lines archived', () => {
    const transcript = new Transcript();
    for (let n = 0; n < 5; n++) transcript.user(`ask ${n}`).assistant(`m${n}`, say(`said ${n}`));
    const lines = transcript.text.trimEnd().split('\n');
    lines[4] = '\0'.repeat(300);
    lines[7] = '{"type":"user","mess';
    const conversation = claudeCode.parse(lines.join('\n'));
    expect(conversation.spans).toHaveLength(8);
    expect(conversation.brokenRaws).toEqual([lines[4], lines[7]]);
    expect(conversation.warnings.filter((warning) => warning.code === 'line-broken').map((warning) => warning.line)).toEqual([5, 8]);
    expect(() => claudeCode.parse(lines.join('\n'), { isStrict: true })).toThrow(/NUL/);
    const output = without(conversation, (index) => index === 0);
    expect(() => claudeCode.validate(output)).not.toThrow();
    expect(claudeCode.parse(output).spans).toHaveLength(7);
  });

  it('P16: an escaped half of a surrogate pair is read, kept raw, and repaired in the output', () => {
    const source = new Transcript().user('a').assistant('m1', say('HALF')).user('b').text.replace('HALF', 'x\\ud83d');
    const conversation = claudeCode.parse(source);
    expect(conversation.spans).toHaveLength(3);
    expect(conversation.warnings).toMatchObject([{ code: 'text-ill-formed', line: 2 }]);
    expect(without(conversation, () => false)).toBe(source.replace('\\ud83d', '\\ufffd'));
    expect(conversation.spans[1]?.pieces[0]?.raw).toContain('\\ud83d');
  });

  it.each([
    ['<system-reminder>x</system-reminder>', 'injected', 'system-reminder'],
    ['<user-prompt-submit-hook>x</user-prompt-submit-hook>', 'injected', 'hook-output'],
    [
      '<command-name>/mcp</command-name>\n            <command-message>mcp</command-message>\n            <command-args></command-args>',
      'injected',
      'command-echo',
    ],
    ['<command-name>/plan</command-name>\n            <command-args>never touch prod</command-args>', 'text', undefined],
    [NOTIFICATION, 'injected', 'task-notification'],
    ['[Request interrupted by user]', 'text', undefined],
  ])('the harness speaks in user text by its tags only: %s', (text, kind, injection) => {
    const [span] = claudeCode.parse(new Transcript().user(text).text).spans;
    expect([span?.kind, span?.injection?.kind]).toEqual([kind, injection]);
    expect(span?.text).toBe(text);
  });

  it("a part of a user's text leaves letter for letter", () => {
    const source = new Transcript().user('keep "this"\n<system-reminder>\nold\n</system-reminder>\nand é this').assistant('m1', say('done')).text;
    const conversation = claudeCode.parse(source);
    expect(conversation.spans.map((span) => span.kind)).toEqual(['text', 'injected', 'text', 'text']);
    const output = without(conversation, (index) => index === 1);
    expect(texts(claudeCode.parse(output))[0]).toBe('keep "this"\nand é this');
  });

  it.each([
    [
      'file',
      { type: 'file', filename: '/w/a.ts', content: { type: 'text', file: { content: 'x' } } },
      { kind: 'injected', injection: { kind: 'file', path: '/w/a.ts' }, text: 'x' },
    ],
    ['plan mode', { type: 'plan_mode', content: 'plan only' }, { kind: 'mode', modeKind: 'plan-mode', text: 'plan only' }],
    ['hook', { type: 'hook_additional_context', content: ['a', 'b'] }, { kind: 'injected', injection: { kind: 'hook_additional_context' }, text: 'a\nb' }],
  ])('an attachment is harness: %s', (_, attachment, expected) => {
    const conversation = claudeCode.parse(new Transcript().user('go').add({ type: 'attachment', attachment }).text);
    expect(conversation.spans[1]).toMatchObject({ provenance: 'harness', ...expected });
  });

  it("a refusal and an answer are the user's; exit codes come from beside the result; errors of the API are not sent", () => {
    const refusal = "The user doesn't want to proceed with this tool use. The tool use was rejected";
    const source = new Transcript()
      .user('go')
      .assistant('m1', use('a'))
      .user([{ type: 'tool_result', tool_use_id: 'a', content: refusal, is_error: true }], { toolUseResult: 'User rejected tool use' })
      .assistant('m2', use('b', 'AskUserQuestion'))
      .result('b', 'staging')
      .assistant('m3', use('c'))
      .user([{ type: 'tool_result', tool_use_id: 'c', content: 'Exit code 128\nfatal', is_error: true }], { toolUseResult: 'Error: Exit code 128\nfatal' })
      .assistant('m4', say('API Error'), { isApiErrorMessage: true }).text;
    const conversation = claudeCode.parse(source);
    expect(conversation.spans.map((span) => span.exchange?.isUserAnswer)).toEqual([undefined, true, true, undefined, undefined]);
    expect(conversation.spans[3]?.exchange?.exitCode).toBe(128);
    expect(conversation.messages.at(-1)?.isVisible).toBe(false);
  });

  const refusal = "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\nnot this";
  it.each([
    ['a refusal', 'Bash', true, { toolUseResult: 'User rejected tool use' }, true],
    ['a refusal of an MCP tool', 'mcp__web__get', true, { toolUseResult: 'User rejected tool use' }, true],
    ['a refusal with a reason, in a version that names its kind', 'Bash', true, { toolUseResult: `Error: ${refusal}`, toolDenialKind: 'user-rejected' }, true],
    ['a refusal with a reason, of a tool whose errors the harness writes', 'Edit', true, { toolUseResult: `Error: ${refusal}` }, true],
    ['a refusal by a rule', 'Bash', true, { toolUseResult: `Error: ${refusal}`, toolDenialKind: 'permission-rule' }, undefined],
    ['an MCP tool that fails with the sentence', 'mcp__web__get', true, { toolUseResult: `Error: ${refusal}` }, undefined],
    ['a command that fails with the sentence', 'Bash', true, { toolUseResult: `Error: ${refusal}` }, undefined],
    ['an MCP tool whose structured result has the sentence', 'mcp__web__get', true, { toolUseResult: refusal }, undefined],
    ['nothing beside the result', 'Read', true, {}, undefined],
    ['a page that has the sentence', 'WebFetch', false, { toolUseResult: { result: refusal } }, undefined],
  ] as const)("DESIGN §10: what makes a result the user's is the harness's own field, not the text: %s", (_, tool, isError, beside, expected) => {
    const source = new Transcript()
      .user('go')
      .assistant('m1', use('a', tool))
      .user([{ type: 'tool_result', tool_use_id: 'a', content: refusal, is_error: isError }], beside).text;
    expect(claudeCode.parse(source).spans[1]?.exchange?.isUserAnswer).toBe(expected);
  });

  it('DESIGN §10: a refusal beside two results is not known to be about either', () => {
    const both = ['a', 'b'].map((id) => ({ type: 'tool_result', tool_use_id: id, content: refusal, is_error: true }));
    const source = new Transcript().user('go').assistant('m1', use('a')).assistant('m1', use('b')).user(both, { toolUseResult: 'User rejected tool use' }).text;
    expect(claudeCode.parse(source).spans.map((span) => span.exchange?.isUserAnswer)).toEqual([undefined, undefined, undefined]);
  });

  it('DESIGN §10: thousands of links into a long run that left are mended in one walk', () => {
    const count = 25_000;
    const row = (uuid: string, parentUuid: string | null, rest: Json): string =>
      JSON.stringify({ uuid, parentUuid, sessionId: 's', isSidechain: false, ...rest });
    const said = (n: number): Json => ({ type: 'user', message: { role: 'user', content: `said ${n}` } });
    const main = Array.from({ length: count }, (_, n) => row(`m${n}`, n === 0 ? null : `m${n - 1}`, said(n)));
    const aside = Array.from({ length: count }, (_, n) => row(`s${n}`, `m${count - 2}`, { ...said(n), isSidechain: true }));
    const source = `${[...main.slice(0, -1), ...aside, ...main.slice(-1)].join('\n')}\n`;
    // Each link would be followed through all that left, six hundred million steps in all.
    const output = without(claudeCode.parse(source), (index) => index > 0 && index < count - 1);
    const parents = output
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as Json)['parentUuid']);
    expect(parents).toEqual([null, ...Array.from({ length: count }, () => 'm0'), 'm0']);
  });

  it('DESIGN §10: an original of megabytes that thousands of records claim to repeat is written out once', () => {
    const transcript = new Transcript().user('go').assistant('m1', use('a')).result('a', 'x'.repeat(4_000_000));
    for (let n = 0; n < 10_000; n++) transcript.result('a', `other ${n}`, { parentUuid: 'u2' });
    const conversation = claudeCode.parse(transcript.assistant('m2', say('done')).text);
    expect(conversation.spans.at(-1)?.text).toBe('done');
  });

  it('results in more records than a call takes arguments are joined', () => {
    const results = Array.from({ length: 150_000 }, (_, n) => ({ type: 'tool_result', tool_use_id: n === 0 ? 'a' : `b${n}`, content: 'x' }));
    const transcript = new Transcript().user('go').assistant('m1', use('a')).result('a', 'first', { toolUseResult: {} }).user(results);
    expect(claudeCode.parse(transcript.text).messages).toHaveLength(3);
  });

  it.each([
    [
      'a row id twice',
      `${PARALLEL.text}${JSON.stringify({ ...PARALLEL.records[5], message: { id: 'm9', role: 'assistant', content: [say('other')] } })}\n`,
      /stands twice/,
    ],
    ['a parent that is not there', PARALLEL.text.replace('"parentUuid":"u4"', '"parentUuid":"u99"'), /not in the file/],
    ['a result without its call', PARALLEL.text.replace('"type":"tool_use","id":"a"', '"type":"text","text":"a"'), /before its call/],
    ['a broken line', `${PARALLEL.text}{"type`, /cut short/],
  ])('validate refuses %s', (_, source, reason) => {
    expect(() => claudeCode.validate(source)).toThrow(reason);
  });
});
