import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effectOf } from '../core/classify/tools/lookup.ts';
import type { ToolEffect } from '../core/classify/tools/tool-rule.ts';
import type { FormatName } from '../core/conversation.ts';
import { formats } from './index.ts';

const shell = (command: string, workingDirectory?: string): ToolEffect => ({
  effect: 'shell',
  command,
  ...(workingDirectory === undefined ? {} : { workingDirectory }),
});
const oneShot: ToolEffect = { effect: 'one-shot' };
const PATCH = '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-x\n+y\n*** Add File: b.ts\n+z\n*** End Patch';

const ROWS: readonly (readonly [FormatName, string, unknown, ToolEffect])[] = [
  ['claude-code', 'Read', { file_path: '/a' }, { effect: 'read-file', path: '/a' }],
  ['claude-code', 'Read', { file_path: '/a', offset: 10, limit: 5 }, { effect: 'read-file', path: '/a', range: '10-14' }],
  ['claude-code', 'Read', { file_path: '/a', offset: 10 }, { effect: 'read-file', path: '/a', range: '10-' }],
  ['claude-code', 'Read', { file_path: 7 }, oneShot],
  ['claude-code', 'Write', { file_path: '/a', content: 'x' }, { effect: 'write-file', paths: ['/a'], isWhole: true }],
  ['claude-code', 'MultiEdit', { file_path: '/a', edits: [] }, { effect: 'write-file', paths: ['/a'], isWhole: false }],
  ['claude-code', 'NotebookEdit', { notebook_path: '/a' }, { effect: 'write-file', paths: ['/a'], isWhole: false }],
  ['claude-code', 'Grep', { pattern: 'x', path: '/a' }, { effect: 'list', command: 'Grep path="/a" pattern="x"', paths: ['/a'] }],
  ['claude-code', 'Glob', { pattern: '*' }, { effect: 'list', command: 'Glob pattern="*"', paths: [] }],
  ['claude-code', 'Bash', { command: 'ls', description: 'd', timeout: 5 }, shell('ls')],
  ['claude-code', 'Bash', { command: 'ls', run_in_background: true }, oneShot],
  ['claude-code', 'BashOutput', { bash_id: '1' }, oneShot],
  ['claude-code', 'WebFetch', { url: 'https://x', prompt: 'p' }, { effect: 'fetch-url', url: 'https://x' }],
  ['claude-code', 'WebSearch', { query: 'x' }, oneShot],
  ['claude-code', 'Task', { prompt: 'x' }, oneShot],
  [
    'claude-code',
    'TodoWrite',
    { todos: [{ content: 'a', status: 'blocked', activeForm: 'A' }, 7] },
    { effect: 'plan', items: [{ text: 'a', state: 'blocked' }] },
  ],
  ['claude-code', 'TodoWrite', { todos: 'a' }, oneShot],
  ['claude-code', 'TaskCreate', { subject: 's' }, { effect: 'plan', items: [{ text: 's', state: 'pending' }] }],
  ['claude-code', 'TaskUpdate', { taskId: '3', status: 'completed' }, { effect: 'plan', items: [{ id: '3', text: 'task 3', state: 'completed' }] }],
  ['claude-code', 'ExitPlanMode', { plan: 'p' }, { effect: 'ask' }],
  ['claude-code', 'AskUserQuestion', { questions: [] }, { effect: 'ask' }],
  ['claude-code', 'EnterPlanMode', {}, { effect: 'mode', modeKind: 'plan-mode' }],
  ['claude-code', 'Skill', { skill: 'review' }, { effect: 'list', command: 'Skill skill="review"', paths: [] }],
  ['pi', 'read', { path: 'a', offset: 1, limit: 20 }, { effect: 'read-file', path: 'a', range: '1-20' }],
  ['pi', 'edit', { path: 'a', oldText: 'x', newText: 'y' }, { effect: 'write-file', paths: ['a'], isWhole: false }],
  ['pi', 'write', { path: 'a', content: '' }, { effect: 'write-file', paths: ['a'], isWhole: true }],
  ['pi', 'bash', { command: 'ls' }, shell('ls')],
  ['pi', 'ls', { path: 'src' }, { effect: 'list', command: 'ls path="src"', paths: ['src'] }],
  ['swe-agent', 'open', { command: 'open src/a.py 12' }, { effect: 'list', command: 'open src/a.py 12', paths: ['src/a.py'] }],
  ['swe-agent', 'open', { path: 'src/a.py', line_number: 12 }, { effect: 'list', command: 'open src/a.py 12', paths: ['src/a.py'] }],
  ['swe-agent', 'create', { command: 'create "a.py"' }, { effect: 'write-file', paths: ['a.py'], isWhole: true }],
  ['swe-agent', 'edit', { command: 'edit 1:2\nx\nend_of_edit' }, { effect: 'write-file', paths: [], isWhole: false }],
  ['swe-agent', 'find_file', { file_name: 'a.py', dir: 'src' }, { effect: 'list', command: 'find_file dir="src" file_name="a.py"', paths: ['src'] }],
  ['swe-agent', 'search_file', { command: 'search_file foo' }, oneShot],
  ['swe-agent', 'search_file', { command: 'search_file foo a.py' }, { effect: 'list', command: 'search_file foo a.py', paths: ['a.py'] }],
  ['swe-agent', 'scroll_down', { command: 'scroll_down' }, oneShot],
  ['swe-agent', 'submit', {}, oneShot],
  ['swe-agent', 'ls', { command: 'ls -F' }, shell('ls -F')],
  ['swe-agent', 'bash', { command: 'ls' }, shell('ls')],
  ['openai', 'execute_bash', { command: 'ls', is_input: 'false' }, shell('ls')],
  ['openai', 'execute_bash', { command: 'y', is_input: 'true' }, oneShot],
  ['openai', 'terminal', { command: 'ls', security_risk: 'LOW' }, shell('ls')],
  ['openai', 'shell', { command: ['bash', '-lc', 'ls | wc'], workdir: '/w' }, shell('ls | wc', '/w')],
  ['openai', 'shell', { command: ['cat', "it's"] }, shell(`cat 'it'\\''s'`)],
  ['openai', 'exec_command', { cmd: 'ls', workdir: 'x' }, shell('ls', 'x')],
  ['openai', 'apply_patch', PATCH, { effect: 'write-file', paths: ['src/a.ts', 'b.ts'], isWhole: false }],
  ['openai', 'apply_patch', { input: PATCH.replace('Add File', 'Delete File') }, oneShot],
  ['openai', 'update_plan', { plan: [{ step: 's', status: 'in_progress' }] }, { effect: 'plan', items: [{ text: 's', state: 'in_progress' }] }],
  [
    'openai',
    'task_tracker',
    { command: 'plan', task_list: [{ id: '1', title: 't', status: 'todo' }] },
    { effect: 'plan', items: [{ text: 't', state: 'todo', id: '1' }] },
  ],
  ['openai', 'task_tracker', { command: 'view' }, oneShot],
  ['openai', 'str_replace_editor', { command: 'view', path: '/a', view_range: '[3, 9]' }, { effect: 'read-file', path: '/a', range: '3-9' }],
  ['openai', 'execute_ipython_cell', { code: '1' }, oneShot],
  ['openai', 'read_file', { file_path: '/a', start_line: 3, end_line: 9 }, { effect: 'read-file', path: '/a', range: '3-9' }],
  ['openai', 'todowrite', { todos: [{ content: 'a', status: 'cancelled' }] }, { effect: 'plan', items: [{ text: 'a', state: 'cancelled' }] }],
  ['anthropic', 'bash', { restart: true }, oneShot],
  ['anthropic', 'str_replace_based_edit_tool', { command: 'view', path: '/a', view_range: [3, -1] }, { effect: 'read-file', path: '/a', range: '3-' }],
  ['anthropic', 'str_replace_based_edit_tool', { command: 'insert', path: '/a' }, { effect: 'write-file', paths: ['/a'], isWhole: false }],
  ['anthropic', 'memory', { command: 'delete', path: '/memories/a' }, oneShot],
  ['anthropic', 'memory', { command: 'view', path: '/memories/a' }, { effect: 'read-file', path: '/memories/a' }],
  ['anthropic', 'web_fetch', { url: 'https://x' }, { effect: 'fetch-url', url: 'https://x' }],
  ['anthropic', 'web_search', { query: 'x' }, oneShot],
  ['openai', 'request_user_input', { questions: [{ id: 'q', question: 'Which?' }] }, { effect: 'ask' }],
  ['openai', 'question', { questions: [] }, { effect: 'ask' }],
  ['openai', 'ask_followup_question', { question: 'Which?' }, { effect: 'ask' }],
  ['openai', 'ask_user', { questions: [] }, { effect: 'ask' }],
  ['anthropic', 'ask_followup_question', { question: 'Which?' }, { effect: 'ask' }],
  ['anthropic', 'question', {}, { effect: 'ask' }],
  ['codex', 'exec_command', { cmd: "sed -n '1,9p' a.ts", workdir: '/w' }, shell("sed -n '1,9p' a.ts", '/w')],
  ['codex', 'shell', { command: ['bash', '-lc', 'ls | wc'], workdir: '/w' }, shell('ls | wc', '/w')],
  ['codex', 'apply_patch', PATCH, { effect: 'write-file', paths: ['src/a.ts', 'b.ts'], isWhole: false }],
  ['codex', 'update_plan', { plan: [{ step: 's', status: 'in_progress' }] }, { effect: 'plan', items: [{ text: 's', state: 'in_progress' }] }],
  ['codex', 'view_image', { path: 'a.png' }, { effect: 'list', command: 'view_image path="a.png"', paths: ['a.png'] }],
  ['codex', 'view_image', {}, oneShot],
  ['codex', 'write_stdin', { session_id: 1, chars: '' }, oneShot],
  ['codex', 'request_user_input', { questions: [] }, { effect: 'ask' }],
  ['openai-responses', 'shell_call', { commands: ['cd src', 'ls'] }, shell('cd src\nls')],
  ['openai-responses', 'shell_call', { commands: [] }, oneShot],
  ['openai-responses', 'apply_patch_call', { type: 'update_file', path: 'a.ts', diff: '' }, { effect: 'write-file', paths: ['a.ts'], isWhole: false }],
  ['openai-responses', 'apply_patch_call', { type: 'create_file', path: 'a.ts', diff: '' }, { effect: 'write-file', paths: ['a.ts'], isWhole: true }],
  ['openai-responses', 'apply_patch_call', { type: 'delete_file', path: 'a.ts' }, oneShot],
  ['openai-responses', 'exec_command', { cmd: 'ls' }, shell('ls')],
  ['pi', 'question', { question: 'Which?' }, { effect: 'ask' }],
];

describe('DESIGN §4: the tool tables of the harnesses', () => {
  it.each(ROWS)('%s: %s %j', (format, name, input, effect) => {
    expect(effectOf(name, input, formats[format].tools)).toEqual(effect);
  });

  it.each(Object.values(formats))('$name: each row has a source and a name of its own', ({ tools }) => {
    for (const rule of tools) expect(rule.source.length).toBeGreaterThan(3);
    expect(new Set(tools.map((rule) => rule.name)).size).toBe(tools.length);
  });

  it.each(Object.values(formats))('$name: property: no arguments make a row throw', ({ tools }) => {
    const names = ['command', 'path', 'file_path', 'url', 'todos', 'plan', 'view_range', 'cmd', 'offset', 'limit', 'input', 'taskId'];
    const input = fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.anything(), fc.string(), fc.constantFrom('view', 'create', 'plan')));
    fc.assert(
      fc.property(fc.constantFrom(...tools), input, (rule, value) => {
        const effect = rule.effectOf(value);
        if (effect?.effect === 'read-file') expect(effect.path.trim()).not.toBe('');
        if (effect?.effect === 'shell') expect(effect.command.trim()).not.toBe('');
      }),
    );
  });
});
