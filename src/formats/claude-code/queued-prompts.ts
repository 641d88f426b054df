import { isObject, type JsonlLine, type JsonObject } from '../jsonl.ts';
import { contentBlocks } from './record-content.ts';

/** What was put into the queue while the agent worked, and what became of it (C23). */
export interface QueuedPrompt {
  readonly enqueue: number;
  /** The record that took it out of the queue. */
  readonly operation: number | undefined;
  readonly outcome:
    | { readonly kind: 'taken-up' /** The record behind which the model saw it. */; readonly after: number }
    | { readonly kind: 'delivered' /** The record that holds it itself; `undefined` for a slash command. */; readonly by: number | undefined }
    | { readonly kind: 'cancelled' };
}

interface Pending {
  readonly enqueue: number;
  readonly text: string;
  readonly isNotification: boolean;
  operation?: number;
  way?: 'dequeue' | 'remove' | 'popAll';
}

/**
 * How Claude Code 2.0 and 2.1 leave it (seen in transcripts/claude-code): `dequeue` at the end of a turn, followed by a user
 * record with the text; `remove` either in the middle of a turn, written within a second of a tool's result (the model
 * then answers the prompt, and nothing but the queue records it), or by the user, who took it back; `popAll` puts the
 * prompts back into the input, so they are not said. A prompt with no further trace counts as said: losing a rule is
 * worse than repeating it. `records` are those of the conversation, ascending.
 */
export function queuedPrompts(lines: readonly JsonlLine[], records: readonly number[]): readonly QueuedPrompt[] {
  const all = readQueue(lines);
  if (all.length === 0) return [];
  const claim = deliveries(lines, records);
  const nextUser = usersOf(lines, records);
  return all.map((prompt): QueuedPrompt => {
    const { enqueue, operation } = prompt;
    const resolved = { enqueue, operation };
    const result = prompt.way === 'remove' ? takingResult(lines, records, prompt) : undefined;
    if (prompt.way === 'popAll' || (prompt.way === 'remove' && result === undefined && !claim.hasAttachment(prompt))) {
      return { ...resolved, outcome: { kind: 'cancelled' } };
    }
    const by = claim.take(prompt);
    if (by !== undefined) return { ...resolved, outcome: { kind: 'delivered', by } };
    if (prompt.way === 'dequeue' && prompt.text.startsWith('/')) return { ...resolved, outcome: { kind: 'delivered', by: undefined } };
    const after = result ?? (prompt.way === 'dequeue' ? operation : undefined) ?? nextUser.resultBehind(enqueue) ?? enqueue;
    return { ...resolved, outcome: { kind: 'taken-up', after } };
  });
}

function readQueue(lines: readonly JsonlLine[]): readonly Pending[] {
  const all: Pending[] = [];
  const queue = new PromptQueue();
  for (const [record, line] of lines.entries()) {
    if (line.value['type'] !== 'queue-operation') continue;
    const { operation, content } = line.value;
    const text = typeof content === 'string' ? content : undefined;
    if (operation === 'enqueue' && text !== undefined) {
      const prompt: Pending = { enqueue: record, text, isNotification: text.startsWith('<task-notification>') };
      all.push(prompt);
      queue.add(prompt);
    } else if (operation === 'dequeue' || operation === 'remove') {
      const prompt = (text === undefined ? undefined : queue.named(text)) ?? (operation === 'remove' ? queue.newest() : queue.oldest());
      if (prompt) Object.assign(prompt, { operation: record, way: operation });
    } else if (operation === 'popAll') {
      for (let prompt = queue.newest(); prompt !== undefined; prompt = queue.newest()) Object.assign(prompt, { operation: record, way: 'popAll' });
    }
  }
  return all;
}

/** Prompts that wait. An operation that names nothing means a prompt of the user before a notification. Amortized linear. */
class PromptQueue {
  private readonly prompts: Pending[] = [];
  private readonly notifications: Pending[] = [];
  private readonly heads = new Map<Pending[], number>();
  private readonly byText = new Map<string, Pending[]>();

  add(prompt: Pending): void {
    (prompt.isNotification ? this.notifications : this.prompts).push(prompt);
    const same = this.byText.get(prompt.text);
    if (same) same.push(prompt);
    else this.byText.set(prompt.text, [prompt]);
  }

  named(text: string): Pending | undefined {
    return this.popWaiting(this.byText.get(text) ?? []);
  }

  /** A removal takes the newest. */
  newest(): Pending | undefined {
    return this.popWaiting(this.prompts) ?? this.popWaiting(this.notifications);
  }

  /** The end of a turn takes the oldest. */
  oldest(): Pending | undefined {
    return this.shiftWaiting(this.prompts) ?? this.shiftWaiting(this.notifications);
  }

