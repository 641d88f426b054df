import type { SourcePiece } from '../../core/build-conversation.ts';
import type { Message } from '../../core/conversation.ts';
import type { Media, PieceContent } from '../../core/span.ts';
import { isObject, type JsonObject } from '../jsonl.ts';

/** A block of an entry of `history`, as parse and recall both read it. */
export interface EntryBlock extends Pick<SourcePiece, 'content' | 'kind' | 'provenance' | 'injection'> {
  /** The member that holds it, and its place there; `undefined` for a member that is one string. */
  readonly member: 'thinking_blocks' | 'content' | 'tool_calls' | 'tool_call_ids';
  readonly at: number | undefined;
}

/** Block number of an entry that is one side of an exchange in text form: the whole entry. */
export const TEXT_FORM_BLOCK = -1;
/** Message type of the entries that holdfast writes. */
export const NOTE_TYPE = 'holdfast';

export function roleOf(entry: JsonObject): Message['role'] {
  const { role } = entry;
  return role === 'system' || role === 'assistant' || role === 'tool' ? role : 'user';
}

export function isDemonstration(entry: JsonObject): boolean {
  return entry['is_demo'] === true || entry['message_type'] === 'demonstration';
}

/** All blocks of an entry, in the order thinking, content, calls. */
export function blocksOfEntry(entry: JsonObject): readonly EntryBlock[] {
  if (isDemonstration(entry)) return mark(contentBlocks(entry), { kind: 'injected', provenance: 'harness', injection: { kind: 'demonstration' } });
  if (entry['message_type'] === NOTE_TYPE) return mark(contentBlocks(entry), { kind: 'note', provenance: 'holdfast' });
  const ids = entry['tool_call_ids'];
  if (entry['role'] === 'tool' && Array.isArray(ids) && ids.length > 0) return resultBlocks(entry, ids);
  const calls = Array.isArray(entry['tool_calls']) ? entry['tool_calls'] : [];
  const content = contentBlocks(entry).filter((block) => !(calls.length > 0 && block.content.type === 'text' && block.content.text === ''));
  return [...thinkingBlocks(entry), ...content, ...calls.map(callBlock)];
}

function mark(blocks: readonly EntryBlock[], marks: Pick<EntryBlock, 'kind' | 'provenance' | 'injection'>): readonly EntryBlock[] {
  return blocks.map((block) => ({ ...block, ...marks }));
}

function contentBlocks(entry: JsonObject): readonly EntryBlock[] {
  const { content } = entry;
  if (typeof content === 'string') return [{ content: { type: 'text', text: content }, member: 'content', at: undefined }];
  if (Array.isArray(content)) return content.map((part: unknown, at) => ({ content: contentOfPart(part), member: 'content', at }));
  return content == null ? [] : [{ content: { type: 'opaque', value: content }, kind: 'unknown', member: 'content', at: undefined }];
}

function contentOfPart(part: unknown): PieceContent {
  if (!isObject(part)) return { type: 'opaque', value: part };
  if (part['type'] === 'text' && typeof part['text'] === 'string') return { type: 'text', text: part['text'] };
  const media = part['type'] === 'image_url' ? mediaOf(part) : undefined;
  return media ? { type: 'media', media } : { type: 'opaque', value: part };
}

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)?;base64,/;

function mediaOf(part: JsonObject): Media {
  const image = part['image_url'];
  const url = typeof image === 'string' ? image : isObject(image) && typeof image['url'] === 'string' ? image['url'] : undefined;
  const data = url === undefined ? null : DATA_URL.exec(url.slice(0, 256));
  return {
    mediaType: data?.[1] ?? 'application/octet-stream',
    ...(url !== undefined && data ? { base64: url.slice(data[0].length) } : url === undefined ? {} : { url }),
    value: part,
  };
}

function thinkingBlocks(entry: JsonObject): readonly EntryBlock[] {
  const blocks = Array.isArray(entry['thinking_blocks']) ? entry['thinking_blocks'] : [];
  return blocks.map((block: unknown, at): EntryBlock => {
    const isThinking = isObject(block) && typeof block['thinking'] === 'string';
    if (!isThinking) return { content: { type: 'opaque', value: block }, kind: 'thinking', member: 'thinking_blocks', at };
    const { thinking, signature } = block;
    const content: PieceContent = { type: 'thinking', text: String(thinking), ...(typeof signature === 'string' ? { signature } : {}) };
    return { content, member: 'thinking_blocks', at };
  });
}

function callBlock(call: unknown, at: number): EntryBlock {
  const functionCall = isObject(call) && isObject(call['function']) ? call['function'] : undefined;
  if (!isObject(call) || functionCall === undefined) return { content: { type: 'opaque', value: call }, kind: 'unknown', member: 'tool_calls', at };
  const { name, arguments: argumentsValue } = functionCall;
  return {
    content: {
      type: 'call',
      callId: String(call['id'] ?? ''),
      name: String(name ?? ''),
      input: typeof argumentsValue === 'string' ? inputOf(argumentsValue) : (argumentsValue ?? {}),
      ...(typeof argumentsValue === 'string' ? { inputText: argumentsValue } : {}),
    },
    member: 'tool_calls',
    at,
  };
}

function inputOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // not valid JSON: the raw string, as the contract of `call` says
  }
}

/** One observation for several calls goes to the first; the others have an empty result. */
function resultBlocks(entry: JsonObject, ids: readonly unknown[]): readonly EntryBlock[] {
  const { text, media } = observation(entry);
  return ids.map((id, at) => ({
    content: { type: 'result', callId: String(id), text: at === 0 ? text : '', isError: false, ...(at === 0 && media.length > 0 ? { media } : {}) },
    member: 'tool_call_ids',
    at,
  }));
}

function observation(entry: JsonObject): { readonly text: string; readonly media: readonly Media[] } {
  const contents = contentBlocks(entry).map((block) => block.content);
  return {
    text: contents
      .map((content) => (content.type === 'text' ? content.text : content.type === 'opaque' ? JSON.stringify(content.value) : ''))
      .filter((text) => text !== '')
      .join('\n'),
    media: contents.flatMap((content) => (content.type === 'media' ? [content.media] : [])),
  };
}

/** The action of an assistant's entry in text form; `undefined` where it has none. */
export function actionOf(entry: JsonObject): string | undefined {
  if (entry['role'] !== 'assistant' || typeof entry['content'] !== 'string' || isDemonstration(entry)) return undefined;
  if (Array.isArray(entry['tool_calls']) && entry['tool_calls'].length > 0) return undefined;
  const { action } = entry;
  return typeof action === 'string' && action.trim() !== '' ? action : undefined;
}

/** One side of an exchange in text form. */
export function textFormContent(entry: JsonObject, callId: string): PieceContent {
  const action = actionOf(entry);
  if (entry['role'] === 'assistant') {
    const command = action ?? '';
    const name = command.trim().split(/\s/, 1)[0] ?? '';
    return { type: 'call', callId, name, input: { command: command.trim() }, asText: typeof entry['content'] === 'string' ? entry['content'] : '' };
  }
  const { text, media } = observation(entry);
  return { type: 'result', callId, text, isError: false, asText: true, ...(media.length > 0 ? { media } : {}) };
}
