import type { ClassifiedSpan } from '../classify/classify.ts';
import type { Action } from '../classify/span-class.ts';
import { runHandle } from '../handles/run-handle.ts';
import { LIMITS } from '../limits.ts';
import { neutralize } from '../markers/neutralize.ts';
import { type Note, type NoteCheckpoint, noteLines, type TombstoneLine } from '../markers/note.ts';
import type { Layout } from './layout.ts';
import type { SpanTexts } from './span-texts.ts';
import type { StateRecord } from './state-record.ts';

export interface NoteOptions {
  readonly compactionId: string;
  /** The archive handle of a span; `null` where there is no archive (`recover=NO`). */
  readonly handleOf: (spanIndex: number) => string | null;
  /** One handle for a run of spans. */
  readonly groupHandleOf: (spanIndexes: readonly number[]) => string | null;
  /** Spans that the caller released, each with a tombstone of its own (E8). */
  readonly isReleased: (spanIndex: number) => boolean;
  readonly legend: string;
  /** What is added to it where checkpoints stand. */
  readonly checkpointLegend: string;
  /** Whether a run's tombstone says what was in it; a lone one always does (P58). */
  readonly hasRunLabels: boolean;
  /** At most so many notes with tombstones: holes that follow each other share one, where the first of them is (E8a). */
  readonly noteLimit?: number | undefined;
  readonly tokens: readonly number[];
  /** Whether checkpoints will stand in the last note: then the legend explains them, too. */
  readonly hasCheckpoints: boolean;
  /** In the last note, before the state record. */
  readonly checkpoints: readonly NoteCheckpoint[];
}

/** A note before it is one text: its lines can be counted one by one. */
export interface WrittenNote {
  /** Before this message. */
  readonly boundary: number;
  readonly lines: readonly string[];
}

/**
 * The notes of a plan, ascending by boundary: tombstones where something left; state record and live index in the last.
 * Where anything left there is at least one, so that the output is recognized when it is read again (E12).
 */
export function writeNotes(
  classified: readonly ClassifiedSpan[],
  actions: readonly Action[],
  layout: Layout,
  texts: SpanTexts,
  record: StateRecord,
  options: NoteOptions,
): readonly WrittenNote[] {
  const holes = mergedHoles(gatherHoles(actions, layout), options.noteLimit);
  if (holes.size === 0) {
    const last = actions.lastIndexOf('evict');
    const any = last === -1 ? actions.findLastIndex((action) => action !== 'keep') : last;
    if (any === -1) return [];
    holes.set(layout.boundaries[any] ?? 0, []);
  }
  const sections = record.sections(actions, options.groupHandleOf);
  const hasMarkers = sections.length > 0 || options.hasCheckpoints || actions.includes('evict_with_tombstone');
  const leavingCounts = countLeaving(actions, layout);
  const boundaries = [...holes.keys()].sort((a, b) => a - b);
  return boundaries.map((boundary, index) => {
    const tombstoned = holes.get(boundary) ?? [];
    const leftOutCount = tombstoned.length === 0 ? (leavingCounts.get(boundary) ?? 0) : 0;
    const isLast = index === boundaries.length - 1;
    const note: Note = {
      compactionId: options.compactionId,
      // Where nothing is marked there is nothing to explain.
      ...(index === 0 && hasMarkers ? { legend: options.hasCheckpoints ? `${options.legend}\n${options.checkpointLegend}` : options.legend } : {}),
      tombstones: tombstoneLines(classified, tombstoned, texts, options),
      ...(leftOutCount > 0 && !(isLast && (sections.length > 0 || options.hasCheckpoints)) ? { leftOutCount } : {}),
      ...(isLast ? { checkpoints: options.checkpoints } : {}),
      sections: isLast ? sections : [],
    };
    return { boundary, lines: noteLines(note) };
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

/** The same with as many notes as allowed; boundaries where a note has to stand even without a tombstone keep theirs. */
function mergedHoles(holes: Map<number, number[]>, noteLimit: number | undefined): Map<number, number[]> {
  const buried = [...holes].filter(([, spanIndexes]) => spanIndexes.length > 0).sort(([a], [b]) => a - b);
  if (noteLimit === undefined || buried.length <= noteLimit) return holes;
  const merged = new Map([...holes].filter(([, spanIndexes]) => spanIndexes.length === 0));
  const holesOfNote = Math.ceil(buried.length / noteLimit);
  for (let first = 0; first < buried.length; first += holesOfNote) {
    const shared = buried.slice(first, first + holesOfNote);
    merged.set(
      shared[0]?.[0] ?? 0,
      shared.flatMap(([, spanIndexes]) => spanIndexes),
    );
  }
  return merged;
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
  classified: readonly ClassifiedSpan[],
  spanIndexes: readonly number[],
  texts: SpanTexts,
  options: NoteOptions,
): readonly TombstoneLine[] {
  const lines: TombstoneLine[] = [];
  let run: number[] = [];
  const flush = (): void => {
    if (run.length > 0) lines.push(runLine(classified, run, texts, options));
    run = [];
  };
  for (const index of spanIndexes) {
    if (options.isReleased(index)) {
      flush();
      lines.push(runLine(classified, [index], texts, options));
    } else run.push(index);
  }
  flush();
  return lines;
}

function runLine(classified: readonly ClassifiedSpan[], run: readonly number[], texts: SpanTexts, options: NoteOptions): TombstoneLine {
  const members = run.map((index) => classified[index]).filter((one) => one !== undefined);
  const first = members[0];
  const last = members.at(-1);
  if (first === undefined || last === undefined) throw new Error('E10: a run has at least one span');
  const isSingle = members.length === 1;
  const isOneKind = members.every((one) => one.span.kind === first.span.kind);
  const isOneRule = members.every((one) => one.rule === first.rule);
  return {
    tombstone: {
      kind: isOneKind ? first.span.kind : 'run',
      // Turns ascend with the order of spans, so the ends are enough.
      startTurn: Math.min(first.span.turn, last.span.turn),
      endTurn: Math.max(first.span.turn, last.span.turn),
      handle: runHandle(run, options),
      ...(isSingle ? {} : { spanCount: members.length }),
      tokens: run.reduce((sum, index) => sum + (options.tokens[index] ?? 0), 0),
      ...(isOneRule ? { why: first.rule.id } : {}),
    },
    label: isSingle ? texts.label(first.span.index) : options.hasRunLabels ? runLabel(run, texts) : '',
  };
}

function runLabel(run: readonly number[], texts: SpanTexts): string {
  const labels = new Set<string>();
  let length = 0;
  for (const index of run) {
    if (length > LIMITS.LABEL_CHARACTERS) break;
    const label = texts.memberLabel(index);
    if (!labels.has(label)) length += label.length + 2;
    labels.add(label);
  }
  return neutralize([...labels].join('; '));
}
