import type { LedgerSpan } from './archive/archive.ts';
import { cutTexts, type TextRange } from './core/cut-texts.ts';
import type { Restored } from './restore.ts';

/** The restored conversation, and the input that is rendered, with texts cut into sentences (E8a). `cuts` by span index. */
export function cutRestored(restored: Restored, cuts: ReadonlyMap<number, readonly TextRange[]>): Restored {
  if (cuts.size === 0) return restored;
  const { conversation, firstIndexOf } = cutTexts(restored.conversation, (span) => cuts.get(span.index));
  const { conversation: parsed, firstIndexOf: firstParsedOf } = cutTexts(restored.parsed, (span) => cuts.get(restored.sourceIndexOf.get(span.index) ?? -1));
  const moved = (index: number): number => firstIndexOf[index] ?? index;
  const sourceIndexOf = new Map<number, number>();
  for (const [inParsed, index] of restored.sourceIndexOf) {
    const partCount = moved(index + 1) - moved(index);
    for (let part = 0; part < partCount; part++) sourceIndexOf.set((firstParsedOf[inParsed] ?? 0) + part, moved(index) + part);
  }
  const spanCount = restored.conversation.spans.length;
  return {
    ...restored,
    conversation,
    parsed,
    sourceIndexOf,
    gone: new Map([...restored.gone].map(([index, claim]): [number, LedgerSpan] => [moved(index), claim])),
    // A sentence is archived under a handle of its own.
    knownHandles: new Map([...restored.knownHandles].filter(([index]) => !cuts.has(index)).map(([index, handle]) => [moved(index), handle])),
    noteIndexes: new Set([...restored.noteIndexes].map((index) => firstParsedOf[index] ?? index)),
    newSpanCount: conversation.spans.length - moved(spanCount - restored.newSpanCount),
  };
}
