import { closeSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import type { Warning } from '../core/conversation.ts';
import { LIMITS } from '../core/limits.ts';
import { type Input, tooLarge, unreadable } from './read-input.ts';

const NEWLINE = 10;
const CHUNK_BYTES = 1 << 20;

/** Marks of Claude Code records that are never in the main conversation: sub-agents' rows and bookkeeping. */
const PASSED_OVER = ['"isSidechain":true', '"type":"progress"', '"type":"file-history-snapshot"'].map((mark) => Buffer.from(mark));
/** Where those marks stand in a record; further in, they would be somebody's text. */
const HEAD_BYTES = 4096;

/**
 * Reads a transcript of any size in one pass, keeping only lines that can be in the main conversation (P64). A line
 * that is too long is named; a read error is an error, never an empty session.
 */
export function readLongTranscript(path: string): Pick<Input, 'text' | 'fileName' | 'damage'> {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let passedOver = 0;
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (cause) {
    throw unreadable(path, cause);
  }
  try {
    for (const line of linesOf(descriptor, path)) {
      if (isPassedOver(line)) {
        passedOver++;
        continue;
      }
      keptBytes += line.length;
      if (keptBytes > LIMITS.INPUT_CHARACTERS) throw tooLarge(path, keptBytes);
      kept.push(Buffer.from(line));
    }
  } finally {
    closeSync(descriptor);
  }
  const warnings: Warning[] = [
    { code: 'records-passed-over', message: `read as a stream: ${passedOver} records of sub-agents and bookkeeping were passed over` },
  ];
  return { text: Buffer.concat(kept, keptBytes).toString('utf8'), fileName: basename(path), damage: { warnings, raws: [] } };
}

const OPEN_BRACE = 123;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;

/**
 * The marks are looked for first, as few lines of the main conversation have one. A mark before which nothing opens is the
 * record's own; any other is asked of the parsed record.
 */
function isPassedOver(line: Buffer): boolean {
  const head = line.subarray(0, HEAD_BYTES);
  const at = PASSED_OVER.map((mark) => head.indexOf(mark)).filter((index) => index !== -1);
  if (at.length === 0) return false;
  const before = head.subarray(1, Math.min(...at));
  if (![OPEN_BRACE, OPEN_BRACKET, BACKSLASH].some((code) => before.includes(code))) return true;
  try {
    const record = JSON.parse(line.toString('utf8')) as { readonly isSidechain?: unknown; readonly type?: unknown } | null;
    return record?.isSidechain === true || record?.type === 'progress' || record?.type === 'file-history-snapshot';
  } catch {
    return false; // a broken line is named by the format that reads it
  }
}

/** Lines with their newline. Each is valid until the next is asked for. */
function* linesOf(descriptor: number, path: string): Generator<Buffer> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let rest: Buffer[] = [];
  let restBytes = 0;
  for (;;) {
    let count: number;
    try {
      count = readSync(descriptor, chunk, 0, CHUNK_BYTES, null);
    } catch (cause) {
      throw unreadable(path, cause);
    }
    if (count === 0) break;
    let start = 0;
    for (let newline = chunk.indexOf(NEWLINE); newline !== -1 && newline < count; newline = chunk.indexOf(NEWLINE, start)) {
      const part = chunk.subarray(start, newline + 1);
      yield restBytes === 0 ? part : Buffer.concat([...rest, part]);
      rest = [];
      restBytes = 0;
      start = newline + 1;
    }
    if (start < count) {
      restBytes += count - start;
      if (restBytes > LIMITS.INPUT_CHARACTERS) throw tooLarge(path, restBytes);
      rest.push(Buffer.from(chunk.subarray(start, count)));
    }
  }
  if (restBytes > 0) yield Buffer.concat(rest);
}
