import type { Conversation, Edit, MessagePiece } from '../core/conversation.ts';
import { cutJsonString, editMembers, type ItemEdit, type JsonContainer, memberNamed, readContainer, rebuildContainer, valueText } from './json-text.ts';
import type { MessagePlace, Slot, WireDocument } from './wire-document.ts';

/** What becomes of one block: it stays, it leaves, or parts of its text leave. */
export type SlotFate = 'kept' | 'gone' | readonly { readonly start: number; readonly end: number }[];

/** A message on its way out, and the text parts that notes and joined neighbours put around its own. */
export interface OutMessage {
  /** Index into the conversation's messages; -1 for a note's own message. */
  readonly index: number;
  readonly role: string;
  readonly raw: string;
  /** Its own white space in the list, before and behind. */
  readonly lead: string;
  readonly trail: string;
  readonly before: string[];
  readonly after: string[];
}

/** What a format does to a block that stays, by position in its message's content. */
export type BlockPatches = ReadonlyMap<number, (raw: string) => string>;

/** The fate of each slot of a message. A text block that is several spans is one slot. */
export function slotFates(pieces: readonly MessagePiece[], keeps: Edit['keeps']): readonly SlotFate[] {
  const fates: SlotFate[] = [];
  let position = 0;
  while (position < pieces.length) {
    const first = pieces[position];
    if (first === undefined) break;
    if (first.piece.textRange === undefined) {
      fates.push(keeps(first.spanIndex) ? 'kept' : 'gone');
      position++;
      continue;
    }
    // Parts of one text cover it from 0 without gaps, so the next one that starts at 0 is of another block.
    const cuts: { start: number; end: number }[] = [];
    let keptCount = 0;
    do {
      const current = pieces[position];
      if (current?.piece.textRange === undefined) break;
      if (keeps(current.spanIndex)) keptCount++;
      else cuts.push(current.piece.textRange);
      position++;
    } while ((pieces[position]?.piece.textRange?.start ?? 0) > 0);
    fates.push(keptCount === 0 ? 'gone' : cuts.length === 0 ? 'kept' : cuts);
  }
  return fates;
}

/** The messages of the list that stay, each without what leaves. `patchesOf` is by index of the conversation's messages. */
export function editedMessages(
  conversation: Conversation,
  document: WireDocument,
  fates: readonly (readonly SlotFate[])[],
  patchesOf: (message: number) => BlockPatches | undefined,
): OutMessage[] {
  const { source, list } = document;
  const outs: OutMessage[] = [];
  let position = -1;
  for (const [index, place] of document.places.entries()) {
    const own = fates[index] ?? [];
    if (place === undefined) {
      // E1: the caller never takes the system prompt or the tools.
      if (own.some((fate) => fate !== 'kept')) throw new Error('E1: the system prompt and the tool definitions never leave');
      continue;
    }
    position++;
    const raw = editMessage(source.slice(place.item.start, place.item.end), place, own, patchesOf(index));
    if (raw === undefined) continue;
    const next = list.items[position + 1];
    outs.push({
      index,
      role: place.role,
      raw,
      lead: source.slice(place.item.lead, place.item.start),
      trail: next === undefined ? '' : source.slice(place.item.end, next.lead - 1),
      before: [],
      after: [],
    });
  }
  if (position + 1 !== list.items.length || document.places.length !== conversation.messages.length) {
    throw new Error('wire: each message of the list has its place');
  }
  return outs;
}

/** The source with its list of messages replaced: all else, the list's own brackets and last white space included, stays. */
export function spliceList(document: Pick<WireDocument, 'source' | 'list'>, messages: readonly string[]): string {
  const { source, list } = document;
  const last = list.items.at(-1);
  const tail = messages.length === 0 || last === undefined ? '' : source.slice(last.end, list.close);
  return `${source.slice(0, list.open + 1)}${messages.join(',')}${tail}${source.slice(list.close)}`;
}

/** `undefined` where nothing of the message is left. One that had nothing to begin with stays. */
function editMessage(raw: string, place: MessagePlace, fates: readonly SlotFate[], patches: BlockPatches | undefined): string | undefined {
  if (place.slots.length !== fates.length) throw new Error('wire: each block of a message has its slot');
  const isUntouched = place.dropped === undefined && fates.every((fate) => fate === 'kept');
  if (isUntouched && patches === undefined) return raw;
  if (!isUntouched && fates.every((fate) => fate === 'gone')) return undefined;
  const members = readContainer(raw);
  const edits = new Map<string, string | null>();
  const content = editContent(raw, members, place, fates, patches);
  if (content !== undefined) edits.set('content', content);
  const calls = editCalls(raw, members, place.slots, fates);
  if (calls !== undefined) edits.set('tool_calls', calls);
  for (const [index, slot] of place.slots.entries()) {
    if (slot.at === 'member' && fates[index] === 'gone') edits.set(slot.name, null);
  }
  return editMembers(raw, edits);
}

/** The new characters of `content`; `undefined` where it stays. Where all of it leaves, it is null: something else is left. */
function editContent(
  raw: string,
  members: JsonContainer,
  { slots, dropped }: MessagePlace,
  fates: readonly SlotFate[],
  patches: BlockPatches | undefined,
): string | undefined {
  const item = memberNamed(members, 'content');
  if (item === undefined) return undefined;
  const fateOf = new Map<number, SlotFate>();
  for (const [index, slot] of slots.entries()) {
    const fate = fates[index] ?? 'kept';
    if (slot.at === 'content') return editString(valueText(raw, item), fate);
    if (slot.at === 'content-part') fateOf.set(slot.index, fate);
  }
  for (const index of dropped === 'all' ? [] : (dropped ?? [])) fateOf.set(index, 'gone');
  const all = [...fateOf.values()];
  if (all.length === 0 || (all.every((fate) => fate === 'kept') && patches === undefined)) return undefined;
  if (all.every((fate) => fate === 'gone')) return 'null';
  const text = valueText(raw, item);
  return rebuildContainer(text, readContainer(text), (index, part) => {
    const fate = fateOf.get(index) ?? 'kept';
    if (fate === 'gone') return null;
    const own = text.slice(part.start, part.end);
    const cut = fate === 'kept' ? undefined : cutTextPart(own, fate);
    const patch = patches?.get(index);
    return patch === undefined ? cut : patch(cut ?? own);
  });
}

function editString(literal: string, fate: SlotFate): string | undefined {
  if (fate === 'kept') return undefined;
  return fate === 'gone' ? 'null' : cutJsonString(literal, fate);
}

function cutTextPart(raw: string, cuts: Exclude<SlotFate, string>): string {
  const item = memberNamed(readContainer(raw), 'text');
  if (item === undefined) throw new Error('wire: a part of a text block has a text');
  return editMembers(raw, new Map([['text', cutJsonString(valueText(raw, item), cuts)]]));
}

/** `null` where all calls leave: an empty list is refused. */
function editCalls(raw: string, members: JsonContainer, slots: readonly Slot[], fates: readonly SlotFate[]): ItemEdit {
  const gone = new Set<number>();
  let count = 0;
  for (const [index, slot] of slots.entries()) {
    if (slot.at !== 'tool-call') continue;
    count++;
    if (fates[index] === 'gone') gone.add(slot.index);
  }
  if (gone.size === 0) return undefined;
  const item = memberNamed(members, 'tool_calls');
  if (gone.size === count || item === undefined) return null;
  const text = valueText(raw, item);
  return rebuildContainer(text, readContainer(text), (index) => (gone.has(index) ? null : undefined));
}
