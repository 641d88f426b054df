import type { Conversation, Edit } from '../../core/conversation.ts';
import { derivedUuid } from '../derived-id.ts';
import { repairSurrogates } from '../json-surrogates.ts';
import { editMembers, replaceEarlyMember } from '../json-text.ts';
import type { JsonlLine, JsonObject } from '../jsonl.ts';
import { editAt, editContent, isUnedited, type RecordFate, recordFates } from '../line-edits.ts';
import { boundaryAnchors } from '../note-anchors.ts';
import { isBoundary, readActiveBranch } from './active-branch.ts';
import { type Insert, insertRecord } from './insert-record.ts';
import type { ClaudeCodeDocument } from './parse.ts';

/** The transcript with what is kept byte for byte, links mended, and notes as records of their own. */
export function render(conversation: Conversation, edit: Edit): string {
  const document = conversation.document as ClaudeCodeDocument;
  const text = isUnedited(conversation, edit) ? document.file.source : new TranscriptEditor(conversation, edit, document).write();
  return conversation.isIllFormed ? repairSurrogates(text) : text;
}

/** A record of the output: one of the source that stays, or one that is added. */
type Emitted =
  | { readonly record: number; readonly insert?: undefined }
  | { readonly record?: undefined; readonly insert: Insert; readonly uuid: string; readonly neighbour: JsonObject };

/** The links of an emitted record that change: `undefined` = as it stands. */
interface Links {
  readonly parentUuid?: string | null | undefined;
  readonly logicalParentUuid?: string | undefined;
  readonly leafUuid?: string | undefined;
}

class TranscriptEditor {
  private readonly document: ClaudeCodeDocument;
  private readonly lines: readonly JsonlLine[];
  private readonly fates: ReadonlyMap<number, RecordFate>;
  private readonly inserts: readonly Insert[];
  private readonly compactionId: string;
  private readonly active: ReadonlySet<number>;
  private readonly onChain: ReadonlySet<number>;
  private readonly vanished: ReadonlySet<number>;
  /** By record that vanished: the uuid of the nearest one before it that stays. Each is walked over once. */
  private readonly survivors = new Map<number, string | null>();

  constructor(conversation: Conversation, edit: Edit, document: ClaudeCodeDocument) {
    this.document = document;
    this.lines = document.file.lines;
    this.compactionId = edit.compactionId;
    this.fates = recordFates(conversation, edit, document.recordsOf);
    this.onChain = new Set(document.branch.chain);
    this.active = new Set([...document.branch.chain, ...document.branch.records]);
    this.vanished = this.findVanished();
    this.inserts = this.findInserts(edit);
  }

  private findVanished(): ReadonlySet<number> {
    const { branch, repeated, queued } = this.document;
    const vanished = new Set<number>(repeated.keys());
    for (const [record, fate] of this.fates) if (fate.isGone) vanished.add(record);
    // Without its summary a boundary would hide what stands before it: the host then reads the whole file.
    for (const { boundary, summary } of branch.compactions) {
      if (boundary !== undefined && summary !== undefined && vanished.has(summary)) vanished.add(boundary);
    }
    for (const { enqueue, operation, outcome } of queued) {
      const isMoot = outcome.kind === 'taken-up' || (outcome.kind === 'delivered' && outcome.by !== undefined && vanished.has(outcome.by));
      if (!isMoot) continue;
      vanished.add(enqueue);
      if (operation !== undefined && this.lines[operation]?.value['operation'] !== 'popAll') vanished.add(operation);
    }
    return vanished;
  }

