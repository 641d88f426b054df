import { HoldfastError } from '../../core/errors/holdfast-error.ts';
import { indexable } from '../search-terms.ts';
import { type Connection, immediately } from './connection.ts';
import { type SpanRow, spanRowsAfter, storedSpan } from './read-spans.ts';

/** Spans that one transaction indexes: other writers get their turn between. */
const SPANS_A_TRANSACTION = 500;

/**
 * Brings the index of words up to the newest span. It is done when someone searches, not at every put: it takes longer
 * than all else that a put does (`bench/archive.ts`), and most archives are written far more often than searched.
 */
export function catchUp(connection: Connection): void {
  try {
    while (unindexedRows(connection, 1).length > 0) immediately(connection, () => indexSome(connection));
  } catch (error) {
    // Another writes for long, or the disk is full: search then reads what is not indexed.
    if (!HoldfastError.is(error) || (error.code !== 'archive-busy' && error.code !== 'output-unwritable' && error.code !== 'archive-unavailable')) throw error;
  }
}

/** In the order of writing. */
export function unindexedRows(connection: Connection, limit = Number.MAX_SAFE_INTEGER): readonly SpanRow[] {
  const row = connection.statement("SELECT value AS id FROM meta WHERE key = 'indexed_through'").get() as unknown as { id: number };
  return spanRowsAfter(connection, row.id, limit);
}

function indexSome(connection: Connection): void {
  const rows = unindexedRows(connection, SPANS_A_TRANSACTION);
  const insert = connection.statement('INSERT INTO words (rowid, text) VALUES (?, ?)');
  for (const row of rows) {
    const { searchText } = storedSpan(connection, row);
    if (searchText !== '') insert.run(row.id, indexable(searchText));
  }
  const last = rows.at(-1);
  if (last !== undefined) connection.statement("UPDATE meta SET value = ? WHERE key = 'indexed_through'").run(BigInt(last.id));
}
