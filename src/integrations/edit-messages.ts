import type { Alignment } from './align-blocks.ts';
import type { WireRequest, WireRole } from './wire-request.ts';

/**
 * What a part of a host's message is to the request. `block`: blocks stand for it. `follows`: bookkeeping, or what the host
 * binds to its neighbours; it goes where its message goes. `opens`: the same, and it begins what comes after it. `stays`:
 * nothing is known of it, or it is not sent; it stays where it is.
 */
export type PartRole = 'block' | 'follows' | 'opens' | 'stays';

/** A host's messages, read. */
export interface HostReading {
  readonly request: WireRequest;
  readonly messages: readonly { readonly role: WireRole; readonly parts: readonly PartRole[] }[];
}

/**
 * What the host sends, in order: messages of its own by index, whole or some of their parts, and notes of ours. It takes
 * its own objects, so that nothing of them is written anew.
 */
export type MessageEdit =
  | { readonly note: string }
  | { readonly message: number }
  | { readonly message: number; readonly parts: readonly (number | { readonly note: string })[] };

/** `undefined` where what was decided for blocks cannot be done to parts. */
export function editMessages(reading: HostReading, alignment: Alignment): readonly MessageEdit[] | undefined {
  const blocksOf = blocksByPart(reading);
  const edits: MessageEdit[] = [];
  for (const [message, { role, parts }] of reading.messages.entries()) {
    const writer = new MessageWriter(message, role, parts);
    for (const [part, partRole] of parts.entries()) {
      const blocks = blocksOf.get(`${message} ${part}`) ?? [];
      const kept = blocks.filter((block) => alignment.isKept[block]);
      // E14: of a call and its result both leave, or none.
      if (kept.length !== 0 && kept.length !== blocks.length) return undefined;
      if (blocks.slice(1).some((block) => alignment.notes.has(block))) return undefined;
      if (blocks.length === 0) writer.addOther(part, partRole);
      else if (kept.length > 0) writer.addKept(part, alignment.notes.get(blocks[0] ?? -1) ?? []);
    }
    edits.push(...writer.end());
  }
  return [...edits, ...(alignment.notes.get(reading.request.blocks.length) ?? []).map((note) => ({ note }))];
}

function blocksByPart({ request }: HostReading): ReadonlyMap<string, readonly number[]> {
  const blocksOf = new Map<string, number[]>();
  for (const [index, { message, part }] of request.blocks.entries()) {
    const key = `${message} ${part}`;
    blocksOf.set(key, [...(blocksOf.get(key) ?? []), index]);
  }
  return blocksOf;
}

/** Writes the edits of one message. */
class MessageWriter {
  readonly #message: number;
  readonly #role: WireRole;
  readonly #parts: readonly PartRole[];
  readonly #edits: MessageEdit[] = [];
  #open: (number | { readonly note: string })[] = [];
  #hasKept = false;
  #stays: boolean;

  constructor(message: number, role: WireRole, parts: readonly PartRole[]) {
    this.#message = message;
    this.#role = role;
    this.#parts = parts;
    this.#stays = !parts.includes('block');
  }

  addOther(part: number, role: PartRole): void {
    this.#open.push(part);
    this.#stays ||= role === 'stays';
  }

  addKept(part: number, notes: readonly string[]): void {
    if (notes.length > 0) this.#addNotes(notes.map((note) => ({ note })));
    this.#open.push(part);
    this.#hasKept = true;
  }

  end(): readonly MessageEdit[] {
    if (this.#hasKept || this.#stays) this.#edits.push(this.#edit());
    return this.#edits;
  }

  /** Before the message where nothing of it stands yet, among the user's parts, or between two parts of an answer, which is then two. */
  #addNotes(notes: readonly { readonly note: string }[]): void {
    if (!this.#hasKept) this.#edits.push(...notes);
    else if (this.#role === 'user') this.#open.push(...notes);
    else this.#split(notes);
  }

  #split(notes: readonly { readonly note: string }[]): void {
    const opening = this.#open.findLastIndex((part) => typeof part !== 'number' || this.#parts[part] !== 'opens') + 1;
    const later = this.#open.splice(opening);
    this.#edits.push(this.#edit(), ...notes);
    this.#open = later;
  }

  #edit(): MessageEdit {
    const isWhole = this.#open.length === this.#parts.length && this.#open.every((part, index) => part === index);
    return { message: this.#message, ...(isWhole ? {} : { parts: this.#open }) };
  }
}
