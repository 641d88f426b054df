import type { Conversation, Edit } from '../core/conversation.ts';
import { repairSurrogates } from './json-surrogates.ts';
import type { WireDocument } from './wire-document.ts';
import { type BlockPatches, editedMessages, type SlotFate, slotFates, spliceList } from './wire-edit.ts';
import { type NoteRules, placeNotes } from './wire-notes.ts';

/** What differs between wires where a conversation is rendered in its own format. */
export interface OwnRules {
  readonly notes: NoteRules;
  readonly patchesOf: (fates: readonly (readonly SlotFate[])[]) => ReadonlyMap<number, BlockPatches>;
}

/** The source with what leaves cut out and the notes put in; letter for letter where nothing changes. */
export function renderOwn(conversation: Conversation, edit: Edit, document: WireDocument, rules: OwnRules): string {
  const isRepaired = document.places.some((place) => place?.dropped !== undefined);
  const isWhole = !isRepaired && edit.notes.length === 0 && conversation.spans.every((span) => edit.keeps(span.index));
  const text = isWhole ? document.source : renderEdited(conversation, edit, document, rules);
  return conversation.isIllFormed ? repairSurrogates(text) : text;
}

function renderEdited(conversation: Conversation, edit: Edit, document: WireDocument, rules: OwnRules): string {
  const fates = conversation.messages.map((message) => slotFates(message.pieces, edit.keeps));
  const patches = rules.patchesOf(fates);
  const outs = editedMessages(conversation, document, fates, (message) => patches.get(message));
  return spliceList(document, placeNotes(conversation, edit, outs, rules.notes));
}
