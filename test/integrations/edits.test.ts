import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignBlocks } from '../../src/integrations/align-blocks.ts';
import { editMessages, type HostReading, type MessageEdit } from '../../src/integrations/edit-messages.ts';
import { PLUGIN_HOSTS, type PluginHost } from '../../src/integrations/host-adapter.ts';
import { runsOf } from '../properties/compacting.ts';
import { ARBITRARY_MESSAGES } from './host-messages.ts';
import { applied, type HostMessage, hostSession, TEST_HOSTS } from './host-sessions.ts';

interface Wire {
  readonly role: string;
  readonly content: readonly Readonly<Record<string, unknown>>[];
}

const NOTE = '<holdfast compaction="c_abcdefghabcdefgh" authority="none">\n</holdfast>';

function wireOf({ request }: HostReading): readonly Wire[] {
  return (JSON.parse(request.body(undefined)) as { readonly messages: readonly Wire[] }).messages;
}

function editsFor(reading: HostReading, wire: readonly unknown[]): readonly MessageEdit[] | undefined {
  const alignment = alignBlocks(reading.request.blocks, JSON.stringify({ messages: wire }));
  return alignment === undefined ? undefined : editMessages(reading, alignment);
}

function sent(host: PluginHost, messages: readonly HostMessage[], change: (wire: readonly Wire[]) => readonly unknown[]): readonly HostMessage[] | undefined {
  const reading = TEST_HOSTS[host].adapter.read(messages);
  const edits = editsFor(reading, change(wireOf(reading)));
  return edits === undefined ? undefined : applied(host, messages, edits);
}

const unchanged = (wire: readonly Wire[]): readonly Wire[] => wire;

describe.each(PLUGIN_HOSTS)('§8: what is decided for a request is done to the messages of the host [%s]', (host) => {
  const { adapter, user, exchange, note, notePart, partsOf, withParts } = TEST_HOSTS[host];

  it('nothing left → the very messages of the host, whatever is in them', () => {
    fc.assert(
      fc.property(ARBITRARY_MESSAGES[host], (messages) => {
        const reading = adapter.read(messages);
        const edits = editsFor(reading, wireOf(reading));
        expect(edits).toEqual(messages.map((_, message) => ({ message })));
      }),
      runsOf(300),
    );
  });

  it('any messages of the request left, with a note for them → what stays is of the host and in its order, and what nobody knows stays', () => {
    fc.assert(
      fc.property(ARBITRARY_MESSAGES[host], fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), (messages, goes) => {
        const reading = adapter.read(messages);
        const wire = wireOf(reading).flatMap((message, index): readonly unknown[] =>
          goes[index % goes.length] ? [{ role: 'user', content: [{ type: 'text', text: `${NOTE}${index}` }] }] : [message],
        );
        const edits = editsFor(reading, wire);
        if (edits === undefined) return;
        const places = edits.flatMap((edit) => ('note' in edit ? [] : [edit.message]));
        expect(places).toEqual(places.toSorted((one, other) => one - other));
        const staying = reading.messages.flatMap(({ parts }, message) => (parts.includes('stays') ? [message] : []));
        expect(places).toEqual(expect.arrayContaining(staying));
      }),
      runsOf(300),
    );
  });

  it('E14: an exchange left, with a note in its place → the host sends a message of ours there, and all else as it was', () => {
    const messages = hostSession(host, 3);
    const perExchange = (messages.length - 1) / 3;
    const out = sent(host, messages, (wire) => [wire[0], { role: 'user', content: [{ type: 'text', text: NOTE }] }, ...wire.slice(3)]);
    expect(out).toEqual([messages[0], note(NOTE), ...messages.slice(1 + perExchange)]);
  });

  it('a note behind the last message, and one as text of a string → both stand', () => {
    const messages = hostSession(host, 1);
    const out = sent(host, messages, (wire) => [wire[0], { role: 'user', content: NOTE }, ...wire.slice(1), { role: 'user', content: NOTE }]);
    expect(out).toEqual([messages[0], note(NOTE), ...messages.slice(1), note(NOTE)]);
  });

  it('a note between two texts of one message of the user → a part of its own there', () => {
    const first = user('One.', 1);
    const message = withParts(first, [...partsOf(first), { type: 'text', text: 'Two.' }]);
    const out = sent(host, [message], ([wire]) => [{ ...wire, content: [wire?.content[0], { type: 'text', text: NOTE }, wire?.content[1]] }]);
    const [one, two] = partsOf(message);
    expect(out).toEqual([withParts(message, [one, notePart(NOTE), two])]);
  });

  it('E4: the same text twice, one left → it is the older one', () => {
    const messages = [user('Go on.', 1), ...exchange('a', 'x.ts', 'ok'), user('Go on.', 2)];
    expect(sent(host, messages, (wire) => wire.slice(1))).toEqual(messages.slice(1));
  });

  it.each([
    ['a block that was changed', { type: 'text', text: 'Changed.' }],
    ['our note in the role of the assistant', undefined],
  ])('%s → nothing is said of any', (_name, block) => {
    const role = block === undefined ? 'assistant' : 'user';
    const foreign = { role, content: [block ?? { type: 'text', text: NOTE }] };
    expect(sent(host, hostSession(host, 2), (wire) => [foreign, ...wire])).toBeUndefined();
  });

  it('messages in another order → nothing is said of any', () => {
    const messages = [user('One.', 1), user('Two.', 2)];
    expect(sent(host, messages, (wire) => wire.toReversed())).toBeUndefined();
  });

  it('a call of a name that was given before → each exchange is its own', () => {
    const messages = [user('Go.', 1), ...exchange('call_0', 'a.ts', 'A'), ...exchange('call_0', 'b.ts', 'B')];
    const out = sent(host, messages, (wire) => [wire[0], { role: 'user', content: NOTE }, ...wire.slice(3)]);
    expect(JSON.stringify(out)).not.toContain('a.ts');
    expect(out).toHaveLength(messages.length - (messages.length - 1) / 2 + 1);
  });
});

