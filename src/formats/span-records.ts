import type { Conversation, MessagePiece } from '../core/conversation.ts';

/** By message: the record of each block that the format gave for it, in order. */
type RecordsOf = readonly (readonly number[])[];

/** Each piece of a transcript with the record that holds it. A block that was split into parts shows by its ranges. */
export function visitRecords(conversation: Conversation, recordsOf: RecordsOf, visit: (place: MessagePiece, record: number) => void): void {
  for (const [messageIndex, message] of conversation.messages.entries()) {
    let at = -1;
    for (const place of message.pieces) {
      const range = place.piece.textRange;
      if (range === undefined || range.start === 0) at++;
      const record = recordsOf[messageIndex]?.[at];
      if (record === undefined) throw new Error('a piece of a transcript belongs to a record');
      visit(place, record);
    }
  }
}

/** By span: the records that hold it, in the order of its pieces. */
export function spanRecords(conversation: Conversation, recordsOf: RecordsOf): readonly (readonly number[])[] {
  const records: number[][] = conversation.spans.map(() => []);
  visitRecords(conversation, recordsOf, ({ spanIndex }, record) => records[spanIndex]?.push(record));
  return records;
}
