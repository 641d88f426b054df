import { type Archive, type Compaction, compact } from 'holdfast';

/** Pins one span and lets another go, with the reason for the ledger. Ids come from a plan's receipt. */
export function compactWith(transcript: string, archive: Archive, ids: { readonly pinned: string; readonly released: string }): Promise<Compaction> {
  return compact(transcript, {
    target: 0.12,
    archive,
    recall: 'cli',
    pin: [ids.pinned],
    release: { [ids.released]: 'the fix is merged' },
    onEvent: (event) => console.log(`${event.name}: ${event.message}`),
  });
}
