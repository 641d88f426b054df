import type { JsonlLine, JsonObject } from '../jsonl.ts';
import { isObject } from '../jsonl.ts';
import { contentBlocks } from './record-content.ts';

/**
 * Records that stand again with new row ids (P46): repeated record to its original. Messages of the API and results are
 * known by their ids; what the user wrote has none, so it counts as repeated where it has the same time too, or stands
 * beside a repeated record as it stood beside the original. Linear.
 */
export function repeatedRecords(lines: readonly JsonlLine[]): ReadonlyMap<number, number> {
  const spoken = lines.flatMap((line, record) => (isSpoken(line.value) ? [record] : []));
  const contents = new Contents(lines);
  const firstOf = new Map<string, number>();
  const originalOf = new Map<number, number>();
  for (const [position, record] of spoken.entries()) {
    const key = keyOf(lines[record]?.value ?? {});
    if (key === undefined) continue;
    const first = firstOf.get(key);
    if (first === undefined) firstOf.set(key, position);
    else if (contents.areSame(spoken[first], record)) originalOf.set(position, first);
  }
  for (const [position, first] of [...originalOf]) {
    extend(contents, spoken, originalOf, position, first, -1);
    extend(contents, spoken, originalOf, position, first, 1);
  }
  return new Map([...originalOf].map(([position, first]) => [spoken[position] ?? 0, spoken[first] ?? 0]));
}

function isSpoken(record: JsonObject): boolean {
  return record['type'] === 'user' || record['type'] === 'assistant' || record['type'] === 'attachment';
}

/** What makes a record the same as another wherever it stands; `undefined` where only its neighbours can tell. */
function keyOf(record: JsonObject): string | undefined {
  const block = contentBlocks(record)?.[0];
  const inner = isObject(block) ? block : {};
  if (record['type'] === 'assistant') {
    const id = isObject(record['message']) ? record['message']['id'] : undefined;
    return typeof id === 'string' ? `a ${id} ${String(inner['type'])} ${String(inner['id'] ?? beginning(inner['text'] ?? inner['thinking']))}` : undefined;
  }
  if (typeof inner['tool_use_id'] === 'string') return `r ${inner['tool_use_id']}`;
  return typeof record['timestamp'] === 'string' ? `u ${record['timestamp']} ${beginning(inner['text'])}` : undefined;
}

function beginning(text: unknown): string {
  return typeof text === 'string' ? `${text.length} ${text.slice(0, 64)}` : '';
}

/** What records say, written out once each: one original may be compared with any number of others. */
class Contents {
  readonly lines: readonly JsonlLine[];
  private readonly written = new Map<number, string>();

  constructor(lines: readonly JsonlLine[]) {
    this.lines = lines;
  }

  areSame(one = -1, other = -1): boolean {
    const [first, second] = [this.lines[one]?.value, this.lines[other]?.value];
    if (first === undefined || second === undefined || first['type'] !== second['type']) return false;
    return this.write(one, first) === this.write(other, second);
  }

  private write(record: number, value: JsonObject): string {
    const known = this.written.get(record);
    if (known !== undefined) return known;
    const text = JSON.stringify(spokenPart(value)) ?? '';
    this.written.set(record, text);
    return text;
  }
}

function spokenPart(record: JsonObject): unknown {
  return record['type'] === 'attachment' ? record['attachment'] : (contentBlocks(record) ?? record['message']);
}

/** From a repeated record outwards, over records that have no id of their own, as long as both sides say the same. */
function extend(contents: Contents, spoken: readonly number[], originalOf: Map<number, number>, position: number, first: number, step: 1 | -1): void {
  for (let here = position + step, there = first + step; there >= 0 && there < here && here < spoken.length; here += step, there += step) {
    if (originalOf.has(here) || originalOf.has(there) || hasOwnId(contents.lines[spoken[here] ?? -1]?.value ?? {})) return;
    if (!contents.areSame(spoken[there], spoken[here])) return;
    originalOf.set(here, there);
  }
}

function hasOwnId(record: JsonObject): boolean {
  const key = keyOf(record);
  return key !== undefined && !key.startsWith('u ');
}
