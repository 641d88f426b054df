import { buildConversation } from '../../core/build-conversation.ts';
import type { Conversation, Warning } from '../../core/conversation.ts';
import { FormatError } from '../../core/errors/format-error.ts';
import type { PieceContent } from '../../core/span.ts';
import type { ParseOptions } from '../format.ts';
import { isObject, type JsonlFile, type JsonlLine, type JsonObject, readJsonl } from '../jsonl.ts';
import { MessageSequence, type RecordMessage, type RecordPiece } from '../message-sequence.ts';
import { CallIds } from '../repeated-calls.ts';
import { type ActiveBranch, messageIdOf, readActiveBranch } from './active-branch.ts';
import { HARNESS_TAGS } from './harness-text.ts';
import { type QueuedPrompt, queuedPrompts } from './queued-prompts.ts';
import { contentBlocks, contentOfRecord, isSummary } from './record-content.ts';
import { repeatedRecords } from './repeated-records.ts';
import { isUserAnswer } from './user-answer.ts';

/** Private to this format: what render needs. */
export interface ClaudeCodeDocument {
  readonly file: JsonlFile;
  readonly repeated: ReadonlyMap<number, number>;
  readonly branch: ActiveBranch;
  readonly queued: readonly QueuedPrompt[];
  /** By message: the record of each of its blocks. */
  readonly recordsOf: readonly (readonly number[])[];
}

/** Types of records that are known and not in the context (formats.md 7.1). */
const BOOKKEEPING: ReadonlySet<string> = new Set([
  'system',
  'progress',
  'file-history-snapshot',
  'queue-operation',
  'summary',
  'custom-title',
  'ai-title',
  'tag',
  'agent-name',
  'agent-color',
  'agent-setting',
  'last-prompt',
  'mode',
  'permission-mode',
  'pr-link',
  'worktree-state',
  'content-replacement',
  'task-summary',
]);

/** The whole active branch, what stands before the host's compactions included. */
export function parse(source: string, options: ParseOptions = {}): Conversation {
  const file = readJsonl(source, options);
  const repeated = repeatedRecords(file.lines);
  const branch = readActiveBranch(file.lines, repeated);
  const queued = queuedPrompts(file.lines, branch.records);
  const reader = new MessageReader(file, branch, queued, options.isStrict === true);
  const messages = reader.read();
  const document: ClaudeCodeDocument = { file, repeated, branch, queued, recordsOf: messages.map((message) => message.pieces.map((piece) => piece.record)) };
  const records = branch.records.map((record) => file.lines[record]?.value ?? {});
  return buildConversation({
    format: 'claude-code',
    messages,
    document,
    recognizedAs: recognizedAs(records),
    onOrphan: 'tolerate',
    isThinkingDemanded: true,
    harnessTags: HARNESS_TAGS,
    attachmentTokens: options.attachmentTokens,
    warnings: [...file.warnings, ...branch.warnings, ...reader.warnings, ...warnRepeated(repeated), ...warnUnknown(file.lines)],
    brokenRaws: file.broken.map((line) => line.raw),
    sessionId: firstString(records, 'sessionId'),
    workingDirectory: firstString(records, 'cwd'),
    isIllFormed: file.isIllFormed,
  });
}

/** The inverse of what `parse` put into a piece, from the line alone. */
export function readPiece(raw: string, block: number): PieceContent {
  const value: unknown = JSON.parse(raw);
  const content = isObject(value) ? contentOfRecord(value)?.blocks[block]?.content : undefined;
  if (content !== undefined) return content;
  throw new FormatError({
    code: 'format-invalid',
    what: `An archived line of a Claude Code transcript has no block ${block}`,
    next: 'Check the archive with `holdfast doctor`.',
  });
}

function recognizedAs(records: readonly JsonObject[]): string {
  const version = firstString(records, 'version');
  return `a Claude Code transcript${version === undefined ? '' : `, version ${version}`} (lines with sessionId, uuid and parentUuid)`;
}

function firstString(records: readonly JsonObject[], key: string): string | undefined {
  const value = records.find((record) => typeof record[key] === 'string')?.[key];
  return typeof value === 'string' ? value : undefined;
}

