import { buildConversation, type SourceMessage, type SourcePiece } from '../../core/build-conversation.ts';
import type { Conversation, Warning } from '../../core/conversation.ts';
import { FormatError } from '../../core/errors/format-error.ts';
import type { PieceContent } from '../../core/span.ts';
import type { ParseOptions } from '../format.ts';
import { hasLoneSurrogate } from '../json-surrogates.ts';
import { isObject, type JsonObject } from '../jsonl.ts';
import { CallIds } from '../repeated-calls.ts';
import { actionOf, blocksOfEntry, isDemonstration, NOTE_TYPE, roleOf, TEXT_FORM_BLOCK, textFormContent } from './entry-content.ts';
import { type HistoryEntry, readTrajectory, type Trajectory } from './trajectory.ts';

/** Private to this format: what render needs. */
export interface SweAgentDocument {
  readonly trajectory: Trajectory;
  /** By message: the entry of each of its blocks. */
  readonly recordsOf: readonly (readonly number[])[];
}

/** `history` alone: it is what the model saw. */
export function parse(source: string, options: ParseOptions = {}): Conversation {
  const trajectory = readTrajectory(source);
  const warnings: Warning[] = [];
  const messages = readMessages(trajectory, options, warnings);
  const isIllFormed = hasLoneSurrogate(source);
  if (isIllFormed) warnings.push({ code: 'text-ill-formed', message: 'the trajectory holds half a surrogate pair: archived as it is, U+FFFD in the output' });
  const document: SweAgentDocument = { trajectory, recordsOf: messages.map((message, index) => message.pieces.map(() => index)) };
  return buildConversation({
    format: 'swe-agent',
    messages,
    document,
    recognizedAs: `a SWE-agent trajectory (JSON with ${'trajectory' in trajectory.root ? 'trajectory and history' : 'history'})`,
    onOrphan: 'tolerate',
    isThinkingDemanded: messages.some((message) => message.pieces.some(({ content }) => content.type === 'thinking' && content.signature !== undefined)),
    attachmentTokens: options.attachmentTokens,
    warnings,
    isIllFormed,
  });
}

/** The inverse of what `parse` put into a piece, from the entry alone. */
export function readPiece(raw: string, block: number): PieceContent {
  const value: unknown = JSON.parse(raw);
  if (!isObject(value)) return { type: 'opaque', value };
  const content = block === TEXT_FORM_BLOCK ? textFormContent(value, 'action') : blocksOfEntry(value)[block]?.content;
  if (content !== undefined) return content;
  throw new FormatError({
    code: 'format-invalid',
    what: `An archived entry of a trajectory has no block ${block}`,
    next: 'Check the archive with `holdfast doctor`.',
  });
}

function readMessages(trajectory: Trajectory, options: ParseOptions, warnings: Warning[]): readonly SourceMessage[] {
  const ids = new CallIds();
  const messages: SourceMessage[] = [];
  let openAction: string | undefined;
  let isStarted = false;
  for (const [index, entry] of trajectory.entries.entries()) {
    const path = `history[${index}]`;
    const value = entry.value;
    if (!isObject(value)) {
      messages.push(brokenMessage(entry, path, options, warnings));
      continue;
    }
    const role = roleOf(value);
    if (role !== 'system') isStarted = true;
    const isPreamble = role === 'system' && !isStarted;
    const textForm = textFormPiece(entry, value, trajectory.entries[index + 1]?.value, openAction, `action-${index}`);
    openAction = textForm?.content.type === 'call' ? textForm.content.callId : undefined;
    const pieces = textForm ? [textForm] : plainPieces(entry, value, ids);
    messages.push({ role, pieces, path, isPreamble });
  }
  return messages;
}

/** In files without function calling an action is answered by the user entry that follows it. */
function textFormPiece(entry: HistoryEntry, value: JsonObject, next: unknown, openAction: string | undefined, callId: string): SourcePiece | undefined {
  if (openAction !== undefined) return { raw: entry.raw, block: TEXT_FORM_BLOCK, content: textFormContent(value, openAction) };
  const isAnswered = isObject(next) && roleOf(next) === 'user' && !isDemonstration(next) && next['message_type'] !== NOTE_TYPE;
  if (!isAnswered || actionOf(value) === undefined) return undefined;
  return { raw: entry.raw, block: TEXT_FORM_BLOCK, content: textFormContent(value, callId) };
}

function plainPieces(entry: HistoryEntry, value: JsonObject, ids: CallIds): readonly SourcePiece[] {
  return blocksOfEntry(value).map(({ content, kind, provenance, injection }, block) => {
    const own =
      content.type === 'call'
        ? { ...content, callId: ids.ofCall(content.callId) }
        : content.type === 'result'
          ? { ...content, callId: ids.ofResult(content.callId) }
          : content;
    return { raw: entry.raw, block, content: own, kind, provenance, injection };
  });
}

function brokenMessage(entry: HistoryEntry, path: string, options: ParseOptions, warnings: Warning[]): SourceMessage {
  if (options.isStrict)
    throw new FormatError({
      code: 'format-invalid',
      what: 'An entry of the history is not an object',
      path,
      next: 'Mend the file, or read it without `--strict`.',
    });
  warnings.push({ code: 'record-malformed', message: `${path} is not an object: kept whole`, path });
  return {
    role: 'user',
    path,
    pieces: [{ raw: entry.raw, block: 0, content: { type: 'opaque', value: entry.value }, kind: 'unknown', provenance: 'harness' }],
  };
}
