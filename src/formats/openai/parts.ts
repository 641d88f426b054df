import type { Media, PieceContent } from '../../core/span.ts';
import { invalid, isObject, type JsonObject, stringField, withoutBreakpoint } from '../wire-document.ts';

/** A content part of any role (formats.md §2); a type that is not known is opaque and kept whole. */
export function readPart(part: unknown, path: string): PieceContent {
  if (!isObject(part)) throw invalid(path, 'A content part is not an object', 'Each part is an object with a `type`.');
  switch (part['type']) {
    case 'text':
      return { type: 'text', text: stringField(part, 'text', path) };
    case 'refusal':
      return { type: 'text', text: stringField(part, 'refusal', path) };
    default: {
      const media = mediaOf(part);
      return media === undefined ? { type: 'opaque', value: withoutBreakpoint(part) } : { type: 'media', media };
    }
  }
}

export function isAttachment(part: unknown): boolean {
  return isObject(part) && (part['type'] === 'image_url' || part['type'] === 'input_audio' || part['type'] === 'file');
}

export function isImage(part: unknown): boolean {
  return isObject(part) && part['type'] === 'image_url';
}

function mediaOf(part: JsonObject): Media | undefined {
  switch (part['type']) {
    case 'image_url': {
      const image = part['image_url'];
      const url = isObject(image) ? image['url'] : image;
      return typeof url === 'string' ? mediaAt(url, 'image/*', withoutBreakpoint(part)) : undefined;
    }
    case 'input_audio': {
      const audio = part['input_audio'];
      if (!isObject(audio) || typeof audio['data'] !== 'string') return undefined;
      return { mediaType: `audio/${typeof audio['format'] === 'string' ? audio['format'] : '*'}`, base64: audio['data'], value: withoutBreakpoint(part) };
    }
    case 'file': {
      const file = part['file'];
      if (!isObject(file)) return undefined;
      const bytes = file['file_data'];
      return typeof bytes === 'string'
        ? mediaAt(bytes, 'application/octet-stream', withoutBreakpoint(part))
        : { mediaType: 'application/octet-stream', value: withoutBreakpoint(part) };
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

/** One element of `tool_calls`. `arguments` is a string, possibly not JSON: its characters are kept as they are. */
export function readToolCall(call: unknown, path: string): PieceContent {
  if (!isObject(call)) throw invalid(path, 'A tool call is not an object', 'Each tool call has `id`, `type` and `function`.');
  const callId = stringField(call, 'id', path);
  if (isObject(call['custom'])) {
    const input = stringField(call['custom'], 'input', `${path}.custom`);
    return { type: 'call', callId, name: stringField(call['custom'], 'name', `${path}.custom`), input, inputText: input };
  }
  const called = call['function'];
  if (!isObject(called))
    throw invalid(`${path}.function`, 'A tool call has neither `function` nor `custom`', 'Pass the conversation as it was sent to the provider.');
  return readFunction(called, callId, `${path}.function`);
}

function readFunction(called: JsonObject, callId: string, path: string): PieceContent {
  const name = stringField(called, 'name', path);
  const given = called['arguments'];
  // Some servers answer with an object where the wire has a string.
  if (typeof given !== 'string') return { type: 'call', callId, name, input: given ?? {} };
  return { type: 'call', callId, name, input: parsedOrRaw(given), inputText: given };
}

function parsedOrRaw(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // formats.md §2: arguments need not be JSON; then the characters are the value
  }
}

/** The old pair has no id. Used for pairing only, never written on a wire. */
export function functionCallId(callMessage: number): string {
  return `function_call:${callMessage}`;
}

export function readFunctionCall(message: JsonObject, callMessage: number, path: string): PieceContent {
  const called = message['function_call'];
  if (!isObject(called)) throw invalid(`${path}.function_call`, 'The function call is not an object', 'Pass the conversation as it was sent to the provider.');
  return readFunction(called, functionCallId(callMessage), `${path}.function_call`);
}

/** A `tool` or `function` message, whole. */
export function readResultMessage(message: JsonObject, callId: string, path: string): PieceContent {
  const content = message['content'];
  if (typeof content === 'string') return { type: 'result', callId, text: content, isError: false };
  if (content === undefined || content === null) return { type: 'result', callId, text: '', isError: false };
  if (!Array.isArray(content))
    throw invalid(`${path}.content`, 'The content is neither a string nor an array', 'Pass the conversation as it was sent to the provider.');
  const texts: string[] = [];
  const media: Media[] = [];
  for (const [index, part] of content.entries()) {
    const read = readPart(part, `${path}.content[${index}]`);
    if (read.type === 'media') media.push(read.media);
    else texts.push(read.type === 'text' ? read.text : (JSON.stringify(withoutBreakpoint(part)) ?? ''));
  }
  return { type: 'result', callId, text: texts.join('\n'), isError: false, ...(media.length > 0 ? { media } : {}) };
}
