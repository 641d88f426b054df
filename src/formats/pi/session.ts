import type { Warning } from '../../core/conversation.ts';
import { type BrokenLine, type JsonlFile, type JsonlLine, type JsonObject, readJsonl } from '../jsonl.ts';

/** A session file and its active branch. Records are named by their index in `file.lines`. */
export interface Session {
  readonly file: JsonlFile;
  readonly header: JsonObject | undefined;
  /** 1: linear, without ids; 2 and 3: a tree. */
  readonly version: number;
  readonly isTree: boolean;
  /** The active branch, from the root to the leaf. In version 1: all entries. */
  readonly path: readonly number[];
  /** By id: the entry that the host reads under it. */
  readonly recordOfId: ReadonlyMap<string, number>;
  /** Entries that repeat an earlier one with the same id, letter for letter (P46). */
  readonly repeated: ReadonlySet<number>;
  /** By entry on the path: its position there. */
  readonly pathPosition: ReadonlyMap<number, number>;
  readonly warnings: readonly Warning[];
  readonly broken: readonly BrokenLine[];
}

export function readSession(source: string, options: { readonly isStrict?: boolean | undefined } = {}): Session {
  const file = readJsonl(source, options);
  const warnings: Warning[] = [...file.warnings];
  const headerRecord = file.lines.findIndex((line) => line.value['type'] === 'session');
  const header = file.lines[headerRecord]?.value;
  const hasIds = file.lines.some((line) => line.value['type'] !== 'session' && typeof line.value['id'] === 'string' && 'parentId' in line.value);
  const version = typeof header?.['version'] === 'number' ? header['version'] : hasIds ? 2 : 1;
  const isTree = hasIds;
  const { recordOfId, repeated } = indexIds(file.lines, isTree);
  if (repeated.size > 0) {
    warnings.push({ code: 'record-repeated', message: `${repeated.size} entries stand again under the same id: read once` });
  }
  const path = isTree
    ? walkToRoot(file.lines, recordOfId, repeated, warnings)
    : file.lines.flatMap((line, record) => (line.value['type'] === 'session' ? [] : [record]));
  return {
    file,
    header,
    version,
    isTree,
    path,
    recordOfId,
    repeated,
    pathPosition: new Map(path.map((record, position) => [record, position])),
    warnings,
    broken: file.broken,
  };
}

export function idOf(line: JsonlLine | undefined): string | undefined {
  const id = line?.value['type'] === 'session' ? undefined : line?.value['id'];
  return typeof id === 'string' ? id : undefined;
}

function indexIds(lines: readonly JsonlLine[], isTree: boolean): { recordOfId: Map<string, number>; repeated: Set<number> } {
  const recordOfId = new Map<string, number>();
  const repeated = new Set<number>();
  if (!isTree) return { recordOfId, repeated };
  for (const [record, line] of lines.entries()) {
    const id = idOf(line);
    if (id === undefined) continue;
    const earlier = lines[recordOfId.get(id) ?? -1];
    if (earlier?.raw === line.raw) repeated.add(record);
    else recordOfId.set(id, record); // as the host reads it: the later one counts
  }
  return { recordOfId, repeated };
}

/** A parent that is not in the file (its line is broken, P48) is taken to be the entry before. */
function walkToRoot(
  lines: readonly JsonlLine[],
  recordOfId: ReadonlyMap<string, number>,
  repeated: ReadonlySet<number>,
  warnings: Warning[],
): readonly number[] {
  const path: number[] = [];
  const seen = new Set<number>();
  let record = lines.findLastIndex((line, index) => idOf(line) !== undefined && !repeated.has(index));
  while (record >= 0 && !seen.has(record)) {
    seen.add(record);
    path.push(record);
    const line = lines[record];
    const parentId = line?.value['parentId'];
    if (typeof parentId !== 'string') break;
    const parent = recordOfId.get(parentId);
    if (parent === undefined) {
      warnings.push({ code: 'link-broken', message: `line ${line?.line} names a parent that is not in the file: the entry before is taken`, line: line?.line });
      record = previousEntry(lines, record, repeated);
    } else record = parent;
  }
  return path.reverse();
}

function previousEntry(lines: readonly JsonlLine[], before: number, repeated: ReadonlySet<number>): number {
  for (let record = before - 1; record >= 0; record--) {
    if (idOf(lines[record]) !== undefined && !repeated.has(record)) return record;
  }
  return -1;
}
