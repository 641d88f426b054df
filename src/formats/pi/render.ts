import type { Conversation, Edit } from '../../core/conversation.ts';
import { derivedHex } from '../derived-id.ts';
import { repairSurrogates } from '../json-surrogates.ts';
import { editMembers, replaceEarlyMember } from '../json-text.ts';
import { isObject, type JsonlLine } from '../jsonl.ts';
import { editAt, editContent, isUnedited, type RecordFate, recordFates } from '../line-edits.ts';
import { type AnchoredNote, anchoredNotes } from '../note-anchors.ts';
import { NOTE_TYPE } from './entry-content.ts';
import { firstKeptPosition, type PiDocument } from './parse.ts';
import { idOf, type Session } from './session.ts';

/** The session with what is kept byte for byte, links mended, and notes as entries of their own. */
export function render(conversation: Conversation, edit: Edit): string {
  const { session, recordsOf } = conversation.document as PiDocument;
  const text = isUnedited(conversation, edit) ? session.file.source : new SessionEditor(conversation, edit, session, recordsOf).write();
  return conversation.isIllFormed ? repairSurrogates(text) : text;
}

/** Where a record's content stands, by its type. */
const CONTENT_PATHS: Readonly<Record<string, readonly string[]>> = {
  message: ['message', 'content'],
  custom_message: ['content'],
  context_edit: ['replacement'],
};

class SessionEditor {
  private readonly session: Session;
  private readonly fates: ReadonlyMap<number, RecordFate>;
  private readonly notes: readonly AnchoredNote[];
  private readonly vanished = new Set<number>();
  private readonly compactionId: string;
  /** Those of the notes; the session's own are in its map. */
  private readonly usedIds = new Set<string>();
  private readonly output: string[] = [];
  private readonly endings: string[] = [];
  /** By record that vanished: the nearest entry above it that stays. */
  private readonly survivors = new Map<number, string | null>();
  /** Version 1 names entries by their place in the file: old place to new one. */
  private readonly placeOf = new Map<number, number>();
  private readonly lineEnd: string;
  /** The latest entry with a time before the one that is written: notes take it over. */
  private neighbour: JsonlLine['value'] | undefined;
  /** By position on the path: the first position from it on whose entry stays. */
  private stayingFrom: readonly number[] | undefined;

  constructor(conversation: Conversation, edit: Edit, session: Session, recordsOf: PiDocument['recordsOf']) {
    this.session = session;
    this.fates = recordFates(conversation, edit, recordsOf);
    this.notes = anchoredNotes(edit.notes, recordsOf, session.path[0] ?? session.file.lines.length);
    this.compactionId = edit.compactionId;
    this.lineEnd = session.file.lines[0]?.ending.startsWith('\r\n') ? '\r\n' : '\n';
    for (const [record] of session.file.lines.entries()) if (this.vanishes(record)) this.vanished.add(record);
  }

  private vanishes(record: number): boolean {
    if (this.session.repeated.has(record)) return true;
    return this.fates.get(record)?.isGone === true;
  }

  write(): string {
    const { file, pathPosition } = this.session;
    let parentId: string | null = null;
    let next = 0;
    for (const [record, line] of file.lines.entries()) {
      while ((this.notes[next]?.anchor ?? Infinity) <= record) parentId = this.writeNote(this.notes[next++], parentId);
      if (typeof line.value['timestamp'] === 'string') this.neighbour = line.value;
      if (this.vanished.has(record) || this.isDanglingEdit(record)) continue;
      this.placeOf.set(record, this.output.length);
      const isOnPath = this.session.isTree && pathPosition.has(record);
      const edited = this.editRecord(record, line, isOnPath ? parentId : this.survivingParent(line));
      this.push(edited, line.ending);
      if (isOnPath) parentId = idOf(line) ?? parentId;
    }
    while (next < this.notes.length) parentId = this.writeNote(this.notes[next++], parentId);
    let text = '';
    for (const [index, one] of this.output.entries()) text += (this.session.isTree ? one : this.resolvePlaces(one)) + (this.endings[index] ?? '');
    return text;
  }

  private push(text: string, ending: string): void {
    const last = this.endings.length - 1;
    if (this.endings[last] === '') this.endings[last] = this.lineEnd; // the file's last line had none
    this.output.push(text);
    this.endings.push(ending);
  }

  /** An omission whose target left has nothing to omit. */
  private isDanglingEdit(record: number): boolean {
    const entry = this.session.file.lines[record]?.value;
    if (entry?.['type'] !== 'context_edit' || entry['replacement'] != null) return false;
    const target = this.session.recordOfId.get(String(entry['targetId']));
    return target !== undefined && this.vanished.has(target);
  }

