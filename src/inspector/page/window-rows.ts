import { computed } from '@preact/signals';
import type { PieceContent } from '../../core/span.ts';
import { decided, session, stays } from './state.ts';

/** A row of what the model sees: one piece of a message, or a note of holdfast. */
export type WindowRow =
  | { readonly kind: 'piece'; readonly message: number; readonly spanIndex: number; readonly nth: number }
  | { readonly kind: 'note'; readonly note: number };

/** The window as it came in. What the host hid with a compaction of its own is in it, as holdfast puts it back. */
export const rowsBefore = computed((): readonly WindowRow[] => {
  const rows: WindowRow[] = [];
  for (const [message, { spanIndexes }] of (session.value?.messages ?? []).entries()) addPieces(rows, message, spanIndexes, () => true);
  return rows;
});

/** The window as it would be sent. */
export const rowsAfter = computed((): readonly WindowRow[] => {
  const rows: WindowRow[] = [];
  const messages = session.value?.messages ?? [];
  const notes = decided.value?.notes ?? [];
  const kept = stays.value;
  let note = 0;
  for (let message = 0; message <= messages.length; message++) {
    for (; note < notes.length && (notes[note]?.boundary ?? 0) <= message; note++) rows.push({ kind: 'note', note });
    addPieces(rows, message, messages[message]?.spanIndexes ?? [], (index) => kept[index] === 1);
  }
  return rows;
});

function addPieces(rows: WindowRow[], message: number, spanIndexes: readonly number[], isSent: (index: number) => boolean): void {
  for (const [at, spanIndex] of spanIndexes.entries()) {
    if (!isSent(spanIndex)) continue;
    const nth = at === 0 ? 0 : spanIndexes.slice(0, at).filter((one) => one === spanIndex).length;
    rows.push({ kind: 'piece', message, spanIndex, nth });
  }
}

/** The first row of a span in a list; -1 where it has none. */
export function rowOf(rows: readonly WindowRow[], spanIndex: number, note: number | undefined): number {
  return rows.findIndex((row) => (note === undefined ? row.kind === 'piece' && row.spanIndex === spanIndex : row.kind === 'note' && row.note === note));
}

export function contentOf(row: Extract<WindowRow, { kind: 'piece' }>): PieceContent | undefined {
  return session.value?.spans[row.spanIndex]?.pieces.filter((piece) => piece.message === row.message)[row.nth]?.content;
}

/** What a piece is to the model, in a word or two. */
export function pieceName(content: PieceContent | undefined, role: string): string {
  if (content?.type === 'call') return 'call';
  if (content?.type === 'result') return content.isError ? 'error' : 'result';
  if (content?.type === 'thinking') return 'thinking';
  return role;
}

export function pieceText(content: PieceContent | undefined): string {
  switch (content?.type) {
    case 'text':
    case 'result':
      return content.text;
    case 'thinking':
      return content.redacted ? '(encrypted)' : content.text;
    case 'call':
      return content.asText ?? `${content.name} ${JSON.stringify(content.input) ?? ''}`;
    case 'media':
      return `(${content.media.mediaType})`;
    case 'opaque':
      return JSON.stringify(content.value) ?? '';
    case undefined:
      return '';
  }
}
