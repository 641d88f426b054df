import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Conversation, PlacedNote } from '../../core/conversation.ts';
import { FormatError } from '../../core/errors/format-error.ts';
import type { Span } from '../../core/span.ts';
import { anthropic } from '../anthropic/index.ts';
import { openai } from './index.ts';

type Json = Record<string, unknown>;

const say = (role: string, content: unknown, more: Json = {}): Json => ({ role, content, ...more });
const call = (id: string, input = '{"command": "ls"}', more: Json = {}): Json => ({
  id,
  type: 'function',
  function: { name: 'sh', arguments: input },
  ...more,
});
const ask = (content: unknown, ...calls: readonly Json[]): Json => ({ role: 'assistant', content, tool_calls: calls });
const tool = (id: string, content: unknown = 'done'): Json => ({ role: 'tool', tool_call_id: id, content });
const IMAGE = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO' } };

const parse = (messages: unknown, options = {}): Conversation => openai.parse(JSON.stringify(messages), options);
const all = { keeps: () => true, notes: [], compactionId: 'c' };

function without(conversation: Conversation, gone: readonly string[], notes: readonly PlacedNote[] = []): string {
  const isGone = (span: Span | undefined): boolean => gone.includes(span?.exchange?.callId ?? span?.text ?? '');
  return openai.render(conversation, { keeps: (index) => !isGone(conversation.spans[index]), notes, compactionId: 'c' });
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

describe('openai: every message and part is read', () => {
  it('roles, texts, calls and results, with the arguments in their exact characters', () => {
    const { spans, tools } = parse({
      tools: [{ type: 'function', function: { name: 'sh', annotations: { readOnlyHint: true } } }],
      messages: [
        say('developer', 'Be brief.'),
        say('user', [
          { type: 'text', text: 'Look.' },
          IMAGE,
          { type: 'input_audio', input_audio: { data: 'AA', format: 'wav' } },
          { type: 'file', file: { file_id: 'f' } },
        ]),
        ask(null, call('a', '{"n": 12345678901234567890}'), call('b', 'not json'), { id: 'c', type: 'custom', custom: { name: 'patch', input: '***' } }),
        tool('b', [
          { type: 'text', text: 'x' },
          { type: 'text', text: 'y' },
        ]),
        tool('a'),
        tool('c'),
        say('assistant', 'Done.', { reasoning_content: 'hm' }),
      ],
    });
    expect(tools).toEqual([{ name: 'sh', readOnlyHint: true }]);
    expect(spans.map((span) => [span.kind, span.provenance, span.turn])).toEqual([
      ['tools', 'system', 0],
      ['system', 'system', 0],
      ['text', 'user', 1],
      ['attachment', 'user', 1],
      ['attachment', 'user', 1],
      ['attachment', 'user', 1],
      ['exchange', 'tool', 2],
      ['exchange', 'tool', 2],
      ['exchange', 'tool', 2],
      ['text', 'assistant', 3],
    ]);
    const calls = spans.filter((span) => span.exchange).map((span) => span.pieces[0]?.content);
    expect(calls).toMatchObject([
      { name: 'sh', inputText: '{"n": 12345678901234567890}' },
      { name: 'sh', input: 'not json', inputText: 'not json' },
      { name: 'patch', input: '***', inputText: '***' },
    ]);
    expect(spans[7]?.text).toBe('x\ny');
    expect(spans.at(-1)?.endsTurn).toBe(true);
  });

  it('rule 6: the old pair is one exchange without an id on the wire, and is read from its raw alone', () => {
    const messages = [
      say('user', 'go'),
      say('assistant', 'Hm.', { function_call: { name: 'old', arguments: '{}' } }),
      say('function', 'r', { name: 'old' }),
      say('assistant', 'ok'),
    ];
    const conversation = parse(messages);
    const exchange = conversation.spans.find((span) => span.exchange);
    expect(exchange).toMatchObject({ kind: 'exchange', text: 'r', exchange: { toolName: 'old', isPending: false } });
    expect(exchange?.pieces.map((piece) => openai.readPiece(piece.raw, piece.block))).toEqual(exchange?.pieces.map((piece) => piece.content));
    const output = without(conversation, ['function_call:1']);
    openai.validate(output);
    expect(JSON.parse(output)).toEqual([messages[0], say('assistant', 'Hm.'), messages[3]]);
    expect(caught(() => parse([say('user', 'go'), say('function', 'r', { name: 'old' })]))).toMatchObject({ code: 'orphan-result', path: 'messages[1]' });
  });

  it('refusals as a field or as parts are assistant text; audio is kept whole', () => {
    const { spans } = parse([
      say('user', 'a'),
      say('assistant', null, { refusal: 'No.' }),
      say('user', 'b'),
      say('assistant', [{ type: 'refusal', refusal: 'No!' }]),
      say('user', 'c'),
      say('assistant', null, { audio: { id: 'au' } }),
    ]);
    expect(spans.filter((span) => span.provenance === 'assistant').map((span) => [span.kind, span.text])).toEqual([
      ['text', 'No.'],
      ['text', 'No!'],
      ['unknown', ''],
    ]);
  });

  it('rule 4: a user message of images alone behind tool messages belongs to the harness; with words it is the user’s', () => {
    const before = [say('user', 'go'), ask(null, call('a')), tool('a')];
    expect(parse([...before, say('user', [IMAGE])]).spans.at(-1)).toMatchObject({ kind: 'injected', provenance: 'harness', injection: { kind: 'tool-media' } });
    expect(parse([...before, say('user', [{ type: 'text', text: 'see' }, IMAGE])]).spans.at(-1)).toMatchObject({ kind: 'attachment', provenance: 'user' });
    expect(parse([say('user', [IMAGE])]).spans.at(-1)).toMatchObject({ kind: 'attachment', provenance: 'user' });
  });

  it('C15: system messages in the middle stay where they stand', () => {
    const messages = [say('system', 'A'), say('user', 'b'), say('assistant', 'c'), say('system', 'D'), say('user', 'e')];
    const conversation = parse(messages);
    expect(conversation.spans.map((span) => [span.kind, span.turn])).toEqual([
      ['system', 0],
      ['text', 1],
      ['text', 2],
      ['system', 2],
      ['text', 3],
    ]);
    expect(JSON.parse(without(conversation, ['c']))).toEqual([messages[0], messages[1], messages[3], messages[4]]);
  });

  it.each<[string, unknown, string]>([
    ['a role that is not known', [say('model', 'x')], 'messages[0].role'],
    ['a tool message without an id', [say('tool', 'x')], 'messages[0].tool_call_id'],
    ['a call without an id', [ask(null, { type: 'function', function: { name: 'n', arguments: '' } })], 'messages[0].tool_calls[0].id'],
    ['a call of nothing', [ask(null, { id: 'a', type: 'function' })], 'messages[0].tool_calls[0].function'],
    ['a text part without a text', [say('user', [{ type: 'text' }])], 'messages[0].content[0].text'],
  ])('%s is a FormatError with its path', (_name, value, path) => {
    expect(caught(() => parse(value)).path).toBe(path);
  });
});

describe('openai: edits', () => {
  it('text and calls of an assistant message leave apart; null, empty and absent content stay what they were', () => {
    const messages = [
      say('user', 'go'),
      { ...ask('Text.', call('a', '{ }', { extra: 1 }), call('b')), x: 1 },
      tool('a'),
      tool('b'),
      { role: 'assistant', tool_calls: [call('c')] },
      tool('c'),
      ask('', call('d')),
      tool('d'),
      say('assistant', 'end'),
    ];
    const conversation = parse(messages);
    const [, first] = JSON.parse(without(conversation, ['Text.', 'b'])) as Json[];
    expect(first).toEqual({ role: 'assistant', content: null, tool_calls: [call('a', '{ }', { extra: 1 })], x: 1 });
    expect((JSON.parse(without(conversation, ['a', 'b'])) as Json[])[1]).toEqual({ role: 'assistant', content: 'Text.', x: 1 });
    const rest = JSON.parse(without(conversation, ['Text.', 'a', 'b', 'c'])) as Json[];
    expect(rest).toEqual([messages[0], messages[6], messages[7], messages[8]]);
    expect(JSON.parse(without(conversation, ['d']))).toHaveLength(messages.length - 2);
    for (const gone of [['Text.'], ['a', 'b'], ['d']]) openai.validate(without(conversation, gone));
  });

  it('a note is a message of its own where the input has users in a row, and a part where it alternates', () => {
    const steps = [ask(null, call('t')), tool('t'), say('assistant', 'x')];
    const loose = parse([say('user', 'a'), say('user', 'b'), ...steps, say('user', 'c')]);
    expect(JSON.parse(without(loose, ['t'], [{ boundary: 2, text: 'N' }]))).toEqual([
      say('user', 'a'),
      say('user', 'b'),
      say('user', 'N'),
      say('assistant', 'x'),
      say('user', 'c'),
    ]);
    const strict = parse([say('user', 'a'), ...steps, say('user', 'c')]);
    expect((JSON.parse(without(strict, ['t'], [{ boundary: 3, text: 'N' }])) as Json[])[0]).toEqual(
      say('user', [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'N' },
      ]),
    );
    expect((JSON.parse(without(strict, [], [{ boundary: 4, text: 'N' }])) as Json[])[4]).toEqual(
      say('user', [
        { type: 'text', text: 'N' },
        { type: 'text', text: 'c' },
      ]),
    );
    expect(() => without(strict, [], [{ boundary: 2, text: 'N' }])).toThrow('E14');
  });

  it('rule 7: where the input alternates, users that become neighbours are joined', () => {
    const strict = parse([say('user', 'a'), say('assistant', 'b'), say('user', 'c')]);
    expect(JSON.parse(without(strict, ['b']))).toEqual([
      say('user', [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'c' },
      ]),
    ]);
    const loose = parse([say('user', 'a'), say('assistant', 'b'), say('user', 'c'), say('user', 'd')]);
    expect(JSON.parse(without(loose, ['b']))).toEqual([say('user', 'a'), say('user', 'c'), say('user', 'd')]);
  });

  it('C01, C03: pending calls stay at the end; orphans are reported or repaired', () => {
    const pending = parse([say('user', 'go'), ask(null, call('a'), call('b'), call('c')), tool('a'), tool('b')]);
    openai.validate(without(pending, ['b'], [{ boundary: 4, text: 'N' }]));
    const orphan = [say('user', 'go'), ask('Hm.', call('a')), say('user', 'stop')];
    expect(caught(() => parse(orphan))).toMatchObject({ code: 'orphan-call', path: 'messages[1]' });
    const output = without(parse(orphan, { onInvalid: 'repair' }), ['a']);
    openai.validate(output);
    expect(JSON.parse(output)).toEqual([say('user', 'go'), say('assistant', 'Hm.'), say('user', 'stop')]);
  });
});