  private popWaiting(list: Pending[]): Pending | undefined {
    for (let prompt = list.pop(); prompt !== undefined; prompt = list.pop()) if (prompt.way === undefined) return prompt;
    return undefined;
  }

  private shiftWaiting(list: Pending[]): Pending | undefined {
    let head = this.heads.get(list) ?? 0;
    while (head < list.length && list[head]?.way !== undefined) head++;
    this.heads.set(list, head + 1);
    return list[head];
  }
}

interface Deliveries {
  /** Only an attachment proves that a removed prompt was said: the same words typed later are the user's new ones. */
  hasAttachment(prompt: Pending): boolean;
  /** The record that holds the prompt; each holds one. Asked in the order of the file. */
  take(prompt: Pending): number | undefined;
}

function deliveries(lines: readonly JsonlLine[], records: readonly number[]): Deliveries {
  const byText = new Map<string, { readonly records: number[]; next: number }>();
  for (const record of records) {
    const text = promptText(lines[record]?.value ?? {});
    if (text === undefined) continue;
    const list = byText.get(text);
    if (list) list.records.push(record);
    else byText.set(text, { records: [record], next: 0 });
  }
  const peek = (prompt: Pending): { readonly list: { next: number }; readonly record: number } | undefined => {
    const list = byText.get(prompt.text.trim());
    if (list === undefined) return undefined;
    while (list.next < list.records.length && (list.records[list.next] ?? 0) < prompt.enqueue) list.next++;
    const record = list.records[list.next];
    return record === undefined ? undefined : { list, record };
  };
  return {
    hasAttachment: (prompt) => lines[peek(prompt)?.record ?? -1]?.value['type'] === 'attachment',
    take: (prompt) => {
      const found = peek(prompt);
      if (found) found.list.next++;
      return found?.record;
    },
  };
}

function promptText(record: JsonObject): string | undefined {
  if (record['type'] === 'attachment') {
    const prompt = isObject(record['attachment']) ? record['attachment']['prompt'] : undefined;
    return textOf(typeof prompt === 'string' ? [prompt] : Array.isArray(prompt) ? prompt : []);
  }
  return record['type'] === 'user' ? textOf(contentBlocks(record) ?? []) : undefined;
}

function textOf(blocks: readonly unknown[]): string | undefined {
  const [first, ...rest] = blocks;
  if (rest.some((block) => isObject(block) && typeof block['text'] === 'string')) return undefined;
  const text = typeof first === 'string' ? first : isObject(first) ? first['text'] : undefined;
  return typeof text === 'string' ? text.trim() : undefined;
}

/** How long after a result its removals are written, at the most; the longest seen is 0.7 s. */
const TAKE_UP_MS_MAX = 2000;

/** The result beside which a removed prompt was taken up, by the times of all three records. */
function takingResult(lines: readonly JsonlLine[], records: readonly number[], prompt: Pending): number | undefined {
  const operation = prompt.operation ?? -1;
  const queuedMs = timeOf(lines[prompt.enqueue]);
  const removedMs = timeOf(lines[operation]);
  const next = firstBehind(records, operation);
  for (const record of [records[next], records[next - 1]]) {
    const line = lines[record ?? -1];
    if (record === undefined || line === undefined || !isResult(line.value)) continue;
    const resultMs = timeOf(line);
    if (queuedMs <= resultMs && resultMs <= removedMs && removedMs - resultMs <= TAKE_UP_MS_MAX) return record;
  }
  return undefined;
}

/** The records of the user's side, to find where the model can have seen a prompt first. */
function usersOf(lines: readonly JsonlLine[], records: readonly number[]): { resultBehind(enqueue: number): number | undefined } {
  const users = records.filter((record) => lines[record]?.value['type'] === 'user');
  return {
    /** The next result, unless the user speaks again before it. */
    resultBehind: (enqueue) => {
      const record = users[firstBehind(users, enqueue)];
      return record !== undefined && isResult(lines[record]?.value ?? {}) ? record : undefined;
    },
  };
}

/** Position of the first record behind `record`; by halving, as there may be many prompts. */
function firstBehind(records: readonly number[], record: number): number {
  let low = 0;
  let high = records.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((records[middle] ?? 0) <= record) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isResult(record: JsonObject): boolean {
  return record['type'] === 'user' && (contentBlocks(record) ?? []).some((block) => isObject(block) && block['type'] === 'tool_result');
}

/** NaN where there is none, which makes every comparison false. */
function timeOf(line: JsonlLine | undefined): number {
  return Date.parse(String(line?.value['timestamp']));
}
