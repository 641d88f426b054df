import type { Conversation, MessagePiece } from './conversation.ts';
import { sentenceId } from './sentence-id.ts';
import type { Piece, Span } from './span.ts';

/** Half-open, in UTF-16 units of a span's text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface CutConversation {
  readonly conversation: Conversation;
  /** From an index before the cuts to that of the span's first part after them; one past the end for the number of spans. */
  readonly firstIndexOf: readonly number[];
}

/**
 * The conversation with some of its text spans cut into parts, each a span of its own in the same turn and block. Ranges
 * cover a span's text without gaps. `undefined` or one range: the span stays as it is.
 */
export function cutTexts(conversation: Conversation, rangesOf: (span: Span) => readonly TextRange[] | undefined): CutConversation {
  const spans: Span[] = [];
  const firstIndexOf: number[] = [];
  for (const span of conversation.spans) {
    firstIndexOf.push(spans.length);
    const ranges = rangesOf(span) ?? [];
    if (ranges.length < 2) spans.push(span.index === spans.length ? span : { ...span, index: spans.length });
    else for (const [part, range] of ranges.entries()) spans.push(partOf(span, range, part + 1, spans.length));
  }
  firstIndexOf.push(spans.length);
  if (spans.length === conversation.spans.length) return { conversation, firstIndexOf };
  const messages = conversation.messages.map((message) => ({
    ...message,
    pieces: message.pieces.flatMap(({ spanIndex, piece }): readonly MessagePiece[] => {
      const first = firstIndexOf[spanIndex] ?? 0;
      const end = firstIndexOf[spanIndex + 1] ?? first + 1;
      if (end === first + 1) return [{ spanIndex: first, piece }];
      return spans.slice(first, end).flatMap((part) => part.pieces.map((cut) => ({ spanIndex: part.index, piece: cut })));
    }),
  }));
  return { conversation: { ...conversation, spans, messages }, firstIndexOf };
}

function partOf(span: Span, range: TextRange, ordinal: number, index: number): Span {
  const text = span.text.slice(range.start, range.end);
  const pieces = span.pieces.map((piece): Piece => {
    const offset = piece.textRange?.start ?? 0;
    return { ...piece, textRange: { start: offset + range.start, end: offset + range.end }, content: { type: 'text', text } };
  });
  return { ...span, id: sentenceId(span.id, ordinal), index, text, pieces };
}
