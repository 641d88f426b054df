/** A place in a run of texts: which of them, and how far into it. */
export interface RunPlace {
  at: number;
  offset: number;
}

/**
 * Moves `place` over `text` where the run continues with exactly its characters; false, and the place is void, where it
 * does not. A text may end inside one of the run, and may span several. `blockAt` gives `undefined` where the run ends.
 */
export function takeText(place: RunPlace, text: string, blockAt: (at: number) => string | undefined): boolean {
  for (let taken = 0; taken < text.length; ) {
    const block = blockAt(place.at);
    if (block === undefined) return false;
    const length = Math.min(text.length - taken, block.length - place.offset);
    if (text.slice(taken, taken + length) !== block.slice(place.offset, place.offset + length)) return false;
    taken += length;
    place.offset += length;
    if (place.offset === block.length) {
      place.at++;
      place.offset = 0;
    }
  }
  return true;
}
