import type { Warning } from '../../core/conversation.ts';
import { isObject, type JsonlLine, type JsonObject } from '../jsonl.ts';
import { contentBlocks, contentOfRecord, isOldContinuation, isSummary } from './record-content.ts';

/** The records of a compaction of the host on the active branch. */
export interface CompactionRecords {
  /** The `compact_boundary`; `undefined` in versions that wrote none. */
  readonly boundary: number | undefined;
  readonly summary: number | undefined;
}

/** Which records are the conversation, and how they hang together. Records are named by their index. */
export interface ActiveBranch {
  /** From the root to the leaf by links, records of bookkeeping included; ascending. */
  readonly chain: readonly number[];
  /** Records of the conversation: the chain, all records of its API messages, all results of their calls. Ascending. */
  readonly records: readonly number[];
  readonly compactions: readonly CompactionRecords[];
  readonly recordOfUuid: ReadonlyMap<string, number>;
  /** The record that precedes it for the reader: through boundaries, and over links that lead nowhere. -1 at a root. */
  readonly precedes: (record: number) => number;
  /** No record names another: the file's order is the conversation's. */
  readonly isUnlinked: boolean;
  /** The file is that of a sub-agent. */
  readonly isWholeSidechain: boolean;
  readonly warnings: readonly Warning[];
}

/** The reading rules 2 to 6 of formats.md 7.1. `repeated`: records to pass over, each with its original. */
export function readActiveBranch(lines: readonly JsonlLine[], repeated: ReadonlyMap<number, number>): ActiveBranch {
  const isWholeSidechain = !lines.some((line) => isTalk(line.value) && line.value['isSidechain'] !== true);
  const isMain = (record: number): boolean => isWholeSidechain || lines[record]?.value['isSidechain'] !== true;
  const isTalkOfMain = (record: number): boolean => isTalk(lines[record]?.value ?? {}) && isMain(record) && !repeated.has(record);
  const recordOfUuid = new Map<string, number>();
  for (const [record, line] of lines.entries()) {
    const { uuid } = line.value;
    if (typeof uuid === 'string' && !recordOfUuid.has(uuid)) recordOfUuid.set(uuid, record);
  }
  const isUnlinked = !lines.some((line) => recordOfUuid.has(String(line.value['parentUuid'])));
  const previousTalk = new Int32Array(lines.length).fill(-1);
  for (let record = 0, latest = -1; record < lines.length; record++) {
    previousTalk[record] = latest;
    if (isTalkOfMain(record)) latest = record;
  }
  const precedes = (record: number): number => precedingRecord(lines[record]?.value ?? {}, record, { recordOfUuid, previousTalk, isUnlinked });
  const warnings: Warning[] = [];
  const chain = new Set<number>();
  const passed = new Set<number>();
  let record = lines.findLastIndex((_, index) => isTalkOfMain(index));
  while (record >= 0 && !passed.has(record)) {
    passed.add(record);
    chain.add(repeated.get(record) ?? record);
    const parent = precedes(record);
    const { parentUuid } = lines[record]?.value ?? {};
    if (parent >= 0 && typeof parentUuid === 'string' && !recordOfUuid.has(parentUuid) && !isUnlinked) {
      const { line } = lines[record] ?? {};
      warnings.push({ code: 'link-broken', message: `line ${line} names a parent that is not in the file: the message before is taken`, line });
    }
    record = parent;
  }
  const ascending = [...chain].sort((a, b) => a - b);
  return {
    chain: ascending,
    records: gatherRecords(lines, ascending, (one) => isMain(one) && !repeated.has(one)),
    compactions: findCompactions(lines, ascending),
    recordOfUuid,
    precedes,
    isUnlinked,
    isWholeSidechain,
    warnings,
  };
}

/** What can end a branch. Attachments are written behind the user's record, before the model answers. */
function isTalk(record: JsonObject): boolean {
  return record['type'] === 'user' || record['type'] === 'assistant' || record['type'] === 'attachment';
}

export function isBoundary(record: JsonObject): boolean {
  return record['type'] === 'system' && record['subtype'] === 'compact_boundary';
}

function precedingRecord(
  value: JsonObject,
  record: number,
  index: { readonly recordOfUuid: ReadonlyMap<string, number>; readonly previousTalk: Int32Array; readonly isUnlinked: boolean },
): number {
  const before = index.previousTalk[record] ?? -1;
  if (index.isUnlinked) return before;
  if (isBoundary(value)) return index.recordOfUuid.get(String(value['logicalParentUuid'])) ?? before;
  const { parentUuid } = value;
  if (parentUuid === null) return isOldContinuation(value) ? before : -1;
  const parent = index.recordOfUuid.get(String(parentUuid));
  return parent ?? before;
}

/** Rule 2: the chain alone loses results of parallel calls. */
function gatherRecords(lines: readonly JsonlLine[], chain: readonly number[], isCandidate: (record: number) => boolean): readonly number[] {
  const onChain = new Set(chain);
  const messageIds = new Set<string>();
  for (const record of chain) {
    const id = messageIdOf(lines[record]?.value ?? {});
    if (id !== undefined) messageIds.add(id);
  }
  const records = new Set(chain.filter((record) => contentOfRecord(lines[record]?.value ?? {}) !== undefined));
  const callIds = new Set<string>();
  for (const [record, line] of lines.entries()) {
    const id = messageIdOf(line.value);
    if (!onChain.has(record) && !(id !== undefined && messageIds.has(id) && isCandidate(record))) continue;
    if (line.value['type'] !== 'assistant') continue;
    records.add(record);
    for (const block of contentBlocks(line.value) ?? []) if (isObject(block) && typeof block['id'] === 'string') callIds.add(block['id']);
  }
  for (const [record, line] of lines.entries()) {
    if (line.value['type'] !== 'user' || !isCandidate(record)) continue;
    const answers = (contentBlocks(line.value) ?? []).some((block) => isObject(block) && callIds.has(String(block['tool_use_id'])));
    if (answers) records.add(record);
  }
  return [...records].sort((a, b) => a - b);
}

/** The id of the API message that an assistant record is a part of. */
export function messageIdOf(record: JsonObject): string | undefined {
  if (record['type'] !== 'assistant' || !isObject(record['message'])) return undefined;
  const { id } = record['message'];
  return typeof id === 'string' ? id : undefined;
}

function findCompactions(lines: readonly JsonlLine[], chain: readonly number[]): readonly CompactionRecords[] {
  const compactions: CompactionRecords[] = [];
  let boundary: number | undefined;
  for (const record of chain) {
    const value = lines[record]?.value ?? {};
    if (isBoundary(value)) {
      if (boundary !== undefined) compactions.push({ boundary, summary: undefined });
      boundary = record;
    } else if (isSummary(value)) {
      compactions.push({ boundary, summary: record });
      boundary = undefined;
    }
  }
  if (boundary !== undefined) compactions.push({ boundary, summary: undefined });
  return compactions;
}
