import type { SourcePiece } from '../../core/build-conversation.ts';
import type { Media, PieceContent } from '../../core/span.ts';
import { isObject, type JsonObject } from '../wire-document.ts';

/** What an item is to its neighbours. */
export type ItemSide =
  | 'system' // a system or developer message
  | 'user'
  | 'assistant' // what a response is made of: messages, calls, what the server ran
  | 'reasoning' // belongs to the item behind it (formats.md §3, rule 2)
  | 'result' // the output of a call, or the user's answer to it
  | 'compaction'; // the server's own surrogate for what stood before

/** Where a block stands in its item: the whole item, a content that is a string, or a part of the content by position. */
export type BlockPlace = 'item' | 'content' | number;

/** A block of an item, as parse and recall both read it. */
export interface ItemBlock extends Pick<SourcePiece, 'content' | 'kind' | 'provenance' | 'isSourceHeld' | 'isUserAnswer' | 'exitCode'> {
  readonly at: BlockPlace;
}

export interface ItemContent {
  readonly side: ItemSide;
  readonly blocks: readonly ItemBlock[];
}

const ROLES: Readonly<Record<string, ItemSide>> = { system: 'system', developer: 'system', user: 'user', assistant: 'assistant' };

type ItemReader = (item: JsonObject, key: string) => ItemContent | undefined;

/** One row an item type (formats.md §3); a type that is not here is read by its name's end, else kept whole. */
const READERS: Readonly<Record<string, ItemReader>> = {
  reasoning: (item) => ({ side: 'reasoning', blocks: [{ at: 'item', content: reasoningContent(item) }] }),
  compaction: surrogate,
  compaction_summary: surrogate,
  function_call: (item) => call(item, item['call_id'], item['name'], argumentsOf(item['arguments'])),
  custom_tool_call: (item) => call(item, item['call_id'], item['name'], { input: item['input'], inputText: item['input'] }),
  local_shell_call: (item) => call(item, item['call_id'] ?? item['id'], 'local_shell', { input: item['action'] }),
  local_shell_call_output: (item) => result(item, item['call_id'] ?? item['id']),
  shell_call: (item) => call(item, item['call_id'], 'shell_call', { input: item['action'] }),
  shell_call_output: shellOutput,
  apply_patch_call: (item) => call(item, item['call_id'], 'apply_patch_call', { input: item['operation'] }),
  apply_patch_call_output: patchOutput,
  mcp_approval_request: (item) => call(item, item['id'], String(item['name'] ?? 'mcp_approval_request'), argumentsOf(item['arguments'])),
  mcp_approval_response: approval,
  mcp_call: (item, key) => served(item, key, String(item['name'] ?? 'mcp_call'), argumentsOf(item['arguments']), mcpResult(item)),
  web_search_call: (item, key) => served(item, key, 'web_search_call', { input: item['action'] ?? {} }, { text: '' }),
  file_search_call: (item, key) => served(item, key, 'file_search_call', { input: { queries: item['queries'] ?? [] } }, { text: jsonText(item['results']) }),
  code_interpreter_call: (item, key) =>
    served(item, key, 'code_interpreter_call', { input: { code: item['code'] ?? null } }, { text: jsonText(item['outputs']) }),
  image_generation_call: (item, key) => served(item, key, 'image_generation_call', { input: {} }, imageResult(item)),
};

/**
 * What an item holds, from the item alone. `key` names calls that the server ran and gave no id. Never throws: what is
 * not as its type says is opaque, and kept whole.
 */
export function readItem(item: JsonObject, key: string): ItemContent {
  const type = item['type'];
  if (type === 'message' || (type === undefined && typeof item['role'] === 'string')) return readMessage(item);
  const reader = Object.hasOwn(READERS, String(type)) ? READERS[String(type)] : undefined;
  return (reader === undefined ? byName(item, String(type)) : reader(item, key)) ?? opaque(item);
}

/** Whether an item goes into the message before it. */
export function joins(open: { readonly items: readonly { readonly side: ItemSide }[] }, side: ItemSide): boolean {
  const last = open.items.at(-1)?.side;
  if (side === 'result') return last === 'result';
  if (side === 'reasoning') return last === 'reasoning';
  return side === 'assistant' && (last === 'assistant' || last === 'reasoning');
}

/** Items that the server takes without the id that it gave them; elsewhere the id is what a call is answered by. */
const OPTIONAL_IDS: ReadonlySet<unknown> = new Set(['message', 'function_call', 'custom_tool_call', 'shell_call', 'apply_patch_call', 'web_search_call']);

/** Rule 2: whether an item has a name of the server's that it can go without, once the reasoning before it left. */
export function hasOptionalId(item: JsonObject): boolean {
  return typeof item['id'] === 'string' && OPTIONAL_IDS.has(item['type']);
}

