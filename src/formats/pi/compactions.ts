import type { Conversation } from '../../core/conversation.ts';
import { type CompactionRecord, followCompactions, type HostCompaction } from '../host-compaction.ts';
import type { JsonObject } from '../jsonl.ts';
import { spanRecords } from '../span-records.ts';
import { firstKeptPosition, type PiDocument, sentView } from './parse.ts';

/** The compactions on the active branch of a pi session (formats.md 7.4). */
export function compactionsOf(conversation: Conversation): readonly HostCompaction[] {
  const { session, recordsOf } = conversation.document as PiDocument;
  const records = spanRecords(conversation, recordsOf);
  const entryOf = (record: number | undefined): JsonObject => session.file.lines[record ?? -1]?.value ?? {};
  const positions = records.map(([record]) => session.pathPosition.get(record ?? -1) ?? -1);
  const view = sentView(session);
  const read = (summary: number): CompactionRecord => {
    const record = records[summary]?.[0] ?? -1;
    const position = positions[summary] ?? -1;
    const firstKept = firstKeptPosition(session, position);
    const { timestamp, tokensBefore } = entryOf(record);
    return {
      line: session.file.lines[record]?.line ?? 0,
      time: typeof timestamp === 'string' ? timestamp : undefined,
      reportedTokensBefore: typeof tokensBefore === 'number' ? tokensBefore : undefined,
      at: summary,
      wasSent: (span) => view.wasSent(positions[span] ?? -1, position),
      stays: (span) => (positions[span] ?? -1) >= firstKept && view.mayBeKept(entryOf(records[span]?.[0])),
      placed: [summary],
    };
  };
  const summaries = conversation.spans.flatMap(({ index, kind }) => (kind === 'summary' && isCompaction(entryOf(records[index]?.[0])) ? [index] : []));
  return followCompactions('pi', conversation.spans.length, summaries.map(read));
}

function isCompaction(entry: JsonObject): boolean {
  return entry['type'] === 'compaction';
}
