import type { SourcePiece } from '../../core/build-conversation.ts';
import type { Media, PieceContent } from '../../core/span.ts';
import { invalid, isObject, type JsonObject, stringField, withoutBreakpoint } from '../wire-document.ts';

/** What the conversation is told of a block besides its content. A wire has no word of who wrote a result's text (DESIGN §10). */
export type BlockTraits = Pick<SourcePiece, 'kind' | 'isSourceHeld'>;

type BlockReader = (block: JsonObject, path: string) => PieceContent;

/** One row a block type (formats.md §1); a type that is not here is opaque and kept whole. */
const READERS: Readonly<Record<string, BlockReader>> = {
  text: (block, path) => ({ type: 'text', text: stringField(block, 'text', path) }),
  image: readMedia,
  document: readMedia,
  thinking: (block, path) => {
    const signature = block['signature'];
    return {
      type: 'thinking',
      text: stringField(block, 'thinking', path),
      ...(typeof signature === 'string' ? { signature } : {}),
    };
  },
  redacted_thinking: (block, path) => ({ type: 'thinking', text: stringField(block, 'data', path), redacted: true }),
  tool_use: readCall,
  server_tool_use: readCall,
  mcp_tool_use: readCall,
  tool_result: readToolResult,
  mcp_tool_result: readToolResult,
  web_search_tool_result: readServerResult,
  web_fetch_tool_result: readServerResult,
  code_execution_tool_result: readServerResult,
  bash_code_execution_tool_result: readServerResult,
  text_editor_code_execution_tool_result: readServerResult,
  tool_search_tool_result: readServerResult,
  advisor_tool_result: readServerResult,
  // The text that the server puts in the place of all before it; `null` is a failed one, a no-op (rule 8).
  compaction: (block) => {
    const content = block['content'];
    return typeof content === 'string' ? { type: 'text', text: content } : { type: 'opaque', value: withoutBreakpoint(block) };
  },
};

/** Attachments whose bytes are not in the block, or are text. */
const ATTACHED: ReadonlySet<string> = new Set(['document', 'search_result', 'container_upload', 'image']);

export function readBlock(block: unknown, path: string): PieceContent {
  if (!isObject(block)) throw invalid(path, 'A content block is not an object', 'Each block is an object with a `type`.');
  const type = stringField(block, 'type', path);
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  return reader === undefined ? readUnknown(block, type, path) : reader(block, path);
}

/** A result type of a server tool that came after this table: paired by its id all the same. */
function readUnknown(block: JsonObject, type: string, path: string): PieceContent {
  const isResult = type.endsWith('_tool_result') && typeof block['tool_use_id'] === 'string';
  return isResult ? readServerResult(block, path) : { type: 'opaque', value: withoutBreakpoint(block) };
}

export function blockTraits(block: JsonObject, content: PieceContent, role: string): BlockTraits {
  const type = String(block['type']);
  if (type === 'compaction' && content.type === 'text') return { kind: 'summary', isSourceHeld: false };
  if (role === 'user' && ATTACHED.has(type)) return { kind: 'attachment' };
  return {};
}

function readCall(block: JsonObject, path: string): PieceContent {
  return { type: 'call', callId: stringField(block, 'id', path), name: stringField(block, 'name', path), input: block['input'] ?? {} };
}

function readToolResult(block: JsonObject, path: string): PieceContent {
  const content = block['content'];
  const isError = block['is_error'] === true;
  const callId = stringField(block, 'tool_use_id', path);
  if (content === undefined || content === null) return { type: 'result', callId, text: '', isError };
  if (typeof content === 'string') return { type: 'result', callId, text: content, isError };
  if (!Array.isArray(content))
    throw invalid(`${path}.content`, 'The content of a result is neither a string nor an array', 'Pass the conversation as it was sent to the provider.');
  const texts: string[] = [];
  const media: Media[] = [];
  for (const part of content) {
    const attached = isObject(part) ? mediaOf(part) : undefined;
    if (attached !== undefined) media.push(attached);
    else if (isObject(part) && part['type'] === 'text' && typeof part['text'] === 'string') texts.push(part['text']);
    else texts.push(JSON.stringify(withoutBreakpoint(part)) ?? '');
  }
  return { type: 'result', callId, text: texts.join('\n'), isError, ...(media.length > 0 ? { media } : {}) };
}

function readServerResult(block: JsonObject, path: string): PieceContent {
  const content = block['content'];
  return {
    type: 'result',
    callId: stringField(block, 'tool_use_id', path),
    text: typeof content === 'string' ? content : (JSON.stringify(content) ?? ''),
    isError: block['is_error'] === true || (isObject(content) && String(content['type']).endsWith('_error')),
  };
}

function readMedia(block: JsonObject): PieceContent {
  const media = mediaOf(block);
  return media === undefined ? { type: 'opaque', value: withoutBreakpoint(block) } : { type: 'media', media };
}

/** `undefined` where the source is text or blocks: such a document counts and reads as what it holds. */
function mediaOf(block: JsonObject): Media | undefined {
  const source = block['source'];
  const type = block['type'];
  if ((type !== 'image' && type !== 'document') || !isObject(source)) return undefined;
  const isImage = type === 'image';
  const declared = source['media_type'];
  switch (source['type']) {
    case 'base64': {
      const data = source['data'];
      if (typeof data !== 'string') return undefined;
      return { mediaType: typeof declared === 'string' ? declared : fallbackType(isImage), base64: data, value: withoutBreakpoint(block) };
    }
    case 'url': {
      const url = source['url'];
      return typeof url === 'string' ? { mediaType: isImage ? 'image/*' : 'application/pdf', url, value: withoutBreakpoint(block) } : undefined;
    }
    case 'file':
      return { mediaType: isImage ? 'image/*' : 'application/octet-stream', value: withoutBreakpoint(block) };
    default:
      return undefined;
  }
}

function fallbackType(isImage: boolean): string {
  return isImage ? 'image/*' : 'application/octet-stream';
}
