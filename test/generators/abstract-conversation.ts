/** A conversation without a wire: what the generators make and the serializers write in each format. */
export type Step =
  | { readonly kind: 'user'; readonly text: string }
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'act'; readonly text?: string; readonly thinking?: string; readonly calls: readonly Call[] };

export interface Call {
  readonly tool: 'read' | 'write' | 'edit' | 'bash' | 'grep';
  readonly input: Readonly<Record<string, string>>;
  /** Absent: no result yet. */
  readonly result?: string;
  readonly isError?: boolean;
}

export interface AbstractConversation {
  readonly system: string;
  readonly steps: readonly Step[];
}

/** Names and argument names of the five tools in each format's own harness. */
const NAMES = {
  'claude-code': {
    read: ['Read', { path: 'file_path' }],
    write: ['Write', { path: 'file_path' }],
    edit: ['Edit', { path: 'file_path', old: 'old_string', new: 'new_string' }],
    bash: ['Bash', {}],
    grep: ['Grep', {}],
  },
  codex: {
    read: ['read_file', { path: 'file_path' }],
    write: ['write', {}],
    edit: ['edit', {}],
    bash: ['exec_command', { command: 'cmd' }],
    grep: ['grep_files', {}],
  },
  pi: { read: ['read', {}], write: ['write', {}], edit: ['edit', { old: 'oldText', new: 'newText' }], bash: ['bash', {}], grep: ['grep', {}] },
} as const;

interface NamedCall {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, string>>;
  readonly result: string | undefined;
  readonly isError: boolean;
}

function named(call: Call, id: string, harness: keyof typeof NAMES): NamedCall {
  const [name, renames] = NAMES[harness][call.tool];
  const input = Object.fromEntries(Object.entries(call.input).map(([key, value]) => [(renames as Readonly<Record<string, string>>)[key] ?? key, value]));
  return { id, name, input, result: call.result, isError: call.isError ?? false };
}

/** A request body of Anthropic Messages, as an object. */
export function toAnthropic(conversation: AbstractConversation): { system: string; messages: unknown[] } {
  const messages: { role: string; content: unknown }[] = [];
  let next = 0;
  for (const step of conversation.steps) {
    if (step.kind === 'user') {
      const last = messages.at(-1);
      // Results and the user's next words share a message where they meet, results first.
      if (last?.role === 'user' && Array.isArray(last.content)) last.content.push({ type: 'text', text: step.text });
      else messages.push({ role: 'user', content: step.text });
    } else if (step.kind === 'say') messages.push({ role: 'assistant', content: [{ type: 'text', text: step.text }] });
    else {
      const calls = step.calls.map((call) => named(call, `toolu_${++next}`, 'claude-code'));
      const content: unknown[] = [];
      if (step.thinking !== undefined) content.push({ type: 'thinking', thinking: step.thinking, signature: `sig${next}==` });
      if (step.text !== undefined) content.push({ type: 'text', text: step.text });
      for (const call of calls) content.push({ type: 'tool_use', id: call.id, name: call.name, input: call.input });
      messages.push({ role: 'assistant', content });
      const results = calls.filter((call) => call.result !== undefined);
      if (results.length > 0) {
        messages.push({
          role: 'user',
          content: results.map((call) => ({ type: 'tool_result', tool_use_id: call.id, content: call.result, ...(call.isError ? { is_error: true } : {}) })),
        });
      }
    }
  }
  return { system: conversation.system, messages };
}

/** A message array of Chat Completions. */
function toOpenAi(conversation: AbstractConversation): unknown[] {
  const messages: unknown[] = [{ role: 'system', content: conversation.system }];
  let next = 0;
  for (const step of conversation.steps) {
    if (step.kind === 'user') messages.push({ role: 'user', content: step.text });
    else if (step.kind === 'say') messages.push({ role: 'assistant', content: step.text });
    else {
      const calls = step.calls.map((call) => named(call, `call_${++next}`, 'pi'));
      messages.push({
        role: 'assistant',
        content: step.text ?? null,
        tool_calls: calls.map((call) => ({ id: call.id, type: 'function', function: { name: call.name, arguments: JSON.stringify(call.input) } })),
      });
      for (const call of calls) if (call.result !== undefined) messages.push({ role: 'tool', tool_call_id: call.id, content: call.result });
    }
  }
  return messages;
}

