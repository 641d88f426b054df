import { memberNamed, readContainer, skipSpace, skipString, skipValue, valueText } from '../formats/json-text.ts';
import { isObject, type JsonObject } from '../formats/wire-document.ts';
import type { LiveFormat } from './live-request.ts';

/** Where an item of the list stands in the text. */
export interface ItemRange {
  readonly start: number;
  readonly end: number;
}

/** A request body with its list of messages found, not parsed: only what is new in it is looked at. */
export interface RequestList {
  readonly text: string;
  /** Offsets of the list's brackets. */
  readonly open: number;
  readonly close: number;
  readonly items: readonly ItemRange[];
  /** The body with an empty list. */
  readonly shell: JsonObject;
  /** How many items stand in the earlier request letter for letter, from the first on. */
  readonly commonCount: number;
}

const LIST_NAMES: Readonly<Record<LiveFormat, string>> = { anthropic: 'messages', openai: 'messages', 'openai-responses': 'input' };

const OPEN_BRACE = 123;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const COMMA = 44;
const QUOTE = 34;

/** Where the list begins: behind what the hosts put first. `undefined` for a text that has none at its top level. */
export function listStart(text: string, format: LiveFormat): number | undefined {
  let position = skipSpace(text, 0);
  if (text.charCodeAt(position) !== OPEN_BRACE) return undefined;
  position = skipSpace(text, position + 1);
  while (text.charCodeAt(position) === QUOTE) {
    const keyEnd = skipString(text, position);
    const value = skipSpace(text, skipSpace(text, keyEnd) + 1);
    if (text.slice(position + 1, keyEnd - 1) === LIST_NAMES[format]) return text.charCodeAt(value) === OPEN_BRACKET ? value : undefined;
    position = skipSpace(text, skipValue(text, value));
    if (text.charCodeAt(position) !== COMMA) return undefined;
    position = skipSpace(text, position + 1);
  }
  return undefined;
}

/** The exact text of the first item: what the requests of one conversation have in common. */
export function firstItem(text: string, open: number): string {
  const start = skipSpace(text, open + 1);
  return text.slice(start, skipValue(text, start));
}

/**
 * The items of the list that opens at `open`. What the earlier request of the conversation has too is found by comparing
 * memory, and only the rest is read (DESIGN §12: a request costs what its new turns cost).
 *
 * `undefined` where the text is no JSON object with such a list.
 */
export function readRequestList(text: string, open: number, format: LiveFormat, earlier?: RequestList): RequestList | undefined {
  const commonCount = earlier === undefined ? 0 : countCommon(text, open, earlier);
  const shift = open - (earlier?.open ?? 0);
  const items: ItemRange[] = [];
  for (let index = 0; index < commonCount; index++) {
    const { start, end } = earlier?.items[index] ?? { start: 0, end: 0 };
    items.push({ start: start + shift, end: end + shift });
  }
  const close = readItems(text, items.at(-1)?.end ?? open + 1, items);
  if (close === undefined) return undefined;
  const shell = shellOf(text, open, close, format, earlier);
  return shell === undefined ? undefined : { text, open, close, items, shell, commonCount };
}

/** Items in common, by bisection: each step compares memory, which is faster than reading it. */
export function countCommon(text: string, open: number, earlier: RequestList): number {
  const isCommon = (count: number): boolean => {
    const end = earlier.items[count - 1]?.end ?? 0;
    return text.slice(open, open + end - earlier.open) === earlier.text.slice(earlier.open, end);
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

/** Reads on from behind an item, or from the bracket. The offset of the closing bracket; `undefined` where there is none. */
function readItems(text: string, from: number, items: ItemRange[]): number | undefined {
  let position = skipSpace(text, from);
  if (items.length > 0) {
    if (text.charCodeAt(position) === CLOSE_BRACKET) return position;
    if (text.charCodeAt(position) !== COMMA) return undefined;
    position = skipSpace(text, position + 1);
  } else if (text.charCodeAt(position) === CLOSE_BRACKET) return position;
  while (text.charCodeAt(position) === OPEN_BRACE) {
    const end = skipValue(text, position);
    items.push({ start: position, end });
    position = skipSpace(text, end);
    if (text.charCodeAt(position) === CLOSE_BRACKET) return position;
    if (text.charCodeAt(position) !== COMMA) return undefined;
    position = skipSpace(text, position + 1);
  }
  return undefined;
}

/** All but the items, parsed: again only where it changed. A second list of the name is not ours to choose from. */
function shellOf(text: string, open: number, close: number, format: LiveFormat, earlier: RequestList | undefined): JsonObject | undefined {
  if (earlier !== undefined && text.slice(0, open) === earlier.text.slice(0, earlier.open) && text.slice(close) === earlier.text.slice(earlier.close)) {
    return earlier.shell;
  }
  const shellText = `${text.slice(0, open)}[]${text.slice(close + 1)}`;
  try {
    const shell: unknown = JSON.parse(shellText);
    if (!isObject(shell)) return undefined;
    const list = memberNamed(readContainer(shellText), LIST_NAMES[format]);
    return list !== undefined && valueText(shellText, list) === '[]' && list.valueStart === open ? shell : undefined;
  } catch {
    return undefined;
  }
}
