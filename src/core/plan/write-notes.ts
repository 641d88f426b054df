import type { ClassifiedSpan } from '../classify/classify.ts';
import type { Action } from '../classify/span-class.ts';
import type { Conversation, PlacedNote } from '../conversation.ts';
import { LIMITS } from '../limits.ts';
import { neutralize } from '../markers/neutralize.ts';
import { formatNote, type Note, type TombstoneLine } from '../markers/note.ts';
import { labelOf } from './label.ts';
import type { Layout } from './layout.ts';
import { stateRecord } from './state-record.ts';

export interface NoteOptions {
  readonly compactionId: string;
  /** The archive handle of a span; `null` where there is no archive (`recover=NO`). */
  readonly handleOf: (spanIndex: number) => string | null;
  /** One handle for a run of spans. */
  readonly groupHandleOf: (spanIndexes: readonly number[]) => string | null;
  /** Spans that the caller released, each with a tombstone of its own (E8). */
  readonly isReleased: (spanIndex: number) => boolean;
  readonly legend: string;
  /** Lines that a section of the state record may have. */
  readonly stateRecordLines: number;
  readonly tokens: readonly number[];
}

/** The notes of a plan, ascending by boundary: tombstones where something left; state record and live index in the last. */
export function writeNotes(
  conversation: Conversation,
  classified: readonly ClassifiedSpan[],
  actions: readonly Action[],
  layout: Layout,
  options: NoteOptions,
): readonly PlacedNote[] {
  const holes = gatherHoles(actions, layout);
  const hasEvicted = actions.includes('evict');
  if (hasEvicted && holes.size === 0) holes.set(lastHole(actions, layout), []);
  if (holes.size === 0) return [];
  const sections = stateRecord(classified, actions, { handleOf: options.handleOf, lineCount: options.stateRecordLines });
  const leavingCounts = countLeaving(actions, layout);
  const boundaries = [...holes.keys()].sort((a, b) => a - b);
  return boundaries.map((boundary, index) => {
    const tombstoned = holes.get(boundary) ?? [];
    const leftOutCount = tombstoned.length === 0 ? (leavingCounts.get(boundary) ?? 0) : 0;
    const isLast = index === boundaries.length - 1;
    const note: Note = {
      compactionId: options.compactionId,
      ...(index === 0 ? { legend: options.legend } : {}),
      tombstones: tombstoneLines(conversation, classified, tombstoned, options),
      ...(leftOutCount > 0 && !(isLast && sections.length > 0) ? { leftOutCount } : {}),
      sections: isLast ? sections : [],
    };
    return { boundary, text: formatNote(note) };
  });
}

/** Boundary to the tombstoned spans whose note stands there, in order. */
function gatherHoles(actions: readonly Action[], layout: Layout): Map<number, number[]> {
  const holes = new Map<number, number[]>(layout.forcedBoundaries.map((boundary) => [boundary, []]));
  for (let index = 0; index < actions.length; index++) {
    if (actions[index] !== 'evict_with_tombstone') continue;
    const boundary = layout.boundaries[index] ?? 0;
    const hole = holes.get(boundary);
    if (hole) hole.push(index);
    else holes.set(boundary, [index]);
  }
  return holes;
}

function lastHole(actions: readonly Action[], layout: Layout): number {
  const index = actions.findLastIndex((action) => action === 'evict');
  return layout.boundaries[index] ?? 0;
}

/** By boundary: spans that left there. */
function countLeaving(actions: readonly Action[], layout: Layout): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (let index = 0; index < actions.length; index++) {
    const boundary = layout.boundaries[index] ?? -1;
    if (boundary >= 0) counts.set(boundary, (counts.get(boundary) ?? 0) + 1);
  }
  return counts;
}

/** E10: a run of neighbours shares one tombstone and one handle; what the caller released has its own. */
function tombstoneLines(
  conversation: Conversation,
  classified: readonly ClassifiedSpan[],
  spanIndexes: readonly number[],
  options: NoteOptions,
): readonly TombstoneLine[] {
  const lines: TombstoneLine[] = [];
  let run: number[] = [];
  const flush = (): void => {
    if (run.length > 0) lines.push(runLine(classified, run, options));
    run = [];
  };
  for (const index of spanIndexes) {
    if (options.isReleased(index)) {
      flush();
      lines.push(runLine(classified, [index], options));
    } else run.push(index);
  }
  flush();
  return lines;
}

function runLine(classified: readonly ClassifiedSpan[], run: readonly number[], options: NoteOptions): TombstoneLine {
  const members = run.map((index) => classified[index]).filter((one) => one !== undefined);
  const [first] = members;
  if (first === undefined) throw new Error('E10: a run has at least one span');
  const isSingle = members.length === 1;
  const turns = members.map((one) => one.span.turn);
  const kinds = new Set(members.map((one) => one.span.kind));
  const rules = new Set(members.map((one) => one.rule.id));
  return {
    tombstone: {
      kind: kinds.size === 1 ? first.span.kind : 'run',
      startTurn: Math.min(...ends(turns)),
      endTurn: Math.max(...ends(turns)),
      handle: isSingle ? options.handleOf(first.span.index) : options.groupHandleOf(run),
      ...(isSingle ? {} : { spanCount: members.length }),
      tokens: members.reduce((sum, one) => sum + (options.tokens[one.span.index] ?? 0), 0),
      ...(rules.size === 1 ? { why: first.rule.id } : {}),
    },
    label: isSingle ? labelOf(first.span) : runLabel(members),
  };
}

/** Turns ascend with the order of spans, so the ends are enough (and spreading a long run would overflow the stack). */
function ends(turns: readonly number[]): readonly number[] {
  return [turns[0] ?? 0, turns.at(-1) ?? 0];
}

/** Characters of one member's label in the label of a run. */
const MEMBER_CHARACTERS = 36;

function runLabel(members: readonly ClassifiedSpan[]): string {
  const labels = new Set<string>();
  let length = 0;
  for (const one of members) {
    if (length > LIMITS.LABEL_CHARACTERS) break;
    const label = labelOf(one.span, MEMBER_CHARACTERS);
    if (!labels.has(label)) length += label.length + 2;
    labels.add(label);
  }
  return neutralize([...labels].join('; '));
}