describe('openai: validate', () => {
  const asked = [say('user', 'go'), ask(null, call('a'), call('b'))];
  it.each<[string, unknown, string]>([
    ['rule 1: a result is missing', [...asked, tool('a'), say('user', 'x')], 'messages[1].tool_calls[1]'],
    ['rule 1: a system message stands between', [...asked, say('system', 'x'), tool('a'), tool('b')], 'messages[1].tool_calls[0]'],
    ['rule 1: a result for no call', [say('user', 'go'), tool('z')], 'messages[1]'],
    ['rule 1: a second result', [...asked, tool('a'), tool('a')], 'messages[3]'],
    ['rule 1: a result of an earlier message', [...asked, tool('a'), tool('b'), say('assistant', 'x'), tool('a')], 'messages[5]'],
    ['rule 1: an id stands twice', [say('user', 'go'), ask(null, call('a'), call('a'))], 'messages[1].tool_calls[1]'],
    ['rule 3: an assistant message of nothing', [say('user', 'go'), say('assistant', null)], 'messages[1].content'],
    [
      'rule 6: a function message of another name',
      [say('user', 'go'), say('assistant', null, { function_call: { name: 'f', arguments: '' } }), say('function', 'r', { name: 'g' })],
      'messages[2]',
    ],
    [
      'rule 6: a function call that nothing answers',
      [say('user', 'go'), say('assistant', null, { function_call: { name: 'f', arguments: '' } }), say('user', 'x')],
      'messages[1].function_call',
    ],
    ['a user message without content', [{ role: 'user' }], 'messages[0].content'],
    ['a content that is an object', [say('user', {})], 'messages[0].content'],
    ['C18: half of an emoji', [say('user', '\ud83d')], '[0].content'],
  ])('%s is refused', (_name, value, path) => {
    expect(caught(() => openai.validate(JSON.stringify(value))).path).toBe(path);
  });
});

