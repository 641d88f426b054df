import type { Conversation } from '../../core/conversation.ts';
import { type CompactionRecord, followCompactions, type HostCompaction } from '../host-compaction.ts';
import { isObject, type JsonObject } from '../jsonl.ts';
import { firstSpans, placedRun } from '../placed-run.ts';
import { spanRecords } from '../span-records.ts';
import type { CompactionRecords } from './active-branch.ts';
import { type ClaudeCodeDocument, isEverSent, preservedUuids } from './parse.ts';

/** The compactions that Claude Code made on the active branch (formats.md 7.1, rules 5 and 6). */
export function compactionsOf(conversation: Conversation): readonly HostCompaction[] {
  const document = conversation.document as ClaudeCodeDocument;
  const { file, branch } = document;
  const records = spanRecords(conversation, document.recordsOf);
  const firstOf = firstSpans(records, file.lines.length);
  const summaryAt = new Map(
    records.flatMap(([record], span) => (conversation.spans[span]?.kind === 'summary' ? [[record ?? -1, span] as const] : [])).reverse(),
  );
  const recordAt = (record: number | undefined): JsonObject => file.lines[record ?? -1]?.value ?? {};
  const isSent = conversation.spans.map((span) => (records[span.index] ?? []).every((record) => isEverSent(recordAt(record), branch)));
  const read = (found: CompactionRecords): CompactionRecord => {
    const mark = found.boundary ?? found.summary ?? 0;
    const preserved = preservedUuids(recordAt(found.boundary), branch, file.lines);
    // P02: results that the file has behind the summary stand before it, so the summary's own place counts.
    const at = summaryAt.get(found.summary ?? -1) ?? firstOf[mark] ?? conversation.spans.length;
    const metadata = recordAt(found.boundary)['compactMetadata'];
    const recorded = isObject(metadata) ? metadata : {};
    const { timestamp } = recordAt(mark);
    return {
      line: file.lines[mark]?.line ?? 0,
      trigger: stringOf(recorded['trigger']),
      time: stringOf(timestamp),
      reportedTokensBefore: numberOf(recorded['preTokens']),
      reportedTokensAfter: numberOf(recorded['postTokens']),
      at,
      wasSent: (span) => isSent[span] === true,
      stays: (span) => preserved.size > 0 && (records[span] ?? []).every((record) => preserved.has(String(recordAt(record)['uuid']))),
      placed: placedRun(conversation.spans, records, at, (span) => span.kind === 'summary'),
    };
  };
  return followCompactions('claude-code', conversation.spans.length, branch.compactions.map(read));
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
