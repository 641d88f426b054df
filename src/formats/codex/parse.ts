import { buildConversation } from '../../core/build-conversation.ts';
import type { Conversation, Warning } from '../../core/conversation.ts';
import { FormatError } from '../../core/errors/format-error.ts';
import type { PieceContent } from '../../core/span.ts';
import type { ParseOptions } from '../format.ts';
import { isObject, type JsonlLine, type JsonObject } from '../jsonl.ts';
import { MessageSequence, type RecordMessage, type RecordPiece } from '../message-sequence.ts';
import { withDemandedReasoning } from '../openai-responses/active-turn.ts';
import { type ItemBlock, type ItemSide, joins, readItem } from '../openai-responses/items.ts';
import { CallIds } from '../repeated-calls.ts';
import { exitCodeOf, isRefusal, recordedExitCodes } from './exit-code.ts';
import { harnessTraits, labelTraits, unprovenTraits } from './harness-items.ts';
import { instructionsOf, itemOfRecord, type Rollout, readRollout, type Unit } from './rollout.ts';
import { isUserMessage, promptOf } from './user-proof.ts';

/** Private to this format: what render needs. */
export interface CodexDocument {
  readonly rollout: Rollout;
  /** By message: the unit of each of its blocks. */
  readonly unitsOf: readonly (readonly number[])[];
}

/** Types of records that are known (formats.md 7.2). */
const KNOWN_TYPES: ReadonlySet<string> = new Set(['session_meta', 'turn_context', 'response_item', 'event_msg', 'compacted']);

/** All that the host's history ever held, what stands before its compactions included; turns that were taken back are not. */
export function parse(source: string, options: ParseOptions = {}): Conversation {
  const rollout = readRollout(source, options);
  const messages = new UnitReader(rollout).read();
  const document: CodexDocument = { rollout, unitsOf: messages.map((message) => message.pieces.map((piece) => piece.record)) };
  const { file, meta } = rollout;
  const conversation = buildConversation({
    format: 'codex',
    messages,
    document,
    recognizedAs: recognizedAs(rollout),
    onOrphan: 'tolerate',
    isThinkingDemanded: false, // marked by the rule of the wire below
    attachmentTokens: options.attachmentTokens,
    warnings: [...rollout.warnings, ...warnUnknown(file.lines)],
    brokenRaws: file.broken.map((line) => line.raw),
    sessionId: stringOf(meta?.['id']),
    workingDirectory: stringOf(meta?.['cwd']) ?? rollout.units.find((unit) => unit.workingDirectory !== undefined)?.workingDirectory,
    isIllFormed: file.isIllFormed,
  });
  return withDemandedReasoning(conversation);
}

/** The inverse of what `parse` put into a piece: from a line, or from an item of a compaction's history. */
export function readPiece(raw: string, block: number): PieceContent {
  const value: unknown = JSON.parse(raw);
  const content = isObject(value) ? contentOfRecord(value, block) : undefined;
  if (content !== undefined) return content;
  throw new FormatError({
    code: 'format-invalid',
    what: `An archived record of a Codex rollout has no block ${block}`,
    next: 'Check the archive with `holdfast doctor`.',
  });
}

function contentOfRecord(record: JsonObject, block: number): PieceContent | undefined {
  const prompt = promptOf(record);
  if (prompt !== undefined) return { type: 'text', text: prompt };
  const instructions = instructionsOf(record);
  if (instructions !== undefined) return { type: 'text', text: instructions };
  if (record['type'] === 'compacted' && isObject(record['payload'])) return { type: 'text', text: String(record['payload']['message']) };
  // An item of a compaction's history stands alone, whatever its type is.
  const item = itemOfRecord(record) ?? (record['payload'] === undefined ? record : undefined);
  return item === undefined ? undefined : readItem(item, UNNAMED).blocks[block]?.content;
}

/** Calls that the server ran have no id of their own here: they are told apart as repeated ones are. */
const UNNAMED = '';

