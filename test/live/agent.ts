import type { LiveFormat } from '../../src/live/live-request.ts';

export const RULE = 'Never touch anything under config/prod.';
export const TASK = `Move the orders to the new table. ${RULE}`;

/** A result of about 900 tokens, different for each number. */
export function longResult(number: number, lines = 60): string {
  return Array.from({ length: lines }, (_, line) => `line ${line} of file ${number}: const value${line * number} = ${line * 31 + number};`).join('\n');
}

export type Item = Readonly<Record<string, unknown>>;

/** How each wire writes an agent's session: the user's words, a call, and what it gave. */
interface Wire {
  readonly list: string;
  readonly user: (text: string) => Item;
  readonly exchange: (name: string, path: string, result: string) => readonly Item[];
  readonly tools: readonly unknown[];
}

const TOOL_NAMES = ['read', 'recall'];

export const WIRES: Readonly<Record<LiveFormat, Wire>> = {
  anthropic: {
    list: 'messages',
    user: (text) => ({ role: 'user', content: text }),
    exchange: (name, path, result) => [
      {
        role: 'assistant',
        content: [
          { type: 'text', text: `Looking at ${path}.` },
          { type: 'tool_use', id: name, name: 'read', input: { path } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: name, content: result }] },
    ],
    tools: TOOL_NAMES.map((name) => ({ name, input_schema: { type: 'object' } })),
  },
  openai: {
    list: 'messages',
    user: (text) => ({ role: 'user', content: text }),
    exchange: (name, path, result) => [
      {
        role: 'assistant',
        content: `Looking at ${path}.`,
        tool_calls: [{ id: name, type: 'function', function: { name: 'read', arguments: JSON.stringify({ path }) } }],
      },
      { role: 'tool', tool_call_id: name, content: result },
    ],
    tools: TOOL_NAMES.map((name) => ({ type: 'function', function: { name, parameters: { type: 'object' } } })),
  },
  'openai-responses': {
    list: 'input',
    user: (text) => ({ role: 'user', content: [{ type: 'input_text', text }] }),
    exchange: (name, path, result) => [
      { type: 'function_call', call_id: name, name: 'read', arguments: JSON.stringify({ path }) },
      { type: 'function_call_output', call_id: name, output: result },
    ],
    tools: TOOL_NAMES.map((name) => ({ type: 'function', name, parameters: { type: 'object' } })),
  },
};

export const LIVE_FORMATS = Object.keys(WIRES) as LiveFormat[];

/** An agent that reads one file after the other: its items after so many exchanges. */
export function session(format: LiveFormat, exchanges: number, name = 'toolu'): readonly Item[] {
  const wire = WIRES[format];
  const items: Item[] = [wire.user(TASK)];
  for (let number = 0; number < exchanges; number++) items.push(...wire.exchange(`${name}_${number}`, `src/file${number}.ts`, longResult(number)));
  return items;
}

/** The body of a request, as a client writes it. */
export function bodyOf(format: LiveFormat, items: readonly Item[], members: Item = {}): string {
  const { list, tools } = WIRES[format];
  return JSON.stringify({ model: 'model-1', max_tokens: 1000, [list]: items, tools, ...members });
}

/** The exact texts of a body's items. */
export function itemsOf(format: LiveFormat, body: string): readonly string[] {
  const value = JSON.parse(body) as Readonly<Record<string, unknown>>;
  return (value[WIRES[format].list] as readonly unknown[]).map((item) => JSON.stringify(item));
}
