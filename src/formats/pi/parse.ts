import { buildConversation } from '../../core/build-conversation.ts';
import type { Conversation, Warning } from '../../core/conversation.ts';
import { FormatError } from '../../core/errors/format-error.ts';
import type { PieceContent } from '../../core/span.ts';
import type { ParseOptions } from '../format.ts';
import { isObject, type JsonObject } from '../jsonl.ts';
import { MessageSequence, type RecordMessage } from '../message-sequence.ts';
import { CallIds } from '../repeated-calls.ts';
import { BOOKKEEPING, contentOfEntry } from './entry-content.ts';
import { readSession, type Session } from './session.ts';

/** Private to this format: what render needs. */
export interface PiDocument {
  readonly session: Session;
  /** By message: the record of each of its blocks. */
  readonly recordsOf: readonly (readonly number[])[];
}

/** The whole active branch, what stands before the host's compactions included. */
export function parse(source: string, options: ParseOptions = {}): Conversation {
  const session = readSession(source, options);
  const warnings: Warning[] = [...session.warnings, ...warnUnknown(session)];
  const messages = readMessages(session);
  const document: PiDocument = { session, recordsOf: messages.map((message) => message.pieces.map((piece) => piece.record)) };
  const { header, file } = session;
  return buildConversation({
    format: 'pi',
    messages,
    document,
    recognizedAs: `a pi session, version ${session.version} (${header ? 'line 1 has type session and cwd' : 'entries with id and parentId'})`,
    onOrphan: 'tolerate',
    isThinkingDemanded: lastApi(session).startsWith('anthropic'),
    attachmentTokens: options.attachmentTokens,
    warnings,
    brokenRaws: session.broken.map((line) => line.raw),
    sessionId: stringOf(header?.['id']),
    workingDirectory: stringOf(header?.['cwd']),
    isIllFormed: file.isIllFormed,
  });
}