class MessageReader {
  readonly warnings: Warning[] = [];
  private readonly lines: readonly JsonlLine[];
  private readonly branch: ActiveBranch;
  private readonly isStrict: boolean;
  private readonly sequence = new MessageSequence();
  private readonly callIds = new CallIds();
  private readonly toolNames = new Map<string, string>();
  private readonly joined = new Map<string, RecordMessage>();
  private readonly answeredOf: ReadonlyMap<string, readonly string[]>;
  private readonly takenUpBehind = new Map<number, number[]>();
  /** What stands before it is no longer sent. */
  private readonly firstVisible: number;
  private readonly preserved: ReadonlySet<string>;

  constructor(file: JsonlFile, branch: ActiveBranch, queued: readonly QueuedPrompt[], isStrict: boolean) {
    this.lines = file.lines;
    this.branch = branch;
    this.isStrict = isStrict;
    this.answeredOf = answeredCalls(file.lines, branch.records);
    for (const { enqueue, outcome } of queued) {
      if (outcome.kind !== 'taken-up') continue;
      const list = this.takenUpBehind.get(outcome.after);
      if (list) list.push(enqueue);
      else this.takenUpBehind.set(outcome.after, [enqueue]);
    }
    const last = branch.compactions.at(-1);
    this.firstVisible = last?.boundary ?? last?.summary ?? 0;
    this.preserved = preservedUuids(this.lines[last?.boundary ?? -1]?.value, branch, this.lines);
  }

  read(): readonly RecordMessage[] {
    const isOfConversation = new Set(this.branch.records);
    for (const [record, line] of this.lines.entries()) {
      if (isOfConversation.has(record)) this.readRecord(record, line);
      for (const enqueue of this.takenUpBehind.get(record) ?? []) this.readPrompt(enqueue, record);
    }
    return this.sequence.finish();
  }

  private readRecord(record: number, line: JsonlLine): void {
    const content = contentOfRecord(line.value);
    if (content === undefined) return;
    if (content.isMalformed) this.reportMalformed(line);
    const pieces = content.blocks.map((block, index): RecordPiece => this.pieceOf(block, index, record, line));
    const message: RecordMessage = { role: content.role, pieces, path: `line ${line.line}`, line: line.line, isVisible: this.isVisible(record, line.value) };
    if (content.role === 'assistant') this.addAssistant(message, line.value);
    else {
      const answered = content.blocks.flatMap((block) => (block.content.type === 'result' ? [block.content.callId] : []));
      if (answered.length > 0) this.sequence.addResults(message, answered);
      else this.sequence.add(message);
    }
  }

  /** Rule 1: one API message is several records. It stands where its first record stands. */
  private addAssistant(message: RecordMessage, record: JsonObject): void {
    const id = messageIdOf(record);
    const started = id === undefined ? undefined : this.joined.get(id);
    if (started && started.isVisible === message.isVisible) {
      for (const piece of message.pieces) started.pieces.push(piece);
      return;
    }
    if (id !== undefined) this.joined.set(id, message);
    this.sequence.addAssistant(message, (id === undefined ? undefined : this.answeredOf.get(id)) ?? []);
  }

  private pieceOf(block: RecordPieceBlock, index: number, record: number, line: JsonlLine): RecordPiece {
    const { cwd } = line.value;
    const piece = { ...block, raw: line.raw, block: index, record };
    const { content } = block;
    if (content.type === 'call') {
      this.toolNames.set(content.callId, content.name);
      const own = { ...content, callId: this.callIds.ofCall(content.callId) };
      return { ...piece, content: own, ...(typeof cwd === 'string' ? { workingDirectory: cwd } : {}) };
    }
    if (content.type === 'result') {
      const isAnswer = isUserAnswer(content, line.value, this.toolNames.get(content.callId) ?? '');
      return { ...piece, content: { ...content, callId: this.callIds.ofResult(content.callId) }, ...(isAnswer ? { isUserAnswer: true } : {}) };
    }
    return block.kind === 'summary' ? { ...piece, isSourceHeld: this.isSourceHeld(record) } : piece;
  }

  /** The transcript still holds what was summarized: records of the conversation stand before. */
  private isSourceHeld(record: number): boolean {
    const first = this.branch.records[0];
    return first !== undefined && first < record;
  }

  private isVisible(record: number, value: JsonObject): boolean {
    if (!isEverSent(value, this.branch)) return false;
    return record >= this.firstVisible || this.preserved.has(String(value['uuid']));
  }

