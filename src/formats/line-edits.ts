import type { Conversation, Edit } from '../core/conversation.ts';
import { cutJsonString, memberNamed, readContainer, rebuildContainer } from './json-text.ts';
import { visitRecords } from './span-records.ts';

/** Half-open, in UTF-16 units of a block's decoded text. */
interface TextRange {
  readonly start: number;
  readonly end: number;
}

const NONE: ReadonlySet<number> = new Set();
const NO_CUTS: ReadonlyMap<number, readonly TextRange[]> = new Map();

function withOne(blocks: ReadonlySet<number>, block: number): ReadonlySet<number> {
  return blocks === NONE ? new Set([block]) : (blocks as Set<number>).add(block);
}

/** What an edit leaves of one record of a transcript. */
export class RecordFate {
  /** Blocks whose whole content leaves. Made when there is one: most records are whole or gone. */
  goneBlocks: ReadonlySet<number> = NONE;
  keptBlocks: ReadonlySet<number> = NONE;
  /** What leaves of a block that stays. */
  cuts: ReadonlyMap<number, readonly TextRange[]> = NO_CUTS;

  add(block: number, range: TextRange | undefined, isKept: boolean): void {
    if (isKept) this.keptBlocks = withOne(this.keptBlocks, block);
    else if (range === undefined) this.goneBlocks = withOne(this.goneBlocks, block);
    else this.cut(block, range);
  }

  private cut(block: number, range: TextRange): void {
    const cuts = this.cuts === NO_CUTS ? new Map<number, TextRange[]>() : (this.cuts as Map<number, TextRange[]>);
    const ranges = cuts.get(block);
    if (ranges) ranges.push(range);
    else cuts.set(block, [range]);
    this.cuts = cuts;
  }

  /** Nothing of it stays. */
  get isGone(): boolean {
    return this.keptBlocks.size === 0 && (this.goneBlocks.size > 0 || this.cuts.size > 0);
  }

  get isWhole(): boolean {
    return this.goneBlocks.size === 0 && this.cuts.size === 0;
  }
}

/** True where the edit takes nothing and adds nothing: the output is then the source's own text. */
export function isUnedited(conversation: Conversation, edit: Edit): boolean {
  return edit.notes.length === 0 && conversation.spans.every((span) => edit.keeps(span.index));
}

/** By record, what stays of it. `recordsOf[message]` names the record of each block that the format gave for the message. */
export function recordFates(conversation: Conversation, edit: Edit, recordsOf: readonly (readonly number[])[]): ReadonlyMap<number, RecordFate> {
  const fates = new Map<number, RecordFate>();
  visitRecords(conversation, recordsOf, ({ spanIndex, piece }, record) => {
    const fate = fates.get(record) ?? new RecordFate();
    fates.set(record, fate);
    fate.add(piece.block, piece.textRange, edit.keeps(spanIndex));
  });
  return fates;
}

/** The JSON text with the value at `path` replaced; as it stands where there is no such value. */
export function editAt(text: string, path: readonly string[], edit: (value: string) => string): string {
  let start = 0;
  let end = text.length;
  for (const [depth, key] of path.entries()) {
    const container = readContainer(text, depth === 0 ? undefined : start);
    const member = memberNamed(container, key);
    if (member === undefined) return text;
    start = member.valueStart;
    end = member.end;
    if (depth < path.length - 1 && text[start] !== '{') return text;
  }
  return text.slice(0, start) + edit(text.slice(start, end)) + text.slice(end);
}

/** Content that is a string or an array of blocks, with what `fate` takes gone. Blocks count from `firstBlock`. */
export function editContent(content: string, fate: RecordFate, firstBlock = 0): string {
  if (content.startsWith('"')) {
    const cuts = fate.cuts.get(firstBlock);
    return cuts === undefined ? content : cutJsonString(content, cuts);
  }
  if (!content.startsWith('[')) return content;
  return rebuildContainer(content, readContainer(content, 0), (index, item) => {
    const block = firstBlock + index;
    if (!fate.keptBlocks.has(block) && (fate.goneBlocks.has(block) || fate.cuts.has(block))) return null;
    const cuts = fate.cuts.get(block);
    if (cuts === undefined) return undefined;
    const text = content.slice(item.start, item.end);
    return text.startsWith('"') ? cutJsonString(text, cuts) : editAt(text, ['text'], (value) => cutJsonString(value, cuts));
  });
}
