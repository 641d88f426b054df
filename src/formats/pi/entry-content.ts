import type { SourcePiece } from '../../core/build-conversation.ts';
import type { Message } from '../../core/conversation.ts';
import type { Media, PieceContent } from '../../core/span.ts';
import { isObject, type JsonObject } from '../jsonl.ts';

/** A block of an entry, as parse and recall both read it. */
export interface EntryBlock extends Pick<SourcePiece, 'content' | 'kind' | 'provenance' | 'injection' | 'exitCode'> {}

/** What an entry puts into the model's context. */
export interface EntryContent {
  readonly role: Message['role'];
  readonly blocks: readonly EntryBlock[];
}

/** Custom type of the records that holdfast writes. */
export const NOTE_TYPE = 'holdfast';

/** Entries that are bookkeeping: in the file, not in the context. */
export const BOOKKEEPING: ReadonlySet<string> = new Set([
  'session',
  'custom',
  'model_change',
  'thinking_level_change',
  'label',
  'session_info',
  'usage',
  'leaf',
]);

/** `undefined` for an entry that is not in the context. From the entry alone, so that recall can read it by itself. */
export function contentOfEntry(entry: JsonObject): EntryContent | undefined {
  switch (entry['type']) {
    case 'message':
      return isObject(entry['message']) ? contentOfMessage(entry['message']) : unknown(entry['message']);
    case 'compaction':
    case 'branch_summary':
      return summary(entry['summary'], entry['fromHook'] === true);
    case 'custom_message':
      return injected(entry['content'], String(entry['customType'] ?? 'custom'));
    case 'context_edit':
      return entry['replacement'] == null ? undefined : injected(entry['replacement'], 'context-edit');
    default:
      return undefined;
  }
}

function contentOfMessage(message: JsonObject): EntryContent {
  const content = message['content'];
  switch (message['role']) {
    case 'user':
      return { role: 'user', blocks: blocksOf(content) };
    case 'assistant':
      return { role: 'assistant', blocks: blocksOf(content) };
    case 'toolResult':
      return { role: 'tool', blocks: [resultBlock(message)] };
    case 'bashExecution':
      return { role: 'user', blocks: [bashBlock(message)] };
    case 'system':
      return { role: 'system', blocks: systemBlocks(message) };
    case 'custom':
    case 'hookMessage':
      return injected(content, String(message['customType'] ?? 'custom'));
    case 'branchSummary':
    case 'compactionSummary':
      return summary(message['summary'] ?? content, false);
    default:
      return unknown(message);
  }
}

function unknown(value: unknown): EntryContent {
  return { role: 'user', blocks: [{ content: { type: 'opaque', value }, kind: 'unknown', provenance: 'harness' }] };
}

function summary(text: unknown, isFromHook: boolean): EntryContent {
  const content: PieceContent = typeof text === 'string' ? { type: 'text', text } : { type: 'opaque', value: text ?? null };
  return { role: 'user', blocks: [{ content, kind: 'summary', provenance: isFromHook ? 'harness' : 'assistant' }] };
}

function injected(content: unknown, kind: string): EntryContent {
  const isNote = kind === NOTE_TYPE;
  return {
    role: 'user',
    blocks: blocksOf(content).map((block) =>
      isNote ? { ...block, kind: 'note', provenance: 'holdfast' } : { ...block, kind: 'injected', provenance: 'harness', injection: { kind } },
    ),
  };
}

function blocksOf(content: unknown): readonly EntryBlock[] {
  if (typeof content === 'string') return [{ content: { type: 'text', text: content } }];
  if (!Array.isArray(content)) return content === undefined ? [] : [{ content: { type: 'opaque', value: content }, kind: 'unknown' }];
  return content.map((block: unknown) => ({ content: contentOfBlock(block) }));
}

function contentOfBlock(block: unknown): PieceContent {
  if (!isObject(block)) return { type: 'opaque', value: block };
  const { type, text, thinking, thinkingSignature, id, name } = block;
  if (type === 'text' && typeof text === 'string') return { type: 'text', text };
  if (type === 'thinking' && typeof thinking === 'string') {
    return {
      type: 'thinking',
      text: thinking,
      ...(typeof thinkingSignature === 'string' ? { signature: thinkingSignature } : {}),
      ...(block['redacted'] === true ? { redacted: true } : {}),
    };
  }
  if (type === 'toolCall' && typeof id === 'string' && typeof name === 'string') {
    return { type: 'call', callId: id, name, input: block['arguments'] ?? {} };
  }
  if (type === 'image') return { type: 'media', media: mediaOf(block) };
  return { type: 'opaque', value: block };
}

function mediaOf(block: JsonObject): Media {
  const { mimeType, data } = block;
  return {
    mediaType: typeof mimeType === 'string' ? mimeType : 'application/octet-stream',
    ...(typeof data === 'string' ? { base64: data } : {}),
    value: block,
  };
}

function resultBlock(message: JsonObject): EntryBlock {
  const content = message['content'];
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : Array.isArray(content) ? content : [];
  const texts: string[] = [];
  const media: Media[] = [];
  for (const block of blocks) {
    const read = contentOfBlock(block);
    if (read.type === 'text') texts.push(read.text);
    else if (read.type === 'media') media.push(read.media);
    else texts.push(JSON.stringify(block));
  }
  const exitCode = isObject(message['details']) ? message['details']['exitCode'] : undefined;
  return {
    content: {
      type: 'result',
      callId: String(message['toolCallId'] ?? ''),
      text: texts.join('\n'),
      isError: message['isError'] === true,
      ...(media.length > 0 ? { media } : {}),
    },
    ...(typeof exitCode === 'number' ? { exitCode } : {}),
  };
}

/** The user's own `!command`: in the context as text, not as a call. */
function bashBlock(message: JsonObject): EntryBlock {
  const output = typeof message['output'] === 'string' ? message['output'] : '';
  const exitCode = message['exitCode'];
  const end = message['cancelled'] === true ? '\n(cancelled)' : typeof exitCode === 'number' && exitCode !== 0 ? `\n(exit code ${exitCode})` : '';
  return {
    content: { type: 'text', text: `Ran \`${String(message['command'] ?? '')}\`\n${output}${end}` },
    kind: 'injected',
    provenance: 'harness',
    injection: { kind: 'command-echo' },
  };
}

function systemBlocks(message: JsonObject): readonly EntryBlock[] {
  if (typeof message['content'] === 'string') return [{ content: { type: 'text', text: message['content'] } }];
  const sections = Array.isArray(message['sections']) ? message['sections'] : [];
  const texts = sections.map((section: unknown) => {
    if (typeof section === 'string') return section;
    const text = isObject(section) ? (section['text'] ?? section['content']) : undefined;
    return typeof text === 'string' ? text : (JSON.stringify(section) ?? '');
  });
  if (texts.length > 0) return [{ content: { type: 'text', text: texts.join('\n\n') } }];
  return [{ content: { type: 'opaque', value: message } }];
}
