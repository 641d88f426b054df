import type { SourcePiece } from '../../core/build-conversation.ts';
import { parseNote } from '../../core/markers/note.ts';
import type { Media, PieceContent } from '../../core/span.ts';
import { isObject, type JsonObject } from '../jsonl.ts';
import { wholeTextKind } from './harness-text.ts';

/** A block of a record, as parse and recall both read it. */
export interface RecordBlock extends Pick<SourcePiece, 'content' | 'kind' | 'provenance' | 'injection' | 'modeKind' | 'exitCode'> {}

/** What a record puts into the model's context. */
export interface RecordContent {
  readonly role: 'user' | 'assistant';
  readonly blocks: readonly RecordBlock[];
  /** A user or assistant record without a readable message: kept whole. */
  readonly isMalformed?: boolean;
}

/** The opening of a summary's user record; before 1.0.5x the only mark of a compaction (formats.md 7.1, rule 6). */
const CONTINUATION = 'This session is being continued from a previous conversation';

/** `undefined` for a record that is not in the context. From the record alone, so that recall can read it by itself. */
export function contentOfRecord(record: JsonObject): RecordContent | undefined {
  switch (record['type']) {
    case 'user':
      return userContent(record);
    case 'assistant':
      return assistantContent(record);
    case 'attachment':
      return attachmentContent(record);
    case 'queue-operation':
      return typeof record['content'] === 'string' ? { role: 'user', blocks: [promptBlock(record['content'])] } : undefined;
    default:
      return undefined;
  }
}

/** True for the record of a summary that Claude Code wrote. */
export function isSummary(record: JsonObject): boolean {
  if (record['type'] !== 'user') return false;
  return record['isCompactSummary'] === true || isOldContinuation(record);
}

/** A new root with the opening sentence, of a version that wrote no boundary. */
export function isOldContinuation(record: JsonObject): boolean {
  if (record['type'] !== 'user' || record['parentUuid'] !== null || record['isCompactSummary'] === true) return false;
  return firstText(contentBlocks(record))?.startsWith(CONTINUATION) === true;
}

/** The message's content as blocks; `undefined` where there is none. */
export function contentBlocks(record: JsonObject): readonly unknown[] | undefined {
  const content = isObject(record['message']) ? record['message']['content'] : undefined;
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content : undefined;
}

function firstText(blocks: readonly unknown[] | undefined): string | undefined {
  const block = blocks?.[0];
  return isObject(block) && typeof block['text'] === 'string' ? block['text'] : undefined;
}

function malformed(role: 'user' | 'assistant', record: JsonObject): RecordContent {
  return { role, isMalformed: true, blocks: [{ content: { type: 'opaque', value: record['message'] ?? null }, kind: 'unknown' }] };
}

function assistantContent(record: JsonObject): RecordContent {
  const blocks = contentBlocks(record);
  if (blocks === undefined) return malformed('assistant', record);
  return { role: 'assistant', blocks: blocks.map((block) => ({ content: contentOfBlock(block) })) };
}

function userContent(record: JsonObject): RecordContent {
  const blocks = contentBlocks(record);
  if (blocks === undefined) return malformed('user', record);
  const hasResult = blocks.some((block) => isObject(block) && block['type'] === 'tool_result');
  const isWritten = isSummary(record);
  return {
    role: 'user',
    blocks: blocks.map((block): RecordBlock => {
      const content = contentOfBlock(block);
      if (content.type === 'result') return resultBlock(content, record);
      if (content.type === 'text' && isWritten) return { content, kind: 'summary', provenance: 'assistant' };
      if (record['isMeta'] === true) return metaBlock(content);
      if (content.type !== 'text') return { content };
      // Rule 7: tags speak for the harness only in a user record that carries no result.
      return hasResult ? { content, kind: 'text' } : promptBlock(content.text);
    }),
  };
}

function promptBlock(text: string): RecordBlock {
  const content: PieceContent = { type: 'text', text };
  const kind = wholeTextKind(text);
  if (kind === undefined) return { content };
  if (kind === 'user') return { content, kind: 'text' };
  return { content, kind: 'injected', provenance: 'harness', injection: { kind } };
}

/** What the harness put there: caveats, bodies of skills, and our own notes. */
function metaBlock(content: PieceContent): RecordBlock {
  if (content.type === 'text' && parseNote(content.text.trimEnd()) !== undefined) return { content, kind: 'note', provenance: 'holdfast' };
  const isEcho = content.type === 'text' && wholeTextKind(content.text) === 'command-echo';
  return { content, kind: 'injected', provenance: 'harness', injection: { kind: isEcho ? 'command-echo' : 'meta' } };
}

function resultBlock(content: Extract<PieceContent, { type: 'result' }>, record: JsonObject): RecordBlock {
  const exitCode = exitCodeOf(record['toolUseResult']);
  return { content, ...(exitCode === undefined ? {} : { exitCode }) };
}

