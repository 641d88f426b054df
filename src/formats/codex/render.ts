import type { Conversation, Edit } from '../../core/conversation.ts';
import { repairSurrogates } from '../json-surrogates.ts';
import { cutJsonString, editMembers, memberNamed, readContainer, rebuildContainer } from '../json-text.ts';
import { isObject, type JsonlLine } from '../jsonl.ts';
import { editAt, editContent, isUnedited, type RecordFate, recordFates } from '../line-edits.ts';
import { type AnchoredNote, anchoredNotes } from '../note-anchors.ts';
import { hasOptionalId } from '../openai-responses/items.ts';
import { inputMessage } from '../openai-responses/render-fresh.ts';
import type { CodexDocument } from './parse.ts';
import { type CompactedRecord, itemOfRecord, type Rollout } from './rollout.ts';
import { promptTexts } from './user-proof.ts';

/** The rollout with what is kept byte for byte, and notes as user items of their own. */
export function render(conversation: Conversation, edit: Edit): string {
  const document = conversation.document as CodexDocument;
  const text = isUnedited(conversation, edit) ? document.rollout.file.source : new RolloutEditor(conversation, edit, document).write();
  return conversation.isIllFormed ? repairSurrogates(text) : text;
}

class RolloutEditor {
  private readonly rollout: Rollout;
  private readonly lines: readonly JsonlLine[];
  /** By unit. */
  private readonly fates: ReadonlyMap<number, RecordFate>;
  private readonly notes: readonly AnchoredNote[];
  private readonly unitOfLine = new Map<number, number>();
  private readonly compactionOfLine = new Map<number, CompactedRecord>();
  /** By the line of an event: the unit that it proves to be the user's. */
  private readonly provenBy = new Map<number, number>();
  /** Units that belong to reasoning that left. */
  private readonly bereft = new Set<number>();
  /** The line of the first compaction that leaves. */
  private readonly firstVanished: number;
  private readonly lineEnd: string;
  private output = '';
  private ending: string | undefined;

  constructor(conversation: Conversation, edit: Edit, { rollout, unitsOf }: CodexDocument) {
    this.rollout = rollout;
    this.lines = rollout.file.lines;
    this.fates = recordFates(conversation, edit, unitsOf);
    const linesOf = unitsOf.map((units) => units.map((unit) => rollout.units[unit]?.line ?? 0));
    const first = rollout.units.find((unit) => unit.kind !== 'instructions');
    this.notes = anchoredNotes(edit.notes, linesOf, first?.line ?? this.lines.length);
    this.lineEnd = this.lines[0]?.ending.startsWith('\r\n') ? '\r\n' : '\n';
    for (const [index, unit] of rollout.units.entries()) {
      if (unit.kind === 'instructions' && this.fates.get(index)?.isWhole === false) throw new Error('E1: the base instructions never leave');
      if (unit.kind === 'prompt' || (unit.kind === 'item' && unit.inner === undefined)) this.unitOfLine.set(unit.line, index);
    }
    for (const compaction of rollout.compactions) this.compactionOfLine.set(compaction.line, compaction);
    for (const [line, event] of rollout.proof.eventOf) this.provenBy.set(event, this.unitOfLine.get(line) ?? -1);
    this.firstVanished = rollout.compactions.find((compaction) => this.vanishes(compaction))?.line ?? Number.POSITIVE_INFINITY;
    for (const units of unitsOf) this.findBereft([...new Set(units)]);
  }

  /** Rule 2 of the wire: what belongs to reasoning that left is refused under the id that the server gave it. */
  private findBereft(units: readonly number[]): void {
    const isReasoning = (unit: number): boolean => this.rollout.units[unit]?.item['type'] === 'reasoning';
    if (!units.some((unit) => isReasoning(unit) && this.fates.get(unit)?.isGone === true)) return;
    for (const unit of units) if (!isReasoning(unit)) this.bereft.add(unit);
  }

  write(): string {
    let next = 0;
    let neighbour = this.lines[0];
    for (const [index, line] of this.lines.entries()) {
      while ((this.notes[next]?.anchor ?? Number.POSITIVE_INFINITY) <= index) this.writeNote(this.notes[next++], neighbour);
      if (typeof line.value['timestamp'] === 'string') neighbour = line;
      for (const text of this.editLine(index, line)) this.push(text, line.ending);
    }
    while (next < this.notes.length) this.writeNote(this.notes[next++], neighbour);
    return this.output + (this.ending ?? '');
  }

  /** A last line may have had no end. */
  private push(text: string, ending: string): void {
    if (this.ending !== undefined) this.output += this.ending === '' ? this.lineEnd : this.ending;
    this.output += text;
    this.ending = ending;
  }

  private writeNote(note: AnchoredNote | undefined, neighbour: JsonlLine | undefined): void {
    if (note === undefined) return;
    this.push(inItemRecord(inputMessage('user', JSON.stringify(note.text)), neighbour), this.lineEnd);
  }

  /** Without its summary a compaction would hide what stands before it: the host then reads the whole file. */
  private vanishes({ summary }: CompactedRecord): boolean {
    return summary !== undefined && (this.fates.get(summary)?.isGone === true || this.rollout.rolledBack.has(summary));
  }

