import { createHash, type Hash } from 'node:crypto';
import type { LedgerEntry } from '../archive.ts';
import { canonicalJson } from '../canonical-json.ts';
import { rawHash } from '../record.ts';

/** The first line's `format` and `version`. Another version is refused by the reader. */
export const EXPORT_FORMAT = 'holdfast-archive';
export const EXPORT_VERSION = 1;

/** A span, or a raw that is in none, as an export carries it. */
export interface ExportedSpan {
  readonly handle: string;
  readonly isLoose: boolean;
  /** Which conversations hold it, of those that are exported. */
  readonly conversations: readonly string[];
  /** As `splitSpan` made it. */
  readonly record: string;
  readonly raws: readonly string[];
  readonly searchText: string;
}

export interface ExportedCompaction {
  readonly recordedAtMs: number;
  readonly entry: LedgerEntry;
}

/**
 * The lines of an export, without newlines: a header; each raw once, before the first span that has it; spans and the
 * ledger in the order of writing; an end that counts them and hashes all lines before it, so that a cut is seen.
 * Each line carries its own hash too, so that damage has a line number.
 */
export async function* exportLines(spans: Iterable<ExportedSpan>, compactions: Iterable<ExportedCompaction>): AsyncGenerator<string> {
  const whole = createHash('sha256');
  const seen = new Set<string>();
  const counts = { rawCount: 0, spanCount: 0, compactionCount: 0 };
  yield hashed(whole, JSON.stringify({ type: 'header', format: EXPORT_FORMAT, version: EXPORT_VERSION }));
  for (const span of spans) {
    const hashes = span.raws.map(rawHash);
    for (const [index, hash] of hashes.entries()) {
      if (seen.has(hash)) continue;
      seen.add(hash);
      counts.rawCount++;
      yield hashed(whole, JSON.stringify({ type: 'raw', hash, raw: span.raws[index] }));
    }
    const content = {
      handle: span.handle,
      isLoose: span.isLoose,
      conversations: [...span.conversations].sort(),
      record: JSON.parse(span.record),
      raws: hashes,
      text: span.searchText,
    };
    counts.spanCount++;
    yield hashed(whole, JSON.stringify({ type: 'span', hash: contentHash(content), ...content }));
  }
  for (const { recordedAtMs, entry } of compactions) {
    counts.compactionCount++;
    yield hashed(whole, JSON.stringify({ type: 'compaction', hash: contentHash({ recordedAtMs, entry }), recordedAtMs, entry }));
  }
  yield JSON.stringify({ type: 'end', ...counts, hash: whole.digest('hex') });
}

export function contentHash(content: unknown): string {
  return createHash('sha256').update(canonicalJson(content), 'utf8').digest('hex');
}

function hashed(whole: Hash, line: string): string {
  whole.update(line).update('\n');
  return line;
}
