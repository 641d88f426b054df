import { describe, expect, it } from 'vitest';
import { FormatError } from '../core/errors/format-error.ts';
import { detectFormat } from './detect.ts';
import { parseSource } from './index.ts';

const lines = (...records: unknown[]): string => records.map((record) => JSON.stringify(record)).join('\n');
const say = (role: string, content: unknown): object => ({ role, content });

describe('detectFormat', () => {
  it.each([
    ['pi', lines({ type: 'session', id: 's', cwd: '/w' }, { type: 'message' })],
    ['pi', lines({ type: 'session', id: 's', cwd: '/w' })],
    [
      'claude-code',
      lines(...Array.from({ length: 40 }, () => ({ type: 'summary', summary: 't', leafUuid: 'l' })), { sessionId: 's', uuid: 'u', parentUuid: null }),
    ],
    ['claude-code', `\0\0\0\n{"cut\n${lines({ type: 'user', sessionId: 's', uuid: 'u', parentUuid: null })}`],
    ['swe-agent', JSON.stringify({ history: [say('system', 'x')] })],
    ['swe-agent', JSON.stringify({ trajectory: [], history: [say('system', 'x')], info: {} }, null, 2)],
    ['anthropic', JSON.stringify([say('user', 'hi'), say('assistant', [{ type: 'tool_use', id: 'a', name: 'x', input: {} }])])],
    ['anthropic', JSON.stringify({ system: 'be brief', messages: [say('user', 'hi')] })],
    ['openai', JSON.stringify([say('user', 'hi'), { role: 'assistant', content: null, tool_calls: [{ id: 'a', type: 'function', function: {} }] }])],
    ['openai', JSON.stringify({ messages: [say('system', 'x'), say('user', 'hi')] })],
    ['openai', JSON.stringify([say('developer', [{ type: 'text', text: 'x' }]), say('user', [{ type: 'image_url', image_url: { url: 'u' } }])])],
    ['openai-responses', JSON.stringify({ input: [{ type: 'function_call', call_id: 'a' }] })],
    ['openai-responses', JSON.stringify({ model: 'm', input: 'hi' })],
    ['openai-responses', JSON.stringify({ model: 'm', instructions: 'x', input: [say('developer', 'x'), say('user', 'hi')] })],
    ['openai-responses', JSON.stringify([say('developer', [{ type: 'input_text', text: 'x' }]), say('user', 'hi')])],
    ['openai-responses', JSON.stringify([{ type: 'message', ...say('system', 'x') }, say('user', 'hi')])],
    ['codex', lines({ type: 'session_meta', timestamp: 't', payload: {} }, { type: 'response_item', timestamp: 't', payload: {} })],
    ['codex', lines({ type: 'event_msg', timestamp: 't', payload: {} }, { type: 'compacted', timestamp: 't', payload: {} })],
    ['codex', lines({ id: 's', timestamp: 't', instructions: null }, { type: 'message', ...say('user', [{ type: 'input_text', text: 'hi' }]) })],
  ])('knows %s by its evidence', (format, source) => {
    expect(detectFormat(source).format).toBe(format);
    expect(detectFormat(`\uFEFF${source}`).format).toBe(format);
  });

  it('says that role and content alone are ambiguous, and reads them as Chat Completions', () => {
    const source = JSON.stringify([say('user', 'hi'), say('assistant', 'hello')]);
    expect(detectFormat(source)).toMatchObject({ format: 'openai', evidence: expect.stringContaining('ambiguous') });
    expect(parseSource(source).recognizedAs).toContain('ambiguous');
  });

  it.each([
    ['Gemini CLI', JSON.stringify({ sessionId: 's', projectHash: 'p', messages: [] }), ''],
    ['OpenCode', JSON.stringify({ info: {}, messages: [{ info: {}, parts: [] }] }), ''],
    ['mini-swe-agent', JSON.stringify({ info: {}, messages: [say('user', 'hi')], trajectory_format: 'mini-swe-agent-1' }), ''],
    ['mini-swe-agent', JSON.stringify([say('user', 'hi')]), '/x/github_issue.traj.json'],
    ['ATIF', JSON.stringify({ schema_version: 'ATIF-v1.2', steps: [] }), ''],
    ['OpenHands', lines({ kind: 'MessageEvent', id: '1' }, { kind: 'ActionEvent', id: '2' }), ''],
    ['Cline', JSON.stringify([say('user', 'hi')]), 'tasks/1/api_conversation_history.json'],
    ['aider', '\n# aider chat started at 2025-01-01 00:00:00\n\n#### hello\n', ''],
    ['LangChain', JSON.stringify([{ lc: 1, type: 'constructor', id: [], kwargs: {} }]), ''],
    ['AI SDK', JSON.stringify([say('assistant', [{ type: 'tool-call', toolCallId: 'a' }])]), ''],
    ['Gemini contents', JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }), ''],
  ])('names %s as known and not read yet', (name, source, fileName) => {
    expect(() => detectFormat(source, fileName)).toThrow(FormatError);
    expect(() => detectFormat(source, fileName)).toThrow(name);
    expect(() => detectFormat(source, fileName)).toThrow('does not read yet');
  });

  it.each([
    ['nothing', '  \n'],
    ['prose', 'Dear model, please compact this.'],
    ['other JSON', '{"a":1}'],
    ['other JSON Lines', lines({ a: 1 }, { b: 2 })],
    ['a number', '42'],
  ])('says what it looked at where there is %s', (_, source) => {
    expect(() => detectFormat(source)).toThrow(/looked at/);
    expect(() => detectFormat(source)).toThrow(expect.objectContaining({ code: 'format-unknown' }));
  });

  it('says where JSON is broken', () => {
    expect(() => detectFormat('{\n "messages": [\n  {"role": "user",}\n]}')).toThrow(/line 3/);
    expect(() => detectFormat('[{"role": "user"')).toThrow(/not JSON/);
  });

  it('a format that is named wins over the evidence', () => {
    const source = JSON.stringify([say('user', 'hi')]);
    expect(parseSource(source, { format: 'anthropic' }).format).toBe('anthropic');
    expect(() => parseSource(source, { format: 'cursor' as never })).toThrow(/There is no format/);
  });
});