  private editRecord(record: number, line: JsonlLine, parentId: string | null): string {
    const fate = this.fates.get(record);
    const type = String(line.value['type']);
    let text = line.raw;
    if (fate && !fate.isWhole) text = editAt(text, CONTENT_PATHS[type] ?? [], (content) => editContent(content, fate));
    const edits = new Map<string, string>();
    if (this.session.isTree && idOf(line) !== undefined && (line.value['parentId'] ?? null) !== parentId) {
      edits.set('parentId', JSON.stringify(parentId));
    }
    if (type === 'compaction') this.mendFirstKept(record, edits);
    if (type === 'context_edit') this.detachReplacement(line, edits);
    if (edits.size === 0) return text;
    const link = edits.size === 1 ? edits.get('parentId') : undefined;
    return (link === undefined ? undefined : replaceEarlyMember(text, 'parentId', link)) ?? editMembers(text, edits);
  }

  /** Where the first kept entry left: the next one that stays, else the compaction itself (nothing kept). */
  private mendFirstKept(record: number, edits: Map<string, string>): void {
    const { session } = this;
    const position = session.pathPosition.get(record);
    if (position === undefined) return;
    const first = firstKeptPosition(session, position);
    this.stayingFrom ??= this.findStaying();
    const staying = this.stayingFrom[first] ?? position;
    const kept = staying < position ? (session.path[staying] ?? record) : record;
    if (!session.isTree) edits.set('firstKeptEntryIndex', `${PLACE_OPEN}${kept}${PLACE_CLOSE}`);
    else if (kept !== session.path[first]) edits.set('firstKeptEntryId', JSON.stringify(idOf(session.file.lines[kept])));
  }

  private findStaying(): readonly number[] {
    const { path } = this.session;
    const staying = new Array<number>(path.length);
    for (let position = path.length - 1, nearest = path.length; position >= 0; position--) {
      const record = path[position] ?? -1;
      if (!this.vanished.has(record) && !this.isDanglingEdit(record)) nearest = position;
      staying[position] = nearest;
    }
    return staying;
  }

  /** The target left but what replaced it stays: it becomes a message of its own, as the host would not find the target. */
  private detachReplacement(line: JsonlLine, edits: Map<string, string>): void {
    const target = this.session.recordOfId.get(String(line.value['targetId']));
    if (target === undefined || !this.vanished.has(target)) return;
    edits.set('type', '"custom_message"');
    edits.set('customType', '"context-edit"');
    edits.set('content', JSON.stringify(line.value['replacement']));
    edits.set('display', 'false');
  }

  private survivingParent(line: JsonlLine): string | null {
    const { recordOfId, file } = this.session;
    const passed = new Set<number>();
    let survivor: string | null = null;
    for (let parentId = line.value['parentId']; typeof parentId === 'string'; ) {
      const parent = recordOfId.get(parentId);
      if (parent === undefined || passed.has(parent)) break;
      const known = this.survivors.get(parent);
      if (known !== undefined || !this.vanished.has(parent)) {
        survivor = known === undefined ? parentId : known;
        break;
      }
      passed.add(parent);
      parentId = file.lines[parent]?.value['parentId'];
    }
    for (const record of passed) this.survivors.set(record, survivor);
    return survivor;
  }

  private writeNote(note: AnchoredNote | undefined, parentId: string | null): string | null {
    if (note === undefined) return parentId;
    const { neighbour } = this;
    const timestamp = neighbour?.['timestamp'];
    if (!this.session.isTree) {
      const inner = isObject(neighbour?.['message']) ? neighbour['message']['timestamp'] : undefined;
      const message = { role: 'user', content: [{ type: 'text', text: note.text }], timestamp: inner };
      this.push(JSON.stringify({ type: 'message', timestamp, message }), this.lineEnd);
      return parentId;
    }
    const id = this.freshId(note);
    const entry = { type: 'custom_message', id, parentId, timestamp, customType: NOTE_TYPE, content: note.text, display: true };
    this.push(JSON.stringify(entry), this.lineEnd);
    return id;
  }

  private freshId(note: AnchoredNote): string {
    for (let salt = 0; ; salt++) {
      const id = derivedHex(`${this.compactionId}\n${note.boundary}\n${salt}`, 8);
      if (this.usedIds.has(id) || this.session.recordOfId.has(id)) continue;
      this.usedIds.add(id);
      return id;
    }
  }

  private resolvePlaces(text: string): string {
    const open = text.indexOf(PLACE_OPEN);
    if (open === -1) return text;
    const close = text.indexOf(PLACE_CLOSE, open);
    const place = this.placeOf.get(Number(text.slice(open + 1, close))) ?? 0;
    return text.slice(0, open) + String(place) + text.slice(close + 1);
  }
}

/** Private-use marks for a place that is known only at the end. Neither can stand unescaped outside a string. */
const PLACE_OPEN = '\u0001';
const PLACE_CLOSE = '\u0002';
