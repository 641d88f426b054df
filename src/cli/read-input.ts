import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import type { Warning } from '../core/conversation.ts';
import { FormatError } from '../core/errors/format-error.ts';
import { LIMITS } from '../core/limits.ts';

export interface Input {
  readonly text: string;
  /** Exactly as read; given back where nothing is changed. */
  readonly bytes: Buffer;
  /** `undefined` for standard input. */
  readonly fileName: string | undefined;
  readonly damage: { readonly warnings: readonly Warning[]; readonly raws: readonly string[] };
}

/** Whether a file is not any more what was read of it: a running host appends. */
export function hasChanged(path: string, input: Input): boolean {
  return !readFile(path).equals(input.bytes);
}

/** Reads a file, or standard input for `-`. Throws `FormatError` with what to do. */
export function readInput(path: string): Input {
  const bytes = path === '-' ? readStandardInput() : readFile(path);
  if (bytes.length > LIMITS.INPUT_CHARACTERS) throw tooLarge(path, bytes.length);
  return { text: bytes.toString('utf8'), bytes, fileName: path === '-' ? undefined : basename(path), damage: damageOf(bytes) };
}

export function tooLarge(path: string, byteCount: number): FormatError {
  return new FormatError({
    code: 'format-limit',
    what: `${path} has ${byteCount} bytes, more than the limit INPUT_CHARACTERS of ${LIMITS.INPUT_CHARACTERS}`,
    next: 'Split the file by session, or plan it first with `holdfast plan`, which reads a transcript as a stream.',
  });
}

function readStandardInput(): Buffer {
  const chunks: Buffer[] = [];
  const chunk = Buffer.alloc(1 << 20);
  for (;;) {
    let count: number;
    try {
      count = readSync(0, chunk, 0, chunk.length, null);
    } catch (cause) {
      const code = (cause as NodeJS.ErrnoException).code;
      if (code === 'EAGAIN') continue;
      if (code === 'EOF') break;
      throw unreadable('standard input', cause);
    }
    if (count === 0) break;
    chunks.push(Buffer.from(chunk.subarray(0, count)));
  }
  return Buffer.concat(chunks);
}

function readFile(path: string): Buffer {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (cause) {
    throw unreadable(path, cause);
  }
  try {
    const stats = fstatSync(descriptor);
    if (stats.isDirectory()) {
      throw new FormatError({
        code: 'input-unreadable',
        what: `${path} is a directory`,
        next: 'Name a file: a request body, a message array or a transcript.',
      });
    }
    if (stats.size > LIMITS.INPUT_CHARACTERS) throw tooLarge(path, stats.size);
    return readFileSync(descriptor);
  } catch (cause) {
    if (cause instanceof FormatError) throw cause;
    throw unreadable(path, cause);
  } finally {
    closeSync(descriptor);
  }
}

export function unreadable(path: string, cause: unknown): FormatError {
  const code = (cause as NodeJS.ErrnoException).code ?? 'unknown error';
  const why = { ENOENT: 'does not exist', EACCES: 'may not be read', EISDIR: 'is a directory' }[code] ?? `cannot be read (${code})`;
  return new FormatError({ code: 'input-unreadable', what: `${path} ${why}`, next: 'Check the path and its permissions.', cause });
}

/** Lines that are not UTF-8: the text gets U+FFFD, and their bytes go to the archive as they are (latin1, one unit a byte). */
function damageOf(bytes: Buffer): Input['damage'] {
  if (isUtf8(bytes)) return { warnings: [], raws: [] };
  const warnings: Warning[] = [];
  const raws: string[] = [];
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const newline = bytes.indexOf(10, start);
    const end = newline === -1 ? bytes.length : newline;
    const slice = bytes.subarray(start, end);
    if (!isUtf8(slice)) {
      warnings.push({ code: 'bytes-ill-formed', message: `line ${line} is not UTF-8: read with U+FFFD, its bytes are archived`, line, byteOffset: start });
      raws.push(slice.toString('latin1'));
    }
    start = end + 1;
  }
  return { warnings, raws };
}