function exitCodeOf(result: unknown): number | undefined {
  if (typeof result === 'string') {
    const code = /^Error: Exit code (\d{1,9})\b/.exec(result)?.[1];
    return code === undefined ? undefined : Number(code);
  }
  const code = isObject(result) ? result['exitCode'] : undefined;
  return typeof code === 'number' ? code : undefined;
}

function contentOfBlock(block: unknown): PieceContent {
  if (!isObject(block)) return { type: 'opaque', value: block };
  const { type, text, thinking, signature, data, id, name } = block;
  if (type === 'text' && typeof text === 'string') return { type: 'text', text };
  if (type === 'thinking' && typeof thinking === 'string') {
    return { type: 'thinking', text: thinking, ...(typeof signature === 'string' ? { signature } : {}) };
  }
  if (type === 'redacted_thinking' && typeof data === 'string') return { type: 'thinking', text: '', signature: data, redacted: true };
  if (type === 'tool_use' && typeof id === 'string' && typeof name === 'string') {
    return { type: 'call', callId: id, name, input: block['input'] ?? {} };
  }
  if (type === 'tool_result' && typeof block['tool_use_id'] === 'string') return resultContent(block, block['tool_use_id']);
  if (type === 'image' || type === 'document') return { type: 'media', media: mediaOf(block) };
  return { type: 'opaque', value: block };
}

function resultContent(block: JsonObject, callId: string): PieceContent {
  const content = block['content'];
  const texts: string[] = [];
  const media: Media[] = [];
  for (const inner of typeof content === 'string' ? [{ type: 'text', text: content }] : Array.isArray(content) ? content : []) {
    const read = contentOfBlock(inner);
    if (read.type === 'text') texts.push(read.text);
    else if (read.type === 'media') media.push(read.media);
    else texts.push(JSON.stringify(inner));
  }
  return { type: 'result', callId, text: texts.join('\n'), isError: block['is_error'] === true, ...(media.length > 0 ? { media } : {}) };
}

function mediaOf(block: JsonObject): Media {
  const source = isObject(block['source']) ? block['source'] : {};
  const { media_type: mediaType, data, url } = source;
  return {
    mediaType: typeof mediaType === 'string' ? mediaType : 'application/octet-stream',
    ...(typeof data === 'string' ? { base64: data } : {}),
    ...(typeof url === 'string' ? { url } : {}),
    value: block,
  };
}

/** Attachments that set a mode, and its kind. */
const MODES: Readonly<Record<string, string>> = {
  plan_mode: 'plan-mode',
  plan_mode_reentry: 'plan-mode',
  plan_mode_exit: 'plan-mode',
  auto_mode: 'auto-mode',
  auto_mode_exit: 'auto-mode',
};

function attachmentContent(record: JsonObject): RecordContent {
  const attachment = isObject(record['attachment']) ? record['attachment'] : {};
  const type = String(attachment['type'] ?? 'unknown');
  if (type === 'queued_command') return { role: 'user', blocks: queuedBlocks(attachment) };
  const content: PieceContent = { type: 'text', text: attachmentText(attachment) };
  const modeKind = MODES[type];
  if (modeKind !== undefined) return { role: 'user', blocks: [{ content, kind: 'mode', provenance: 'harness', modeKind }] };
  const path = attachmentPath(attachment);
  // A memory file is in force as long as the session is: each file is a kind of its own, and no handle replaces it.
  const injection =
    type === 'file'
      ? { kind: 'file', ...(path === undefined ? {} : { path }) }
      : { kind: type === 'nested_memory' && path !== undefined ? `${type}:${path}` : type };
  return { role: 'user', blocks: [{ content, kind: 'injected', provenance: 'harness', injection }] };
}

/** What the user typed while the agent worked, taken up in the middle of a turn. */
function queuedBlocks(attachment: JsonObject): readonly RecordBlock[] {
  const { prompt } = attachment;
  if (typeof prompt === 'string') return [attachment['commandMode'] === 'task-notification' ? notification(prompt) : promptBlock(prompt)];
  if (!Array.isArray(prompt)) return [{ content: { type: 'opaque', value: attachment }, kind: 'unknown' }];
  return prompt.map((block: unknown) => {
    const content = contentOfBlock(block);
    return content.type === 'text' ? promptBlock(content.text) : { content };
  });
}

function notification(text: string): RecordBlock {
  return { content: { type: 'text', text }, kind: 'injected', provenance: 'harness', injection: { kind: 'task-notification' } };
}

function attachmentPath(attachment: JsonObject): string | undefined {
  for (const key of ['filename', 'path', 'filePath']) if (typeof attachment[key] === 'string') return attachment[key];
  return undefined;
}

function attachmentText(attachment: JsonObject): string {
  const { content, snippet } = attachment;
  if (typeof content === 'string') return content;
  if (Array.isArray(content) && content.every((line) => typeof line === 'string')) return content.join('\n');
  if (isObject(content)) {
    if (typeof content['content'] === 'string') return content['content'];
    if (isObject(content['file']) && typeof content['file']['content'] === 'string') return content['file']['content'];
  }
  return typeof snippet === 'string' ? snippet : JSON.stringify(attachment);
}