function recognizedAs({ file, meta }: Rollout): string {
  const version = stringOf(meta?.['cli_version']);
  const at = file.lines.find((line) => line.value['type'] === 'session_meta')?.line;
  const evidence = at === undefined ? 'lines with a timestamp, a type and a payload' : `line ${at} has type session_meta`;
  return `a Codex rollout${version === undefined ? '' : `, version ${version}`} (${evidence})`;
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A message while its units are gathered. */
interface OpenGroup {
  readonly message: RecordMessage;
  readonly items: { readonly side: ItemSide }[];
  readonly callIds: string[];
}

class UnitReader {
  private readonly rollout: Rollout;
  private readonly exitCodes: ReadonlyMap<string, number>;
  private readonly ids = new CallIds();
  private readonly toolNames = new Map<string, string>();
  private readonly answered = new Set<string>();
  private readonly groups: OpenGroup[] = [];
  private hasSource = false;

  constructor(rollout: Rollout) {
    this.rollout = rollout;
    this.exitCodes = recordedExitCodes(rollout.file.lines);
  }

  read(): readonly RecordMessage[] {
    for (const [index, unit] of this.rollout.units.entries()) if (!this.rollout.rolledBack.has(index)) this.readUnit(unit, index);
    const sequence = new MessageSequence();
    for (const { message, items, callIds } of this.groups) {
      if (items[0]?.side === 'result') sequence.addResults(message, callIds);
      else if (message.role === 'assistant' && items[0]?.side !== 'compaction')
        sequence.addAssistant(
          message,
          callIds.filter((id) => this.answered.has(id)),
        );
      else sequence.add(message);
    }
    return sequence.finish();
  }

  private readUnit(unit: Unit, index: number): void {
    const { side, blocks } = blocksOf(unit, this.rollout.proof.texts.size > 0);
    const group: OpenGroup = { message: this.messageOf(unit, index, side), items: [{ side }], callIds: [] };
    for (const [block, read] of blocks.entries()) group.message.pieces.push(this.pieceOf(read, block, unit, index, group.callIds));
    if (unit.kind !== 'instructions') this.hasSource = true;
    const open = this.groups.at(-1);
    if (open === undefined || !joins(open, side) || open.message.isVisible !== group.message.isVisible) {
      this.groups.push(group);
      return;
    }
    open.items.push({ side });
    for (const piece of group.message.pieces) open.message.pieces.push(piece);
    for (const id of group.callIds) open.callIds.push(id);
  }

  private messageOf(unit: Unit, index: number, side: ItemSide): RecordMessage {
    const { line } = this.rollout.file.lines[unit.line] ?? { line: 0 };
    const role = side === 'result' ? 'tool' : side === 'user' ? 'user' : side === 'system' ? 'system' : 'assistant';
    const isPreamble = unit.kind === 'instructions';
    return { role, pieces: [], path: `line ${line}`, line, isVisible: this.rollout.visible.has(index), ...(isPreamble ? { isPreamble } : {}) };
  }

  private pieceOf({ at: _, ...block }: ItemBlock, index: number, unit: Unit, record: number, callIds: string[]): RecordPiece {
    const piece = { ...block, raw: unit.raw, block: index, record };
    const { content } = block;
    if (content.type === 'call') {
      const callId = this.ids.ofCall(content.callId);
      callIds.push(callId);
      this.toolNames.set(callId, content.name);
      return { ...piece, content: { ...content, callId }, workingDirectory: unit.workingDirectory };
    }
    if (content.type === 'result') {
      const callId = this.ids.ofResult(content.callId);
      callIds.push(callId);
      this.answered.add(callId);
      const toolName = this.toolNames.get(callId) ?? '';
      const exitCode = exitCodeOf(toolName, content.text) ?? this.exitCodes.get(content.callId) ?? block.exitCode;
      const isUserAnswer = block.isUserAnswer === true || isRefusal(toolName, content.text);
      return { ...piece, content: { ...content, callId }, ...(exitCode === undefined ? {} : { exitCode }), ...(isUserAnswer ? { isUserAnswer } : {}) };
    }
    return block.kind === 'summary' ? { ...piece, isSourceHeld: this.hasSource } : piece;
  }
}

/** What a unit puts into the context, and who put it there. */
function blocksOf(unit: Unit, hasProof: boolean): { readonly side: ItemSide; readonly blocks: readonly ItemBlock[] } {
  switch (unit.kind) {
    case 'instructions':
      return { side: 'system', blocks: [{ at: 'item', content: textOf(unit), kind: 'system', provenance: 'system' }] };
    case 'summary':
      return { side: 'user', blocks: [{ at: 'item', content: textOf(unit), kind: 'summary', provenance: 'assistant' }] };
    case 'prompt':
      return { side: 'user', blocks: [{ at: 'item', content: textOf(unit) }] };
    case 'item': {
      const { side, blocks } = readItem(unit.item, UNNAMED);
      return { side, blocks: blocks.map((block) => ({ ...block, ...traitsOf(block, unit, hasProof) })) };
    }
  }
}

function textOf(unit: Unit): PieceContent {
  return readPiece(unit.raw, 0);
}

function traitsOf({ content }: ItemBlock, unit: Unit, hasProof: boolean): Partial<ItemBlock> {
  if (content.type !== 'text') return {};
  if (unit.item['role'] === 'developer' || unit.item['role'] === 'system') return harnessTraits(content.text);
  if (!isUserMessage(unit.item)) return {};
  return unit.isOfUser ? labelTraits(content.text) : unprovenTraits(content.text, hasProof);
}

function warnUnknown(lines: readonly JsonlLine[]): readonly Warning[] {
  const seen = new Set<string>();
  const warnings: Warning[] = [];
  for (const line of lines) {
    const type = String(line.value['type']);
    if (seen.has(type)) continue;
    seen.add(type);
    if (KNOWN_TYPES.has(type) || line.value['payload'] === undefined) continue;
    warnings.push({ code: 'record-unknown', message: `records of the type ${JSON.stringify(type)} are not known: kept as they are`, line: line.line });
  }
  return warnings;
}
