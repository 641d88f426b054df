import { createHash } from 'node:crypto';
import { ArchiveError } from '../../core/errors/archive-error.ts';
import { ARCHIVE_HANDLE } from '../../core/handles/archive-handle.ts';
import type { LedgerEntry } from '../archive.ts';
import { canonicalJson } from '../canonical-json.ts';
import { damaged } from '../failures.ts';
import { joinSpan, rawHash } from '../record.ts';
import { contentHash, EXPORT_FORMAT, EXPORT_VERSION } from './export-lines.ts';

/** What a line of an export says, proven against its hash. */
export type ImportedLine =
  | { readonly type: 'raw'; readonly line: number; readonly hash: string; readonly raw: string }
  | {
      readonly type: 'span';
      readonly line: number;
      readonly handle: string;
      readonly isLoose: boolean;
      readonly conversations: readonly string[];
      readonly record: string;
      readonly rawHashes: readonly string[];
      readonly searchText: string;
    }
  | { readonly type: 'compaction'; readonly line: number; readonly recordedAtMs: number; readonly entry: LedgerEntry };

type SeenRaws = Map<string, { readonly line: number; isUsed: boolean }>;
type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads an export line by line. Throws `archive-corrupt` with the line's number where a line is not what was exported,
 * and at the end where the end is missing: so whoever reads must keep what came before in a transaction.
 */
export async function* readExport(lines: AsyncIterable<string>): AsyncGenerator<ImportedLine> {
  const whole = createHash('sha256');
  const seen: SeenRaws = new Map();
  const counts = { rawCount: 0, spanCount: 0, compactionCount: 0 };
  let number = 0;
  let isEnded = false;
  for await (const line of lines) {
    number++;
    if (isEnded && line === '') continue;
    if (isEnded) throw wrongLine(number, 'comes after the end');
    const fields = parseLine(line, number);
    if (number === 1) checkHeader(fields);
    else if (fields['type'] === 'end') {
      isEnded = true;
      checkEnd(fields, counts, whole.copy().digest('hex'), number);
    } else {
      const read = readLine(fields, number, seen);
      counts[`${read.type}Count`]++;
      yield read;
    }
    whole.update(line).update('\n');
  }
  if (!isEnded) throw wrongLine(number + 1, 'is missing: the export was cut');
  for (const { line, isUsed } of seen.values()) if (!isUsed) throw wrongLine(line, 'holds a raw that no span has');
}

function readLine(fields: Fields, line: number, seen: SeenRaws): ImportedLine {
  const { type } = fields;
  if (type === 'raw') return readRaw(fields, line, seen);
  if (type === 'span') return readSpan(fields, line, seen);
  if (type === 'compaction') return readCompaction(fields, line);
  throw wrongLine(line, 'has a type that this version does not know');
}

function readRaw(fields: Fields, line: number, seen: SeenRaws): ImportedLine {
  const { raw, hash } = fields;
  if (typeof raw !== 'string' || typeof hash !== 'string' || rawHash(raw) !== hash) throw wrongLine(line, 'does not have the hash that it names');
  if (seen.has(hash)) throw wrongLine(line, 'repeats a raw');
  seen.set(hash, { line, isUsed: false });
  return { type: 'raw', line, hash, raw };
}

function readSpan(fields: Fields, line: number, seen: SeenRaws): ImportedLine {
  const { type: _, hash, ...content } = fields;
  const { handle, isLoose, conversations, record, raws, text } = content;
  if (contentHash(content) !== hash) throw wrongLine(line, 'does not have the hash that it names');
  if (typeof handle !== 'string' || !ARCHIVE_HANDLE.test(handle)) throw wrongLine(line, 'has no handle');
  if (typeof isLoose !== 'boolean' || typeof text !== 'string' || !isTexts(conversations) || conversations.length === 0 || !isTexts(raws))
    throw wrongLine(line, 'lacks a field');
  if (raws.some((raw) => !seen.has(raw))) throw wrongLine(line, 'has a raw that no line before it holds');
  for (const raw of raws) {
    const used = seen.get(raw);
    if (used !== undefined) used.isUsed = true;
  }
  const structure = canonicalJson(record);
  if (isLoose ? raws.length !== 1 : joinSpan(structure, raws) === undefined) throw wrongLine(line, 'has a record that does not belong to its raws');
  return { type: 'span', line, handle, isLoose, conversations, record: structure, rawHashes: raws, searchText: text };
}

function readCompaction(fields: Fields, line: number): ImportedLine {
  const { recordedAtMs, hash } = fields;
  const entry = fields['entry'] as LedgerEntry;
  if (contentHash({ recordedAtMs, entry }) !== hash) throw wrongLine(line, 'does not have the hash that it names');
  const isEntry =
    typeof entry === 'object' &&
    entry !== null &&
    typeof entry.compactionId === 'string' &&
    typeof entry.conversationId === 'string' &&
    isTexts(entry.markerHandles);
  if (!isEntry || !Array.isArray(entry.spans) || !isTexts(entry.spans.map((span) => span?.handle)) || !Number.isSafeInteger(recordedAtMs))
    throw wrongLine(line, 'lacks a field');
  return { type: 'compaction', line, recordedAtMs: recordedAtMs as number, entry };
}

function checkHeader(fields: Fields): void {
  if (fields['type'] !== 'header' || fields['format'] !== EXPORT_FORMAT) throw wrongLine(1, 'is not the header of an export of holdfast');
  if (fields['version'] === EXPORT_VERSION) return;
  throw new ArchiveError({
    code: 'archive-version',
    what: `The export has version ${String(fields['version'])}; this holdfast reads version ${EXPORT_VERSION}`,
    where: 'line 1',
    next: 'Import it with the holdfast that wrote it; nothing was imported.',
  });
}

function checkEnd(fields: Fields, counts: Readonly<Record<string, number>>, hash: string, line: number): void {
  const isSame = Object.entries(counts).every(([name, count]) => fields[name] === count);
  if (!isSame || fields['hash'] !== hash) throw wrongLine(line, 'counts other lines than those before it');
}

function parseLine(line: string, number: number): Fields {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  } catch {
    // said below, with the line's number
  }
  throw wrongLine(number, 'is not a JSON object');
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** What is wrong with an export; nothing of it is taken in. */
export function wrongLine(line: number, what: string): ArchiveError {
  return damaged(`A line of the export ${what}; nothing was imported`, `line ${line}`);
}
