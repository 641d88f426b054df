import { describe, expect, it } from 'vitest';
import type { Conversation, Edit } from '../../core/conversation.ts';
import { sweAgent } from './index.ts';

type Json = Record<string, unknown>;

const file = (...history: Json[]): string =>
  `${JSON.stringify({ environment: 'main', trajectory: [{ action: 'ls' }], history, info: { exit_status: 'submitted' } }, null, 2)}\n`;
const texts = (conversation: Conversation): readonly string[] => conversation.spans.map((span) => span.text);
const without = (conversation: Conversation, leaves: (index: number) => boolean, notes: Edit['notes'] = []): string =>
  sweAgent.render(conversation, { keeps: (index) => !leaves(index), notes, compactionId: 'c_aaaaaaaaaaaaaaaa' });
const call = (id: string): Json => ({ id, type: 'function', function: { name: 'open', arguments: '{"path":"a.py"}' } });

const SYSTEM = { role: 'system', content: 'SETTING', agent: 'main' };
const TASK = { role: 'user', content: 'Fix it', agent: 'main', message_type: 'observation' };
const TEXT_FORM = file(
  SYSTEM,
  { role: 'user', content: 'a demonstration', agent: 'main', is_demo: true },
  TASK,
  { role: 'assistant', content: 'look\n```\nls -F\n```', thought: 'look', action: 'ls -F', agent: 'main' },
  { role: 'user', content: 'a.py', agent: 'main' },
  { role: 'assistant', content: 'that is it\n```\nsubmit\n```', thought: 'that is it', action: 'submit', agent: 'main' },
);
const CALLS = file(
  SYSTEM,
  TASK,
  { role: 'assistant', content: 'look', thought: 'look', action: 'open a.py', tool_calls: [call('x')], agent: 'main', message_type: 'action' },
  { role: 'tool', content: 'one', tool_call_ids: ['x'], agent: 'main', message_type: 'observation' },
  { role: 'assistant', content: 'again', thought: 'again', action: 'open a.py', tool_calls: [call('x')], agent: 'main', message_type: 'action' },
  { role: 'tool', content: 'two', tool_call_ids: ['x'], agent: 'main', message_type: 'observation' },
);

describe('SWE-agent', () => {
  it('pairs actions and observations in text form by order; the last action without one is plain text', () => {
    const conversation = sweAgent.parse(TEXT_FORM);
    expect(conversation.spans.map((span) => [span.kind, span.provenance])).toEqual([
      ['system', 'system'],
      ['injected', 'harness'],
      ['text', 'user'],
      ['exchange', 'tool'],
      ['text', 'assistant'],
    ]);
    expect(conversation.spans[3]?.exchange).toMatchObject({ toolName: 'ls', input: { command: 'ls -F' }, resultText: 'a.py', isError: false });
    expect(conversation.spans[4]?.endsTurn).toBe(true);
    expect(conversation.spans[0]?.turn).toBe(0);
  });

  it('C02: a call id that stands on several calls belongs to the latest one before its result', () => {
    const conversation = sweAgent.parse(CALLS);
    const exchanges = conversation.spans.filter((span) => span.exchange);
    expect(exchanges.map((span) => span.exchange?.resultText)).toEqual(['one', 'two']);
    expect(new Set(exchanges.map((span) => span.exchange?.callId)).size).toBe(2);
  });

  it('E14: an exchange leaves whole, and every other member of the file stays byte for byte', () => {
    const conversation = sweAgent.parse(TEXT_FORM);
    const output = without(conversation, (index) => index === 3);
    expect(texts(sweAgent.parse(output))).toEqual(['SETTING', 'a demonstration', 'Fix it', 'that is it\n```\nsubmit\n```']);
    const [before, after] = [TEXT_FORM.indexOf('"history"'), TEXT_FORM.indexOf('"info"')];
    expect(output.startsWith(TEXT_FORM.slice(0, before))).toBe(true);
    expect(output.endsWith(TEXT_FORM.slice(after))).toBe(true);
  });

  it('text whose calls left is no action in text form', () => {
    const conversation = sweAgent.parse(CALLS.replace(/\n {2}\],\n {2}"info"/, ',\n    {"role":"user","content":"thanks"}\n  ],\n  "info"'));
    const output = without(conversation, (index) => conversation.spans[index]?.kind === 'exchange');
    const expected = [
      ['system', 'SETTING'],
      ['text', 'Fix it'],
      ['text', 'look'],
      ['text', 'again'],
      ['text', 'thanks'],
    ];
    expect(sweAgent.parse(output).spans.map((span) => [span.kind, span.text])).toEqual(expected);
    expect(() => sweAgent.validate(output)).not.toThrow();
  });

  it('text that left stands nowhere in its entry, while its call stays', () => {
    const conversation = sweAgent.parse(CALLS);
    const output = without(conversation, (index) => conversation.spans[index]?.text === 'look');
    expect(output).not.toContain('"look"');
    expect(texts(sweAgent.parse(output))).toEqual(['SETTING', 'Fix it', 'one', 'again', 'two']);
  });

  it('a note is an entry of its own, and never the observation of the action before it', () => {
    const conversation = sweAgent.parse(TEXT_FORM);
    const output = without(conversation, (index) => index === 3, [
      { boundary: 5, text: 'N1' },
      { boundary: 6, text: 'N2' },
    ]);
    const again = sweAgent.parse(output);
    expect(again.spans.map((span) => [span.kind, span.text]).slice(3)).toEqual([
      ['note', 'N1'],
      ['text', 'that is it\n```\nsubmit\n```'],
      ['note', 'N2'],
    ]);
    expect(() => sweAgent.validate(output)).not.toThrow();
  });

  it.each([
    ['no history', '{"trajectory":[]}', /no history/],
    ['broken JSON', '{"history":[', /not JSON/],
    ['a result without its call', CALLS.replaceAll('"tool_calls"', '"no_calls"'), /before its call/],
  ])('validate refuses %s', (_, source, reason) => {
    expect(() => sweAgent.validate(source)).toThrow(reason);
  });
});
