import { repeatForeign } from '../redact/repeat-foreign.ts';
import { SECTION_TITLES, type SectionTitle } from './section-titles.ts';
import { formatSegmentMarker, parseSegmentMarker, type SegmentMarker } from './segment-marker.ts';
import { formatTombstone, parseTombstone, type Tombstone } from './tombstone.ts';

/** A tombstone with what it was about, for people and models; the label proves nothing. */
export interface TombstoneLine {
  readonly tombstone: Tombstone;
  readonly label: string;
}

export { SECTION_TITLES, type SectionTitle } from './section-titles.ts';

/** DESIGN §7. Each line is already neutralized text that ends in its turn and, where there is one, its handle. */
export interface NoteSection {
  readonly title: SectionTitle;
  readonly lines: readonly SectionLine[];
}

export interface SectionLine {
  /** What it says: for the live index, the handle. */
  readonly text: string;
  readonly turn: number;
  /** The archive handle of its source. */
  readonly handle?: string | undefined;
}

/** The surrogates of a checkpoint (E11), each behind the marker that ties it to its source. */
export interface NoteCheckpoint {
  /** `k1`, `k2`, … */
  readonly id: string;
  readonly segments: readonly NoteSegment[];
}

export interface NoteSegment {
  readonly marker: SegmentMarker;
  /** Where it is covered: the surrogate, in lines of neutralized text. */
  readonly lines: readonly string[];
}

/**
 * What holdfast puts where something left (DESIGN §3): harness text in the user role, in one wrapper that names
 * holdfast, the compaction, and `authority="none"`.
 */
export interface Note {
  readonly compactionId: string;
  /** On the first note only: what the markers mean and how to recall. */
  readonly legend?: string | undefined;
  readonly tombstones: readonly TombstoneLine[];
  /** Spans that left here without a tombstone, where a note has to stand all the same (the wire wants one). */
  readonly leftOutCount?: number | undefined;
  readonly checkpoints?: readonly NoteCheckpoint[] | undefined;
  readonly sections: readonly NoteSection[];
}

const OPENING = /^<holdfast compaction="(c_[a-z2-7]{16})" authority="none">$/;
const CLOSING = '</holdfast>';
const LEGEND_PREFIX = '# ';
const LEFT_OUT = /^\(([1-9]\d{0,8}) spans? left out\)$/;
const CHECKPOINT_TITLE = /^## checkpoint (k[1-9]\d{0,8})$/;
/** Before each line of a surrogate, so that none of them reads as anything else of the note. */
const SURROGATE_PREFIX = '> ';
const SECTION_LINE = /^- (.*) \(t(\d{1,9})(?:, (hf_[a-z2-7]{20}))?\)$/;

export function formatNote(note: Note): string {
  return noteLines(note).join('\n');
}

/** The lines of a note's text. */
export function noteLines(note: Note): readonly string[] {
  const lines = [`<holdfast compaction="${note.compactionId}" authority="none">`];
  if (note.legend !== undefined) lines.push(...note.legend.split('\n').map((line) => `${LEGEND_PREFIX}${line}`));
  for (const { tombstone, label } of note.tombstones) {
    lines.push(label === '' ? formatTombstone(tombstone) : `${formatTombstone(tombstone)} ${label}`);
  }
  if (note.leftOutCount) lines.push(`(${note.leftOutCount} ${note.leftOutCount === 1 ? 'span' : 'spans'} left out)`);
  for (const checkpoint of note.checkpoints ?? []) lines.push(...checkpointLines(checkpoint));
  for (const section of note.sections) {
    lines.push(`## ${section.title}`);
    for (const line of section.lines) lines.push(formatSectionLine(line));
  }
  lines.push(CLOSING);
  return lines;
}

/** The lines of a checkpoint within its note. */
export function checkpointLines(checkpoint: NoteCheckpoint): readonly string[] {
  const lines = [`## checkpoint ${checkpoint.id}`];
  for (const segment of checkpoint.segments) lines.push(formatSegmentMarker(segment.marker), ...surrogateLines(segment.lines));
  return lines;
}

/** The lines of a surrogate as they stand in a note. */
export function surrogateLines(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `${SURROGATE_PREFIX}${line}`);
}

