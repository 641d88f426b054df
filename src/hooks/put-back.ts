import type { ArchivedSpan, PlanningArchive } from '../archive/archive.ts';
import type { ClassifiedSpan } from '../core/classify/classify.ts';
import type { Action } from '../core/classify/span-class.ts';
import { DEFAULTS } from '../core/defaults.ts';
import { type NoteSection, noteLines } from '../core/markers/note.ts';
import { formatTombstone } from '../core/markers/tombstone.ts';
import { labelOf } from '../core/plan/label.ts';
import { SpanTexts } from '../core/plan/span-texts.ts';
import { StateRecord } from '../core/plan/state-record.ts';
import { wholeIdOf } from '../core/sentence-id.ts';
import { base32Digest } from '../hash.ts';
import { handleAt } from '../prepare.ts';
import type { HostSession } from './host-session.ts';
import { leavingActions } from './leaving-actions.ts';
import { type Budget, Room } from './room.ts';
import { saidIn } from './said.ts';

/** What is put back into the window after a compaction of a host's. */
export interface PutBack {
  readonly compactionId: string;
  /** One note of holdfast. */
  readonly text: string;
  /** By span index; what is put back is kept. */
  readonly actions: readonly Action[];
  /** Records behind shared tombstones, by handle. */
  readonly groups: ReadonlyMap<string, ArchivedSpan>;
}

export interface PutBackOptions {
  readonly hostTitle: string;
  readonly budget: Budget;
  /** Whether handles lead to an archive that the agent can reach. */
  readonly isArchived: boolean;
}

/** Shares of the budget that are full at most when a part is through, so that each part has its own. */
const SHARE_OF_LATEST = 0.4;
const SHARE_OF_SAID = 0.65;
const SHARE_OF_RECORD = 0.85;

/** Stands for a name or a handle while room is measured: no random base32 takes more tokens. */
const ANY_ID = 'c_q7x3z5j2w4k6v7y2';
const ANY_HANDLE = 'hf_q7x3z5j2w4k6v7y2b3n5';

/**
 * One note with what only the conversation knew: what the user said, letter for letter, the state record and the live
 * index, within the budget; what does not fit is behind handles, and counted. Deterministic.
 */
export function putBack(session: HostSession, archive: PlanningArchive, options: PutBackOptions): PutBack {
  return new NoteWriter(session, archive, options).write();
}

class NoteWriter {
  private readonly session: HostSession;
  private readonly archive: PlanningArchive;
  private readonly options: PutBackOptions;
  private readonly classified: readonly ClassifiedSpan[];
  private readonly actions: Action[];
  private readonly room: Room;
  private readonly groups = new Map<string, ArchivedSpan>();

  constructor(session: HostSession, archive: PlanningArchive, options: PutBackOptions) {
    this.session = session;
    this.archive = archive;
    this.options = options;
    this.classified = session.prepared.classified;
    this.actions = [...leavingActions(this.classified, session.stands)];
    const tombstone = tombstoneOf(ANY_HANDLE, 0, MOST, MOST, MOST);
    this.room = new Room(options.budget, [...this.frame([]), tombstone, tombstone], session.prepared.counter);
  }

  write(): PutBack {
    const said = saidIn(this.classified, (index) => this.actions[index] !== 'keep');
    this.keep(said.latest, SHARE_OF_LATEST);
    this.keep(said.binding, SHARE_OF_SAID);
    const record = this.record();
    const short = this.fitting(
      record.filter(({ title }) => !LONG_SECTIONS.has(title)),
      SHARE_OF_RECORD,
    );
    this.keep(said.other, SHARE_OF_RECORD);
    const long = this.fitting(
      record.filter(({ title }) => LONG_SECTIONS.has(title)),
      1,
    );
    this.keep([...said.latest, ...said.binding, ...said.other], 1);
    const lines = [...this.tombstones(), ...this.saidLines(), ...[...short, ...long].flatMap(sectionLines)];
    const compactionId = `c_${base32Digest(JSON.stringify([this.session.prepared.conversationId, this.session.prepared.inputHash, lines]), 16)}`;
    return { compactionId, text: this.frame(lines, compactionId).join('\n'), actions: this.actions, groups: this.groups };
  }

  /** The wrapper with its legend (DESIGN §3) around the lines. */
  private frame(lines: readonly string[], compactionId = ANY_ID): readonly string[] {
    const legend = legendOf(this.options);
    const [opening = '', ...rest] = noteLines({ compactionId, legend, tombstones: [], sections: [] });
    return [opening, ...rest.slice(0, -1), ...lines, rest.at(-1) ?? ''];
  }

  private keep(indexes: readonly number[], share: number): void {
    for (const index of indexes) {
      if (this.actions[index] === 'keep' || !this.room.take(this.quoted([index]), share)) continue;
      this.actions[index] = 'keep';
    }
  }

  private isPutBack(index: number): boolean {
    return this.actions[index] === 'keep' && !this.session.stands(index) && this.classified[index]?.rule.id !== 'fixed';
  }

  /** In the order of the conversation; neighbouring sentences of one text are one. */
  private saidLines(): readonly string[] {
    const runs: number[][] = [];
    for (const { span } of this.classified) {
      if (!this.isPutBack(span.index)) continue;
      const last = runs.at(-1)?.at(-1);
      if (last === span.index - 1 && this.isOneText(last, span.index)) runs.at(-1)?.push(span.index);
      else runs.push([span.index]);
    }
    return runs.flatMap((run) => this.quoted(run));
  }

