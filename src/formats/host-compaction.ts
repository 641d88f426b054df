/** One compaction that a host made, as its transcript records it. Indices are those of `Conversation.spans`. */
export interface HostCompaction {
  /** From 0, in the order of the file. */
  readonly index: number;
  /** Who made it. */
  readonly tool: 'claude-code' | 'codex' | 'pi';
  /** 1-based line of the record. */
  readonly line: number;
  /** As recorded. */
  readonly trigger?: string | undefined;
  readonly time?: string | undefined;
  /** Tokens before, as the host recorded them. */
  readonly reportedTokensBefore?: number | undefined;
  readonly reportedTokensAfter?: number | undefined;
  /** What the model saw right before, ascending. */
  readonly before: readonly number[];
  /** What of it stayed, letter for letter (preserved messages, kept entries). Ascending. */
  readonly kept: readonly number[];
  /** What was put in place: the summary, and what the host injected again with it (attachments, files it read again). Ascending. */
  readonly placed: readonly number[];
  /** The first span that came after. */
  readonly afterStart: number;
  /** Half-open: where the next compaction stands, else the end. */
  readonly afterEnd: number;
}

/** What a format tells of a compaction; what follows from its neighbours is worked out from that. */
export interface CompactionRecord extends Pick<HostCompaction, 'line' | 'trigger' | 'time' | 'reportedTokensBefore' | 'reportedTokensAfter'> {
  /** Every span below it stood before the compaction. */
  readonly at: number;
  /** Whether the model was sent the span at all, right before the compaction. */
  readonly wasSent: (span: number) => boolean;
  /** Whether a span that the model saw before stayed. */
  readonly stays: (span: number) => boolean;
  readonly placed: readonly number[];
}

/**
 * The compactions of one transcript, in the order of the file: what the model saw before one is what the one before it
 * kept and placed, and what came after that. Linear in what each had before it.
 */
export function followCompactions(tool: HostCompaction['tool'], spanCount: number, records: readonly CompactionRecord[]): readonly HostCompaction[] {
  const compactions: HostCompaction[] = [];
  let inherited: readonly number[] = [];
  let from = 0;
  for (const [index, { at, wasSent, stays, placed, ...recorded }] of records.entries()) {
    const before = [...inherited, ...upTo(from, at)].filter(wasSent);
    const kept = before.filter(stays);
    const afterStart = Math.max(at, (placed.at(-1) ?? -1) + 1);
    const afterEnd = Math.max(afterStart, records[index + 1]?.at ?? spanCount);
    compactions.push({ ...recorded, index, tool, before, kept, placed, afterStart, afterEnd });
    inherited = [...kept, ...placed];
    from = afterStart;
  }
  return compactions;
}

function upTo(from: number, end: number): readonly number[] {
  return Array.from({ length: Math.max(0, end - from) }, (_, offset) => from + offset);
}
