import type { Conversation, Edit } from '../../core/conversation.ts';
import { repairSurrogates } from '../json-surrogates.ts';
import { cutJsonString, editMembers, readContainer, rebuildContainer } from '../json-text.ts';
import { isObject, type JsonObject } from '../jsonl.ts';
import { editAt, editContent, isUnedited, type RecordFate, recordFates } from '../line-edits.ts';
import { blocksOfEntry, type EntryBlock, NOTE_TYPE } from './entry-content.ts';
import type { SweAgentDocument } from './parse.ts';
import type { HistoryEntry, Trajectory } from './trajectory.ts';

/** The trajectory with an edited `history`; every other member stays byte for byte. */
export function render(conversation: Conversation, edit: Edit): string {
  const { trajectory, recordsOf } = conversation.document as SweAgentDocument;
  const text = isUnedited(conversation, edit) ? trajectory.source : editHistory(conversation, edit, trajectory, recordsOf);
  return conversation.isIllFormed ? repairSurrogates(text) : text;
}

function editHistory(conversation: Conversation, edit: Edit, trajectory: Trajectory, recordsOf: SweAgentDocument['recordsOf']): string {
  const { source, entries, open } = trajectory;
  const fates = recordFates(conversation, edit, recordsOf);
  const notes = new Map(edit.notes.map((note) => [note.boundary, note.text]));
  const container = readContainer(source, open);
  const atEnd = notes.get(entries.length);
  const history = rebuildContainer(
    source,
    container,
    (index, item) => {
      const entry = entries[index];
      const kept = entry === undefined ? undefined : editEntry(entry, fates.get(index));
      const note = notes.get(index);
      if (note === undefined) return kept;
      const added = noteEntry(note, entries, index);
      return kept === null ? added : `${added},${source.slice(item.lead, item.start)}${kept ?? source.slice(item.start, item.end)}`;
    },
    atEnd === undefined ? [] : [noteEntry(atEnd, entries, entries.length)],
  );
  return source.slice(0, open) + history + source.slice(container.close + 1);
}

function noteEntry(text: string, entries: readonly HistoryEntry[], index: number): string {
  const neighbour = entries[index - 1]?.value ?? entries[index]?.value;
  const agent = isObject(neighbour) ? neighbour['agent'] : undefined;
  return JSON.stringify({ role: 'user', content: text, agent, message_type: NOTE_TYPE });
}

/** `undefined`: as it stands; `null`: gone. */
function editEntry(entry: HistoryEntry, fate: RecordFate | undefined): string | null | undefined {
  if (fate === undefined || fate.isWhole) return undefined;
  if (fate.isGone) return null;
  return isObject(entry.value) ? editBlocks(entry.raw, entry.value, fate) : undefined;
}

function editBlocks(raw: string, entry: JsonObject, fate: RecordFate): string {
  const blocks = blocksOfEntry(entry);
  let text = raw;
  for (const member of ['thinking_blocks', 'content', 'tool_call_ids'] as const) text = editMember(text, member, blocks, fate);
  const calls = blocks.flatMap((block, index) => (block.member === 'tool_calls' ? [index] : []));
  if (calls.length === 0 || calls.some((index) => fate.keptBlocks.has(index))) return editMember(text, 'tool_calls', blocks, fate);
  // Without its calls the entry is plain text, and no action in text form.
  return editMembers(text, new Map([['tool_calls', null], ...('action' in entry ? ([['action', '""']] as const) : [])]));
}

function editMember(text: string, member: EntryBlock['member'], blocks: readonly EntryBlock[], fate: RecordFate): string {
  const numbers = blocks.flatMap((block, index) => (block.member === member ? [index] : []));
  const [first] = numbers;
  const block = first === undefined ? undefined : blocks[first];
  if (first === undefined || block === undefined || numbers.every((index) => !fate.goneBlocks.has(index) && !fate.cuts.has(index))) return text;
  if (block.at !== undefined) return editAt(text, [member], (value) => editContent(value, fate, first));
  const cuts = fate.cuts.get(first);
  const isGone = !fate.keptBlocks.has(first);
  const edited = editAt(text, [member], (value) => (isGone ? '""' : cuts ? cutJsonString(value, cuts) : value));
  // `thought` repeats the content in files with function calling: what left must not stand there.
  return isGone ? editAt(edited, ['thought'], () => '""') : edited;
}
