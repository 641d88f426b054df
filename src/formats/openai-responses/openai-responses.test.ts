import { describe, expect, it } from 'vitest';
import type { Conversation, PlacedNote } from '../../core/conversation.ts';
import { FormatError } from '../../core/errors/format-error.ts';
import type { Span } from '../../core/span.ts';
import { anthropic } from '../anthropic/index.ts';
import { openai } from '../openai/index.ts';
import { openaiResponses } from './index.ts';

type Json = Record<string, unknown>;

const user = (text: string): Json => ({ role: 'user', content: [{ type: 'input_text', text }] });
const say = (text: string, id = 'msg_1'): Json => ({
  type: 'message',
  id,
  role: 'assistant',
  phase: 'commentary',
  content: [{ type: 'output_text', text, annotations: [] }],
});
const think = (id: string): Json => ({ type: 'reasoning', id, summary: [], encrypted_content: `gAAAA${id}` });
const call = (id: string, more: Json = {}): Json => ({ type: 'function_call', id: `fc_${id}`, call_id: id, name: 'sh', arguments: '{"cmd": "ls"}', ...more });
const output = (id: string, text: unknown = `R${id}`): Json => ({ type: 'function_call_output', call_id: id, output: text });

const parse = (input: unknown, options = {}): Conversation => openaiResponses.parse(JSON.stringify(input), options);
const all = { keeps: () => true, notes: [], compactionId: 'c' };
const kinds = (conversation: Conversation): readonly string[] => conversation.spans.map((span) => `${span.kind} ${span.text}`.trim());

function without(conversation: Conversation, gone: readonly string[], notes: readonly PlacedNote[] = []): string {
  const isGone = (span: Span | undefined): boolean => gone.includes(span?.exchange?.callId ?? signatureOf(span) ?? span?.text ?? '');
  return openaiResponses.render(conversation, { keeps: (index) => !isGone(conversation.spans[index]), notes, compactionId: 'c' });
}

function signatureOf(span: Span | undefined): string | undefined {
  const content = span?.pieces[0]?.content;
  return content?.type === 'thinking' ? content.signature : undefined;
}