/** A request body of Responses: each response with its reasoning, its message, its calls. */
function toResponses(conversation: AbstractConversation): { instructions: string; input: unknown[] } {
  const input: unknown[] = [];
  let next = 0;
  for (const step of conversation.steps) {
    if (step.kind === 'user') input.push({ role: 'user', content: step.text });
    else if (step.kind === 'say') input.push(spoken(step.text, `msg_${++next}`));
    else {
      const calls = step.calls.map((call) => named(call, `call_${++next}`, 'pi'));
      if (step.thinking !== undefined) input.push({ type: 'reasoning', id: `rs_${next}`, summary: [], encrypted_content: `${step.thinking}==` });
      if (step.text !== undefined) input.push(spoken(step.text, `msg_${next}`));
      for (const call of calls) {
        const item = {
          type: 'function_call',
          id: `fc_${call.id}`,
          call_id: call.id,
          name: call.name,
          arguments: JSON.stringify(call.input),
          status: 'completed',
        };
        input.push(item);
      }
      for (const call of calls) if (call.result !== undefined) input.push({ type: 'function_call_output', call_id: call.id, output: call.result });
    }
  }
  return { instructions: conversation.system, input };
}

function spoken(text: string, id: string): unknown {
  return { type: 'message', id, role: 'assistant', content: [{ type: 'output_text', text, annotations: [] }] };
}

const START = Date.UTC(2026, 0, 5, 9, 0, 0);

function timeOf(index: number): string {
  return new Date(START + index * 1000).toISOString();
}

/** A pi session of version 3, as JSON Lines. */
function toPi(conversation: AbstractConversation): string {
  const lines: unknown[] = [{ type: 'session', version: 3, id: 'generated-session', timestamp: timeOf(0), cwd: '/work/shop' }];
  let parentId: string | null = null;
  let next = 0;
  const add = (message: unknown): void => {
    const id = (++next + 0x10000000).toString(16);
    lines.push({ type: 'message', id, parentId, timestamp: timeOf(next), message });
    parentId = id;
  };
  for (const step of conversation.steps) {
    if (step.kind === 'user') add({ role: 'user', content: [{ type: 'text', text: step.text }], timestamp: START });
    else if (step.kind === 'say')
      add({
        role: 'assistant',
        content: [{ type: 'text', text: step.text }],
        api: 'openai-completions',
        provider: 'local',
        model: 'scripted',
        stopReason: 'stop',
      });
    else {
      const calls = step.calls.map((call, index) => named(call, `call_${next}_${index}`, 'pi'));
      const content: unknown[] = [];
      if (step.thinking !== undefined) content.push({ type: 'thinking', thinking: step.thinking });
      if (step.text !== undefined) content.push({ type: 'text', text: step.text });
      for (const call of calls) content.push({ type: 'toolCall', id: call.id, name: call.name, arguments: call.input });
      add({ role: 'assistant', content, api: 'openai-completions', provider: 'local', model: 'scripted', stopReason: 'toolUse' });
      for (const call of calls) {
        if (call.result !== undefined)
          add({ role: 'toolResult', toolCallId: call.id, toolName: call.name, content: [{ type: 'text', text: call.result }], isError: call.isError });
      }
    }
  }
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

/** A Claude Code transcript, one block a record, parallel results as siblings. */
function toClaudeCode(conversation: AbstractConversation): string {
  const lines: string[] = [];
  let parentUuid: string | null = null;
  let next = 0;
  const add = (fields: Readonly<Record<string, unknown>>, parent: string | null = parentUuid): string => {
    const uuid = `00000000-0000-4000-8000-${(++next).toString(16).padStart(12, '0')}`;
    lines.push(
      JSON.stringify({
        parentUuid: parent,
        isSidechain: false,
        userType: 'external',
        cwd: '/work/shop',
        sessionId: 'generated-session',
        version: '2.1.39',
        gitBranch: 'main',
        ...fields,
        uuid,
        timestamp: timeOf(next),
      }),
    );
    parentUuid = uuid;
    return uuid;
  };
  for (const step of conversation.steps) {
    if (step.kind === 'user') add({ type: 'user', message: { role: 'user', content: step.text } });
    else {
      const id = `msg_${next}`;
      const block = (content: unknown): string =>
        add({
          type: 'assistant',
          requestId: `req_${id}`,
          message: {
            id,
            type: 'message',
            role: 'assistant',
            model: 'scripted',
            content: [content],
            stop_reason: null,
            usage: { input_tokens: 1, output_tokens: 1 },
          },
        });
      if (step.kind === 'say') {
        block({ type: 'text', text: step.text });
        continue;
      }
      if (step.thinking !== undefined) block({ type: 'thinking', thinking: step.thinking, signature: `sig${next}==` });
      if (step.text !== undefined) block({ type: 'text', text: step.text });
      const calls = step.calls.map((call, index) => named(call, `toolu_${next}_${index}`, 'claude-code'));
      const parents = calls.map((call) => block({ type: 'tool_use', id: call.id, name: call.name, input: call.input }));
      for (const [index, call] of calls.entries()) {
        if (call.result === undefined) continue;
        add(
          {
            type: 'user',
            message: {
              role: 'user',
              content: [{ type: 'tool_result', tool_use_id: call.id, content: call.result, ...(call.isError ? { is_error: true } : {}) }],
            },
          },
          parents[index] ?? null,
        );
      }
    }
  }
  return `${lines.join('\n')}\n`;
}

/** A Codex rollout: what the user says is proven by an event, writes are patches. */
function toCodex(conversation: AbstractConversation): string {
  const lines: string[] = [];
  let next = 0;
  const add = (type: string, payload: unknown): void => {
    lines.push(JSON.stringify({ timestamp: timeOf(lines.length), type, payload }));
  };
  const meta = { id: 'generated-session', timestamp: timeOf(0), cwd: '/work/shop', originator: 'codex_cli_rs', cli_version: '0.125.0', source: 'cli' };
  add('session_meta', conversation.system === '' ? meta : { ...meta, base_instructions: { text: conversation.system } });
  for (const step of conversation.steps) {
    if (step.kind === 'user') {
      add('turn_context', { cwd: '/work/shop', approval_policy: 'on-request', model: 'scripted' });
      add('response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text: step.text }] });
      add('event_msg', { type: 'user_message', message: step.text, images: [] });
    } else if (step.kind === 'say') {
      add('event_msg', { type: 'agent_message', message: step.text });
      add('response_item', { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: step.text }] });
    } else {
      const calls = step.calls.map((call) => ({ ...named(call, `call_${++next}`, 'codex'), patch: patchOf(call) }));
      if (step.thinking !== undefined) add('response_item', { type: 'reasoning', summary: [], content: null, encrypted_content: `${step.thinking}==` });
      if (step.text !== undefined) add('response_item', { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: step.text }] });
      for (const { id, name, input, patch } of calls) {
        if (patch === undefined) add('response_item', { type: 'function_call', name, arguments: JSON.stringify(input), call_id: id });
        else add('response_item', { type: 'custom_tool_call', status: 'completed', name: 'apply_patch', input: patch, call_id: id });
      }
      for (const { id, result, patch, isError } of calls) {
        if (result === undefined) continue;
        const exitCode = isError ? 1 : 0;
        const output = patch === undefined ? `Chunk ID: ab12cd\nWall time: 0.1 seconds\nProcess exited with code ${exitCode}\nOutput:\n${result}` : result;
        add('response_item', { type: patch === undefined ? 'function_call_output' : 'custom_tool_call_output', call_id: id, output });
        if (patch === undefined) add('event_msg', { type: 'exec_command_end', call_id: id, exit_code: exitCode, aggregated_output: result });
      }
    }
  }
  return `${lines.join('\n')}\n`;
}

