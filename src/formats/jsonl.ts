import type { Warning } from '../core/conversation.ts';
import { FormatError } from '../core/errors/format-error.ts';
import { LIMITS } from '../core/limits.ts';
import { hasLoneSurrogate } from './json-surrogates.ts';
import { checkJsonLimits } from './json-text.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** One line of a JSON Lines file that holds an object. */
export interface JsonlLine {
  /** From 1. */
  readonly line: number;
  /** Offset of its first byte in the file, as UTF-8. */
  readonly byteOffset: number;
  /** Its exact characters, without the line's end. */
  readonly raw: string;
  /** What ends it: the newline, and blank lines up to the next one. Empty at the end of a file without a newline. */
  readonly ending: string;
  readonly value: JsonObject;
}

/** A line that does not hold an object: named in a warning, archived, and left out of an edited output. */
export interface BrokenLine {
  readonly line: number;
  readonly byteOffset: number;
  readonly raw: string;
  readonly reason: string;
}

export interface JsonlFile {
  readonly source: string;
  readonly lines: readonly JsonlLine[];
  readonly broken: readonly BrokenLine[];
  /** `line-broken` and `text-ill-formed`, in the order of the file. */
  readonly warnings: readonly Warning[];
  readonly isIllFormed: boolean;
}

/**
 * Reads JSON Lines as foreign tools leave them: a BOM, CRLF, blank lines, runs of NUL, a last line cut short, broken
 * lines in the middle, JSON that is no object. Linear. Throws `FormatError` for a broken line where `isStrict`, and where
 * no line can be read (P64: never an empty session).
 */
export function readJsonl(source: string, options: { readonly isStrict?: boolean | undefined } = {}): JsonlFile {
  checkLength(source);
  const lines: { -readonly [K in keyof JsonlLine]: JsonlLine[K] }[] = [];
  const broken: BrokenLine[] = [];
  const warnings: Warning[] = [];
  let isIllFormed = false;
  let byteOffset = 0;
  let line = 0;
  for (let start = 0; start < source.length; ) {
    line++;
    const newline = source.indexOf('\n', start);
    const next = newline === -1 ? source.length : newline + 1;
    const whole = source.slice(start, next);
    const raw = stripEnds(whole, line === 1);
    const here = { line, byteOffset };
    byteOffset += byteLength(whole);
    start = next;
    if (isBlank(raw)) {
      const previous = lines.at(-1);
      if (previous && previous.line > (broken.at(-1)?.line ?? 0)) previous.ending += whole;
      continue;
    }
    const read = readLine(raw, line, newline === -1);
    if (typeof read === 'string') {
      if (options.isStrict) throw strictError(here, read);
      broken.push({ ...here, raw, reason: read });
      warnings.push({ code: 'line-broken', message: `line ${line} ${read}: archived as it is, and left out of an edited output`, ...here });
      continue;
    }
    if (hasLoneSurrogate(raw)) {
      isIllFormed = true;
      warnings.push({ code: 'text-ill-formed', message: `line ${line} holds half a surrogate pair: archived as it is, U+FFFD in the output`, ...here });
    }
    const lead = line === 1 && whole.startsWith(BOM) ? 1 : 0;
    lines.push({ ...here, raw, ending: whole.slice(lead + raw.length), value: read });
  }
  if (lines.length === 0) throw emptyError(broken);
  return { source, lines, broken, warnings, isIllFormed };
}

const BOM = '\uFEFF';

function stripEnds(whole: string, isFirst: boolean): string {
  const start = isFirst && whole.startsWith(BOM) ? 1 : 0;
  let end = whole.length;
  if (whole.charCodeAt(end - 1) === 10) end--;
  if (whole.charCodeAt(end - 1) === 13) end--;
  return whole.slice(start, end);
}

function isBlank(raw: string): boolean {
  return raw.length === 0 || (raw.charCodeAt(0) <= 32 && raw.charCodeAt(0) !== 0 && raw.trim() === '');
}

/** The object, or why there is none. */
function readLine(raw: string, line: number, isLast: boolean): JsonObject | string {
  if (raw.charCodeAt(0) === 0) return 'begins with NUL bytes';
  checkDepth(raw, line);
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    // The cause is left out on purpose: its message quotes the input.
    return isLast ? 'is cut short' : 'is not JSON';
  }
  return isObject(value) ? value : 'is JSON but not an object';
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checkDepth(raw: string, line: number): void {
  try {
    checkJsonLimits(raw);
  } catch (error) {
    if (!FormatError.is(error)) throw error;
    throw new FormatError({ code: 'format-limit', what: error.what, next: error.next, line });
  }
}

function checkLength(source: string): void {
  if (source.length <= LIMITS.INPUT_CHARACTERS) return;
  throw new FormatError({
    code: 'format-limit',
    what: `The input has ${source.length} characters, more than the limit INPUT_CHARACTERS of ${LIMITS.INPUT_CHARACTERS}`,
    next: 'Split the file by session.',
  });
}

function strictError(where: { readonly line: number; readonly byteOffset: number }, reason: string): FormatError {
  return new FormatError({
    code: 'format-invalid',
    what: `A line ${reason}`,
    ...where,
    next: 'Mend the line, or read the file without `--strict`: broken lines are then archived and left out.',
  });
}

function emptyError(broken: readonly BrokenLine[]): FormatError {
  const first = broken[0];
  return new FormatError({
    code: 'format-invalid',
    what: first === undefined ? 'The file is empty' : `No line of the file can be read; the first ${first.reason}`,
    line: first?.line,
    byteOffset: first?.byteOffset,
    next: 'Name a transcript that holds at least one record.',
  });
}

/** UTF-8 bytes of a text; the regular expression settles the common case natively. */
function byteLength(text: string): number {
  if (/^[\u0000-\u007f]*$/.test(text)) return text.length;
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else if (code >= 0xd800 && code < 0xdc00 && isTrailing(text.charCodeAt(index + 1))) {
      bytes += 4;
      index++;
    } else bytes += 3;
  }
  return bytes;
}

function isTrailing(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}
