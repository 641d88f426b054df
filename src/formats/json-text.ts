import { FormatError } from '../core/errors/format-error.ts';
import { LIMITS } from '../core/limits.ts';

/** One element of an array or one member of an object, as offsets into the text that holds it. */
export interface JsonItem {
  /** Directly behind the `[`, `{` or `,` before it: its leading white space starts here. */
  readonly lead: number;
  readonly start: number;
  readonly end: number;
  /** The decoded key of a member; `undefined` in an array. */
  readonly key: string | undefined;
  /** Where the value starts: `start` in an array. */
  readonly valueStart: number;
}

/** An array or object and its items; `open` and `close` are the offsets of its brackets. */
export interface JsonContainer {
  readonly open: number;
  readonly close: number;
  readonly items: readonly JsonItem[];
}

/** What becomes of an item: `undefined` as it stands, `null` gone, a string in its place. */
export type ItemEdit = string | null | undefined;

const QUOTE = 34;
const COMMA = 44;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** The items of the array or object that opens at `open`, of JSON that `JSON.parse` has accepted. Linear, not recursive. */
export function readContainer(text: string, open = skipSpace(text, 0)): JsonContainer {
  const isObject = text.charCodeAt(open) === OPEN_BRACE;
  const items: JsonItem[] = [];
  let lead = open + 1;
  let position = skipSpace(text, lead);
  while (!isClosing(text.charCodeAt(position))) {
    if (position >= text.length) throw new Error('json-text: the container is not closed');
    const start = position;
    let key: string | undefined;
    let valueStart = start;
    if (isObject) {
      const keyEnd = skipString(text, start);
      key = JSON.parse(text.slice(start, keyEnd)) as string;
      valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1);
    }
    const end = skipValue(text, valueStart);
    items.push({ lead, start, end, key, valueStart });
    position = skipSpace(text, end);
    if (text.charCodeAt(position) === COMMA) {
      lead = position + 1;
      position = skipSpace(text, lead);
    }
  }
  return { open, close: position, items };
}

/** The member that `JSON.parse` takes: the last of its name. */
export function memberNamed(container: JsonContainer, key: string): JsonItem | undefined {
  return container.items.findLast((item) => item.key === key);
}

export function valueText(text: string, item: JsonItem): string {
  return text.slice(item.valueStart, item.end);
}

/**
 * The container's text with some items gone or others in their place, and `added` behind the last. Each item that stays
 * keeps its exact characters and its own white space.
 */
export function rebuildContainer(
  text: string,
  container: JsonContainer,
  editOf: (index: number, item: JsonItem) => ItemEdit,
  added: readonly string[] = [],
): string {
  const { items } = container;
  if (items.length === 0 && added.length === 0) return text.slice(container.open, container.close + 1);
  const parts: string[] = [];
  for (const [index, item] of items.entries()) {
    const edit = editOf(index, item);
    if (edit === null) continue;
    const next = items[index + 1];
    const trail = next === undefined ? '' : text.slice(item.end, next.lead - 1);
    parts.push(text.slice(item.lead, item.start) + (edit ?? text.slice(item.start, item.end)) + trail);
  }
  const last = items.at(-1);
  const tail = parts.length === 0 || last === undefined ? '' : text.slice(last.end, container.close);
  return `${text[container.open]}${[...parts, ...added].join(',')}${tail}${text[container.close]}`;
}

/**
 * As `editMembers` for one member that stands among the first and only once, without a look at what follows: transcripts'
 * links stand before their content. `undefined` where that is not so.
 */
export function replaceEarlyMember(text: string, key: string, value: string): string | undefined {
  const quoted = JSON.stringify(key);
  const at = text.indexOf(quoted);
  // Once in the whole text, and no escape that could spell it: then it is the only member of its name at any depth.
  if (at === -1 || at > EARLY_CHARACTERS || text.includes(quoted, at + 1)) return undefined;
  const head = text.slice(0, at);
  if (head.includes('\\') || head.indexOf('{') !== head.lastIndexOf('{') || head.includes('[')) return undefined;
  const start = skipSpace(text, skipSpace(text, at + quoted.length) + 1);
  return text.slice(0, start) + value + text.slice(skipValue(text, start));
}

const EARLY_CHARACTERS = 512;

