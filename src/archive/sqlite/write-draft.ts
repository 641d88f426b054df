import type { Connection } from './connection.ts';
import type { Draft, NewSpan } from './draft.ts';
import type { IdRange } from './id-ranges.ts';
import { insertPack } from './packs.ts';
import type { SheetEntry } from './sheet.ts';
import { writeSheets } from './sheets.ts';

/**
 * Inside a transaction, in which nothing of the draft is there yet. One statement a table: for thousands of rows a call
 * each would take longer than the rows. Returns the numbers of the new spans.
 */
export function writeDraft(connection: Connection, draft: Draft): readonly IdRange[] {
  const { rawHashes, spans } = draft;
  const firstRaw = takeIds(connection, rawHashes.length);
  const firstSpan = takeIds(connection, spans.length);
  for (const { firstRaw: index, row } of draft.packs) insertPack(connection, firstRaw + index, row);
  if (rawHashes.length > 0) {
    // In the order of the key, as a tree is filled fastest.
    connection.statement('INSERT INTO raws (hash, id) SELECT unhex(value), key + ? FROM json_each(?) ORDER BY value').run(firstRaw, JSON.stringify(rawHashes));
  }
  if (spans.length > 0) {
    const handles = spans.map((span) => span.handle);
    connection
      .statement('INSERT INTO spans (handle, id, is_loose) SELECT value, key + ?, 0 FROM json_each(?) ORDER BY value')
      .run(firstSpan, JSON.stringify(handles));
    const loose = connection.statement('UPDATE spans SET is_loose = 1 WHERE handle = ?');
    for (const span of spans) if (span.isLoose) loose.run(span.handle);
  }
  writeSheets(connection, sheetEntries(spans, firstSpan, firstRaw, findRaws(connection, storedHashes(draft))));
  return spans.length === 0 ? [] : [{ first: firstSpan, last: firstSpan + spans.length - 1 }];
}

function* sheetEntries(spans: readonly NewSpan[], firstSpan: number, firstRaw: number, stored: ReadonlyMap<string, number>): Generator<SheetEntry> {
  for (const [index, { handle, isLoose, isImported, raws, text, record }] of spans.entries()) {
    const rawIds = raws.map((raw) => (typeof raw === 'number' ? firstRaw + raw : (stored.get(raw) ?? 0)));
    yield { id: firstSpan + index, handle, isLoose, isImported, rawIds, text, record };
  }
}

/** The raws that the draft counts on the archive to have. */
export function storedHashes(draft: Draft): readonly string[] {
  const hashes = new Set<string>();
  for (const span of draft.spans) for (const raw of span.raws) if (typeof raw === 'string') hashes.add(raw);
  return [...hashes];
}

/** The numbers of the raws with these hashes (hex), of those that are there. */
export function findRaws(connection: Connection, hashes: readonly string[]): ReadonlyMap<string, number> {
  if (hashes.length === 0) return new Map();
  const sql = 'SELECT value, raws.id FROM json_each(?) CROSS JOIN raws ON hash = unhex(value)';
  return new Map(connection.statement(sql).raw().all(JSON.stringify(hashes)) as unknown as (readonly [string, number])[]);
}

/** Numbers that were never given before; returns the first. */
function takeIds(connection: Connection, count: number): number {
  const { value } = connection.statement("SELECT value FROM meta WHERE key = 'next_id'").get() as unknown as { value: number };
  connection.statement("UPDATE meta SET value = ? WHERE key = 'next_id'").run(BigInt(value + count));
  return value;
}
