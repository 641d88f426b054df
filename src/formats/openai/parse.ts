import { buildConversation, type SourceMessage, type SourcePiece } from '../../core/build-conversation.ts';
import type { Conversation, Message } from '../../core/conversation.ts';
import type { PieceContent } from '../../core/span.ts';
import type { ParseOptions } from '../format.ts';
import { parseJson } from '../json-syntax.ts';
import { type JsonContainer, memberNamed, readContainer, valueText } from '../json-text.ts';
import {
  illFormedWarnings,
  invalid,
  isObject,
  type JsonObject,
  leadingCount,
  type MessagePlace,
  messageObject,
  rawMessage,
  readWireSource,
  type SlottedPiece,
  stringField,
  toolDefinitions,
  toolsMessage,
  type WireDocument,
  type WireSource,
  withoutBreakpoint,
} from '../wire-document.ts';
import { functionCallId, isAttachment, isImage, readFunctionCall, readPart, readResultMessage, readToolCall } from './parts.ts';

export const OPENAI_TITLE = 'OpenAI Chat Completions';

const ROLES: Readonly<Record<string, Message['role']>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
  function: 'tool',
};
const FIXED_ROLES = ['system', 'developer'];

/** A message while it is read: its value, its characters, and where it stands. */
interface Reading {
  readonly message: JsonObject;
  readonly raw: string;
  readonly members: JsonContainer;
  readonly path: string;
  /** Index into the conversation's messages. */
  readonly index: number;
  readonly previous: JsonObject | undefined;
}

export function parseOpenai(source: string, options: ParseOptions = {}): Conversation {
  const wire = readWireSource(source, OPENAI_TITLE);
  const preamble = [...toolsMessage(wire, 'tools'), ...toolsMessage(wire, 'functions')];
  const leading = leadingCount(wire, FIXED_ROLES);
  const messages: SourceMessage[] = [...preamble];
  const places: (MessagePlace | undefined)[] = preamble.map(() => undefined);
  for (const [position, value] of wire.values.entries()) {
    const reading = startReading(wire, value, position, messages.length);
    const role = ROLES[String(reading.message['role'])];
    const item = wire.list.items[position];
    if (role === undefined || item === undefined) {
      throw invalid(
        `${reading.path}.role`,
        'The role is none of system, developer, user, assistant, tool and function',
        'Pass Chat Completions messages, or name the format with `--format`.',
      );
    }
    const slotted = slottedPieces(reading);
    places.push({ item, role: String(reading.message['role']), slots: slotted.map(({ slot }) => slot) });
    const isPreamble = position < leading;
    messages.push({ role, pieces: slotted.map(({ piece }) => piece), path: reading.path, ...(isPreamble ? { isPreamble } : {}) });
  }
  const document: WireDocument = { source, list: wire.list, places };
  const warnings = illFormedWarnings(wire);
  return buildConversation({
    format: 'openai',
    messages,
    document,
    recognizedAs: recognizedAs(wire),
    onOrphan: options.onInvalid === 'repair' ? 'repair' : 'reject',
    isThinkingDemanded: false,
    attachmentTokens: options.attachmentTokens,
    tools: toolDefinitions(wire.body?.['tools'], wire.body?.['functions']),
    warnings,
    isIllFormed: warnings.length > 0,
  });
}

/** The inverse of what `parseOpenai` put into a piece. `block` is the call's message for the old pair, which has no id. */
export function readOpenaiPiece(raw: string, block: number): PieceContent {
  const value = parseJson(raw);
  if (typeof value === 'string') return { type: 'text', text: value };
  if (Array.isArray(value)) return { type: 'opaque', value: value.map(withoutBreakpoint) };
  if (!isObject(value)) return { type: 'opaque', value };
  switch (value['role']) {
    case 'tool':
      return readResultMessage(value, stringField(value, 'tool_call_id', ''), '');
    case 'function':
      return readResultMessage(value, functionCallId(block), '');
    case 'assistant':
      return readFunctionCall(value, block, '');
    default:
      return isObject(value['function']) || isObject(value['custom']) ? readToolCall(value, '') : readPart(value, '');
  }
}

function recognizedAs(wire: WireSource): string {
  const shape = wire.body === undefined ? 'a bare array of messages' : 'an object with messages';
  return `${OPENAI_TITLE}, ${shape} (${wire.values.length} messages)`;
}

function startReading(wire: WireSource, value: unknown, position: number, index: number): Reading {
  const path = `messages[${position}]`;
  const raw = rawMessage(wire, position);
  const before = wire.values[position - 1];
  return {
    message: messageObject(value, path),
    raw,
    members: readContainer(raw),
    path,
    index,
    previous: isObject(before) ? before : undefined,
  };
}

