/** Characters by which a text is recognized; a shorter one is not looked for. What is older has been shifted out of the hash. */
export const SHORTEST_FOUND = 11;
const SHIFT = 3;
/** Slots of the filter: windows that no text has seldom get further. */
const SLOT_BITS = 16;
/** Places that are compared for each character of what is searched, so that texts that look alike cost no more than a pass. */
const COMPARED_SHARE = 1 / 4;
const COMPARED_AT_LEAST = 10_000;

interface Wanted {
  readonly text: string;
  /** Where its window stands in it. */
  readonly offset: number;
  isDone: boolean;
}

/**
 * Finds many texts in one pass over others (Rabin–Karp): each is recognized by that window of it which fewest of the
 * others have. One by one they would cost a pass each. May miss one where very many look alike; finds none that is not there.
 */
export class TextFinder {
  readonly #byHash = new Map<number, Wanted[]>();
  readonly #slots = new Uint8Array(1 << SLOT_BITS);
  #left = 0;

  constructor(texts: readonly string[]) {
    const windows = texts.filter((text) => text.length >= SHORTEST_FOUND).map((text) => ({ text, hashes: hashesOf(text) }));
    const counts = new Int32Array(1 << SLOT_BITS);
    for (const { hashes } of windows) for (const hash of hashes) counts[slotOf(hash)] = (counts[slotOf(hash)] ?? 0) + 1;
    for (const { text, hashes } of windows) this.#add(text, hashes, counts);
  }

  /** Calls `found` for the places of each text, in order, until it says that this text is done with. */
  search(searched: string, found: (text: string, at: number) => boolean): void {
    let compared = 0;
    const most = COMPARED_AT_LEAST + searched.length * COMPARED_SHARE;
    const slots = this.#slots;
    let hash = 0;
    for (let end = 0; end < searched.length && this.#left > 0; end++) {
      hash = ((hash << SHIFT) + searched.charCodeAt(end)) | 0;
      if (slots[slotOf(hash)] === 0) continue;
      for (const wanted of this.#byHash.get(hash) ?? []) {
        const at = end + 1 - SHORTEST_FOUND - wanted.offset;
        if (wanted.isDone || at < 0) continue;
        if (++compared > most) return;
        if (searched.startsWith(wanted.text, at) && found(wanted.text, at)) this.#end(wanted);
      }
    }
  }

  #end(wanted: Wanted): void {
    wanted.isDone = true;
    this.#left--;
  }

  #add(text: string, hashes: Int32Array, counts: Int32Array): void {
    let offset = hashes.length >>> 1;
    let fewest = Number.POSITIVE_INFINITY;
    for (let step = 0; step < hashes.length && fewest > 1; step++) {
      // From the middle on: many lines begin alike, and many end alike.
      const at = ((hashes.length >>> 1) + step) % hashes.length;
      const count = counts[slotOf(hashes[at] ?? 0)] ?? 0;
      if (count >= fewest) continue;
      fewest = count;
      offset = at;
    }
    const hash = hashes[offset] ?? 0;
    const wanted = { text, offset, isDone: false };
    const known = this.#byHash.get(hash);
    if (known === undefined) this.#byHash.set(hash, [wanted]);
    else known.push(wanted);
    this.#slots[slotOf(hash)] = 1;
    this.#left++;
  }
}

/** Of each window of the text, in order. */
function hashesOf(text: string): Int32Array {
  const hashes = new Int32Array(text.length - SHORTEST_FOUND + 1);
  let hash = 0;
  for (let end = 0; end < text.length; end++) {
    hash = ((hash << SHIFT) + text.charCodeAt(end)) | 0;
    if (end >= SHORTEST_FOUND - 1) hashes[end + 1 - SHORTEST_FOUND] = hash;
  }
  return hashes;
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> (32 - SLOT_BITS))) & ((1 << SLOT_BITS) - 1);
}
