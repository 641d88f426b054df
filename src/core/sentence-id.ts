import type { SpanId } from './span.ts';

/** The id of the `ordinal`-th sentence, from 1, of the text with the id `whole`. */
export function sentenceId(whole: SpanId, ordinal: number): SpanId {
  return `${whole}.${ordinal}` as SpanId;
}

/** The id of the text that the span is a sentence of; `undefined` where it is no sentence. */
export function wholeIdOf(id: SpanId): SpanId | undefined {
  const end = id.indexOf('.', id.indexOf('.') + 1);
  return end === -1 ? undefined : (id.slice(0, end) as SpanId);
}

/** Whether the span is a sentence behind another one of the same text, and so in the same block. */
export function isLaterSentence(id: SpanId): boolean {
  return wholeIdOf(id) !== undefined && !id.endsWith('.1');
}