/** Types that came after the table: a call and its output are paired by `call_id` all the same. */
function byName(item: JsonObject, type: string): ItemContent | undefined {
  if (type.endsWith('_output')) return result(item, item['call_id']);
  if (!type.endsWith('_call')) return undefined;
  const { type: _, call_id: callId, id: __, status: ___, ...input } = item;
  return call(item, callId, type, { input: input['action'] ?? input['arguments'] ?? input });
}

function opaque(item: JsonObject): ItemContent {
  return { side: 'assistant', blocks: [{ at: 'item', content: { type: 'opaque', value: item }, kind: 'unknown' }] };
}

/** Of foreign make and encrypted: kept as it is, never read (formats.md §3, rule 5). */
function surrogate(item: JsonObject): ItemContent {
  const block: ItemBlock = { at: 'item', content: { type: 'opaque', value: item }, kind: 'summary', provenance: 'assistant', isSourceHeld: false };
  return { side: 'compaction', blocks: [block] };
}

function readMessage(item: JsonObject): ItemContent {
  const side = ROLES[String(item['role'])] ?? 'assistant';
  const { content } = item;
  if (typeof content === 'string') return { side, blocks: [{ at: 'content', content: { type: 'text', text: content } }] };
  if (!Array.isArray(content)) return { side, blocks: [{ at: 'item', content: { type: 'opaque', value: item }, kind: 'unknown' }] };
  return {
    side,
    blocks: content.map((part: unknown, index): ItemBlock => {
      const read = readPart(part);
      return { at: index, content: read, ...(side === 'user' && read.type === 'media' ? { kind: 'attachment' as const } : {}) };
    }),
  };
}

/** A part of a message's content, or of a call's output. */
export function readPart(part: unknown): PieceContent {
  if (typeof part === 'string') return { type: 'text', text: part };
  if (!isObject(part)) return { type: 'opaque', value: part };
  const { type, text, refusal } = part;
  if ((type === 'input_text' || type === 'output_text' || type === 'text') && typeof text === 'string') return { type: 'text', text };
  if (type === 'refusal' && typeof refusal === 'string') return { type: 'text', text: refusal };
  const media = mediaOf(part);
  return media === undefined ? { type: 'opaque', value: part } : { type: 'media', media };
}

function mediaOf(part: JsonObject): Media | undefined {
  switch (part['type']) {
    case 'input_image':
    case 'computer_screenshot': {
      const url = part['image_url'];
      return typeof url === 'string' ? mediaAt(url, 'image/*', part) : { mediaType: 'image/*', value: part };
    }
    case 'input_file': {
      const { file_data: bytes, file_url: url } = part;
      if (typeof bytes === 'string') return mediaAt(bytes, 'application/octet-stream', part);
      return { mediaType: 'application/octet-stream', ...(typeof url === 'string' ? { url } : {}), value: part };
    }
    case 'input_audio': {
      const audio = isObject(part['input_audio']) ? part['input_audio'] : part;
      if (typeof audio['data'] !== 'string') return undefined;
      return { mediaType: `audio/${typeof audio['format'] === 'string' ? audio['format'] : '*'}`, base64: audio['data'], value: part };
    }
    default:
      return undefined;
  }
}

const DATA_URL_HEAD_CHARACTERS = 256;
const DATA_URL = /^data:([^;,]{1,128})(?:;[^;,]{0,64}){0,2};base64,/;

function mediaAt(url: string, fallbackType: string, value: unknown): Media {
  const head = DATA_URL.exec(url.slice(0, DATA_URL_HEAD_CHARACTERS));
  if (head !== null) return { mediaType: head[1] ?? fallbackType, base64: url.slice(head[0].length), value };
  return { mediaType: fallbackType, url, value };
}

/** What the model thought, as far as it is told. Its cipher, else its id, is what binds it to its followers. */
function reasoningContent(item: JsonObject): PieceContent {
  const texts = [item['summary'], item['content']].flatMap((list) => (Array.isArray(list) ? list : [])).map((part: unknown) => partText(part));
  const signature = [item['encrypted_content'], item['id']].find((value) => typeof value === 'string' && value !== '');
  return { type: 'thinking', text: texts.join('\n'), ...(typeof signature === 'string' ? { signature } : {}) };
}

function partText(part: unknown): string {
  return isObject(part) && typeof part['text'] === 'string' ? part['text'] : (JSON.stringify(part) ?? '');
}

interface CallInput {
  readonly input: unknown;
  readonly inputText?: unknown;
}

/** Arguments are a string, possibly not JSON: its characters are kept as they are. */
function argumentsOf(given: unknown): CallInput {
  if (typeof given !== 'string') return { input: given ?? {} };
  try {
    return { input: JSON.parse(given), inputText: given };
  } catch {
    return { input: given, inputText: given };
  }
}

