import { HoldfastError } from '../../core/errors/holdfast-error.ts';
import { indexable } from '../search-terms.ts';
import { type Connection, immediately } from './connection.ts';
import { entriesAfter, storedSpan } from './read-spans.ts';
import type { SheetEntry } from './sheet.ts';

/** Spans that one transaction indexes: other writers get their turn between. */
const SPANS_A_TRANSACTION = 500;

/**
 * Brings the index of words up to the newest span. It is done when someone searches, not at every put: it takes longer
 * than all else that a put does (`bench/archive.ts`), and most archives are written far more often than searched.
 */
export function catchUp(connection: Connection): void {
  try {
    while (unindexed(connection, 1).length > 0) immediately(connection, () => indexSome(connection));
  } catch (error) {
    // Another writes for long, or the disk is full: search then reads what is not indexed.
    if (!HoldfastError.is(error) || (error.code !== 'archive-busy' && error.code !== 'output-unwritable' && error.code !== 'archive-unavailable')) throw error;
  }
}

/** In the order of writing. */
export function unindexed(connection: Connection, limit = Number.MAX_SAFE_INTEGER): readonly SheetEntry[] {
  const row = connection.statement("SELECT value AS id FROM meta WHERE key = 'indexed_through'").get() as unknown as { id: number };
  const entries: SheetEntry[] = [];
  for (const entry of entriesAfter(connection, row.id)) {
    entries.push(entry);
    if (entries.length >= limit) break;
  }
  return entries;
}

function indexSome(connection: Connection): void {
  const entries = unindexed(connection, SPANS_A_TRANSACTION);
  const insert = connection.statement('INSERT INTO words (rowid, text) VALUES (?, ?)');
  for (const entry of entries) {
    const { searchText } = storedSpan(connection, entry);
    if (searchText !== '') insert.run(entry.id, indexable(searchText));
  }
  const last = entries.at(-1);
  if (last !== undefined) connection.statement("UPDATE meta SET value = ? WHERE key = 'indexed_through'").run(BigInt(last.id));
}
