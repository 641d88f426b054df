import type { MessageEdit } from '../../src/integrations/edit-messages.ts';
import type { HostAdapter, PluginHost } from '../../src/integrations/host-adapter.ts';
import { OPENCODE } from '../../src/integrations/opencode-messages.ts';
import { PI } from '../../src/integrations/pi-messages.ts';
import { longResult, TASK } from '../live/agent.ts';

export type HostMessage = Readonly<Record<string, unknown>>;

/** How each host keeps an agent's session, and what its plugin makes of edits. */
interface Host {
  readonly adapter: HostAdapter;
  readonly user: (text: string, number: number) => HostMessage;
  readonly exchange: (name: string, path: string, result: string) => readonly HostMessage[];
  /** An answer without a call, with what the provider measured. */
  readonly answer: (text: string, inputTokens?: number) => HostMessage;
  readonly note: (text: string) => HostMessage;
  readonly notePart: (text: string) => HostMessage;
  readonly partsOf: (message: HostMessage) => readonly unknown[];
  readonly withParts: (message: HostMessage, parts: readonly unknown[]) => HostMessage;
}

const NO_TOKENS = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 };

function piAnswer(content: readonly unknown[], input = 0): HostMessage {
  return {
    role: 'assistant',
    content,
    api: 'anthropic-messages',
    provider: 'fake',
    model: 'm',
    usage: { ...NO_TOKENS, input },
    stopReason: 'stop',
    timestamp: 2,
  };
}

function openCodeAnswer(parts: readonly HostMessage[], input = 0): HostMessage {
  const tokens = { input, output: 0, reasoning: 0, cache: { read: 0, write: 0 } };
  return {
    info: { id: 'msg_a', sessionID: 'ses_1', role: 'assistant', time: { created: 2 }, tokens },
    parts: [{ type: 'step-start' }, ...parts, { type: 'step-finish', tokens }],
  };
}

export const TEST_HOSTS: Readonly<Record<PluginHost, Host>> = {
  pi: {
    adapter: PI,
    user: (text, number) => ({ role: 'user', content: [{ type: 'text', text }], timestamp: number }),
    exchange: (id, path, result) => [
      piAnswer([
        { type: 'text', text: `Looking at ${path}.` },
        { type: 'toolCall', id, name: 'read', arguments: { path } },
      ]),
      { role: 'toolResult', toolCallId: id, toolName: 'read', content: [{ type: 'text', text: result }], isError: false, timestamp: 3, details: { lines: 60 } },
    ],
    answer: (text, inputTokens) => piAnswer([{ type: 'text', text }], inputTokens),
    note: (text) => ({ role: 'user', content: [{ type: 'text', text }], timestamp: 0 }),
    notePart: (text) => ({ type: 'text', text }),
    partsOf: (message) => (Array.isArray(message['content']) && message['role'] !== 'toolResult' ? message['content'] : [message]),
    withParts: (message, content) => ({ ...message, content }),
  },
  opencode: {
    adapter: OPENCODE,
    user: (text, number) => ({
      info: { id: `msg_u${number}`, sessionID: 'ses_1', role: 'user', time: { created: number } },
      parts: [{ id: 'prt_1', type: 'text', text }],
    }),
    exchange: (callID, path, output) => [
      openCodeAnswer([
        { type: 'text', text: `Looking at ${path}.` },
        {
          type: 'tool',
          callID,
          tool: 'read',
          state: { status: 'completed', input: { filePath: path }, output, title: path, metadata: {}, time: { start: 1, end: 2 } },
        },
      ]),
    ],
    answer: (text, inputTokens) => openCodeAnswer([{ type: 'text', text }], inputTokens),
    note: (text) => ({ info: { role: 'user', id: 'note' }, parts: [{ type: 'text', text, synthetic: true }] }),
    notePart: (text) => ({ type: 'text', text, synthetic: true }),
    partsOf: (message) => message['parts'] as readonly unknown[],
    withParts: (message, parts) => ({ ...message, parts }),
  },
};

/** An agent that reads one file after the other. */
export function hostSession(host: PluginHost, exchanges: number, name = 'toolu'): readonly HostMessage[] {
  const { user, exchange } = TEST_HOSTS[host];
  const read = Array.from({ length: exchanges }, (_, number) => exchange(`${name}_${number}`, `src/file${number}.ts`, longResult(number)));
  return [user(TASK, 1), ...read.flat()];
}

/** What a plugin makes of edits, written from their description and not from the plugins. */
export function applied(host: PluginHost, messages: readonly HostMessage[], edits: readonly MessageEdit[]): readonly HostMessage[] {
  const { note, notePart, partsOf, withParts } = TEST_HOSTS[host];
  return edits.map((edit) => {
    if ('note' in edit) return note(edit.note);
    const message = messages[edit.message] ?? {};
    if (!('parts' in edit)) return message;
    const parts = partsOf(message);
    return withParts(
      message,
      edit.parts.map((part) => (typeof part === 'number' ? parts[part] : notePart(part.note))),
    );
  });
}
