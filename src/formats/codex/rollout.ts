import type { Warning } from '../../core/conversation.ts';
import { memberNamed, readContainer } from '../json-text.ts';
import { isObject, type JsonlFile, type JsonlLine, type JsonObject, readJsonl } from '../jsonl.ts';
import { isSummaryText } from './harness-items.ts';
import { MaxHeap } from './max-heap.ts';
import { isUserMessage, promptTexts, proveUserItems, type UserProof } from './user-proof.ts';

/** One thing that the host put into its history, in the order of the file. Lines are named by their index in `file.lines`. */
export interface Unit {
  readonly kind: 'instructions' | 'item' | 'summary' | 'prompt' /** Only an event has it. */;
  readonly line: number;
  readonly item: JsonObject;
  /** What a piece of it holds: the whole line, or an item's own characters within a compaction's history. */
  readonly raw: string;
  /** Its position in the `replacement_history` of its line. */
  readonly inner?: number | undefined;
  /** The user wrote it. */
  readonly isOfUser: boolean;
  /** The directory of its turn. */
  readonly workingDirectory?: string | undefined;
}

/** A `compacted` record. Units are named by their index. */
export interface CompactedRecord {
  readonly line: number;
  /** Every unit below it stood before. */
  readonly firstUnit: number;
  /** What the record itself put into the history. */
  readonly own: readonly number[];
  readonly summary: number | undefined;
  /** By position in its history: the earlier unit that it repeats, letter for letter. */
  readonly repeats: ReadonlyMap<number, number>;
  /** Whether a unit that was in the history before it stayed there. */
  readonly keeps: (unit: number) => boolean;
}

export interface Rollout {
  readonly file: JsonlFile;
  readonly meta: JsonObject | undefined;
  readonly units: readonly Unit[];
  /** Units that are in the history at the end. */
  readonly visible: ReadonlySet<number>;
  /** Units of turns that the user took back, each with the line of the record that says so: in the file, in no conversation. */
  readonly rolledBack: ReadonlyMap<number, number>;
  readonly compactions: readonly CompactedRecord[];
  readonly proof: UserProof;
  readonly warnings: readonly Warning[];
}

/** The reading rules of formats.md 7.2: history is a fold over the lines. */
export function readRollout(source: string, options: { readonly isStrict?: boolean | undefined } = {}): Rollout {
  const file = readJsonl(source, options);
  const proof = proveUserItems(file.lines, (line) => itemOfRecord(file.lines[line]?.value ?? {}));
  const fold = new Fold(proof);
  for (const [index, line] of file.lines.entries()) fold.take(line, index);
  return { ...fold.finish(), file, proof, warnings: [...file.warnings, ...fold.warnings] };
}

/** Items that are recorded and never sent. */
const NOT_SENT: ReadonlySet<unknown> = new Set(['ghost_snapshot', 'ghost_commit']);
const BARE_ITEM = /^(?:message|reasoning|compaction|compaction_summary|[a-z_]+_(?:call|output))$/;

/** The item that a record adds to the history. Very old files have it without an envelope. */
export function itemOfRecord(record: JsonObject): JsonObject | undefined {
  const payload = record['payload'];
  if (record['type'] === 'response_item') return isObject(payload) && !NOT_SENT.has(payload['type']) ? payload : undefined;
  return payload === undefined && typeof record['type'] === 'string' && BARE_ITEM.test(record['type']) ? record : undefined;
}