describe('between the wires', () => {
  it('results stand behind their calls, first in their message; roles are joined; ids are fit; inputs are objects', () => {
    const conversation = parse([
      say('system', 'S'),
      ask('Hm.', call('call:1', '{"n": 1e400}'), call('call.1', '[1]'), call('', 'raw')),
      tool('', 'third'),
      tool('call.1', 'second'),
      tool('call:1', 'first'),
      say('user', 'and?'),
      say('system', 'M'),
      say('user', ''),
      say('assistant', 'end'),
    ]);
    const output = anthropic.render(conversation, { ...all, notes: [{ boundary: 6, text: 'N' }] });
    anthropic.validate(output);
    expect(output).toContain('{"n": 1e400}');
    expect(JSON.parse(output)).toMatchObject({
      system: [{ type: 'text', text: 'S' }],
      messages: [
        { role: 'user', content: [{ text: '(conversation start)' }] },
        {
          role: 'assistant',
          content: [{ text: 'Hm.' }, { type: 'tool_use', id: 'call_1' }, { id: 'call_1_2', input: { input: [1] } }, { id: 'call', input: { input: 'raw' } }],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'call_1', content: 'first' },
            { tool_use_id: 'call_1_2', content: 'second' },
            { tool_use_id: 'call', content: 'third' },
            { text: 'and?' },
            { text: 'N' },
            { text: '<system>\nM\n</system>' },
          ],
        },
        { role: 'assistant', content: [{ text: 'end' }] },
      ],
    });
  });

  it('C07: thinking is left out, images of results follow behind all results, errors show in the text alone', () => {
    const png = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } };
    const use = (id: string): Json => ({ type: 'tool_use', id, name: 'n', input: {} });
    const source = anthropic.parse(
      JSON.stringify([
        { role: 'user', content: 'go' },
        { role: 'assistant', content: [{ type: 'thinking', thinking: 'hm', signature: 's' }, use('a'), use('b')] },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'a', content: [png] },
            { type: 'tool_result', tool_use_id: 'b', content: 'bad', is_error: true },
          ],
        },
      ]),
    );
    const output = openai.render(source, all);
    openai.validate(output);
    expect(JSON.parse(output)).toEqual([
      say('user', 'go'),
      ask(
        null,
        { id: 'a', type: 'function', function: { name: 'n', arguments: '{}' } },
        { id: 'b', type: 'function', function: { name: 'n', arguments: '{}' } },
      ),
      tool('a', ''),
      tool('b', 'bad'),
      say('user', [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO' } }]),
    ]);
  });

  it('a result that stands too late in another format moves behind its call, and an unanswered call becomes text', () => {
    const source = anthropic.parse(
      JSON.stringify([
        { role: 'user', content: 'go' },
        {
          role: 'assistant',
          content: [
            { type: 'tool_use', id: 'a', name: 'n', input: {} },
            { type: 'tool_use', id: 'lost', name: 'n', input: { x: 1 } },
          ],
        },
        { role: 'user', content: [{ type: 'text', text: 'wait' }] },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'a', content: 'r' },
            { type: 'text', text: 'so?' },
          ],
        },
      ]),
      { onInvalid: 'repair' },
    );
    const output = openai.render(source, all);
    openai.validate(output);
    expect((JSON.parse(output) as Json[]).map((message) => message['role'])).toEqual(['user', 'assistant', 'tool', 'user', 'user']);
    expect(output).toContain(JSON.stringify('{"name":"n","input":{"x":1}}'));
    const fresh = anthropic.render({ ...source, format: 'pi' }, all);
    anthropic.validate(fresh);
  });
});

