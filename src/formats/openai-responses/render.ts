import type { Conversation, Edit } from '../../core/conversation.ts';
import { repairSurrogates } from '../json-surrogates.ts';
import { cutJsonString, editMembers, memberNamed, readContainer, rebuildContainer, valueText } from '../json-text.ts';
import { isUnedited } from '../line-edits.ts';
import { isObject } from '../wire-document.ts';
import { type SlotFate, slotFates, spliceList } from '../wire-edit.ts';
import { assertOutsideExchanges, firstPending } from '../wire-notes.ts';
import { hasOptionalId } from './items.ts';
import type { ItemOnWire, ResponsesDocument } from './parse.ts';
import { inputMessage, renderFreshResponses } from './render-fresh.ts';

export function renderResponses(conversation: Conversation, edit: Edit): string {
  if (conversation.format !== 'openai-responses') return repairSurrogates(renderFreshResponses(conversation, edit));
  const document = conversation.document as ResponsesDocument;
  const text = isUnedited(conversation, edit) ? document.source : renderEdited(conversation, edit, document);
  return conversation.isIllFormed ? repairSurrogates(text) : text;
}

function renderEdited(conversation: Conversation, edit: Edit, document: ResponsesDocument): string {
  assertOutsideExchanges(conversation, edit);
  const latest = firstPending(conversation, edit);
  const texts: string[] = [];
  let next = 0;
  for (const [index, items] of document.itemsOf.entries()) {
    for (let note = edit.notes[next]; note && Math.min(note.boundary, latest) <= index; note = edit.notes[++next]) texts.push(noteItem(note.text, document));
    const fates = slotFates(conversation.messages[index]?.pieces ?? [], edit.keeps);
    if (items !== undefined) for (const text of keptItems(items, fates, document)) texts.push(text);
    // E1: the caller never takes the instructions or the tools.
    else if (fates.some((fate) => fate !== 'kept')) throw new Error('E1: the instructions and the tool definitions never leave');
  }
  for (const note of edit.notes.slice(next)) texts.push(noteItem(note.text, document));
  const { source, list, text } = document;
  if (list !== undefined) return spliceList({ source, list }, texts);
  if (text === undefined) throw new Error('wire: an input that is no list is a string');
  return `${source.slice(0, text.start)}[${texts.join(',')}]${source.slice(text.end)}`;
}

/** A user item of its own: items need not alternate, so nothing is merged. */
function noteItem(text: string, { source, list }: ResponsesDocument): string {
  const first = list?.items[0];
  return (first === undefined ? '' : source.slice(first.lead, first.start)) + inputMessage('user', JSON.stringify(text));
}

interface KeptItem {
  readonly on: ItemOnWire;
  /** `undefined` where nothing of it stays. */
  readonly raw: string | undefined;
}

/**
 * What stays of a message's items, each with its own white space. Rule 2: reasoning without what it belongs to is
 * refused, and so is what belongs to reasoning that left, as long as it has the id that the server gave it.
 */
function keptItems(items: readonly ItemOnWire[], fates: readonly SlotFate[], document: ResponsesDocument): readonly string[] {
  const edited: KeptItem[] = [];
  let at = 0;
  for (const on of items) {
    const own = fates.slice(at, at + on.places.length);
    at += on.places.length;
    edited.push({ on, raw: editItem(on, own, document) });
  }
  if (at !== fates.length) throw new Error('wire: each block of an item has its place');
  const hasFollower = edited.some(({ on, raw }) => on.side !== 'reasoning' && raw !== undefined);
  const hasLost = edited.some(({ on, raw }) => on.side === 'reasoning' && raw === undefined);
  return edited.flatMap(({ on, raw }) => {
    if (raw === undefined || (on.side === 'reasoning' && !hasFollower)) return [];
    return [withSpace(on, hasLost && on.side === 'assistant' ? withoutId(raw) : raw, document)];
  });
}

function withoutId(raw: string): string {
  const item: unknown = JSON.parse(raw);
  return isObject(item) && hasOptionalId(item) ? editMembers(raw, new Map([['id', null]])) : raw;
}

function withSpace(on: ItemOnWire, raw: string, { source, list }: ResponsesDocument): string {
  if (list === undefined) return raw;
  const position = positionOf(list.items, on.item.start);
  const next = list.items[position + 1];
  return source.slice(on.item.lead, on.item.start) + raw + (next === undefined ? '' : source.slice(on.item.end, next.lead - 1));
}

/** By halving: items stand in the order of the source. */
function positionOf(items: readonly { readonly start: number }[], start: number): number {
  let low = 0;
  let high = items.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

function editItem(on: ItemOnWire, fates: readonly SlotFate[], { source, list }: ResponsesDocument): string | undefined {
  const isAll = fates.every((fate) => fate === 'kept');
  if (list === undefined) {
    const literal = valueText(source, on.item);
    const [fate] = fates;
    if (fate === 'gone') return undefined;
    return inputMessage('user', fate === undefined || fate === 'kept' ? literal : cutJsonString(literal, fate));
  }
  const raw = source.slice(on.item.start, on.item.end);
  if (isAll) return raw;
  if (fates.every((fate) => fate === 'gone')) return undefined;
  const content = memberNamed(readContainer(raw), 'content');
  if (content === undefined) throw new Error('wire: only a message can stay in part');
  const text = valueText(raw, content);
  const [first] = fates;
  if (text.startsWith('"')) return editMembers(raw, new Map([['content', typeof first === 'object' ? cutJsonString(text, first) : text]]));
  const fateOf = new Map(on.places.map((place, index) => [place, fates[index] ?? 'kept']));
  return editMembers(
    raw,
    new Map([['content', rebuildContainer(text, readContainer(text), (index, part) => editPart(text.slice(part.start, part.end), fateOf.get(index)))]]),
  );
}

function editPart(raw: string, fate: SlotFate | undefined): string | null | undefined {
  if (fate === undefined || fate === 'kept') return undefined;
  if (fate === 'gone') return null;
  if (raw.startsWith('"')) return cutJsonString(raw, fate);
  const item = memberNamed(readContainer(raw), 'text');
  if (item === undefined) throw new Error('wire: a part of a text block has a text');
  return editMembers(raw, new Map([['text', cutJsonString(valueText(raw, item), fate)]]));
}
