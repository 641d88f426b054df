/**
 * Finds its way in the UTF-8 bytes of JSON without decoding them: a long request is told from its bytes, and only what is
 * new in it becomes text. No byte of a longer character is an ASCII sign, so brackets and quotes are what they seem.
 */

const QUOTE = 34;
const COMMA = 44;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** Where a value stands. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export function skipSpace(bytes: Buffer, from: number): number {
  let position = from;
  for (;;) {
    const code = bytes[position];
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return position;
    position++;
  }
}

/** Offset behind the string literal that starts at `start`; the length where it does not end. */
function skipString(bytes: Buffer, start: number): number {
  let position = start;
  for (;;) {
    position = bytes.indexOf(QUOTE, position + 1);
    if (position === -1) return bytes.length;
    let backslashes = 0;
    while (bytes[position - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return position + 1;
  }
}

/** Offset behind the value that starts at `start`; the length where it does not end. Linear, not recursive. */
export function skipValue(bytes: Buffer, start: number): number {
  const first = bytes[start];
  if (first === QUOTE) return skipString(bytes, start);
  let position = start;
  if (first !== OPEN_BRACKET && first !== OPEN_BRACE) {
    while (position < bytes.length && !isEndOfScalar(bytes[position] ?? COMMA)) position++;
    return position;
  }
  let depth = 0;
  for (; position < bytes.length; position++) {
    const code = bytes[position];
    if (code === QUOTE) position = skipString(bytes, position) - 1;
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) depth++;
    else if ((code === CLOSE_BRACKET || code === CLOSE_BRACE) && --depth === 0) return position + 1;
  }
  return bytes.length;
}

function isEndOfScalar(code: number): boolean {
  return code === COMMA || code === CLOSE_BRACKET || code === CLOSE_BRACE || code <= 32;
}

/** Offset of the value of a member of the top-level object; `undefined` where there is none. */
export function memberStart(bytes: Buffer, name: string): number | undefined {
  const key = Buffer.from(`"${name}"`);
  let position = skipSpace(bytes, 0);
  if (bytes[position] !== OPEN_BRACE) return undefined;
  position = skipSpace(bytes, position + 1);
  while (bytes[position] === QUOTE) {
    const keyEnd = skipString(bytes, position);
    const value = skipSpace(bytes, skipSpace(bytes, keyEnd) + 1);
    if (bytes.subarray(position, keyEnd).equals(key)) return value;
    position = skipSpace(bytes, skipValue(bytes, value));
    if (bytes[position] !== COMMA) return undefined;
    position = skipSpace(bytes, position + 1);
  }
  return undefined;
}

export function isListStart(bytes: Buffer, position: number): boolean {
  return bytes[position] === OPEN_BRACKET;
}

/**
 * Reads the objects of a list from behind its bracket, or on from behind one of them, and adds them. The offset of the
 * closing bracket; `undefined` where the list is not closed, or has something else in it.
 */
export function readObjects(bytes: Buffer, from: number, isAtBracket: boolean, items: ByteRange[]): number | undefined {
  let position = skipSpace(bytes, from);
  let isFirst = isAtBracket;
  for (;;) {
    if (bytes[position] === CLOSE_BRACKET) return position;
    if (!isFirst) {
      if (bytes[position] !== COMMA) return undefined;
      position = skipSpace(bytes, position + 1);
    }
    if (bytes[position] !== OPEN_BRACE) return undefined;
    const end = skipValue(bytes, position);
    items.push({ start: position, end });
    isFirst = false;
    position = skipSpace(bytes, end);
  }
}