function call(item: JsonObject, callId: unknown, name: unknown, { input, inputText }: CallInput): ItemContent | undefined {
  if (typeof callId !== 'string' || typeof name !== 'string') return undefined;
  return { side: 'assistant', blocks: [{ at: 'item', content: callContent(callId, nameOf(item, name), input, inputText) }] };
}

/** Codex gives the tools of an MCP server one namespace (formats.md §3). */
function nameOf(item: JsonObject, name: string): string {
  const { namespace } = item;
  return typeof namespace === 'string' && namespace !== '' && !name.startsWith(namespace) ? `${namespace}${name}` : name;
}

function callContent(callId: string, name: string, input: unknown, inputText: unknown): PieceContent {
  return { type: 'call', callId, name, input: input ?? {}, ...(typeof inputText === 'string' ? { inputText } : {}) };
}

interface ResultParts {
  readonly text: string;
  readonly isError?: boolean | undefined;
  readonly media?: readonly Media[] | undefined;
  readonly exitCode?: number | undefined;
}

function resultContent(callId: string, { text, isError, media }: ResultParts): PieceContent {
  return { type: 'result', callId, text, isError: isError === true, ...(media !== undefined && media.length > 0 ? { media } : {}) };
}

function result(item: JsonObject, callId: unknown): ItemContent | undefined {
  return answered(callId, outputOf(item['output']));
}

function answered(callId: unknown, parts: ResultParts, traits: Pick<ItemBlock, 'isUserAnswer'> = {}): ItemContent | undefined {
  if (typeof callId !== 'string') return undefined;
  const { exitCode } = parts;
  const block: ItemBlock = { at: 'item', content: resultContent(callId, parts), ...traits, ...(exitCode === undefined ? {} : { exitCode }) };
  return { side: 'result', blocks: [block] };
}

/** A string, parts, or (in older Codex rollouts) an object that says whether it went well. */
function outputOf(output: unknown): ResultParts {
  if (typeof output === 'string') return { text: output };
  if (output === undefined || output === null) return { text: '' };
  if (isObject(output)) {
    const media = mediaOf(output);
    if (media !== undefined) return { text: '', media: [media] };
    const { content, success } = output;
    return { ...outputOf(typeof content === 'string' || Array.isArray(content) ? content : jsonText(output)), isError: success === false };
  }
  const parts = (Array.isArray(output) ? output : [output]).map((part: unknown) => readPart(part));
  const media = parts.flatMap((part) => (part.type === 'media' ? [part.media] : []));
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : part.type === 'opaque' ? [jsonText(part.value)] : []));
  return { text: texts.join('\n'), media };
}

/** `output[]` of `{stdout, stderr, outcome: {type, exit_code}}`, one for each command. */
function shellOutput(item: JsonObject): ItemContent | undefined {
  if (!Array.isArray(item['output'])) return result(item, item['call_id']);
  const parts = item['output'].filter(isObject);
  const texts = parts.flatMap((part) => [part['stdout'], part['stderr']].filter((text) => typeof text === 'string' && text !== ''));
  const codes = parts.map((part) => (isObject(part['outcome']) ? part['outcome']['exit_code'] : undefined)).filter((code) => typeof code === 'number');
  const exitCode = codes.find((code) => code !== 0) ?? codes[0];
  return answered(item['call_id'], { text: texts.join('\n'), exitCode });
}

function patchOutput(item: JsonObject): ItemContent | undefined {
  const { output, status } = item;
  return answered(item['call_id'], { text: typeof output === 'string' ? output : String(status ?? ''), isError: status === 'failed' });
}

function approval(item: JsonObject): ItemContent | undefined {
  const { approve, reason } = item;
  const text = `${approve === true ? 'approved' : 'refused'}${typeof reason === 'string' && reason !== '' ? `: ${reason}` : ''}`;
  return answered(item['approval_request_id'], { text, isError: approve !== true }, { isUserAnswer: true });
}

/** A call that the server ran: its result is in the same item. */
function served(item: JsonObject, key: string, name: string, { input, inputText }: CallInput, parts: ResultParts): ItemContent {
  const { id } = item;
  const callId = typeof id === 'string' && id !== '' ? id : `${String(item['type'])}:${key}`;
  return {
    side: 'assistant',
    blocks: [
      { at: 'item', content: callContent(callId, name, input, inputText) },
      { at: 'item', content: resultContent(callId, parts) },
    ],
  };
}

function mcpResult(item: JsonObject): ResultParts {
  const { output, error } = item;
  const hasFailed = error !== undefined && error !== null;
  return { text: hasFailed ? jsonText(error) : typeof output === 'string' ? output : jsonText(output), isError: hasFailed };
}

function imageResult(item: JsonObject): ResultParts {
  const { result: bytes } = item;
  return typeof bytes === 'string' ? { text: '', media: [{ mediaType: 'image/png', base64: bytes, value: item }] } : { text: '' };
}

function jsonText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