const TRANSCRIPTS = resolve(import.meta.dirname, '../../..', process.env['HOLDFAST_TRANSCRIPTS'] ?? '../shared/transcripts', 'openai-chat');
const files = existsSync(TRANSCRIPTS) ? readdirSync(TRANSCRIPTS).filter((name) => name.endsWith('.json')) : [];

describe.skipIf(files.length === 0)('real OpenAI logs', () => {
  it.each(files)('%s comes back byte for byte, is valid, and is valid on the other wire', (name) => {
    const source = readFileSync(join(TRANSCRIPTS, name), 'utf8');
    const conversation = openai.parse(source);
    expect(conversation.spans.length).toBeGreaterThan(1);
    expect(openai.render(conversation, all)).toBe(source);
    openai.validate(source);
    const output = anthropic.render(conversation, all);
    anthropic.validate(output);
    const exchanges = (one: Conversation): unknown => one.spans.filter((span) => span.exchange).map((span) => [span.exchange?.toolName, span.text]);
    expect(exchanges(anthropic.parse(output))).toEqual(exchanges(conversation));
    for (const span of conversation.spans) {
      if (span.turn === 0) continue;
      const edited = openai.render(conversation, { ...all, keeps: (index) => index !== span.index });
      openai.validate(edited);
      expect(edited.length).toBeLessThan(source.length);
    }
  });
});