function caught(run: () => unknown): FormatError {
  try {
    run();
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('OpenAI Responses: reading', () => {
  it('reads instructions, tools and items; those of one response are one message, results another', () => {
    const conversation = parse({
      model: 'm',
      instructions: 'Be brief.',
      tools: [{ type: 'function', name: 'sh', parameters: {} }, { type: 'web_search' }],
      input: [user('go'), think('rs_1'), say('I look'), call('a'), call('b'), output('a'), output('b'), say('done')],
    });
    expect(conversation.messages.map((message) => [message.role, message.pieces.length])).toEqual([
      ['system', 1],
      ['system', 1],
      ['user', 1],
      ['assistant', 4],
      ['tool', 2],
      ['assistant', 1],
    ]);
    expect(kinds(conversation)).toEqual(['system Be brief.', 'tools', 'text go', 'thinking', 'text I look', 'exchange Ra', 'exchange Rb', 'text done']);
    expect(conversation.tools).toEqual([{ name: 'sh' }]);
    expect(conversation.spans[5]?.exchange).toMatchObject({ callId: 'a', toolName: 'sh', input: { cmd: 'ls' }, resultText: 'Ra' });
    expect(conversation.spans[7]?.endsTurn).toBe(true);
  });

  it('an input that is a string is one message of the user', () => {
    const conversation = parse({ model: 'm', input: 'hello' });
    expect(kinds(conversation)).toEqual(['text hello']);
    const output = openaiResponses.render(conversation, { ...all, notes: [{ boundary: 1, text: '<note>' }] });
    expect(JSON.parse(output)).toEqual({
      model: 'm',
      input: [
        { type: 'message', ...user('hello') },
        { type: 'message', ...user('<note>') },
      ],
    });
  });

  it.each([
    [
      { type: 'custom_tool_call', call_id: 'a', name: 'apply_patch', input: '*** Begin' },
      { type: 'custom_tool_call_output', call_id: 'a', output: 'ok' },
      'apply_patch',
      'ok',
    ],
    [
      { type: 'local_shell_call', id: 'a', call_id: 'a', action: { type: 'exec', command: ['ls'] } },
      { type: 'local_shell_call_output', id: 'a', output: 'ok' },
      'local_shell',
      'ok',
    ],
    [
      { type: 'shell_call', call_id: 'a', action: { commands: ['ls'] } },
      { type: 'shell_call_output', call_id: 'a', output: [{ stdout: 'x', stderr: 'y', outcome: { type: 'exit', exit_code: 2 } }] },
      'shell_call',
      'x\ny',
    ],
    [
      { type: 'apply_patch_call', call_id: 'a', operation: { type: 'create_file', path: 'p', diff: '' } },
      { type: 'apply_patch_call_output', call_id: 'a', status: 'failed', output: 'no' },
      'apply_patch_call',
      'no',
    ],
    [
      { type: 'mcp_approval_request', id: 'a', name: 'm', arguments: '{}' },
      { type: 'mcp_approval_response', approval_request_id: 'a', approve: true },
      'm',
      'approved',
    ],
    [{ type: 'from_the_future_call', call_id: 'a', value: 1 }, { type: 'from_the_future_output', call_id: 'a', output: 'ok' }, 'from_the_future_call', 'ok'],
  ])('pairs %j by its id', (asked, answer, toolName, resultText) => {
    const conversation = parse([user('go'), asked, answer]);
    expect(conversation.spans[1]?.exchange).toMatchObject({ toolName, resultText, isPending: false });
    expect(() => openaiResponses.validate(JSON.stringify([user('go'), asked, answer]))).not.toThrow();
  });

  it('what the server ran is an exchange of its own; a code is taken from the outcome; a refusal is the user’s', () => {
    const conversation = parse([
      user('go'),
      { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'q' } },
      { type: 'mcp_call', id: 'mcp_1', name: 'm', arguments: '{}', output: null, error: 'down' },
      { type: 'shell_call', call_id: 'a', action: { commands: ['ls'] } },
      { type: 'shell_call_output', call_id: 'a', output: [{ stdout: '', stderr: '', outcome: { type: 'exit', exit_code: 2 } }] },
      { type: 'mcp_approval_request', id: 'b', name: 'm', arguments: '{}' },
      { type: 'mcp_approval_response', approval_request_id: 'b', approve: false, reason: 'never' },
    ]);
    expect(conversation.spans.slice(1).map((span) => span.exchange)).toMatchObject([
      { callId: 'ws_1', toolName: 'web_search_call', input: { query: 'q' } },
      { callId: 'mcp_1', isError: true, resultText: 'down' },
      { exitCode: 2 },
      { isUserAnswer: true, resultText: 'refused: never' },
    ]);
  });

  it('arguments that are not JSON are kept as they are', () => {
    const conversation = parse([user('go'), call('a', { arguments: '{"cmd": ' }), output('a')]);
    expect(conversation.spans[1]?.exchange?.input).toBe('{"cmd": ');
    expect(openaiResponses.render(conversation, all)).toContain('"{\\"cmd\\": "');
  });

  it('a compaction item of the server is a surrogate whose source is not held; references are kept whole', () => {
    const conversation = parse([user('go'), { type: 'compaction', encrypted_content: 'gAAAA' }, { type: 'item_reference', id: 'msg_9' }, user('on')]);
    expect(conversation.spans.map((span) => [span.kind, span.isSourceHeld])).toEqual([
      ['text', undefined],
      ['summary', false],
      ['unknown', undefined],
      ['text', undefined],
    ]);
  });

  it.each(['previous_response_id', 'conversation'])('rule 3: an input that only adds to %s is not taken for the whole', (name) => {
    const error = caught(() => parse({ model: 'm', [name]: 'x_1', input: [user('go')] }));
    expect(error).toMatchObject({ code: 'format-invalid', path: name });
    expect(() => parse({ model: 'm', [name]: null, input: [user('go')] })).not.toThrow();
  });

  it('says where an input is wrong', () => {
    expect(caught(() => parse([user('go'), output('a')]))).toMatchObject({ code: 'orphan-result' });
    expect(caught(() => parse([user('go'), call('a'), user('on')]))).toMatchObject({ code: 'orphan-call' });
    expect(caught(() => parse([user('go'), { ...call('a'), call_id: 7 }]))).toMatchObject({ path: 'input[1]' });
    expect(caught(() => parse([{ role: 'tool', content: 'x' }]))).toMatchObject({ path: 'input[0].role' });
    expect(caught(() => parse([7]))).toMatchObject({ path: 'input[0]' });
  });

  it('C01: repaired, what has no other half leaves', () => {
    const conversation = parse([user('go'), call('a'), user('on'), output('b')], { onInvalid: 'repair' });
    expect(conversation.spans.map((span) => span.mustLeave)).toEqual([undefined, 'orphan-call', undefined, 'orphan-result']);
  });
});

describe('OpenAI Responses: rendering', () => {
  const INPUT = [user('go'), think('rs_1'), say('I look'), call('a'), output('a'), think('rs_2'), call('b'), output('b'), say('done', 'msg_2'), user('on')];

  it('P38: the reasoning of the active turn is demanded, that of earlier ones is not', () => {
    const round = (n: number): readonly Json[] => [think(`rs_${n}`), call(`c${n}`), output(`c${n}`), say('next', `msg_${n}`)];
    const rounds = Array.from({ length: 20 }, (_, n) => (n === 18 ? [user('Now this.'), ...round(n)] : round(n)));
    const conversation = parse([user('go'), ...rounds.flat()]);
    const demanded = conversation.spans.filter((span) => span.isDemanded).map(signatureOf);
    expect(demanded).toEqual(['gAAAArs_18', 'gAAAArs_19']);
    const output_ = openaiResponses.render(conversation, {
      keeps: (index) => conversation.spans[index]?.kind !== 'thinking' || conversation.spans[index]?.isDemanded === true,
      notes: [],
      compactionId: 'c',
    });
    const items = JSON.parse(output_) as Json[];
    expect(items.filter((item) => item['type'] === 'reasoning').map((item) => items[items.indexOf(item) + 1]?.['call_id'])).toEqual(['c18', 'c19']);
    expect(() => openaiResponses.validate(output_)).not.toThrow();
  });

  it('rule 2: where reasoning leaves, what belongs to it goes without the id of the server, and nothing else changes', () => {
    const conversation = parse(INPUT);
    const items = JSON.parse(without(conversation, ['gAAAArs_1'])) as Json[];
    const { id: _, ...saying } = say('I look');
    const { id: __, ...asking } = call('a');
    expect(items).toEqual([user('go'), saying, asking, ...INPUT.slice(4)]);
  });

  it('an id by which a call is answered stays', () => {
    const input = [
      user('go'),
      think('rs_1'),
      { type: 'mcp_approval_request', id: 'ap', name: 'm', arguments: '{}' },
      { type: 'mcp_approval_response', approval_request_id: 'ap', approve: true },
    ];
    const rendered = without(parse(input), ['gAAAArs_1']);
    expect(JSON.parse(rendered)).toEqual([input[0], ...input.slice(2)]);
    expect(() => openaiResponses.validate(rendered)).not.toThrow();
  });

  it('E14: a note is an item of its own between messages, before a call that waits, and never within an exchange', () => {
    const conversation = parse([...INPUT, call('c')]);
    const rendered = without(conversation, ['b', 'gAAAArs_2'], [{ boundary: 5, text: '<n1>' }]);
    const items = JSON.parse(rendered) as Json[];
    expect(items.map((item) => item['type'] ?? (item['role'] as string))).toEqual([
      'user',
      'reasoning',
      'message',
      'function_call',
      'function_call_output',
      'message',
      'message',
      'user',
      'function_call',
    ]);
    expect(items[5]).toEqual({ type: 'message', ...user('<n1>') });
    const last = JSON.parse(without(conversation, ['b', 'gAAAArs_2'], [{ boundary: conversation.messages.length, text: '<n2>' }])) as Json[];
    expect(last.at(-1)).toEqual(call('c'));
    expect(() => without(conversation, [], [{ boundary: 2, text: '<n3>' }])).toThrow('E14');
  });

  it('a part that leaves is cut out of its message, all else in its exact characters', () => {
    const source =
      '[ {"role":"user", "content":[{"type":"input_text","text":"a"} , {"type":"input_text","text":"b","x":1e400}]},\n {"role":"user","content":"\\u0063"} ]';
    const conversation = openaiResponses.parse(source);
    const rendered = openaiResponses.render(conversation, { keeps: (index) => index !== 0, notes: [], compactionId: 'c' });
    expect(rendered).toBe('[ {"role":"user", "content":[ {"type":"input_text","text":"b","x":1e400}]},\n {"role":"user","content":"\\u0063"} ]');
  });

  it('from another wire and back: calls, free text, images, the system prompt', () => {
    const source = JSON.stringify([
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'see' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO' } },
        ],
      },
      {
        role: 'assistant',
        content: 'I look',
        tool_calls: [
          { id: 'a', type: 'custom', custom: { name: 'patch', input: 'p' } },
          { id: 'b', type: 'function', function: { name: 'sh', arguments: '{"n": 1}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'ok' },
      { role: 'tool', tool_call_id: 'b', content: '' },
      { role: 'assistant', content: 'done' },
    ]);
    const conversation = openai.parse(source);
    const rendered = openaiResponses.render(conversation, all);
    openaiResponses.validate(rendered);
    expect((JSON.parse(rendered) as Json[]).map((item) => item['type'])).toEqual([
      'message',
      'message',
      'message',
      'custom_tool_call',
      'function_call',
      'custom_tool_call_output',
      'function_call_output',
      'message',
    ]);
    const again = openaiResponses.parse(rendered);
    expect(kinds(again)).toEqual(kinds(conversation));
    expect(again.spans.map((span) => span.exchange?.input)).toEqual(conversation.spans.map((span) => span.exchange?.input));
    expect(JSON.parse(openai.render(again, all))).toHaveLength(6);
    anthropic.validate(anthropic.render(again, all));
  });
});

describe('OpenAI Responses: validity', () => {
  it.each([
    ['an output without its call', [user('go'), output('a')], 'orphan-result'],
    ['a second output', [user('go'), call('a'), output('a'), output('a')], 'orphan-result'],
    ['an output before its call', [output('a'), call('a')], 'orphan-result'],
    ['a call without its output', [call('a'), user('on')], 'orphan-call'],
    ['a call whose id is another’s', [call('a'), call('a'), output('a')], 'duplicate-id'],
    ['reasoning before a user’s message', [think('rs_1'), user('on')], 'format-invalid'],
    ['reasoning before an output', [call('a'), think('rs_1'), output('a')], 'format-invalid'],
    ['reasoning at the end', [user('go'), think('rs_1')], 'format-invalid'],
    ['arguments that are an object', [call('a', { arguments: {} }), output('a')], 'format-invalid'],
    ['a role that there is not', [{ role: 'tool', content: '' }], 'format-invalid'],
    ['half of a surrogate pair', [{ role: 'user', content: '\ud800' }], 'format-invalid'],
  ])('refuses %s', (_, input, code) => {
    expect(caught(() => openaiResponses.validate(JSON.stringify(input)))).toMatchObject({ code });
  });

  it.each([
    ['parallel calls', [call('a'), call('b'), output('b'), output('a')]],
    ['calls that wait at the end', [user('go'), call('a'), call('b'), output('b')]],
    ['reasoning of a host that keeps no ids', [{ type: 'reasoning', summary: [], encrypted_content: 'x' }, user('on')]],
    ['an output that comes later', [call('a'), think('rs_1'), call('b'), output('b'), output('a')]],
  ])('takes %s', (_, input) => {
    expect(() => openaiResponses.validate(JSON.stringify(input))).not.toThrow();
  });
});