function patchOf({ tool, input }: Call): string | undefined {
  const { path, content, old, new: added } = input;
  const lined = (text: string | undefined, sign: string): string =>
    (text ?? '')
      .split('\n')
      .map((line) => `${sign}${line}`)
      .join('\n');
  if (tool === 'write') return `*** Begin Patch\n*** Add File: ${path}\n${lined(content, '+')}\n*** End Patch`;
  return tool === 'edit' ? `*** Begin Patch\n*** Update File: ${path}\n@@\n${lined(old, '-')}\n${lined(added, '+')}\n*** End Patch` : undefined;
}

/** A SWE-agent trajectory of the function-calling kind. */
function toSweAgent(conversation: AbstractConversation): string {
  const history: unknown[] = [{ role: 'system', content: conversation.system, agent: 'main', message_type: 'system_prompt' }];
  let next = 0;
  for (const step of conversation.steps) {
    if (step.kind === 'user') history.push({ role: 'user', content: step.text, agent: 'main', message_type: 'observation' });
    else if (step.kind === 'say')
      history.push({ role: 'assistant', content: step.text, thought: step.text, action: '', agent: 'main', message_type: 'action' });
    else {
      const calls = step.calls.map((call) => named(call, `call_${++next}`, 'pi'));
      history.push({
        role: 'assistant',
        content: step.text ?? '',
        thought: step.text ?? '',
        action: calls.map((call) => call.name).join(' '),
        agent: 'main',
        message_type: 'action',
        tool_calls: calls.map((call) => ({ id: call.id, type: 'function', function: { name: call.name, arguments: JSON.stringify(call.input) } })),
      });
      for (const call of calls) {
        if (call.result !== undefined)
          history.push({ role: 'tool', content: call.result, agent: 'main', message_type: 'observation', tool_call_ids: [call.id] });
      }
    }
  }
  return JSON.stringify({ environment: 'generated', trajectory: [], history, info: { exit_status: null } }, null, 2);
}

export const SERIALIZERS = {
  anthropic: (conversation: AbstractConversation): string => JSON.stringify(toAnthropic(conversation)),
  openai: (conversation: AbstractConversation): string => JSON.stringify(toOpenAi(conversation)),
  'openai-responses': (conversation: AbstractConversation): string => JSON.stringify(toResponses(conversation)),
  pi: toPi,
  'claude-code': toClaudeCode,
  codex: toCodex,
  'swe-agent': toSweAgent,
} as const;
