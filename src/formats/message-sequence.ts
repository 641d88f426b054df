import type { SourceMessage, SourcePiece } from '../core/build-conversation.ts';

/** A block and the record of the transcript that holds it. */
export interface RecordPiece extends SourcePiece {
  readonly record: number;
}

/** A message as it is put together from records. */
export interface RecordMessage extends Omit<SourceMessage, 'pieces'> {
  readonly pieces: RecordPiece[];
}

/**
 * Puts a transcript's messages into the order of the wire: results directly behind their calls, and what the file has
 * between them (a compaction, P02; a queued prompt; an attachment) behind the results. Nothing then stands inside an
 * exchange.
 */
export class MessageSequence {
  readonly messages: RecordMessage[] = [];
  private readonly held: RecordMessage[] = [];
  /** Calls of the latest assistant message whose results are still to come. */
  private open = new Set<string>();

  /** `answeredCalls`: those of its calls, in whichever record, that have a result in the file. */
  addAssistant(message: RecordMessage, answeredCalls: Iterable<string>): void {
    this.release();
    this.messages.push(message);
    this.open = new Set(answeredCalls);
  }

  /** Joined to the results before it, where they are neighbours. */
  addResults(message: RecordMessage, callIds: readonly string[]): void {
    const previous = this.messages.at(-1);
    if (previous && hasResult(previous) && previous.role === message.role && previous.isVisible === message.isVisible) {
      for (const piece of message.pieces) previous.pieces.push(piece); // one by one: a call takes about 100,000 arguments
    } else this.messages.push(message);
    for (const id of callIds) this.open.delete(id);
    if (this.open.size === 0) this.release();
  }

  add(message: RecordMessage): void {
    if (this.open.size > 0) this.held.push(message);
    else this.messages.push(message);
  }

  finish(): readonly RecordMessage[] {
    this.release();
    return this.messages;
  }

  private release(): void {
    for (const message of this.held.splice(0)) this.messages.push(message);
    this.open.clear();
  }
}

function hasResult(message: RecordMessage): boolean {
  return message.pieces.some((piece) => piece.content.type === 'result');
}