/** The inverse of what `parse` put into a piece, from the line alone. */
export function readPiece(raw: string, block: number): PieceContent {
  const value: unknown = JSON.parse(raw);
  const content = isObject(value) ? contentOfEntry(value)?.blocks[block]?.content : undefined;
  if (content !== undefined) return content;
  throw new FormatError({
    code: 'format-invalid',
    what: `An archived line of a pi session has no block ${block}`,
    next: 'Check the archive with `holdfast doctor`.',
  });
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function readMessages(session: Session): readonly RecordMessage[] {
  const { path, file } = session;
  const lines = file.lines;
  const view = viewOf(session);
  const answered = answeredCalls(session);
  const sequence = new MessageSequence();
  const ids = new CallIds();
  let hasSource = false;
  for (const [position, record] of path.entries()) {
    const line = lines[record];
    const content = line === undefined ? undefined : contentOfEntry(line.value);
    if (line === undefined || content === undefined) continue;
    const isCompaction = line.value['type'] === 'compaction';
    const callIds: string[] = [];
    const pieces = content.blocks.map((block, index) => {
      const piece = withOwnId(block.content, ids, callIds);
      const isSourceHeld = block.kind === 'summary' ? isCompaction && hasSource : undefined;
      return { ...block, content: piece, raw: line.raw, block: index, record, isSourceHeld };
    });
    const message: RecordMessage = { role: content.role, pieces, path: `line ${line.line}`, line: line.line, isVisible: view.isVisible(position, line.value) };
    if (content.role === 'assistant')
      sequence.addAssistant(
        message,
        callIds.filter((id) => answered.has(id)),
      );
    else if (content.role === 'tool') sequence.addResults(message, callIds);
    else sequence.add(message);
    if (content.blocks.length > 0) hasSource = true;
  }
  return sequence.finish();
}

function withOwnId(content: PieceContent, ids: CallIds, callIds: string[]): PieceContent {
  if (content.type !== 'call' && content.type !== 'result') return content;
  const callId = content.type === 'call' ? ids.ofCall(content.callId) : ids.ofResult(content.callId);
  callIds.push(callId);
  return { ...content, callId };
}

/** Ids of calls that have a result on the path, as `CallIds` numbers them. */
function answeredCalls(session: Session): ReadonlySet<string> {
  const answered = new Set<string>();
  const ids = new CallIds();
  for (const record of session.path) {
    const content = contentOfEntry(session.file.lines[record]?.value ?? {});
    for (const block of content?.blocks ?? []) {
      if (block.content.type === 'call') ids.ofCall(block.content.callId);
      else if (block.content.type === 'result') answered.add(ids.ofResult(block.content.callId));
    }
  }
  return answered;
}

interface View {
  /** Whether the host still sends the entry at this position of the path. */
  isVisible(position: number, entry: JsonObject): boolean;
}

/** pi's own view: the last compaction, the entries from the first kept one up to it, and all after it. */
function viewOf(session: Session): View {
  const lines = session.file.lines;
  const last = session.path.findLastIndex((record) => lines[record]?.value['type'] === 'compaction');
  const firstKept = last < 0 ? 0 : firstKeptPosition(session, last);
  const sent = sentView(session);
  return {
    isVisible(position, entry) {
      if (!sent.wasSent(position, session.path.length)) return false;
      return position >= last || (position >= firstKept && sent.mayBeKept(entry));
    },
  };
}

/** What pi sends of a path, compactions aside. */
interface SentView {
  /** Whether the entry at this position was sent when the path ended before the other one. */
  wasSent(position: number, end: number): boolean;
  /** Whether a compaction can keep it. */
  mayBeKept(entry: JsonObject): boolean;
}

export function sentView(session: Session): SentView {
  const { path, recordOfId } = session;
  const lines = session.file.lines;
  /** By position of an entry: that of the first edit which takes it out of the context. */
  const editedAt = new Map<number, number>();
  for (const [position, record] of path.entries()) {
    const entry = lines[record]?.value;
    const target = entry?.['type'] === 'context_edit' ? recordOfId.get(String(entry['targetId'])) : undefined;
    const message = target === undefined ? undefined : lines[target]?.value['message'];
    const isResult = isObject(message) && message['role'] === 'toolResult';
    const targetPosition = target === undefined ? undefined : session.pathPosition.get(target);
    // A replaced result stays the result of its call; what replaces it is beside it.
    if (targetPosition === undefined || editedAt.has(targetPosition) || (isResult && entry?.['replacement'] != null)) continue;
    editedAt.set(targetPosition, position);
  }
  return {
    wasSent(position, end) {
      if ((editedAt.get(position) ?? Number.POSITIVE_INFINITY) < end) return false;
      return !isDropped(lines[path[position] ?? -1]?.value ?? {});
    },
    mayBeKept: (entry) => entry['type'] !== 'compaction' && !(isObject(entry['message']) && entry['message']['role'] === 'system'),
  };
}

function isDropped(entry: JsonObject): boolean {
  const message = entry['message'];
  if (!isObject(message)) return false;
  const { stopReason } = message;
  if (message['role'] === 'assistant' && (stopReason === 'error' || stopReason === 'aborted')) return true;
  return message['excludeFromContext'] === true;
}

/** Position on the path; that of the compaction itself where nothing is kept. */
export function firstKeptPosition(session: Session, compactionPosition: number): number {
  const record = session.path[compactionPosition];
  const entry = session.file.lines[record ?? -1]?.value;
  const index = entry?.['firstKeptEntryIndex'];
  const kept = session.isTree ? session.recordOfId.get(String(entry?.['firstKeptEntryId'])) : typeof index === 'number' ? index : undefined;
  const position = kept === undefined ? undefined : session.pathPosition.get(kept);
  return position === undefined || position > compactionPosition ? compactionPosition : position;
}

function lastApi(session: Session): string {
  for (const record of session.path.toReversed()) {
    const message = session.file.lines[record]?.value['message'];
    if (isObject(message) && message['role'] === 'assistant') return stringOf(message['api']) ?? '';
  }
  return '';
}

function warnUnknown(session: Session): readonly Warning[] {
  const seen = new Set<string>();
  const warnings: Warning[] = [];
  for (const line of session.file.lines) {
    const type = String(line.value['type']);
    if (seen.has(type)) continue;
    seen.add(type);
    if (BOOKKEEPING.has(type) || contentOfEntry({ type, message: {}, replacement: '' }) !== undefined) continue;
    warnings.push({
      code: 'record-unknown',
      message: `entries ${type === 'undefined' ? 'without a type' : `of the type ${JSON.stringify(type)}`} are not known: kept as they are`,
      line: line.line,
    });
  }
  return warnings;
}