function slottedPieces(reading: Reading): readonly SlottedPiece[] {
  switch (reading.message['role']) {
    case 'tool': {
      const content = readResultMessage(reading.message, stringField(reading.message, 'tool_call_id', reading.path), reading.path);
      return [wholeMessage(reading, content, 0)];
    }
    case 'function': {
      // Rule 6: by name, directly after it. Where it answers nothing, its own index pairs with no call.
      const answers = isObject(reading.previous?.['function_call']);
      const callMessage = answers ? reading.index - 1 : reading.index;
      return [wholeMessage(reading, readResultMessage(reading.message, functionCallId(callMessage), reading.path), callMessage)];
    }
    case 'assistant':
      return [...contentPieces(reading), ...assistantMembers(reading)];
    default:
      return contentPieces(reading);
  }
}

function wholeMessage(reading: Reading, content: PieceContent, block: number): SlottedPiece {
  return { slot: { at: 'message' }, piece: { raw: reading.raw, block, content } };
}

function contentPieces(reading: Reading): readonly SlottedPiece[] {
  const { message, path } = reading;
  const content = message['content'];
  if (content === undefined || content === null) return [];
  const raw = rawMember(reading, 'content');
  if (typeof content === 'string') {
    // Rule 8: an empty content beside calls is a way to write null; it is no text of its own.
    if (content === '' && hasCalls(message)) return [];
    return [{ slot: { at: 'content' }, piece: { raw, block: 0, content: { type: 'text', text: content } } }];
  }
  if (!Array.isArray(content))
    throw invalid(`${path}.content`, 'The content is neither a string nor an array', 'Pass the conversation as it was sent to the provider.');
  const { items } = readContainer(raw);
  const traits = isToolMedia(reading, content) ? ({ provenance: 'harness', injection: { kind: 'tool-media' } } as const) : {};
  return content.map((part: unknown, index) => {
    const item = items[index];
    const piece: SourcePiece = {
      raw: item === undefined ? '' : raw.slice(item.start, item.end),
      block: 0,
      content: readPart(part, `${path}.content[${index}]`),
      ...(message['role'] === 'user' && isAttachment(part) ? { kind: 'attachment' as const } : {}),
      ...traits,
      ...('injection' in traits ? { kind: 'injected' as const } : {}),
    };
    return { slot: { at: 'content-part', index }, piece };
  });
}

/** Rule 4: tool messages carry no images, so harnesses put them into a user message behind: it belongs to the exchange. */
function isToolMedia(reading: Reading, content: readonly unknown[]): boolean {
  const before = reading.previous?.['role'];
  return reading.message['role'] === 'user' && (before === 'tool' || before === 'function') && content.length > 0 && content.every(isImage);
}

function assistantMembers(reading: Reading): readonly SlottedPiece[] {
  const { message, path, index } = reading;
  const pieces: SlottedPiece[] = [];
  if (typeof message['refusal'] === 'string') {
    const raw = rawMember(reading, 'refusal');
    pieces.push({ slot: { at: 'member', name: 'refusal' }, piece: { raw, block: 0, content: { type: 'text', text: message['refusal'] } } });
  }
  if (isObject(message['audio'])) {
    const raw = rawMember(reading, 'audio');
    pieces.push({ slot: { at: 'member', name: 'audio' }, piece: { raw, block: 0, content: { type: 'opaque', value: message['audio'] } } });
  }
  const calls = message['tool_calls'];
  if (Array.isArray(calls)) {
    const raw = rawMember(reading, 'tool_calls');
    const { items } = readContainer(raw);
    for (const [position, call] of calls.entries()) {
      const item = items[position];
      const content = readToolCall(call, `${path}.tool_calls[${position}]`);
      pieces.push({ slot: { at: 'tool-call', index: position }, piece: { raw: item === undefined ? '' : raw.slice(item.start, item.end), block: 0, content } });
    }
  } else if (isObject(message['function_call'])) {
    const content = readFunctionCall(message, index, path);
    pieces.push({ slot: { at: 'member', name: 'function_call' }, piece: { raw: reading.raw, block: index, content } });
  }
  return pieces;
}

function hasCalls(message: JsonObject): boolean {
  return (Array.isArray(message['tool_calls']) && message['tool_calls'].length > 0) || isObject(message['function_call']);
}

function rawMember(reading: Reading, name: string): string {
  const item = memberNamed(reading.members, name);
  return item === undefined ? '' : valueText(reading.raw, item);
}
