import type { PlacedNote } from '../core/conversation.ts';

/** A note and the record of the file before which it is written. */
export interface AnchoredNote extends PlacedNote {
  readonly anchor: number;
}

/**
 * Notes stand behind every record of the messages before their boundary, also where a message's records are spread over
 * the file. `first`: the record before which a note at boundary 0 stands.
 */
export function anchoredNotes(notes: readonly PlacedNote[], recordsOf: readonly (readonly number[])[], first: number): readonly AnchoredNote[] {
  const anchors = boundaryAnchors(recordsOf, first);
  return notes.map((note) => ({ ...note, anchor: anchors[note.boundary] ?? first }));
}

/** By boundary: the first record behind all records of the messages before it. */
export function boundaryAnchors(recordsOf: readonly (readonly number[])[], first: number): readonly number[] {
  const anchors = [first];
  let reached = first;
  for (const records of recordsOf) {
    for (const record of records) reached = Math.max(reached, record + 1);
    anchors.push(reached);
  }
  return anchors;
}