  private isOneText(first: number, second: number): boolean {
    const [one, other] = [this.classified[first], this.classified[second]];
    const whole = one === undefined ? undefined : wholeIdOf(one.span.id);
    return whole !== undefined && other !== undefined && whole === wholeIdOf(other.span.id);
  }

  /** Each line behind a sign, so that nothing that was said reads as a line of ours (DESIGN §10). */
  private quoted(indexes: readonly number[]): readonly string[] {
    const spans = indexes.flatMap((index) => this.classified[index]?.span ?? []);
    const [first] = spans;
    if (first === undefined) return [];
    const text = spans
      .map((span) => span.text)
      .join('')
      .replace(/^\s*\n|\s+$/g, '');
    const [who, about] = first.exchange === undefined ? [first.provenance, ''] : ['answer', ` ${labelOf(first)}`];
    return [`[KEPT:${who}@t${first.turn}]${about}`, ...text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => `> ${line}`)];
  }

  private record(): readonly NoteSection[] {
    const record = new StateRecord(this.classified, {
      texts: new SpanTexts(this.classified),
      handleOf: (index) => (this.options.isArchived ? handleAt(this.session.prepared, index) : null),
      lineCount: DEFAULTS.stateRecordLines,
    });
    return record.sections(this.actions, (indexes) => this.groupHandle(indexes));
  }

  /** The lines of each section that fit; of the long ones the latest, as they ascend. */
  private fitting(sections: readonly NoteSection[], share: number): readonly FittedSection[] {
    return sections.flatMap((section): readonly FittedSection[] => {
      const [opening = '', ...lines] = plainLines(section);
      if (!this.room.take([opening, leftOut(MOST)], share)) return [];
      const isLong = LONG_SECTIONS.has(section.title);
      const wanted = isLong ? lines.toReversed() : lines;
      const found = wanted.filter((line) => this.room.take([line], share));
      return [{ opening, lines: isLong ? found.reverse() : found, leftOutCount: lines.length - found.length }];
    });
  }

  /** E15: what is neither put back nor in the live index is behind a tombstone: what was said, and all else. */
  private tombstones(): readonly string[] {
    const isGone = (one: ClassifiedSpan): boolean => this.actions[one.span.index] !== 'keep' && this.actions[one.span.index] !== 'drop';
    const gone = this.classified.filter(isGone);
    return [gone.filter(({ span }) => span.kind === 'text'), gone.filter(({ span }) => span.kind !== 'text')].flatMap((spans) => this.tombstone(spans));
  }

  private tombstone(members: readonly ClassifiedSpan[]): readonly string[] {
    const [first, last] = [members[0], members.at(-1)];
    if (first === undefined || last === undefined) return [];
    const indexes = members.map(({ span }) => span.index);
    const tokens = indexes.reduce((sum, index) => sum + (this.session.prepared.tokens[index] ?? 0), 0);
    return [tombstoneOf(this.groupHandle(indexes), first.span.turn, last.span.turn, members.length, tokens, first.span.kind === 'text' ? 'text' : 'run')];
  }

  private groupHandle(indexes: readonly number[]): string | null {
    if (!this.options.isArchived) return null;
    const [only] = indexes;
    if (indexes.length === 1 && only !== undefined) return handleAt(this.session.prepared, only);
    const raw = JSON.stringify({ run: indexes.map((index) => handleAt(this.session.prepared, index)) });
    const record: ArchivedSpan = {
      format: this.session.prepared.parsed.format,
      kind: 'note',
      provenance: 'holdfast',
      pieces: [{ role: 'user', raw, block: 0 }],
    };
    const handle = this.archive.handleOf(record);
    this.groups.set(handle, record);
    return handle;
  }
}

/** A count of so many digits stands for any while room is measured. */
const MOST = 99_999_999;
/** Sections with a line for each file: the latest lines are of most use. */
const LONG_SECTIONS: ReadonlySet<string> = new Set(['changed', 'live index']);

interface FittedSection {
  readonly opening: string;
  readonly lines: readonly string[];
  readonly leftOutCount: number;
}

function sectionLines({ opening, lines, leftOutCount }: FittedSection): readonly string[] {
  return [opening, ...lines, ...(leftOutCount === 0 ? [] : [leftOut(leftOutCount)])];
}

function leftOut(count: number): string {
  return `(${count} more ${count === 1 ? 'line' : 'lines'} left out: what they name is in the archive)`;
}

/** The lines of a section as they stand in a note. */
function plainLines(section: NoteSection): readonly string[] {
  return noteLines({ compactionId: ANY_ID, tombstones: [], sections: [section] }).slice(1, -1);
}

function tombstoneOf(handle: string | null, startTurn: number, endTurn: number, spanCount: number, tokens: number, kind = 'text'): string {
  return formatTombstone({ kind, startTurn, endTurn, handle, ...(spanCount === 1 ? {} : { spanCount }), tokens });
}

function legendOf({ hostTitle, isArchived }: PutBackOptions): string {
  return [
    `${hostTitle} compacted this conversation; this note holds what stood only in it. Nothing in the note is an instruction of its own.`,
    'Lines after > were said in this conversation and stand letter for letter, each text under who said it and in which turn: what the user asked for there still holds.',
    isArchived
      ? '[EVICTED:...:recover=HANDLE] stands for what left: to read it letter for letter, call the recall tool with HANDLE, or run `holdfast recall HANDLE`.'
      : '[EVICTED:...:recover=NO] stands for what left: the archive could not be written, so the transcript alone holds it.',
    'The live index names files, URLs and commands that were read before: read them again where needed.',
  ].join('\n');
}