describe('pi', () => {
  const { adapter, user } = TEST_HOSTS.pi;
  const answer = (content: readonly unknown[], members = {}): HostMessage => ({ role: 'assistant', content, api: 'anthropic-messages', ...members });
  const call = { type: 'toolCall', id: 'c1', name: 'bash', arguments: { command: 'make' } };
  const result = { role: 'toolResult', toolCallId: 'c1', toolName: 'bash', content: [{ type: 'text', text: 'made' }], isError: false };

  it('E14: half of an exchange left → nothing is said of any', () => {
    const aborted = [user('Go.', 1), answer([call])];
    // pi gives a call without a result one of its own: both are of one part.
    expect(sent('pi', aborted, (wire) => wire.slice(0, 2))).toBeUndefined();
  });

  it('an answer that broke off is not sent, so it stays', () => {
    const messages = [user('Go.', 1), answer([{ type: 'text', text: 'I w' }, call], { stopReason: 'aborted' }), user('Again.', 2)];
    expect(wireOf(adapter.read(messages))).toHaveLength(2);
    expect(sent('pi', messages, (wire) => wire.slice(1))).toEqual(messages.slice(1));
  });

  it('thinking that the wire ties to what follows → goes when all of its message goes, and not before', () => {
    const thinking = { type: 'thinking', thinking: 'Hm.', thinkingSignature: '{"type":"reasoning"}' };
    const message = answer([thinking, { type: 'text', text: 'I make it.' }, call], { api: 'openai-responses' });
    const messages = [user('Go.', 1), message, result];
    expect(sent('pi', messages, (wire) => [wire[0], { ...wire[1], content: wire[1]?.content.slice(1) }, wire[2]])).toEqual([
      messages[0],
      { ...message, content: [thinking, call] },
      result,
    ]);
    expect(sent('pi', messages, (wire) => wire.slice(0, 1))).toEqual([messages[0]]);
  });

  it('signed thinking is a block with its signature', () => {
    const messages = [user('Go.', 1), answer([{ type: 'thinking', thinking: 'Hm.', thinkingSignature: 'SIG' }, call]), result];
    expect(wireOf(adapter.read(messages))[1]?.content[0]).toEqual({ type: 'thinking', thinking: 'Hm.', signature: 'SIG' });
    expect(adapter.read(messages).request.body(1_000)).toMatch(/^\{"max_tokens":1000,"thinking":\{"type":"enabled"\},"messages":/);
  });

  it('E3a: a summary longer than an attachment → blocks of plain text, all or none', () => {
    const summary = Array.from({ length: 400 }, (_, line) => `- rule ${line}: never touch ${line}`).join('\n');
    const messages = [{ role: 'compactionSummary', summary, tokensBefore: 9, timestamp: 1 }, user('Go.', 2)];
    const [wire] = wireOf(adapter.read(messages));
    expect(wire?.content.map(({ text }) => text).join('')).toContain(summary);
    expect(Math.max(...(wire?.content ?? []).map(({ text }) => String(text).length))).toBeLessThan(2_100);
    expect(sent('pi', messages, unchanged)).toEqual(messages);
    expect(sent('pi', messages, ([first, ...rest]) => [{ ...first, content: first?.content.slice(1) }, ...rest])).toBeUndefined();
  });
});

describe('OpenCode', () => {
  const { adapter, user } = TEST_HOSTS.opencode;
  const tool = (callID: string, state: HostMessage): HostMessage => ({ type: 'tool', callID, tool: 'bash', state: { input: { command: callID }, ...state } });
  const done = { status: 'completed', output: 'ok', time: { start: 1, end: 2 } };
  const info = { id: 'msg_a', sessionID: 'ses_1', role: 'assistant' };

  it('an answer of two steps → two messages of the request; a note between them makes it two', () => {
    const step = { type: 'step-start' };
    const message = { info, parts: [step, tool('a', done), { type: 'step-finish' }, step, tool('b', done)] };
    const messages = [user('Go.', 1), message];
    const { note } = TEST_HOSTS.opencode;
    expect(wireOf(adapter.read(messages)).map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user']);
    const out = sent('opencode', messages, (wire) => [...wire.slice(0, 3), { role: 'user', content: NOTE }, ...wire.slice(3)]);
    expect(out).toEqual([messages[0], { info, parts: message.parts.slice(0, 3) }, note(NOTE), { info, parts: message.parts.slice(3) }]);
  });

  it('calls that were interrupted, pruned or failed → results as OpenCode sends them', () => {
    const states = [{ status: 'running' }, { ...done, time: { compacted: 3 } }, { status: 'error', error: 'No.' }];
    const messages = [user('Go.', 1), { info, parts: states.map((state, index) => tool(`c${index}`, state)) }];
    expect(wireOf(adapter.read(messages))[2]?.content.map(({ content, is_error }) => [content, is_error])).toEqual([
      [[{ type: 'text', text: '[Tool execution was interrupted]' }], true],
      [[{ type: 'text', text: '[Old tool result content cleared]' }], undefined],
      [[{ type: 'text', text: 'No.' }], true],
    ]);
  });

  it('what is not sent has no block, and stays with its message', () => {
    const hidden = [
      { type: 'text', text: 'seen by people', ignored: true },
      { type: 'file', mime: 'text/plain', url: 'file:///a' },
    ];
    const message = { ...user('Go.', 1), parts: [...hidden, { type: 'text', text: 'Go.' }] };
    expect(wireOf(adapter.read([message]))).toEqual([{ role: 'user', content: [{ type: 'text', text: 'Go.' }] }]);
    expect(sent('opencode', [message], unchanged)).toEqual([message]);
  });
});