  /** Notes, and prompts that only the queue holds: as records of their own, so that the resumed host sends them. */
  private findInserts(edit: Edit): readonly Insert[] {
    const { branch, queued, recordsOf } = this.document;
    const anchors = boundaryAnchors(this.recordsInPlace(), branch.records[0] ?? this.lines.length);
    const inserts: Insert[] = edit.notes.map((note) => ({ ...note, anchor: anchors[note.boundary] ?? 0, isNote: true }));
    const takenUp = new Set(queued.flatMap(({ enqueue, outcome }) => (outcome.kind === 'taken-up' ? [enqueue] : [])));
    for (const [boundary, records] of recordsOf.entries()) {
      const [enqueue] = records;
      if (enqueue === undefined || !takenUp.has(enqueue) || this.fates.get(enqueue)?.isGone === true) continue;
      inserts.push({ boundary, anchor: anchors[boundary] ?? 0, text: this.keptPrompt(enqueue), isNote: false });
    }
    return inserts.sort((a, b) => a.boundary - b.boundary || Number(b.isNote) - Number(a.isNote));
  }

  /** A queued prompt stands where it was taken up, not where it was typed. */
  private recordsInPlace(): readonly (readonly number[])[] {
    return this.document.recordsOf.map((records) => records.filter((record) => this.lines[record]?.value['type'] !== 'queue-operation'));
  }

  private keptPrompt(enqueue: number): string {
    const text = String(this.lines[enqueue]?.value['content']);
    let kept = '';
    let from = 0;
    for (const cut of this.fates.get(enqueue)?.cuts.get(0) ?? []) {
      kept += text.slice(from, cut.start);
      from = cut.end;
    }
    return kept + text.slice(from);
  }

  write(): string {
    const emitted = this.emit();
    const minimal = this.link(emitted, false);
    const links = this.isCovered(emitted, minimal) ? minimal : this.link(emitted, true);
    const lineEnd = this.lines[0]?.ending.startsWith('\r\n') ? '\r\n' : '\n';
    return emitted
      .map((one, index) => {
        const isLast = index === emitted.length - 1;
        if (one.insert) return insertRecord(one.insert, one.uuid, links[index]?.parentUuid ?? null, one.neighbour) + lineEnd;
        const ending = this.lines[one.record]?.ending ?? '';
        return this.editRecord(one.record, links[index] ?? {}) + (ending === '' && !isLast ? lineEnd : ending);
      })
      .join('');
  }

  private emit(): readonly Emitted[] {
    const emitted: Emitted[] = [];
    const used = new Set(this.document.branch.recordOfUuid.keys());
    let neighbour: JsonObject = this.lines[this.document.branch.records[0] ?? 0]?.value ?? {};
    let next = 0;
    const add = (insert: Insert): void => {
      let uuid = derivedUuid(`${this.compactionId}\n${insert.boundary}\n${insert.isNote}`);
      for (let salt = 0; used.has(uuid); salt++) uuid = derivedUuid(`${this.compactionId}\n${insert.boundary}\n${insert.isNote}\n${salt}`);
      used.add(uuid);
      emitted.push({ insert, uuid, neighbour });
    };
    for (const [record, line] of this.lines.entries()) {
      for (let insert = this.inserts[next]; insert && insert.anchor <= record; insert = this.inserts[++next]) add(insert);
      if (this.active.has(record) && typeof line.value['sessionId'] === 'string') neighbour = line.value;
      if (!this.vanished.has(record)) emitted.push({ record });
    }
    for (const insert of this.inserts.slice(next)) add(insert);
    return emitted;
  }

  /**
   * Parents of what is emitted. A record whose parent left hangs on the record of the conversation before it, and a record
   * behind an added one hangs on that. `isLinear`: every record of the conversation hangs on the one before.
   */
  private link(emitted: readonly Emitted[], isLinear: boolean): readonly Links[] {
    const { branch } = this.document;
    let latest: string | null = null;
    let isBehindInsert = false;
    return emitted.map((one): Links => {
      if (one.insert) {
        const parentUuid = branch.isUnlinked ? null : latest;
        latest = one.uuid;
        isBehindInsert = true;
        return { parentUuid };
      }
      const value = this.lines[one.record]?.value ?? {};
      const { leafUuid } = value;
      const leaf = typeof leafUuid === 'string' ? this.mended(leafUuid) : undefined;
      const leafLink = leaf != null && leaf !== leafUuid ? { leafUuid: leaf } : {};
      if (typeof value['uuid'] !== 'string' || branch.isUnlinked) return leafLink;
      const isActive = this.active.has(one.record);
      const mustHang = isActive && latest !== null && (isLinear || (isBehindInsert && this.onChain.has(one.record)));
      const links = { ...leafLink, ...this.parentLink(one.record, value, isActive, mustHang, latest) };
      if (isActive) latest = value['uuid'];
      if (mustHang) isBehindInsert = false;
      return links;
    });
  }

