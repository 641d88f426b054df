import { isUtf8 } from 'node:buffer';
import { isObject, type JsonObject } from '../formats/wire-document.ts';
import type { ByteRope } from './byte-rope.ts';
import { type ByteRange, isListStart, memberStart, readObjects, skipSpace, skipValue } from './json-bytes.ts';
import type { LiveFormat } from './live-request.ts';

/** A request body with its list of messages found, not parsed: only what is new in it is looked at. */
export interface RequestList {
  /** The body, UTF-8. */
  readonly bytes: ByteRope;
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
export function listStart(bytes: ByteRope, format: LiveFormat): number | undefined {
  const region = bytes.region();
  const start = memberStart(region, LIST_NAMES[format]);
  return start !== undefined && isListStart(region, start) ? start : undefined;
}

/** Whether the body begins as the earlier one does, up to its list: then that begins there, too. */
export function hasSameHead(bytes: ByteRope, earlier: RequestList): boolean {
  return bytes.isSame(0, earlier.bytes, 0, earlier.open + 1);
}

const BEGINNING_BYTES = 4_096;

/** The first of the items: enough to look for the requests of one conversation, which have it in common. */
export function beginningOf(bytes: ByteRope, open: number): string {
  const region = bytes.region(open + 1, Math.min(bytes.length, open + 1 + BEGINNING_BYTES));
  const start = skipSpace(region, 0);
  return region.toString('latin1', start, skipValue(region, start));
}

export function itemText({ bytes, items }: RequestList, index: number): string {
  const { start, end } = items[index] ?? { start: 0, end: 0 };
  return bytes.text(start, end);
}

/**
 * The items of the list that opens at `open`. What the earlier request of the conversation has too is found by comparing
 * memory, and only the rest is read (DESIGN §12: a request costs what its new turns cost).
 *
 * `undefined` where the body is no UTF-8, or no JSON object with such a list.
 */
export function readRequestList(bytes: ByteRope, open: number, format: LiveFormat, earlier?: RequestList): RequestList | undefined {
  const commonCount = earlier === undefined ? 0 : countCommon(bytes, open, earlier);
  const shift = open - (earlier?.open ?? 0);
  const common = (earlier?.items ?? []).slice(0, commonCount);
  const items = shift === 0 ? common : common.map(({ start, end }) => ({ start: start + shift, end: end + shift }));
  const close = readOn(bytes, items.at(-1)?.end ?? open + 1, items);
  if (close === undefined) return undefined;
  const shell = shellOf(bytes, open, close, format, earlier);
  return shell === undefined ? undefined : { bytes, open, close, items, shell, commonCount };
}

/** Items in common, by bisection: each step compares memory, which is faster than reading it. */
export function countCommon(bytes: ByteRope, open: number, earlier: RequestList): number {
  const isCommon = (from: number, to: number): boolean => {
    const start = earlier.items[from - 1]?.end ?? earlier.open;
    const end = earlier.items[to - 1]?.end ?? earlier.open;
    return bytes.isSame(start + open - earlier.open, earlier.bytes, start, end - start);
  };
  let low = 0;
  let high = earlier.items.length;
  if (high > 0 && isCommon(0, high)) return high;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isCommon(low, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Reads the new items and adds them. The offset of the closing bracket. */
function readOn(bytes: ByteRope, from: number, items: ByteRange[]): number | undefined {
  const region = bytes.region(from);
  if (!isUtf8(region)) return undefined;
  const added: ByteRange[] = [];
  const close = readObjects(region, 0, items.length === 0, added);
  for (const { start, end } of added) items.push({ start: start + from, end: end + from });
  return close === undefined ? undefined : close + from;
}

/** All but the items, parsed: again only where it changed. A second list of the name is not ours to choose from. */
function shellOf(bytes: ByteRope, open: number, close: number, format: LiveFormat, earlier: RequestList | undefined): JsonObject | undefined {
  const tailBytes = bytes.length - close;
  if (earlier !== undefined && hasSameHead(bytes, earlier) && tailBytes === earlier.bytes.length - earlier.close) {
    if (bytes.isSame(close, earlier.bytes, earlier.close, tailBytes)) return earlier.shell;
  }
  const head = bytes.region(0, open);
  if (!isUtf8(head)) return undefined;
  try {
    const shell: unknown = JSON.parse(`${head.toString('utf8')}[]${bytes.text(close + 1, bytes.length)}`);
    if (!isObject(shell)) return undefined;
    const list = shell[LIST_NAMES[format]];
    return Array.isArray(list) && list.length === 0 ? shell : undefined;
  } catch {
    return undefined;
  }
}