/** The text of the session's base instructions, which head every request. */
export function instructionsOf(record: JsonObject): string | undefined {
  const payload = isObject(record['payload']) ? record['payload'] : {};
  const base = record['type'] === 'session_meta' ? payload['base_instructions'] : undefined;
  const text = isObject(base) ? base['text'] : base;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

class Fold {
  readonly warnings: Warning[] = [];
  private readonly proof: UserProof;
  private readonly units: Unit[] = [];
  private readonly keys = new Map<number, string>();
  private readonly rolledBack = new Map<number, number>();
  private readonly compactions: CompactedRecord[] = [];
  private history: number[] = [];
  /** Positions in the history of what the user wrote. */
  private starts: number[] = [];
  /** So many of the history's first stay through every compaction without a history of its own. */
  private settled = 0;
  /** Units that a compaction took out. */
  private readonly hidden = new MaxHeap();
  private meta: JsonObject | undefined;
  private workingDirectory: string | undefined;

  constructor(proof: UserProof) {
    this.proof = proof;
  }

  take(line: JsonlLine, index: number): void {
    const { value } = line;
    const payload = isObject(value['payload']) ? value['payload'] : {};
    switch (value['type']) {
      case 'session_meta':
        this.takeMeta(line, index, payload);
        return;
      case 'turn_context':
        if (typeof payload['cwd'] === 'string') this.workingDirectory = payload['cwd'];
        return;
      case 'compacted':
        this.compact(line, index, payload);
        return;
      case 'event_msg':
        this.takeEvent(line, index, payload);
        return;
      default:
        this.takeItem(line, index);
    }
  }

  finish(): Omit<Rollout, 'file' | 'proof' | 'warnings'> {
    const { meta, units, rolledBack, compactions } = this;
    return { meta, units, rolledBack, compactions, visible: new Set(this.history) };
  }

  /** A fork or a resume adds another one; the session is that of the first. */
  private takeMeta(line: JsonlLine, index: number, payload: JsonObject): void {
    if (typeof payload['cwd'] === 'string') this.workingDirectory = payload['cwd'];
    if (this.meta !== undefined) return;
    this.meta = payload;
    if (instructionsOf(line.value) !== undefined) this.append(this.add({ kind: 'instructions', line: index, item: payload, raw: line.raw, isOfUser: false }));
  }

  private takeItem(line: JsonlLine, index: number): void {
    const item = itemOfRecord(line.value);
    if (item === undefined) {
      if (this.meta === undefined && typeof line.value['id'] === 'string' && index === 0) this.meta = line.value; // of a very old file
      return;
    }
    this.append(this.add({ kind: 'item', line: index, item, raw: line.raw, isOfUser: this.proof.eventOf.has(index) }));
  }

  private takeEvent(line: JsonlLine, index: number, payload: JsonObject): void {
    if (payload['type'] === 'thread_rolled_back') this.rollBack(Number(payload['num_turns']), index);
    if (!this.proof.loneEvents.has(index) || payload['message'] === '') return;
    this.append(this.add({ kind: 'prompt', line: index, item: payload, raw: line.raw, isOfUser: true }));
  }

  private add(unit: Omit<Unit, 'workingDirectory'>): number {
    this.units.push({ ...unit, workingDirectory: this.workingDirectory });
    return this.units.length - 1;
  }

  private append(unit: number): void {
    if (this.units[unit]?.isOfUser) this.starts.push(this.history.length);
    this.history.push(unit);
  }

  /** Takes what stands from `position` on out of the history, and gives it back. */
  private cut(position: number): readonly number[] {
    while ((this.starts.at(-1) ?? -1) >= position) this.starts.pop();
    this.settled = Math.min(this.settled, position);
    return this.history.splice(position);
  }

  /** Takes the last turns of the user out, with all that came into the file since, also what a compaction hid. */
  private rollBack(turns: number, line: number): void {
    if (!(turns > 0)) return;
    const position = this.starts[Math.max(0, this.starts.length - turns)];
    if (position === undefined) return;
    const gone = this.cut(position);
    let first = this.units.length;
    for (const unit of gone) {
      this.rolledBack.set(unit, line);
      first = Math.min(first, unit);
    }
    for (let unit = this.hidden.popFrom(first); unit !== undefined; unit = this.hidden.popFrom(first)) this.rolledBack.set(unit, line);
  }

  private compact(line: JsonlLine, index: number, payload: JsonObject): void {
    const { message, replacement_history: replacement } = payload;
    const text = typeof message === 'string' ? message : '';
    const compaction = Array.isArray(replacement) ? this.replace(line, index, replacement, text) : this.summarize(line, index, text);
    this.compactions.push(compaction);
  }

  /** Without a history of its own: what the session began with, what the user wrote, and the summary. */
  private summarize(line: JsonlLine, index: number, text: string): CompactedRecord {
    const firstUnit = this.units.length;
    const firstOfUser = this.history[this.starts[0] ?? -1] ?? -1;
    const keeps = (unit: number): boolean => unit < firstOfUser || this.units[unit]?.isOfUser === true || this.units[unit]?.kind === 'instructions';
    for (const unit of this.cut(this.settled)) {
      if (keeps(unit)) this.append(unit);
      else this.hidden.push(unit);
    }
    this.settled = this.history.length;
    const summary = text === '' ? undefined : this.add({ kind: 'summary', line: index, item: {}, raw: line.raw, isOfUser: false });
    if (summary !== undefined) this.append(summary);
    return { line: index, firstUnit, own: summary === undefined ? [] : [summary], summary, repeats: new Map(), keeps };
  }

  /** With one: it is the whole history from here. What it repeats letter for letter stayed; the rest is its own. */
  private replace(line: JsonlLine, index: number, replacement: readonly unknown[], text: string): CompactedRecord {
    const firstUnit = this.units.length;
    const raws = innerRaws(line.raw);
    const repeats = this.findRepeats(replacement);
    const own: number[] = [];
    let summary: number | undefined;
    const history: number[] = this.history.filter((unit) => this.units[unit]?.kind === 'instructions');
    for (const [inner, item] of replacement.entries()) {
      const repeated = repeats.get(inner);
      if (repeated !== undefined) {
        history.push(repeated);
        continue;
      }
      if (!isObject(item) || (item['type'] === undefined && item['role'] === undefined)) {
        this.warn(line, inner);
        continue;
      }
      const isSummary = isSummaryItem(item, text);
      const unit = this.add({
        kind: 'item',
        line: index,
        item,
        raw: raws[inner] ?? '',
        inner,
        isOfUser: !isSummary && isUserMessage(item) && promptTexts(item).some((one) => this.proof.texts.has(one)),
      });
      if (isSummary) summary = unit;
      own.push(unit);
      history.push(unit);
    }
    const stays = new Set(history);
    for (const unit of this.cut(0)) if (!stays.has(unit)) this.hidden.push(unit);
    for (const unit of history) this.append(unit);
    return { line: index, firstUnit, own, summary, repeats, keeps: (unit) => stays.has(unit) };
  }

  private warn(line: JsonlLine, inner: number): void {
    const message = `line ${line.line}: entry ${inner} of a compaction's history is no item (a reference?): left out of the conversation, kept in the file`;
    this.warnings.push({ code: 'record-unknown', message, line: line.line });
  }

  /** From the end, so that the latest of equal items is taken, in their order. Linear in both histories. */
  private findRepeats(replacement: readonly unknown[]): ReadonlyMap<number, number> {
    const positions = new Map<string, number[]>();
    for (const [position, unit] of this.history.entries()) {
      const key = this.keyOf(unit);
      const list = positions.get(key);
      if (list) list.push(position);
      else positions.set(key, [position]);
    }
    const repeats = new Map<number, number>();
    let bound = this.history.length;
    for (let inner = replacement.length - 1; inner >= 0; inner--) {
      const list = positions.get(itemKey(replacement[inner])) ?? [];
      let position = list.pop();
      while (position !== undefined && position >= bound) position = list.pop();
      const unit = position === undefined ? undefined : this.history[position];
      if (position === undefined || unit === undefined) continue;
      bound = position;
      repeats.set(inner, unit);
    }
    return repeats;
  }

  private keyOf(unit: number): string {
    const known = this.keys.get(unit);
    if (known !== undefined) return known;
    const { kind, item } = this.units[unit] ?? {};
    const key = kind === 'item' ? itemKey(item) : `${kind} ${unit}`;
    this.keys.set(unit, key);
    return key;
  }
}

/** An item as the model reads it: without the names that the server and the host give it. */
function itemKey(item: unknown): string {
  if (!isObject(item)) return JSON.stringify(item) ?? '';
  const { id: _, status: __, phase: ___, end_turn: ____, ...rest } = item;
  return JSON.stringify({ type: 'message', ...rest });
}

function isSummaryItem(item: JsonObject, text: string): boolean {
  if (item['type'] === 'compaction' || item['type'] === 'compaction_summary') return true;
  if (!isUserMessage(item)) return false;
  return promptTexts(item).some((one) => (text !== '' && one === text) || isSummaryText(one));
}

/** The exact characters of each item of a compaction's history. */
function innerRaws(raw: string): readonly string[] {
  let start = 0;
  for (const key of ['payload', 'replacement_history']) {
    const member = memberNamed(readContainer(raw, start), key);
    if (member === undefined) return [];
    start = member.valueStart;
  }
  return readContainer(raw, start).items.map((item) => raw.slice(item.start, item.end));
}
