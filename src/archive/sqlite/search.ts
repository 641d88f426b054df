import type { SearchHit } from '../archive.ts';
import { holdsPhrases, holdsWords, type SearchTerm, searchTerms, snippetOf } from '../search-terms.ts';
import { type Connection, reading } from './connection.ts';
import { findConversation, rangesHeld } from './holders.ts';
import { holdsId } from './id-ranges.ts';
import { storedSpan, storedSpans } from './read-spans.ts';
import { catchUp, unindexed } from './word-index.ts';

const HITS_DEFAULT = 10;
const CANDIDATES_A_PAGE = 100;
const IS_HELD = 'EXISTS (SELECT 1 FROM holders WHERE conversation = (SELECT id FROM conversations WHERE name = ?) AND rowid BETWEEN first AND last)';

/** Newest first. The index answers by words; whether a phrase stands as it was written, the text itself says. */
export function searchSpans(
  connection: Connection,
  query: string,
  options: { readonly limit?: number; readonly conversationId?: string } = {},
): readonly SearchHit[] {
  const terms = searchTerms(query);
  const limit = options.limit ?? HITS_DEFAULT;
  const hits: SearchHit[] = [];
  if (terms.length === 0) return hits;
  catchUp(connection);
  return reading(connection, () => {
    hits.push(...hitsAmongUnindexed(connection, terms, limit, options.conversationId));
    for (let before = Number.MAX_SAFE_INTEGER; hits.length < limit; ) {
      const candidates = candidatesBefore(connection, terms, before, options.conversationId);
      for (const { handle, searchText } of storedSpans(connection, candidates).toReversed()) {
        if (hits.length < limit && holdsPhrases(searchText, terms)) hits.push({ handle, snippet: snippetOf(searchText, terms) });
      }
      const last = candidates.at(-1);
      if (last === undefined || candidates.length < CANDIDATES_A_PAGE) break;
      before = last;
    }
    return hits;
  });
}

/** The newest, where the index could not be brought up to them. */
function hitsAmongUnindexed(connection: Connection, terms: readonly SearchTerm[], limit: number, conversationId: string | undefined): readonly SearchHit[] {
  const entries = unindexed(connection);
  if (entries.length === 0) return [];
  const conversation = conversationId === undefined ? undefined : findConversation(connection, conversationId);
  const held = conversation === undefined ? [] : rangesHeld(connection, conversation);
  const hits: SearchHit[] = [];
  for (const entry of entries.toReversed()) {
    if (hits.length >= limit) break;
    if (conversationId !== undefined && !holdsId(held, entry.id)) continue;
    const { handle, searchText } = storedSpan(connection, entry);
    if (holdsWords(searchText, terms) && holdsPhrases(searchText, terms)) hits.push({ handle, snippet: snippetOf(searchText, terms) });
  }
  return hits;
}

function candidatesBefore(connection: Connection, terms: readonly SearchTerm[], before: number, conversationId: string | undefined): readonly number[] {
  // Words are letters and digits only, and quoted: nothing of a query is syntax to FTS5.
  const match = [...new Set(terms.flatMap((term) => term.words))].map((word) => `"${word}"`).join(' AND ');
  const sql = `SELECT rowid AS id FROM words WHERE words MATCH ? AND rowid < ? ${conversationId === undefined ? '' : `AND ${IS_HELD}`} ORDER BY rowid DESC LIMIT ${CANDIDATES_A_PAGE}`;
  const rows = connection.statement(sql).all(match, before, ...(conversationId === undefined ? [] : [conversationId]));
  return (rows as unknown as { id: number }[]).map((row) => row.id);
}