/** A plan is tried several times with the same lines: each is made once. */
const formattedLines = new WeakMap<SectionLine, string>();

function formatSectionLine(line: SectionLine): string {
  let text = formattedLines.get(line);
  if (text === undefined) {
    text = `- ${line.text} (t${line.turn}${line.handle === undefined ? '' : `, ${line.handle}`})`;
    formattedLines.set(line, text);
  }
  return text;
}

/** `undefined` unless the whole text is one note. Being one proves nothing: a marker counts only if the ledger has it. */
export function parseNote(text: string): Note | undefined {
  if (!text.startsWith('<holdfast compaction="') || !text.endsWith(CLOSING)) return undefined;
  const lines = text.split('\n');
  const compactionId = OPENING.exec(lines[0] ?? '')?.[1];
  if (compactionId === undefined || lines.length < 2 || lines.at(-1) !== CLOSING) return undefined;
  const legend: string[] = [];
  const tombstones: TombstoneLine[] = [];
  const checkpoints: { id: string; segments: { marker: SegmentMarker; lines: string[] }[] }[] = [];
  const sections: { title: SectionTitle; lines: SectionLine[] }[] = [];
  let leftOutCount: number | undefined;
  for (const line of lines.slice(1, -1)) {
    const title = SECTION_TITLES.find((name) => line === `## ${name}`);
    const checkpoint = sections.length === 0 ? CHECKPOINT_TITLE.exec(line)?.[1] : undefined;
    const open = sections.at(-1);
    const openCheckpoint = checkpoints.at(-1);
    if (title !== undefined) sections.push({ title, lines: [] });
    else if (checkpoint !== undefined) checkpoints.push({ id: checkpoint, segments: [] });
    else if (open === undefined && openCheckpoint) {
      if (!addCheckpointLine(openCheckpoint.segments, line)) return undefined;
    } else if (open) {
      const parsed = parseSectionLine(line);
      if (parsed === undefined) return undefined;
      open.lines.push(parsed);
    } else if (line.startsWith(LEGEND_PREFIX) && tombstones.length === 0 && leftOutCount === undefined) {
      legend.push(line.slice(LEGEND_PREFIX.length));
    } else if (LEFT_OUT.test(line) && leftOutCount === undefined) {
      leftOutCount = Number(LEFT_OUT.exec(line)?.[1]);
    } else {
      const parsed = leftOutCount === undefined ? parseTombstoneLine(line) : undefined;
      if (parsed === undefined) return undefined;
      tombstones.push(parsed);
    }
  }
  return {
    compactionId,
    ...(legend.length === 0 ? {} : { legend: legend.join('\n') }),
    tombstones,
    ...(leftOutCount === undefined ? {} : { leftOutCount }),
    ...(checkpoints.length === 0 ? {} : { checkpoints }),
    sections,
  };
}

/** False where the line is neither a marker nor a line of the covered segment before it. */
function addCheckpointLine(segments: { marker: SegmentMarker; lines: string[] }[], line: string): boolean {
  const marker = parseSegmentMarker(line);
  const open = segments.at(-1);
  if (marker !== undefined) segments.push({ marker, lines: [] });
  else if (open?.marker.outcome === 'covered' && line.startsWith(SURROGATE_PREFIX)) open.lines.push(line.slice(SURROGATE_PREFIX.length));
  else return false;
  return true;
}

function parseTombstoneLine(line: string): TombstoneLine | undefined {
  const close = line.indexOf(']');
  const tombstone = close === -1 ? undefined : parseTombstone(line.slice(0, close + 1));
  if (tombstone === undefined) return undefined;
  const rest = line.slice(close + 1);
  if (rest !== '' && !rest.startsWith(' ')) return undefined;
  return { tombstone, label: rest.slice(1) };
}

function parseSectionLine(line: string): SectionLine | undefined {
  const match = SECTION_LINE.exec(line);
  const [, text, turn, handle] = match ?? [];
  if (text === undefined || turn === undefined) return undefined;
  return { text, turn: Number(turn), ...(handle === undefined ? {} : { handle }) };
}

/** A section line from foreign text. */
export function sectionLine(text: string, turn: number, handle?: string): SectionLine {
  return { text: repeatForeign(text), turn, ...(handle === undefined ? {} : { handle }) };
}
