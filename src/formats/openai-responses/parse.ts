import { buildConversation, type SourceMessage, type SourcePiece } from '../../core/build-conversation.ts';
import type { Conversation, Message } from '../../core/conversation.ts';
import type { PieceContent } from '../../core/span.ts';
import type { ParseOptions } from '../format.ts';
import { hasLoneSurrogate } from '../json-surrogates.ts';
import { parseJson } from '../json-syntax.ts';
import { type JsonContainer, type JsonItem, memberNamed, readContainer, valueText } from '../json-text.ts';
import { illFormedWarnings, invalid, isObject, type JsonObject, toolDefinitions, toolsMessage, type WireSource, withoutBreakpoint } from '../wire-document.ts';
import { withDemandedReasoning } from './active-turn.ts';
import { type BlockPlace, type ItemBlock, type ItemSide, joins, readItem, readPart } from './items.ts';

export const RESPONSES_TITLE = 'OpenAI Responses';

/** Tags that Codex writes into user items, which its own provider sees on this wire (formats.md 7.2). */
const HARNESS_TAGS: ReadonlyMap<string, string> = new Map(
  ['system-reminder', 'environment_context', 'user_instructions', 'turn_aborted', 'subagent_notification', 'skill'].map((tag) => [tag, tag]),
);

/** An item of the input and the places of its blocks, in the order of its pieces. */
export interface ItemOnWire {
  readonly item: JsonItem;
  readonly side: ItemSide;
  readonly places: readonly BlockPlace[];
}

/** What this format remembers of its source for rendering. */
export interface ResponsesDocument {
  readonly source: string;
  /** The array of items; `undefined` where the input is a string, which stands at `text`. */
  readonly list: JsonContainer | undefined;
  readonly text: { readonly start: number; readonly end: number } | undefined;
  /** By message: its items; `undefined` for what stands outside of the list (instructions, tools). */
  readonly itemsOf: readonly (readonly ItemOnWire[] | undefined)[];
}

/** A message while it is put together: items of one response are one message. */
interface OpenMessage extends Omit<SourceMessage, 'pieces'> {
  readonly pieces: SourcePiece[];
  readonly items: ItemOnWire[];
}

export function parseResponses(source: string, options: ParseOptions = {}): Conversation {
  const value = parseJson(source);
  const body = isObject(value) ? value : undefined;
  if (body !== undefined) checkWholeHistory(body);
  const input = Array.isArray(value) ? value : body?.['input'];
  const root = body === undefined ? undefined : readContainer(source);
  const member = root === undefined ? undefined : memberNamed(root, 'input');
  if (!Array.isArray(input) && typeof input !== 'string') {
    throw invalid('', `This is not ${RESPONSES_TITLE}: there is no input`, 'Pass an array of items, or a request body with `input`.');
  }
  const list = typeof input === 'string' ? undefined : readContainer(source, member?.valueStart);
  const wire: WireSource = {
    source,
    list: list ?? { open: 0, close: 0, items: [] },
    values: typeof input === 'string' ? [] : input,
    body,
    rawOf: (name) => {
      const named = root === undefined ? undefined : memberNamed(root, name);
      return named === undefined ? '' : valueText(source, named);
    },
  };
  const preamble = [...instructionsMessage(wire), ...toolsMessage(wire, 'tools')];
  const messages = typeof input === 'string' ? [stringMessage(input, member, source)] : groupItems(wire);
  const document: ResponsesDocument = {
    source,
    list,
    text: list === undefined && member !== undefined ? { start: member.valueStart, end: member.end } : undefined,
    itemsOf: [...preamble.map(() => undefined), ...messages.map((message) => message.items)],
  };
  const isIllFormed = hasLoneSurrogate(source);
  const conversation = buildConversation({
    format: 'openai-responses',
    messages: [...preamble, ...messages],
    document,
    recognizedAs: recognizedAs(wire, typeof input === 'string'),
    onOrphan: options.onInvalid === 'repair' ? 'repair' : 'reject',
    isThinkingDemanded: false, // marked by this wire's own rule below
    harnessTags: HARNESS_TAGS,
    attachmentTokens: options.attachmentTokens,
    tools: toolDefinitions(body?.['tools']),
    warnings: isIllFormed ? illFormedWarnings(wire, 'input') : [],
    isIllFormed,
  });
  return withDemandedReasoning(conversation);
}

/** The inverse of what `parseResponses` put into a piece: from an item, a part, a literal, or the tools. */
export function readResponsesPiece(raw: string, block: number): PieceContent {
  const value = parseJson(raw);
  if (typeof value === 'string') return { type: 'text', text: value };
  if (Array.isArray(value)) return { type: 'opaque', value: value.map(withoutBreakpoint) };
  if (!isObject(value)) return { type: 'opaque', value };
  // A message's parts have raws of their own, so a whole message here is one that could not be read.
  if (!isItem(value)) return readPart(value);
  const { blocks } = readItem(value, String(block >> 1));
  return (blocks[block & 1] ?? blocks[0])?.content ?? { type: 'opaque', value };
}

const PART_TYPES: ReadonlySet<string> = new Set([
  'input_text',
  'output_text',
  'text',
  'refusal',
  'input_image',
  'input_file',
  'input_audio',
  'computer_screenshot',
]);

