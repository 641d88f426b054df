import { closeSync, openSync, readSync, type Stats } from 'node:fs';
import { basename } from 'node:path';
import { loadAuditTools, parseForAudit } from '../audit/audit.ts';
import { auditConversation } from '../audit/audit-conversation.ts';
import { MARK_OVERLAP_BYTES, mayHoldCompaction } from '../audit/compaction-marks.ts';
import { type SessionReport, type SkippedFile, sessionReport } from '../audit/session-report.ts';
import { whatIfs } from '../audit/what-if.ts';
import type { FormatName } from '../core/conversation.ts';
import { HoldfastError } from '../core/errors/holdfast-error.ts';
import { LIMITS } from '../core/limits.ts';
import { detectFormat } from '../formats/detect.ts';
import { formatNamed } from '../formats/index.ts';
import { o200kCounter } from '../tokens/o200k-counter.ts';
import { type Input, readInput, unreadable } from './read-input.ts';
import { readLongTranscript } from './read-long-transcript.ts';

/** What decides a report, beside the file. */
export interface AuditSettings {
  readonly format: FormatName | undefined;
  readonly isWhole: boolean;
  readonly isWhatIf: boolean;
}

/** Either one, as plain JSON: what a state file keeps. */
export type AuditResult = { readonly report: SessionReport } | { readonly skipped: SkippedFile };

/** A file among many: what cannot be read is told, never fatal. */
export async function auditListed(path: string, size: number, settings: AuditSettings): Promise<AuditResult> {
  try {
    return { report: await auditFile(path, size, settings) };
  } catch (error) {
    if (!HoldfastError.is(error)) throw error;
    return { skipped: { file: path, code: error.code, reason: error.what } };
  }
}

/** Throws `FormatError` where the file is not read. `-` is standard input. */
export async function auditFile(path: string, size: number, settings: AuditSettings): Promise<SessionReport> {
  const isLong = size > LIMITS.STREAMED_BYTES;
  const file = path === '-' ? 'standard input' : path;
  if (isLong && !longMayHoldCompaction(path)) return untouched(file, headOf(path), basename(path), settings);
  const input = isLong ? readLongTranscript(path) : readInput(path);
  const { bytes } = input as Partial<Input>;
  if (bytes !== undefined && !mayHoldCompaction(bytes)) return untouched(file, input.text, input.fileName, settings);
  const conversation = parseForAudit(input.text, { format: settings.format, fileName: input.fileName });
  // A run that finds no compaction, or knows all of them, loads neither the vocabulary nor the grammar.
  const tools = await loadAuditTools();
  const audit = auditConversation(conversation, tools);
  return sessionReport(file, audit, {
    isWhole: settings.isWhole,
    whatIfs: settings.isWhatIf ? await whatIfs(conversation, audit, tools) : new Map(),
  });
}

/** The bytes prove that nothing was compacted: the format is told, and nothing is parsed. */
function untouched(file: string, text: string, fileName: string | undefined, { format }: AuditSettings): SessionReport {
  const detected = format === undefined ? detectFormat(text, fileName) : { format, evidence: 'as it was named' };
  return { file, recognizedAs: `${formatNamed(detected.format).title} (${detected.evidence})`, tokenizer: o200kCounter().name, compactions: [] };
}

const CHUNK_BYTES = 1 << 22;

function longMayHoldCompaction(path: string): boolean {
  const buffer = Buffer.alloc(MARK_OVERLAP_BYTES + CHUNK_BYTES);
  return reading(path, (descriptor) => {
    for (let held = 0; ; ) {
      const count = readSync(descriptor, buffer, held, CHUNK_BYTES, null);
      if (count === 0) return false;
      if (mayHoldCompaction(buffer.subarray(0, held + count))) return true;
      const kept = Math.min(MARK_OVERLAP_BYTES, held + count);
      buffer.copyWithin(0, held + count - kept, held + count);
      held = kept;
    }
  });
}

/** The first lines of a transcript: enough to tell its format. */
function headOf(path: string): string {
  const buffer = Buffer.alloc(CHUNK_BYTES);
  const head = reading(path, (descriptor) => buffer.subarray(0, readSync(descriptor, buffer, 0, CHUNK_BYTES, 0))).toString('utf8');
  return head.slice(0, head.lastIndexOf('\n') + 1) || head;
}

function reading<T>(path: string, read: (descriptor: number) => T): T {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (cause) {
    throw unreadable(path, cause);
  }
  try {
    return read(descriptor);
  } catch (cause) {
    throw unreadable(path, cause);
  } finally {
    closeSync(descriptor);
  }
}

/** What tells whether a file is the one that was audited. */
export function stampOf(stats: Stats): { readonly size: number; readonly mtimeMs: number } {
  return { size: stats.size, mtimeMs: stats.mtimeMs };
}
