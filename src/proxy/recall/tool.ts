import { RECALL_TOOL } from '../../core/classify/tools/recall-tool.ts';
import { type JsonContainer, memberNamed, readContainer, valueText } from '../../formats/json-text.ts';
import type { LiveFormat } from '../../live/live-request.ts';
import { RECALL_ALLOWANCE } from '../../live/recall-request.ts';

/** What the model calls; RECALL_TOOL knows it, so that what it recalls is recoverable again (E2). */
export const RECALL_TOOL_NAME = 'holdfast_recall';

const DESCRIPTION = [
  'Gets back, letter for letter, what was moved out of this conversation to make room.',
  'Markers such as [EVICTED:…:recover=hf_…] name the handle; without one, search for words, or ask for turns by their numbers (t11 is turn 11).',
  'Give one of `handle`, `search` and `turns`. A long answer comes in pages and says with which `offset` it goes on.',
].join(' ');

const INPUT_SCHEMA = {
  type: 'object',
  properties: {
    handle: { type: 'string', description: 'An archive handle: hf_ and 20 letters.' },
    search: { type: 'string', description: 'Words that stand in what is sought.' },
    turns: { type: 'string', description: 'A turn or a range of turns, as "11" or "3-7".' },
    offset: { type: 'integer', description: 'Where to go on, as the page before told.' },
    limit: { type: 'integer', description: `Tokens that the answer may take. Default ${RECALL_ALLOWANCE.default}.` },
  },
};

/** The tool in each wire format. Always the same bytes: the provider's cache begins with the tools. */
const DEFINITIONS: Readonly<Record<LiveFormat, string>> = {
  anthropic: JSON.stringify({ name: RECALL_TOOL_NAME, description: DESCRIPTION, input_schema: INPUT_SCHEMA }),
  openai: JSON.stringify({ type: 'function', function: { name: RECALL_TOOL_NAME, description: DESCRIPTION, parameters: INPUT_SCHEMA } }),
  // Strict is the default of this wire, and its schemas know no optional fields.
  'openai-responses': JSON.stringify({ type: 'function', name: RECALL_TOOL_NAME, description: DESCRIPTION, parameters: INPUT_SCHEMA, strict: false }),
};

/** Whether the request offers our tool. In a string of the conversation its quotes would be escaped. */
export function offersRecallTool(format: LiveFormat, body: string): boolean {
  return body.includes(DEFINITIONS[format]);
}

/**
 * The body with the tool behind all others; the same text where it must not be there. It is offered whatever the turn is
 * about, as a tool that comes and goes would cost the provider's cache. `request` is the body's own container: a long
 * conversation is read once.
 */
export function withRecallTool(format: LiveFormat, body: string, request = readContainer(body)): string {
  if (keepsItsOwnState(format, body, request)) return body;
  const member = memberNamed(request, 'tools');
  const text = member === undefined ? 'null' : valueText(body, member);
  const definition = DEFINITIONS[format];
  if (text === 'null' || /^\[\s*\]$/.test(text)) {
    // A choice among no tools is the client's mistake, or would force the only one that is ours.
    if (isGiven(body, request, 'tool_choice')) return body;
    if (member !== undefined) return spliced(body, member.valueStart, member.end, `[${definition}]`);
    return spliced(body, request.close, request.close, `${request.items.length === 0 ? '' : ','}"tools":[${definition}]`);
  }
  if (!text.startsWith('[') || member === undefined || offersRecall(text)) return body;
  return spliced(body, member.end - 1, member.end - 1, `,${definition}`);
}

function spliced(text: string, start: number, end: number, inserted: string): string {
  return `${text.slice(0, start)}${inserted}${text.slice(end)}`;
}

/**
 * Requests whose answers cannot be continued here: several choices, the old kind of functions, and state that lies at the
 * provider and takes in each answer, with our call, before it is answered.
 */
function keepsItsOwnState(format: LiveFormat, body: string, request: JsonContainer): boolean {
  const textOf = (key: string): string => {
    const member = memberNamed(request, key);
    return member === undefined ? 'null' : valueText(body, member);
  };
  if (format === 'openai') return !['null', '1'].includes(textOf('n')) || isGiven(body, request, 'functions');
  return format === 'openai-responses' && (isGiven(body, request, 'conversation') || textOf('background') === 'true');
}

function isGiven(body: string, request: JsonContainer, key: string): boolean {
  const member = memberNamed(request, key);
  return member !== undefined && valueText(body, member) !== 'null';
}

/** Whether holdfast's recall is offered already, as by MCP. */
function offersRecall(tools: string): boolean {
  if (!tools.includes('recall')) return false;
  return (JSON.parse(tools) as readonly { readonly name?: unknown; readonly function?: { readonly name?: unknown } | null }[]).some((tool) => {
    const name = tool?.name ?? tool?.function?.name;
    return typeof name === 'string' && RECALL_TOOL.test(name);
  });
}
