import { describe, expect, it } from 'vitest';
import type { Conversation, Edit } from '../../core/conversation.ts';
import { pi } from './index.ts';

type Json = Record<string, unknown>;

const HEADER = { type: 'session', version: 3, id: 'sess-1', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/w' };
const file = (...entries: Json[]): string => `${[HEADER, ...entries].map((entry) => JSON.stringify(entry)).join('\n')}\n`;
const entry = (id: string, parentId: string | null, rest: Json): Json => ({ id, parentId, timestamp: '2026-01-01T00:00:01.000Z', ...rest });
const message = (id: string, parentId: string | null, body: Json): Json => entry(id, parentId, { type: 'message', message: body });
const user = (text: string): Json => ({ role: 'user', content: [{ type: 'text', text }] });
const assistant = (...content: Json[]): Json => ({ role: 'assistant', api: 'anthropic-messages', stopReason: 'stop', content });
const say = (text: string): Json => ({ type: 'text', text });
const call = (id: string): Json => ({ type: 'toolCall', id, name: 'read', arguments: { path: 'a.ts' } });
const result = (id: string, text: string): Json => ({ role: 'toolResult', toolCallId: id, toolName: 'read', content: [say(text)], isError: false });
const without = (conversation: Conversation, leaves: (index: number) => boolean, notes: Edit['notes'] = []): string =>
  pi.render(conversation, { keeps: (index) => !leaves(index), notes, compactionId: 'c_aaaaaaaaaaaaaaaa' });
const texts = (conversation: Conversation): readonly string[] => conversation.spans.map((span) => span.text);
const visible = (conversation: Conversation): readonly string[] =>
  conversation.messages.flatMap((one) => (one.isVisible ? one.pieces.map(({ piece }) => JSON.stringify(piece.content)) : []));

const TREE = file(
  message('00000001', null, user('first')),
  message('00000002', '00000001', assistant(say('old branch'))),
  message('00000003', '00000001', assistant(say('I read'), call('a'))),
  message('00000004', '00000003', result('a', 'content of a')),
  message('00000005', '00000004', assistant(say('done'))),
);

describe('pi', () => {
  it('reads the path from the last entry to the root, and keeps other branches in the file', () => {
    const conversation = pi.parse(TREE);
    expect(texts(conversation)).toEqual(['first', 'I read', 'content of a', 'done']);
    expect(conversation).toMatchObject({ sessionId: 'sess-1', workingDirectory: '/w' });
    expect(without(conversation, (index) => index === 1)).toContain('old branch');
  });

  it('E14: an exchange that left takes both entries, and the next one hangs on the nearest that stays', () => {
    const conversation = pi.parse(TREE);
    const output = without(conversation, (index) => index === 1 || index === 2);
    expect(() => pi.validate(output)).not.toThrow();
    expect(texts(pi.parse(output))).toEqual(['first', 'done']);
    expect(output.split('\n')[3]).toContain('"parentId":"00000001"');
  });

  it('a message that keeps a block is edited in place, all else byte for byte', () => {
    const conversation = pi.parse(TREE);
    const lines = without(conversation, (index) => index === 1).split('\n');
    const source = TREE.split('\n');
    expect(lines.filter((_, index) => index !== 3)).toEqual(source.filter((_, index) => index !== 3));
    expect(lines[3]).toBe(source[3]?.replace('{"type":"text","text":"I read"},', ''));
  });

  it('a note is an entry of its own between its neighbours, with an id that the compaction gives', () => {
    const conversation = pi.parse(TREE);
    const text = '<holdfast compaction="c_aaaaaaaaaaaaaaaa" authority="none">\n(1 span left out)\n</holdfast>';
    const output = without(conversation, (index) => index === 2, [{ boundary: 3, text }]);
    const again = pi.parse(output);
    expect(again.spans.map((span) => [span.kind, span.provenance, span.text])).toEqual([
      ['text', 'user', 'first'],
      ['text', 'assistant', 'I read'],
      ['note', 'holdfast', text],
      ['text', 'assistant', 'done'],
    ]);
    expect(() => pi.validate(output)).not.toThrow();
    expect(without(conversation, (index) => index === 2, [{ boundary: 3, text }])).toBe(output);
  });

  it('P02: a result behind an inner compaction stays beside its call, and only the newest summary is sent', () => {
    const source = file(
      message('00000001', null, user('U1')),
      message('00000002', '00000001', assistant(call('a'))),
      entry('00000003', '00000002', { type: 'compaction', summary: 'S1', firstKeptEntryId: '00000002', tokensBefore: 9 }),
      message('00000004', '00000003', result('a', 'R')),
      message('00000005', '00000004', assistant(say('A2'))),
      message('00000006', '00000005', user('U3')),
      entry('00000007', '00000006', { type: 'compaction', summary: 'S2', firstKeptEntryId: '00000002', tokensBefore: 9 }),
    );
    const conversation = pi.parse(source);
    const sent = visible(conversation);
    expect(sent.filter((one) => one.includes('"S1"') || one.includes('"U1"'))).toEqual([]);
    expect(sent.filter((one) => one.includes('"S2"'))).toHaveLength(1);
    const roles = conversation.messages.filter((one) => one.isVisible).map((one) => one.role);
    expect(roles.slice(0, 2)).toEqual(['assistant', 'tool']);
    expect(conversation.spans.filter((span) => span.exchange)).toMatchObject([{ exchange: { callId: 'a', resultText: 'R', isPending: false } }]);
  });

  it('C02: one exchange stays one span over two compactions, and leaves whole', () => {
    const source = file(
      message('00000001', null, user('U1')),
      message('00000002', '00000001', assistant(call('a'))),
      entry('00000003', '00000002', { type: 'compaction', summary: 'S1', firstKeptEntryId: '00000002', tokensBefore: 9 }),
      entry('00000004', '00000003', { type: 'compaction', summary: 'S2', firstKeptEntryId: '00000002', tokensBefore: 9 }),
      message('00000005', '00000004', result('a', 'R')),
      message('00000006', '00000005', assistant(say('A2'))),
    );
    const conversation = pi.parse(source);
    expect(conversation.spans.filter((span) => span.kind === 'exchange')).toHaveLength(1);
    const output = without(conversation, (index) => conversation.spans[index]?.kind === 'exchange');
    expect(() => pi.validate(output)).not.toThrow();
    expect(texts(pi.parse(output))).toEqual(['U1', 'S1', 'S2', 'A2']);
    const kept = JSON.parse(output.split('\n')[2] ?? '') as Json;
    expect(kept['firstKeptEntryId']).toBe('00000003');
  });

  it('a summary whose source the file holds says so, and its record leaves with it', () => {
    const source = file(
      message('00000001', null, user('U1')),
      entry('00000002', '00000001', { type: 'compaction', summary: 'S1', firstKeptEntryId: '00000002', tokensBefore: 9 }),
      message('00000003', '00000002', user('U2')),
    );
    const conversation = pi.parse(source);
    expect(conversation.spans[1]).toMatchObject({ kind: 'summary', isSourceHeld: true });
    expect(without(conversation, (index) => index === 1)).not.toContain('"compaction"');
    const cut = pi.parse(file(entry('00000002', null, { type: 'compaction', summary: 'S1', firstKeptEntryId: '00000002', tokensBefore: 9 })));
    expect(cut.spans[0]).toMatchObject({ kind: 'summary', isSourceHeld: false });
  });

  it("a context edit hides its target, and what replaces it is the extension's word", () => {
    const source = file(
      message('00000001', null, user('secret')),
      entry('00000002', '00000001', { type: 'context_edit', targetId: '00000001', replacement: [say('redacted')] }),
    );
    const conversation = pi.parse(source);
    expect(conversation.spans.map((span) => [span.text, span.provenance])).toEqual([
      ['secret', 'user'],
      ['redacted', 'harness'],
    ]);
    expect(conversation.messages.map((one) => one.isVisible)).toEqual([false, true]);
    const output = without(conversation, (index) => index === 0);
    expect(texts(pi.parse(output))).toEqual(['redacted']);
    expect(() => pi.validate(output)).not.toThrow();
  });

  it('what the host drops is not visible, and a command of the user is harness text', () => {
    const conversation = pi.parse(
      file(
        message('00000001', null, { ...assistant(say('half')), stopReason: 'aborted' }),
        message('00000002', '00000001', { role: 'bashExecution', command: 'ls', output: 'a\n', exitCode: 2, cancelled: false }),
      ),
    );
    expect(conversation.messages.map((one) => one.isVisible)).toEqual([false, true]);
    expect(conversation.spans[1]).toMatchObject({ kind: 'injected', provenance: 'harness', injection: { kind: 'command-echo' } });
    expect(conversation.spans[1]?.text).toBe('Ran `ls`\na\n\n(exit code 2)');
  });

  it('P48: a broken line in the middle does not cut the branch, is archived, and leaves an edited output', () => {
    const lines = TREE.split('\n');
    lines[3] = '{"type":"message","id":"000';
    const conversation = pi.parse(lines.join('\n'));
    expect(conversation.warnings.map((warning) => warning.code)).toContain('link-broken');
    expect(conversation.brokenRaws).toEqual([lines[3]]);
    expect(texts(conversation)).toContain('first');
  });

  it('P16: half a surrogate pair is U+FFFD in the output, edited or not, and raw in the piece', () => {
    const source = file(message('00000001', null, user('U1')), message('00000002', '00000001', user('x'))).replace('"x"', '"x\\ud83d"');
    const conversation = pi.parse(source);
    expect(conversation.spans[1]?.pieces[0]?.raw).toContain('\\ud83d');
    expect(without(conversation, () => false)).toBe(source.replace('\\ud83d', '\\ufffd'));
    expect(without(conversation, (index) => index === 0)).toContain('x\\ufffd');
  });

  it('version 1: the place of the first kept entry moves with what left before it', () => {
    const header = { type: 'session', id: 's', timestamp: 't', cwd: '/w', provider: 'p', modelId: 'm', thinkingLevel: 'off' };
    const lines: Json[] = [
      header,
      { type: 'message', timestamp: 't1', message: user('U1') },
      { type: 'message', timestamp: 't2', message: assistant(say('A1')) },
      { type: 'message', timestamp: 't3', message: user('U2') },
      { type: 'compaction', timestamp: 't4', summary: 'S', firstKeptEntryIndex: 3, tokensBefore: 1 },
      { type: 'message', timestamp: 't5', message: user('U3') },
    ];
    const source = `${lines.map((one) => JSON.stringify(one)).join('\n')}\n`;
    const conversation = pi.parse(source);
    expect(conversation.messages.map((one) => one.isVisible)).toEqual([false, false, true, true, true]);
    const output = without(conversation, (index) => index === 1, [{ boundary: 1, text: 'N' }]);
    expect(output).toContain('"firstKeptEntryIndex":3');
    expect(without(conversation, (index) => index === 1)).toContain('"firstKeptEntryIndex":2');
    expect(() => pi.validate(output)).not.toThrow();
    expect(texts(pi.parse(output))).toEqual(['U1', 'N', 'U2', 'S', 'U3']);
  });

  it('thinking is demanded back only where the last answer came from Anthropic', () => {
    const body = (api: string): string =>
      file(
        message('00000001', null, user('U1')),
        message('00000002', '00000001', { ...assistant({ type: 'thinking', thinking: 'hm', thinkingSignature: 's' }, call('a')), api }),
        message('00000003', '00000002', result('a', 'R')),
      );
    expect(pi.parse(body('anthropic-messages')).spans[1]?.isDemanded).toBe(true);
    expect(pi.parse(body('openai-responses')).spans[1]?.isDemanded).toBeUndefined();
  });

  it.each([
    ['no header', TREE.split('\n').slice(1).join('\n'), /header/],
    ['an id twice', `${TREE}${TREE.split('\n')[5]?.replace('done', 'twice')}\n`, /stands twice/],
    ['a parent that is not there', TREE.replace('"parentId":"00000004"', '"parentId":"0000000f"'), /does not stand before/],
    ['a result without its call', TREE.replace(',{"type":"toolCall","id":"a","name":"read","arguments":{"path":"a.ts"}}', ''), /before its call/],
  ])('validate refuses %s', (_, source, reason) => {
    expect(() => pi.validate(source)).toThrow(reason);
  });

  it('kinds of entries that nobody knows are kept, and named once', () => {
    const source = file(
      message('00000001', null, user('U1')),
      entry('00000002', '00000001', { type: 'brand_new' }),
      entry('00000003', '00000002', { type: 'brand_new' }),
    );
    const conversation = pi.parse(source);
    expect(conversation.warnings.filter((warning) => warning.code === 'record-unknown')).toHaveLength(1);
    const output = without(conversation, () => true);
    expect(output.match(/brand_new/g)).toHaveLength(2);
    expect(() => pi.validate(output)).not.toThrow();
  });
});