  private parentLink(record: number, value: JsonObject, isActive: boolean, mustHang: boolean, latest: string | null): Links {
    if (isBoundary(value)) {
      const { logicalParentUuid } = value;
      const logical = mustHang ? latest : typeof logicalParentUuid === 'string' ? this.mended(logicalParentUuid) : null;
      return logical === null || logical === logicalParentUuid ? {} : { logicalParentUuid: logical };
    }
    const { parentUuid } = value;
    if (mustHang) return parentUuid === latest ? {} : { parentUuid: latest };
    if (typeof parentUuid !== 'string') return {};
    const parent = this.document.branch.recordOfUuid.get(parentUuid);
    if (parent !== undefined && !this.vanished.has(parent)) return {};
    return { parentUuid: isActive ? latest : this.survivor(parent ?? this.document.branch.precedes(record)) };
  }

  /** The uuid itself where its record stays or is in another file; else the nearest one before it that stays. */
  private mended(uuid: string): string | null {
    const record = this.document.branch.recordOfUuid.get(uuid);
    return record === undefined || !this.vanished.has(record) ? uuid : this.survivor(record);
  }

  private survivor(from: number): string | null {
    const passed = new Set<number>();
    let record = from;
    while (record >= 0 && this.vanished.has(record) && !passed.has(record) && !this.survivors.has(record)) {
      passed.add(record);
      record = this.document.branch.precedes(record);
    }
    const uuid = this.vanished.has(record) ? this.survivors.get(record) : this.lines[record]?.value['uuid'];
    const survivor = typeof uuid === 'string' ? uuid : null;
    for (const one of passed) this.survivors.set(one, survivor);
    return survivor;
  }

  /** Whether a reader of the output finds every record of the conversation that stays, and every added one. */
  private isCovered(emitted: readonly Emitted[], links: readonly Links[]): boolean {
    if (this.document.branch.isUnlinked) return true;
    const lines = emitted.map((one, index): JsonlLine => {
      const source = one.insert ? { type: 'user', uuid: one.uuid, message: { role: 'user', content: '' } } : this.lines[one.record]?.value;
      return { line: index + 1, byteOffset: 0, raw: '', ending: '', value: { ...source, ...links[index] } };
    });
    const found = new Set(readActiveBranch(lines, new Map()).records);
    const ofConversation = new Set(this.document.branch.records);
    return emitted.every((one, index) => found.has(index) || (one.record !== undefined && !ofConversation.has(one.record)));
  }

  private editRecord(record: number, links: Links): string {
    const line = this.lines[record];
    if (line === undefined) throw new Error('an emitted record is one of the file');
    const fate = this.fates.get(record);
    let text = line.raw;
    if (fate && !fate.isWhole) {
      const path = line.value['type'] === 'attachment' ? ['attachment', 'prompt'] : ['message', 'content'];
      text = editAt(text, path, (content) => editContent(content, fate));
    }
    const edits = new Map<string, string>(Object.entries(links).map(([key, uuid]) => [key, JSON.stringify(uuid)]));
    if (edits.size === 0) return text;
    const link = edits.size === 1 ? edits.get('parentUuid') : undefined;
    return (link === undefined ? undefined : replaceEarlyMember(text, 'parentUuid', link)) ?? editMembers(text, edits);
  }
}
