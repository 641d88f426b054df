import type { Conversation } from '../conversation.ts';

/** Where notes may stand once the spans marked as leaving have left: never inside a kept exchange (E14). */
export interface Layout {
  /** For each span that leaves, by index: the message before which its note stands; -1 for one that stays. */
  readonly boundaries: Int32Array;
  /** Boundaries where a note has to stand even without a tombstone: the wire wants user text there. */
  readonly forcedBoundaries: readonly number[];
  /** By message: pieces that stay. */
  readonly keptPieces: Int32Array;
}

/** `isLeaving` by span index. Spans that left in an earlier compaction have no pieces: they stand after what precedes them. */
export function layOut(conversation: Conversation, isLeaving: (spanIndex: number) => boolean): Layout {
  const count = conversation.messages.length;
  const keptPieces = new Int32Array(count + 1);
  const openings = new Int32Array(count + 2);
  for (const span of conversation.spans) {
    if (isLeaving(span.index)) continue;
    let first = count;
    let last = -1;
    for (const piece of span.pieces) {
      keptPieces[piece.message] = (keptPieces[piece.message] ?? 0) + 1;
      if (piece.message < first) first = piece.message;
      if (piece.message > last) last = piece.message;
    }
    if (last > first) {
      openings[first + 1] = (openings[first + 1] ?? 0) + 1;
      openings[last + 1] = (openings[last + 1] ?? 0) - 1;
    }
  }
  const canonical = canonicalBoundaries(count, keptPieces, openings);
  const boundaries = new Int32Array(conversation.spans.length).fill(-1);
  const heads = new Heads(conversation, isLeaving);
  let reached = 0;
  for (const span of conversation.spans) {
    let last = -1;
    for (const piece of span.pieces) if (piece.message > last) last = piece.message;
    if (isLeaving(span.index)) {
      const wanted = last === -1 ? reached : heads.has(span.index, last) ? last : last + 1;
      boundaries[span.index] = canonical[Math.min(wanted, count)] ?? count;
    }
    if (last + 1 > reached) reached = last + 1;
  }
  return { boundaries, keptPieces, forcedBoundaries: forced(conversation, keptPieces, canonical) };
}

/**
 * For each boundary the place where a note stands that is wanted there: the next one outside all kept exchanges, moved
 * up to the next message that keeps something, so that neighbouring notes are one.
 */
function canonicalBoundaries(count: number, keptPieces: Int32Array, openings: Int32Array): Int32Array {
  const depth = new Int32Array(count + 1);
  let open = 0;
  for (let boundary = 0; boundary <= count; boundary++) {
    open += openings[boundary] ?? 0;
    depth[boundary] = open;
  }
  const canonical = new Int32Array(count + 1).fill(count);
  for (let boundary = count - 1; boundary >= 0; boundary--) {
    const stands = depth[boundary] === 0 && (keptPieces[boundary] ?? 0) > 0;
    canonical[boundary] = stands ? boundary : (canonical[boundary + 1] ?? count);
  }
  return canonical;
}

/** Leaving spans at the head of a message that keeps something behind them: their hole is before that message. Each message is looked at once. */
class Heads {
  private readonly ofMessage = new Map<number, ReadonlySet<number>>();
  private readonly conversation: Conversation;
  private readonly isLeaving: (spanIndex: number) => boolean;

  constructor(conversation: Conversation, isLeaving: (spanIndex: number) => boolean) {
    this.conversation = conversation;
    this.isLeaving = isLeaving;
  }

  has(spanIndex: number, message: number): boolean {
    let head = this.ofMessage.get(message);
    if (head === undefined) {
      head = this.headOf(message);
      this.ofMessage.set(message, head);
    }
    return head.has(spanIndex);
  }

  private headOf(message: number): ReadonlySet<number> {
    const pieces = this.conversation.messages[message]?.pieces ?? [];
    const firstKept = pieces.findIndex((piece) => !this.isLeaving(piece.spanIndex));
    return new Set(pieces.slice(0, Math.max(0, firstKept)).map((piece) => piece.spanIndex));
  }
}

/** Two assistant messages would meet, or an assistant message would come first, where that was not so before. */
function forced(conversation: Conversation, keptPieces: Int32Array, canonical: Int32Array): readonly number[] {
  const boundaries: number[] = [];
  let previous: { role: string; index: number } | undefined;
  let firstRole: string | undefined;
  for (const [index, message] of conversation.messages.entries()) {
    if (message.role !== 'system') firstRole ??= message.role;
    if ((keptPieces[index] ?? 0) === 0 || message.role === 'system') continue;
    const isAssistant = message.role === 'assistant';
    const meets = previous?.role === 'assistant' && index > previous.index + 1;
    if (isAssistant && (previous === undefined ? firstRole !== 'assistant' : meets) && canonical[index] === index) {
      boundaries.push(index);
    }
    previous = { role: message.role, index };
  }
  return boundaries;
}