  /** C23: typed while the agent worked; only the queue has it. */
  private readPrompt(enqueue: number, after: number): void {
    const line = this.lines[enqueue];
    const content = line === undefined ? undefined : contentOfRecord(line.value);
    if (line === undefined || content === undefined) return;
    const pieces = content.blocks.map((block, index): RecordPiece => this.pieceOf(block, index, enqueue, line));
    this.sequence.add({ role: 'user', pieces, path: `line ${line.line}`, line: line.line, isVisible: after >= this.firstVisible });
  }

  private reportMalformed(line: JsonlLine): void {
    const what = `a ${String(line.value['type'])} record has no readable message`;
    if (this.isStrict) {
      throw new FormatError({
        code: 'format-invalid',
        what: what[0]?.toUpperCase() + what.slice(1),
        line: line.line,
        byteOffset: line.byteOffset,
        next: 'Read the file without `--strict`: the record is then kept whole.',
      });
    }
    this.warnings.push({ code: 'record-malformed', message: `line ${line.line}: ${what}: kept whole`, line: line.line, byteOffset: line.byteOffset });
  }
}

type RecordPieceBlock = NonNullable<ReturnType<typeof contentOfRecord>>['blocks'][number];

/** False for a record of the conversation that the model is never sent, compactions aside. */
export function isEverSent(value: JsonObject, branch: ActiveBranch): boolean {
  if (value['isApiErrorMessage'] === true) return false;
  if (value['isVisibleInTranscriptOnly'] === true && !isSummary(value)) return false;
  // A sub-agent's record in the chain of the main conversation is not sent with it; alone, it is its own conversation.
  return value['isSidechain'] !== true || branch.isWholeSidechain;
}

/** By API message: those of its calls that have a result. */
function answeredCalls(lines: readonly JsonlLine[], records: readonly number[]): ReadonlyMap<string, readonly string[]> {
  const results = new Set<string>();
  const calls = new Map<string, string[]>();
  for (const record of records) {
    const value = lines[record]?.value ?? {};
    const id = messageIdOf(value);
    for (const block of contentBlocks(value) ?? []) {
      if (!isObject(block)) continue;
      if (typeof block['tool_use_id'] === 'string') results.add(block['tool_use_id']);
      if (id === undefined || block['type'] !== 'tool_use') continue;
      const list = calls.get(id);
      if (list) list.push(String(block['id']));
      else calls.set(id, [String(block['id'])]);
    }
  }
  return new Map([...calls].map(([id, list]) => [id, list.filter((call) => results.has(call))]));
}

/** Records before a boundary that newer versions keep in the context. */
export function preservedUuids(boundary: JsonObject | undefined, branch: ActiveBranch, lines: readonly JsonlLine[]): ReadonlySet<string> {
  const metadata = isObject(boundary?.['compactMetadata']) ? boundary['compactMetadata'] : {};
  const messages = isObject(metadata['preservedMessages']) ? metadata['preservedMessages']['uuids'] : undefined;
  const uuids = new Set((Array.isArray(messages) ? messages : []).map(String));
  const segment = isObject(metadata['preservedSegment']) ? metadata['preservedSegment'] : {};
  const head = branch.recordOfUuid.get(String(segment['headUuid']));
  const tail = branch.recordOfUuid.get(String(segment['tailUuid']));
  if (head === undefined || tail === undefined) return uuids;
  for (const record of branch.records) if (record >= head && record <= tail) uuids.add(String(lines[record]?.value['uuid']));
  return uuids;
}

function warnRepeated(repeated: ReadonlyMap<number, number>): readonly Warning[] {
  if (repeated.size === 0) return [];
  return [{ code: 'record-repeated', message: `${repeated.size} records stand again under new row ids: read once` }];
}

function warnUnknown(lines: readonly JsonlLine[]): readonly Warning[] {
  const seen = new Set<string>();
  const warnings: Warning[] = [];
  for (const line of lines) {
    const type = String(line.value['type']);
    if (seen.has(type)) continue;
    seen.add(type);
    if (BOOKKEEPING.has(type) || type === 'user' || type === 'assistant' || type === 'attachment') continue;
    warnings.push({
      code: 'record-unknown',
      message: `records ${type === 'undefined' ? 'without a type' : `of the type ${JSON.stringify(type)}`} are not known: kept as they are`,
      line: line.line,
    });
  }
  return warnings;
}
