import { isObject, type JsonObject } from '../formats/wire-document.ts';
import { type ByteRange, isListStart, memberStart, readObjects, skipSpace, skipValue } from './json-bytes.ts';
import type { LiveFormat } from './live-request.ts';

/** A request body with its list of messages found, not parsed: only what is new in it is looked at. */
export interface RequestList {
  /** The body, UTF-8. */
  readonly bytes: Buffer;
  /** Offsets of the list's brackets. */
  readonly open: number;
  readonly close: number;
  readonly items: readonly ByteRange[];
  /** The body with an empty list. */
  readonly shell: JsonObject;
  /** How many items stand in the earlier request byte for byte, from the first on. */
  readonly commonCount: number;
}

const LIST_NAMES: Readonly<Record<LiveFormat, string>> = { anthropic: 'messages', openai: 'messages', 'openai-responses': 'input' };

/** Where the list begins: behind what the hosts put first. `undefined` for a body that has none at its top level. */
export function listStart(bytes: Buffer, format: LiveFormat): number | undefined {
  const start = memberStart(bytes, LIST_NAMES[format]);
  return start !== undefined && isListStart(bytes, start) ? start : undefined;
}

/** Of the first item: enough to look for the requests of one conversation, which have it in common. */
export function beginningOf(bytes: Buffer, open: number): string {
  const start = skipSpace(bytes, open + 1);
  const end = skipValue(bytes, start);
  return `${end - start}\n${bytes.toString('latin1', start, Math.min(end, start + BEGINNING_BYTES))}`;
}

const BEGINNING_BYTES = 4_096;

export function itemText({ bytes, items }: RequestList, index: number): string {
  const { start, end } = items[index] ?? { start: 0, end: 0 };
  return bytes.toString('utf8', start, end);
}

/**
 * The items of the list that opens at `open`. What the earlier request of the conversation has too is found by comparing
 * memory, and only the rest is read (DESIGN §12: a request costs what its new turns cost).
 *
 * `undefined` where the body is no JSON object with such a list.
 */
export function readRequestList(bytes: Buffer, open: number, format: LiveFormat, earlier?: RequestList): RequestList | undefined {
  const commonCount = earlier === undefined ? 0 : countCommon(bytes, open, earlier);
  const shift = open - (earlier?.open ?? 0);
  const items: ByteRange[] = [];
  for (let index = 0; index < commonCount; index++) {
    const { start, end } = earlier?.items[index] ?? { start: 0, end: 0 };
    items.push(shift === 0 ? (earlier?.items[index] ?? { start, end }) : { start: start + shift, end: end + shift });
  }
  const close = readObjects(bytes, items.at(-1)?.end ?? open + 1, items);
  if (close === undefined) return undefined;
  const shell = shellOf(bytes, open, close, format, earlier);
  return shell === undefined ? undefined : { bytes, open, close, items, shell, commonCount };
}

/** Items in common, by bisection: each step compares memory, which is faster than reading it. */
export function countCommon(bytes: Buffer, open: number, earlier: RequestList): number {
  const isCommon = (count: number): boolean => {
    const end = earlier.items[count - 1]?.end ?? earlier.open;
    return bytes.subarray(open, open + end - earlier.open).equals(earlier.bytes.subarray(earlier.open, end));
  };
  let low = 0;
  let high = earlier.items.length;
  if (high > 0 && isCommon(high)) return high;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isCommon(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** All but the items, parsed: again only where it changed. A second list of the name is not ours to choose from. */
function shellOf(bytes: Buffer, open: number, close: number, format: LiveFormat, earlier: RequestList | undefined): JsonObject | undefined {
  const head = bytes.subarray(0, open);
  const tail = bytes.subarray(close + 1);
  if (earlier !== undefined && head.equals(earlier.bytes.subarray(0, earlier.open)) && tail.equals(earlier.bytes.subarray(earlier.close + 1))) {
    return earlier.shell;
  }
  try {
    const shell: unknown = JSON.parse(`${head.toString('utf8')}[]${tail.toString('utf8')}`);
    if (!isObject(shell)) return undefined;
    const list = shell[LIST_NAMES[format]];
    return Array.isArray(list) && list.length === 0 ? shell : undefined;
  } catch {
    return undefined;
  }
}
