import { type AbstractConversation, SERIALIZERS } from './abstract-conversation.ts';

type TalkStep = Extract<AbstractConversation['steps'][number], { kind: 'user' | 'say' }>;
type Json = Record<string, unknown>;

/**
 * A conversation in a format, output of a compaction or not, with talk behind it. `key` makes ids that no other growth of
 * it has: one to four hex digits.
 */
export function growTalk(format: keyof typeof SERIALIZERS, text: string, steps: readonly TalkStep[], key: string): string {
  const added = SERIALIZERS[format]({ system: '', steps });
  switch (format) {
    case 'anthropic': {
      const body = JSON.parse(text) as { messages: unknown[] };
      return JSON.stringify({ ...body, messages: [...body.messages, ...(JSON.parse(added) as typeof body).messages] });
    }
    case 'openai':
      return JSON.stringify([...(JSON.parse(text) as unknown[]), ...(JSON.parse(added) as unknown[]).slice(1)]);
    case 'openai-responses': {
      const body = JSON.parse(text) as { input: unknown[] };
      return JSON.stringify({ ...body, input: [...body.input, ...(JSON.parse(added) as typeof body).input] });
    }
    case 'codex':
      return text + added.slice(added.indexOf('\n') + 1);
    case 'swe-agent': {
      const trajectory = JSON.parse(text) as { history: unknown[] };
      return JSON.stringify({ ...trajectory, history: [...trajectory.history, ...(JSON.parse(added) as typeof trajectory).history.slice(1)] });
    }
    case 'pi':
      return text + chained(text, linesOf(added).slice(1), 'id', 'parentId', (id) => `${key.padStart(4, '2')}${id.slice(4)}`);
    case 'claude-code':
      return text + chained(text, linesOf(added), 'uuid', 'parentUuid', (uuid) => `${key.padStart(8, '0')}${uuid.slice(8)}`);
  }
}

function linesOf(text: string): readonly Json[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Json);
}

/** The added records under new names, the first hung on the last of `text`. */
function chained(text: string, added: readonly Json[], id: string, parent: string, rename: (id: string) => string): string {
  let latest: unknown = linesOf(text).findLast((record) => typeof record[id] === 'string' && record['type'] !== 'session')?.[id] ?? null;
  return added
    .map((record) => {
      const name = rename(String(record[id]));
      const message = record['message'] as Json;
      const renamed = typeof message['id'] === 'string' ? { ...message, id: `${message['id']}_${name}` } : message;
      const line = JSON.stringify({ ...record, [id]: name, [parent]: latest, message: renamed });
      latest = name;
      return `${line}\n`;
    })
    .join('');
}
