import { isObject } from '../formats/wire-document.ts';
import type { WireBlock } from './wire-request.ts';

/** What became of the blocks of a request. */
export interface Alignment {
  /** By index of the block. */
  readonly isKept: readonly boolean[];
  /** Our notes, by the kept block that they stand before; by the number of blocks where none follows. */
  readonly notes: ReadonlyMap<number, readonly string[]>;
}

/** How our own blocks begin. */
export const NOTE_START = '<holdfast ';

/**
 * Finds the blocks of a compacted request in the one that it was made from: what stays, stays byte for byte and in order.
 * `undefined` where a block is neither one of those nor a note of ours: then nothing may be said of any.
 */
export function alignBlocks(blocks: readonly WireBlock[], compacted: string): Alignment | undefined {
  const left = placesByText(blocks);
  const isKept = blocks.map(() => false);
  const notes = new Map<number, string[]>();
  let next = blocks.length;
  // From the end: of the same text twice the older one leaves (E4), and what is new stands at the end as it came.
  for (const { role, block } of blocksOf(compacted).reverse()) {
    const text = JSON.stringify(block);
    const found = lastBelow(left.get(keyOf(role, text)), next);
    if (found !== undefined) {
      isKept[found] = true;
      next = found;
      continue;
    }
    const note = noteIn(role, block);
    if (note === undefined) return undefined;
    notes.set(next, [note, ...(notes.get(next) ?? [])]);
  }
  return { isKept, notes };
}

interface FoundBlock {
  readonly role: string;
  readonly block: unknown;
}

function blocksOf(compacted: string): FoundBlock[] {
  const body: unknown = JSON.parse(compacted);
  const messages = isObject(body) && Array.isArray(body['messages']) ? body['messages'].filter(isObject) : [];
  return messages.flatMap((message): FoundBlock[] => {
    const role = String(message['role']);
    const content = message['content'];
    if (!Array.isArray(content)) return [{ role, block: { type: 'text', text: content } }];
    return content.map((block: unknown) => ({ role, block }));
  });
}

function noteIn(role: string, block: unknown): string | undefined {
  if (role !== 'user' || !isObject(block) || block['type'] !== 'text' || typeof block['text'] !== 'string') return undefined;
  return block['text'].startsWith(NOTE_START) ? block['text'] : undefined;
}

function placesByText(blocks: readonly WireBlock[]): ReadonlyMap<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [index, { role, text }] of blocks.entries()) {
    const key = keyOf(role, text);
    const list = places.get(key);
    if (list === undefined) places.set(key, [index]);
    else list.push(index);
  }
  return places;
}

function keyOf(role: string, text: string): string {
  return `${role} ${text}`;
}

/** Takes places off the list, as later ones are never asked for again. */
function lastBelow(places: number[] | undefined, end: number): number | undefined {
  for (let place = places?.pop(); place !== undefined; place = places?.pop()) if (place < end) return place;
  return undefined;
}
