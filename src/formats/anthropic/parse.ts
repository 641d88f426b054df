import { buildConversation, type SourceMessage, type SourcePiece } from '../../core/build-conversation.ts';
import type { Conversation } from '../../core/conversation.ts';
import type { PieceContent } from '../../core/span.ts';
import type { ParseOptions } from '../format.ts';
import { parseJson } from '../json-syntax.ts';
import { memberNamed, readContainer } from '../json-text.ts';
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
  toolDefinitions,
  toolsMessage,
  type WireDocument,
  type WireSource,
  withoutBreakpoint,
} from '../wire-document.ts';
import { blockTraits, readBlock } from './blocks.ts';

export const ANTHROPIC_TITLE = 'Anthropic Messages';

/** Claude Code and the SDK's agents write reminders into user text between these tags. */
const HARNESS_TAGS: ReadonlyMap<string, string> = new Map([['system-reminder', 'system-reminder']]);

interface ReadMessage {
  readonly source: SourceMessage;
  readonly place: MessagePlace;
  /** Repaired: the exact characters of blank text blocks, which the wire refuses (rule 11) and nobody wrote. */
  readonly blankRaws: readonly string[];
}

export function parseAnthropic(source: string, options: ParseOptions = {}): Conversation {
  const wire = readWireSource(source, ANTHROPIC_TITLE);
  const preamble = [...systemMessage(wire), ...toolsMessage(wire, 'tools')];
  const leading = leadingCount(wire, ['system']);
  const read = wire.values
    .map((value, index) => readMessage(wire, messageObject(value, `messages[${index}]`), index, leading))
    .map((message) => (options.onInvalid === 'repair' ? withoutBlanks(message) : message));
  const messages = [...preamble, ...withVisibility(read)];
  const document: WireDocument = {
    source,
    list: wire.list,
    places: [...preamble.map(() => undefined), ...read.map((message) => message.place)],
  };
  const illFormed = illFormedWarnings(wire);
  const blank = read.filter(({ blankRaws }) => blankRaws.length > 0);
  const blankWarnings = blank.map(({ source: { path } }) => ({ code: 'text-blank', message: 'a text without a word is left out: the wire refuses it', path }));
  return buildConversation({
    format: 'anthropic',
    messages,
    document,
    recognizedAs: recognizedAs(wire),
    onOrphan: options.onInvalid === 'repair' ? 'repair' : 'reject',
    isThinkingDemanded: true,
    harnessTags: HARNESS_TAGS,
    attachmentTokens: options.attachmentTokens,
    tools: toolDefinitions(wire.body?.['tools']),
    warnings: [...illFormed, ...blankWarnings],
    brokenRaws: blank.flatMap(({ blankRaws }) => blankRaws),
    isIllFormed: illFormed.length > 0,
  });
}

/** The inverse of what `parseAnthropic` put into a piece: from the block's JSON, a string content's literal, or the tools. */
export function readAnthropicPiece(raw: string): PieceContent {
  const value = parseJson(raw);
  if (typeof value === 'string') return { type: 'text', text: value };
  if (Array.isArray(value)) return { type: 'opaque', value: value.map(withoutBreakpoint) };
  return readBlock(value, '');
}

function recognizedAs(wire: WireSource): string {
  const shape = wire.body === undefined ? 'a bare array of messages' : 'an object with messages';
  return `${ANTHROPIC_TITLE}, ${shape} (${wire.values.length} messages${wire.body?.['system'] === undefined ? '' : ', a top-level system prompt'})`;
}

function systemMessage(wire: WireSource): SourceMessage[] {
  const system = wire.body?.['system'];
  if (system === undefined || system === null) return [];
  const pieces = contentPieces(system, wire.rawOf('system'), 'system', 'system').map(({ piece }) => piece);
  return [{ role: 'system', pieces, path: 'system', isPreamble: true }];
}

function readMessage(wire: WireSource, message: JsonObject, index: number, leading: number): ReadMessage {
  const path = `messages[${index}]`;
  const { role, content } = message;
  if (role !== 'user' && role !== 'assistant' && role !== 'system') {
    throw invalid(`${path}.role`, 'The role is none of user, assistant and system', 'Pass Anthropic messages, or name the format with `--format`.');
  }
  const raw = rawMessage(wire, index);
  const item = wire.list.items[index];
  if (item === undefined) throw new Error('wire: each message has its range');
  const slotted = content === undefined || content === null ? [] : contentPieces(content, rawContent(raw), role, `${path}.content`);
  return {
    source: { role, pieces: slotted.map(({ piece }) => piece), path, ...(index < leading ? { isPreamble: true } : {}) },
    place: { item, role, slots: slotted.map(({ slot }) => slot) },
    blankRaws: [],
  };
}

/** `onInvalid: 'repair'`: blank texts leave with a warning, and are archived as they are. */
function withoutBlanks(message: ReadMessage): ReadMessage {
  const { source, place } = message;
  const blanks = source.pieces.map(({ content }) => content.type === 'text' && content.text.trim() === '');
  if (source.role === 'system' || !blanks.includes(true)) return message;
  const slots = place.slots.filter((_, index) => !blanks[index]);
  const dropped = place.slots.flatMap((slot, index) => (blanks[index] && slot.at === 'content-part' ? [slot.index] : []));
  return {
    source: { ...source, pieces: source.pieces.filter((_, index) => !blanks[index]) },
    place: { ...place, slots, dropped: slots.length === 0 ? 'all' : new Set(dropped) },
    blankRaws: source.pieces.filter((_, index) => blanks[index]).map(({ raw }) => raw),
  };
}

function rawContent(raw: string): string {
  const item = memberNamed(readContainer(raw), 'content');
  return item === undefined ? '' : raw.slice(item.valueStart, item.end);
}

/** A string content is the same as one text block; its shape is kept by its raw. */
function contentPieces(content: unknown, raw: string, role: string, path: string): readonly SlottedPiece[] {
  if (typeof content === 'string') return [{ slot: { at: 'content' }, piece: { raw, block: 0, content: { type: 'text', text: content } } }];
  if (!Array.isArray(content)) throw invalid(path, 'The content is neither a string nor an array', 'Pass the conversation as it was sent to the provider.');
  const { items } = readContainer(raw);
  return content.map((block: unknown, index) => {
    const item = items[index];
    const read = readBlock(block, `${path}[${index}]`);
    const piece: SourcePiece = {
      raw: item === undefined ? '' : raw.slice(item.start, item.end),
      block: 0,
      content: read,
      ...(isObject(block) ? blockTraits(block, read, role) : {}),
    };
    return { slot: { at: 'content-part', index }, piece };
  });
}

/** Rule 8: the server ignores what stands before the last compaction that is not null. */
function withVisibility(read: readonly ReadMessage[]): readonly SourceMessage[] {
  const last = read.findLastIndex(({ source }) => source.pieces.some((piece) => piece.kind === 'summary'));
  if (last === -1) return read.map(({ source }) => source);
  return read.map(({ source }, index) => (index < last && source.role !== 'system' ? { ...source, isVisible: false } : source));
}