  /**
   * A record that takes turns back counts them in the history of its time. Where a compaction before it leaves, that is
   * another one: then the turns themselves leave, and what takes them back.
   */
  private isTakenBack(index: number, line: JsonlLine): boolean {
    if (this.firstVanished === Number.POSITIVE_INFINITY) return false;
    const payload = line.value['type'] === 'event_msg' ? line.value['payload'] : undefined;
    if (isObject(payload) && payload['type'] === 'thread_rolled_back') return index > this.firstVanished;
    const units = this.compactionOfLine.get(index)?.own ?? [this.provenBy.get(index) ?? this.unitOfLine.get(index) ?? -1];
    return units.length > 0 && units.every((unit) => (this.rollout.rolledBack.get(unit) ?? -1) > this.firstVanished);
  }

  /** None where the line leaves; several where a compaction leaves and what it put in besides its summary stays. */
  private editLine(index: number, line: JsonlLine): readonly string[] {
    if (this.isTakenBack(index, line)) return [];
    const compaction = this.compactionOfLine.get(index);
    if (compaction !== undefined) return this.editCompaction(compaction, line);
    const proven = this.provenBy.get(index);
    const fate = this.fates.get(proven ?? this.unitOfLine.get(index) ?? -1);
    if (fate?.isGone) return [];
    if (proven !== undefined) return [fate === undefined || fate.isWhole ? line.raw : this.editEvent(line, proven, fate)];
    const unit = this.unitOfLine.get(index);
    if (unit === undefined) return [line.raw];
    const path = line.value['payload'] === undefined ? [] : ['payload'];
    return [this.withoutId(this.editItem(line.raw, path, unit, fate), path, unit)];
  }

  private editItem(text: string, path: readonly string[], unit: number, fate: RecordFate | undefined): string {
    if (fate === undefined || fate.isWhole) return text;
    if (this.rollout.units[unit]?.kind !== 'prompt') return editAt(text, [...path, 'content'], (content) => editContent(content, fate));
    return editAt(text, [...path, 'message'], (literal) => cutJsonString(literal, fate.cuts.get(0) ?? []));
  }

  private withoutId(text: string, path: readonly string[], unit: number): string {
    if (!this.bereft.has(unit) || !hasOptionalId(this.rollout.units[unit]?.item ?? {})) return text;
    return path.length === 0 ? editMembers(text, NO_ID) : editAt(text, path, (item) => editMembers(item, NO_ID));
  }

  /** What proves an item says what is left of it. */
  private editEvent(line: JsonlLine, unit: number, fate: RecordFate): string {
    const { item, line: itemLine } = this.rollout.units[unit] ?? { item: {}, line: -1 };
    const record: unknown = JSON.parse(this.editItem(this.lines[itemLine]?.raw ?? '{}', ['payload'], unit, fate));
    const left = isObject(record) ? itemOfRecord(record) : undefined;
    const event = isObject(line.value['payload']) ? line.value['payload']['message'] : undefined;
    const form = promptTexts(item).indexOf(String(event));
    const texts = promptTexts(left ?? {});
    const text = texts[form] ?? texts[0] ?? '';
    return editAt(line.raw, ['payload', 'message'], () => JSON.stringify(text));
  }

  /** Where the summary stays, its history holds what stays of what it repeats; else what stays of its own are items. */
  private editCompaction(compaction: CompactedRecord, line: JsonlLine): readonly string[] {
    const { own, repeats } = compaction;
    const { units } = this.rollout;
    if (this.vanishes(compaction)) {
      return own.flatMap((unit) => {
        const fate = this.fates.get(unit);
        const raw = units[unit]?.raw ?? '';
        const isLeft = fate?.isGone === true || this.rollout.rolledBack.has(unit) || units[unit]?.inner === undefined;
        return isLeft ? [] : [inItemRecord(this.editItem(raw, [], unit, fate), line)];
      });
    }
    const unitOf = new Map(repeats);
    for (const unit of own) unitOf.set(units[unit]?.inner ?? -1, unit);
    const isTouched = [...unitOf.values()].some((unit) => this.fates.get(unit)?.isWhole === false);
    if (!isTouched) return [line.raw];
    return [
      editAt(line.raw, ['payload', 'replacement_history'], (list) =>
        rebuildContainer(list, readContainer(list), (inner, item) => {
          const unit = unitOf.get(inner);
          const fate = unit === undefined ? undefined : this.fates.get(unit);
          if (unit === undefined || fate === undefined || fate.isWhole) return undefined;
          return fate.isGone ? null : this.editItem(list.slice(item.start, item.end), [], unit, fate);
        }),
      ),
    ];
  }
}

const NO_ID: ReadonlyMap<string, null> = new Map([['id', null]]);

/** A record of an item, in the exact characters given, with the time of its neighbour. */
function inItemRecord(item: string, neighbour: JsonlLine | undefined): string {
  const timestamp = neighbour === undefined ? undefined : memberNamed(readContainer(neighbour.raw), 'timestamp');
  if (neighbour !== undefined && timestamp === undefined) return item; // a very old file, without an envelope
  const time = neighbour === undefined || timestamp === undefined ? '""' : neighbour.raw.slice(timestamp.valueStart, timestamp.end);
  return `{"timestamp":${time},"type":"response_item","payload":${item}}`;
}