/** An object's text with members replaced (string), removed (`null`), or added where there is none of that name. */
export function editMembers(text: string, edits: ReadonlyMap<string, string | null>): string {
  const container = readContainer(text);
  const lastOf = new Map(container.items.map((item, index) => [item.key, index]));
  const added = [...edits].filter(([key, value]) => value !== null && !lastOf.has(key)).map(([key, value]) => `${JSON.stringify(key)}:${value}`);
  return rebuildContainer(
    text,
    container,
    (index, item) => {
      const edit = edits.get(item.key ?? '');
      if (edit === undefined || edit === null) return edit;
      return index === lastOf.get(item.key) ? text.slice(item.start, item.valueStart) + edit : undefined;
    },
    added,
  );
}

/** Decoded text from `start` to `end` (UTF-16 units) cut out of a raw string literal; the rest keeps its exact characters. */
export function sliceJsonString(rawStringLiteral: string, start: number, end: number): string {
  return cutJsonString(rawStringLiteral, [{ start, end }]);
}

/** The same for several ranges, ascending and disjoint, in one pass. */
export function cutJsonString(rawStringLiteral: string, ranges: readonly { readonly start: number; readonly end: number }[]): string {
  const kept: string[] = [];
  let raw = 1;
  let decoded = 0;
  const close = rawStringLiteral.length - 1;
  const advance = (to: number): number => {
    while (decoded < to && raw < close) {
      raw += rawStringLiteral.charCodeAt(raw) !== BACKSLASH ? 1 : rawStringLiteral[raw + 1] === 'u' ? 6 : 2;
      decoded++;
    }
    return raw;
  };
  for (const range of ranges) {
    const from = raw;
    kept.push(rawStringLiteral.slice(from, advance(range.start)));
    advance(range.end);
  }
  kept.push(rawStringLiteral.slice(raw, close));
  return `"${kept.join('')}"`;
}

/** Throws `format-limit` for JSON that is deeper or longer than LIMITS allow: before anything recurses into it. */
export function checkJsonLimits(text: string): void {
  if (text.length > LIMITS.INPUT_CHARACTERS) {
    throw limitError('INPUT_CHARACTERS', LIMITS.INPUT_CHARACTERS, `The input has ${text.length} characters`);
  }
  let depth = 0;
  for (let position = 0; position < text.length; position++) {
    const code = text.charCodeAt(position);
    if (code === QUOTE) position = skipString(text, position) - 1;
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      if (++depth > LIMITS.JSON_DEPTH) throw limitError('JSON_DEPTH', LIMITS.JSON_DEPTH, 'The input is nested deeper');
    } else if (isClosing(code)) depth--;
  }
}

function limitError(name: string, limit: number, what: string): FormatError {
  return new FormatError({ code: 'format-limit', what: `${what}, more than the limit ${name} of ${limit}`, next: 'Pass the conversation alone, or split it.' });
}

export function skipSpace(text: string, from: number): number {
  let position = from;
  for (;;) {
    const code = text.charCodeAt(position);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return position;
    position++;
  }
}

/** Offset behind the string literal that starts at `start`. Runs of backslashes are disjoint, so this is linear. */
function skipString(text: string, start: number): number {
  let position = start;
  for (;;) {
    position = text.indexOf('"', position + 1);
    if (position === -1) return text.length;
    let backslashes = 0;
    while (text.charCodeAt(position - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return position + 1;
  }
}

/** Offset behind the value that starts at `start`; the text's length where it does not end. */
function skipValue(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === QUOTE) return skipString(text, start);
  if (first !== OPEN_BRACKET && first !== OPEN_BRACE) return skipScalar(text, start);
  let depth = 0;
  for (let position = start; position < text.length; position++) {
    const code = text.charCodeAt(position);
    if (code === QUOTE) position = skipString(text, position) - 1;
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) depth++;
    else if (isClosing(code) && --depth === 0) return position + 1;
  }
  return text.length;
}

/** Offset behind a number, `true`, `false` or `null`. */
function skipScalar(text: string, start: number): number {
  let position = start;
  while (position < text.length) {
    const code = text.charCodeAt(position);
    if (code === COMMA || isClosing(code) || code <= 32) break;
    position++;
  }
  return position;
}

function isClosing(code: number): boolean {
  return code === CLOSE_BRACKET || code === CLOSE_BRACE;
}
