import { z } from 'zod';
import type { SearchHit } from '../../archive/archive.ts';
import { LIMITS } from '../../core/limits.ts';
import { neutralize } from '../../core/markers/neutralize.ts';
import { ALLOWANCE, allowanceInput, allowanceOf, cursorInput, fitting } from '../allowance.ts';
import { Cursors } from '../cursor.ts';
import { structuredPage, type Tool } from '../tool.ts';

const LIMIT = { default: 20, most: 100 } as const;
/** Hits that can be paged to; a question with more of them is to be asked more narrowly. */
const REACHABLE_HITS = 1_000;
/** New hits since the page before, among which its last one is looked for. */
const SLACK = 50;

const input = z.strictObject({
  query: z.string().min(1).max(1_000).describe('Words that all stand in the span; "in quotation marks" a phrase as written.'),
  conversation: z.string().min(1).optional().describe('Only this conversation; its id is in `status` and `timeline`.'),
  limit: z.int().min(1).max(LIMIT.most).optional().describe(`Hits of one page, at most ${LIMIT.most} (${LIMIT.default} where not given).`),
  cursor: cursorInput,
  allowance: allowanceInput,
});

const output = z.object({
  hits: z.array(z.object({ handle: z.string(), snippet: z.string() })),
  nextCursor: z.string().optional(),
});

/** The last hit that was told, and how many with it. */
const position = z.strictObject({ last: z.string(), count: z.int().min(1).max(REACHABLE_HITS) });

export const search: Tool<z.infer<typeof input>> = {
  name: 'search',
  title: 'Search the archive',
  description: `Finds handles of archived spans by words, newest first, with the words around the first match. Read a hit with \`recall\`. At most ${ALLOWANCE.most} tokens a page.`,
  input,
  output,
  async run({ query, conversation, limit, cursor, allowance }, context, signal) {
    const cursors = new Cursors(['search', query, conversation], position);
    const from = cursor === undefined ? undefined : cursors.read(cursor);
    const pageHits = limit ?? LIMIT.default;
    const archive = await context.archive();
    const wanted = Math.min((from?.count ?? 0) + SLACK + pageHits + 1, REACHABLE_HITS);
    const found = await archive.search(query, { limit: wanted, ...(conversation === undefined ? {} : { conversationId: conversation }) });
    signal.throwIfAborted();
    const start = from === undefined ? 0 : placeBehind(found, from);
    const hits = found.slice(start, start + pageHits).map(safeHit);
    const count = fitting(hits.map(jsonOf), '{}', allowanceOf(allowance), await context.counter());
    const last = hits[count - 1];
    const hasMore = start + count < found.length;
    return structuredPage({
      hits: hits.slice(0, count),
      nextCursor: last !== undefined && hasMore ? cursors.write({ last: last.handle, count: start + count }) : undefined,
    });
  },
};

/** Hits that came since stand before the last one that was told; where that one is gone, its number has to do. */
function placeBehind(found: readonly SearchHit[], { last, count }: z.infer<typeof position>): number {
  const index = found.findIndex((hit) => hit.handle === last);
  return index === -1 ? count : index + 1;
}

/** DESIGN §10: what stands around a match is foreign, and is repeated here without a fence. */
function safeHit({ handle, snippet }: SearchHit): SearchHit {
  return { handle, snippet: neutralize(snippet, LIMITS.SNIPPET_CHARACTERS) };
}

function jsonOf(hit: SearchHit): string {
  return JSON.stringify(hit);
}