function isItem(value: JsonObject): boolean {
  return !PART_TYPES.has(String(value['type']));
}

/** Rule 3: with these, `input` is only what was added, and must not be taken for the whole. */
function checkWholeHistory(body: JsonObject): void {
  for (const name of ['previous_response_id', 'conversation']) {
    if (body[name] === undefined || body[name] === null) continue;
    throw invalid(
      name,
      'The history of this request lies on the server; its input is only what was added',
      'Pass the request through as it is, or send the whole conversation in `input`.',
    );
  }
}

function recognizedAs(wire: WireSource, isString: boolean): string {
  const shape = wire.body === undefined ? 'a bare array of items' : 'a request body';
  return `${RESPONSES_TITLE}, ${shape} (${isString ? 'input is a string' : `${wire.values.length} items`})`;
}

function instructionsMessage(wire: WireSource): SourceMessage[] {
  const instructions = wire.body?.['instructions'];
  if (instructions === undefined || instructions === null || instructions === '') return [];
  const content: PieceContent = typeof instructions === 'string' ? { type: 'text', text: instructions } : { type: 'opaque', value: instructions };
  return [{ role: 'system', pieces: [{ raw: wire.rawOf('instructions'), block: 0, content, kind: 'system' }], path: 'instructions', isPreamble: true }];
}

function stringMessage(input: string, member: JsonItem | undefined, source: string): OpenMessage {
  const item = member ?? { lead: 0, start: 0, end: source.length, key: undefined, valueStart: 0 };
  const piece: SourcePiece = { raw: valueText(source, item), block: 0, content: { type: 'text', text: input } };
  return { role: 'user', pieces: [piece], path: 'input', items: [{ item, side: 'user', places: ['content'] }] };
}

const MESSAGE_ROLES: Readonly<Record<ItemSide, Message['role']>> = {
  system: 'system',
  user: 'user',
  assistant: 'assistant',
  reasoning: 'assistant',
  result: 'tool',
  compaction: 'assistant',
};

/**
 * Items as messages: those of one response together, its reasoning first, so that it leaves with all that it belongs to
 * (rule 2); results that stand side by side together; all else alone.
 */
function groupItems(wire: WireSource): readonly OpenMessage[] {
  const messages: OpenMessage[] = [];
  let leading = true;
  for (const [position, value] of wire.values.entries()) {
    const path = `input[${position}]`;
    const item = wire.list.items[position];
    if (item === undefined) throw new Error('wire: each item has its range');
    if (!isObject(value)) throw invalid(path, 'An item is not an object', 'Each item is an object with a `type`, or a message with a `role`.');
    const { side, blocks } = readItem(value, String(position));
    checkItem(value, blocks, path);
    if (side !== 'system') leading = false;
    const raw = wire.source.slice(item.start, item.end);
    const pieces = piecesOf(raw, blocks, position);
    const own: ItemOnWire = { item, side, places: blocks.map((block) => block.at) };
    const open = messages.at(-1);
    if (open !== undefined && joins(open, side)) {
      for (const piece of pieces) open.pieces.push(piece); // one by one: a call takes about 100,000 arguments
      open.items.push(own);
    } else messages.push({ role: MESSAGE_ROLES[side], pieces, path, items: [own], ...(leading ? { isPreamble: true } : {}) });
  }
  return messages;
}

function piecesOf(raw: string, blocks: readonly ItemBlock[], position: number): SourcePiece[] {
  const isMessage = blocks.some((block) => block.at !== 'item');
  const content = isMessage ? memberNamed(readContainer(raw), 'content') : undefined;
  const text = content === undefined ? '' : valueText(raw, content);
  const parts = isMessage && text.startsWith('[') ? readContainer(text).items : [];
  return blocks.map(({ at, ...block }, index): SourcePiece => {
    if (at === 'item') return { ...block, raw, block: position * 2 + index };
    const part = at === 'content' ? undefined : parts[at];
    return { ...block, raw: part === undefined ? text : text.slice(part.start, part.end), block: 0 };
  });
}

const NEXT = 'Pass the conversation as it was sent to the provider, or name the format with `--format`.';

/** What has to be right for pairing and for the roles; all else is kept as it is. */
function checkItem(item: JsonObject, blocks: readonly ItemBlock[], path: string): void {
  const { type, role } = item;
  if (type === undefined && typeof role !== 'string') throw invalid(path, 'An item has neither a type nor a role', NEXT);
  if (type === undefined || type === 'message') {
    if (!MESSAGE_ROLE_NAMES.has(String(role))) throw invalid(`${path}.role`, 'The role is none of system, developer, user and assistant', NEXT);
    if (typeof item['content'] !== 'string' && !Array.isArray(item['content']))
      throw invalid(`${path}.content`, 'The content is neither a string nor an array', NEXT);
  }
  const isOpaque = blocks.every(({ content }) => content.type === 'opaque');
  if (PAIRED.has(String(type)) && isOpaque) throw invalid(path, `A ${String(type)} lacks its \`call_id\`, or a call its name`, NEXT);
}

const MESSAGE_ROLE_NAMES: ReadonlySet<string> = new Set(['system', 'developer', 'user', 'assistant']);
const PAIRED: ReadonlySet<string> = new Set(['function_call', 'function_call_output', 'custom_tool_call', 'custom_tool_call_output']);
