import type { Conversation } from '../../core/conversation.ts';
import { type CompactionRecord, followCompactions, type HostCompaction } from '../host-compaction.ts';
import { isObject, type JsonlLine } from '../jsonl.ts';
import { firstSpans, placedRun } from '../placed-run.ts';
import { spanRecords } from '../span-records.ts';
import type { CodexDocument } from './parse.ts';
import type { CompactedRecord } from './rollout.ts';

/** The compactions of a Codex rollout (formats.md 7.2). */
export function compactionsOf(conversation: Conversation): readonly HostCompaction[] {
  const { rollout, unitsOf } = conversation.document as CodexDocument;
  const { lines } = rollout.file;
  const units = spanRecords(conversation, unitsOf);
  const firstOf = firstSpans(units, rollout.units.length);
  const reported = reportedTokens(lines);
  const read = ({ line, firstUnit, own, keeps }: CompactedRecord): CompactionRecord => {
    const at = firstOf[firstUnit] ?? conversation.spans.length;
    const ownUnits = new Set(own);
    const { timestamp } = lines[line]?.value ?? {};
    return {
      line: lines[line]?.line ?? 0,
      time: typeof timestamp === 'string' ? timestamp : undefined,
      reportedTokensBefore: reported.before[line],
      reportedTokensAfter: reported.after[line],
      at,
      wasSent: () => true,
      stays: (span) => (units[span] ?? []).every((unit) => keeps(unit)),
      placed: placedRun(conversation.spans, units, at, (span) => ownUnits.has(units[span.index]?.[0] ?? -1)),
    };
  };
  return followCompactions('codex', conversation.spans.length, rollout.compactions.map(read));
}

interface ReportedTokens {
  /** By line: the latest count above it. */
  readonly before: readonly (number | undefined)[];
  /** By line: the next count below it, where no item comes first. */
  readonly after: readonly (number | undefined)[];
}

function reportedTokens(lines: readonly JsonlLine[]): ReportedTokens {
  const before: (number | undefined)[] = [];
  const after = new Array<number | undefined>(lines.length);
  let latest: number | undefined;
  for (const [index, line] of lines.entries()) {
    before[index] = latest;
    latest = countOf(line) ?? latest;
  }
  let next: number | undefined;
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index];
    after[index] = next;
    if (line !== undefined) next = countOf(line) ?? (line.value['type'] === 'response_item' || line.value['type'] === 'compacted' ? undefined : next);
  }
  return { before, after };
}

/** What the last request took, by a `token_count` event. */
function countOf({ value }: JsonlLine): number | undefined {
  const payload = value['type'] === 'event_msg' ? value['payload'] : undefined;
  const info = isObject(payload) && payload['type'] === 'token_count' ? payload['info'] : undefined;
  const usage = isObject(info) ? info['last_token_usage'] : undefined;
  const total = isObject(usage) ? usage['total_tokens'] : undefined;
  return typeof total === 'number' ? total : undefined;
}
