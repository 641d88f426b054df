import { z } from 'zod';
import type { Archive } from '../../archive/archive.ts';
import { allowanceInput, allowanceOf, cursorInput, fitting } from '../allowance.ts';
import { conversationInput, lastTurnOf } from '../conversation.ts';
import { Cursors } from '../cursor.ts';
import { structuredPage, type Tool } from '../tool.ts';

/** Conversations of one page: the newest compaction of each is read from the ledger. */
const PAGE_CONVERSATIONS = 20;

const input = z.strictObject({ conversation: conversationInput, cursor: cursorInput, allowance: allowanceInput });

const conversationStatus = z.object({
  conversationId: z.string(),
  compactionCount: z.int(),
  spanCount: z.int(),
  newestCompaction: z.object({ compactionId: z.string(), format: z.string(), lastTurn: z.int(), tokensBefore: z.int(), tokensAfter: z.int() }).optional(),
});
const output = z.object({
  archive: z.string().describe('The kind of store.'),
  conversationCount: z.int(),
  compactionCount: z.int(),
  spanCount: z.int(),
  rawBytes: z.int(),
  storedBytes: z.int(),
  conversations: z.array(conversationStatus),
  nextCursor: z.string().optional(),
});

/** The last conversation that was told: they are in the order of their ids. */
const position = z.strictObject({ last: z.string() });

export const status: Tool<z.infer<typeof input>> = {
  name: 'status',
  title: 'Status of the archive',
  description: 'What the archive holds: its conversations with their ids, how often each was compacted, the newest compaction of each, and sizes.',
  input,
  output,
  async run({ conversation, cursor, allowance }, context, signal) {
    const cursors = new Cursors(['status', conversation], position);
    const last = cursor === undefined ? undefined : cursors.read(cursor).last;
    const archive = await context.archive();
    const [stats, all] = [await archive.stats(), await archive.conversations()];
    const remaining = all.filter(
      ({ conversationId }) => (conversation === undefined || conversationId === conversation) && (last === undefined || conversationId > last),
    );
    const told: z.infer<typeof conversationStatus>[] = [];
    for (const one of remaining.slice(0, PAGE_CONVERSATIONS)) {
      signal.throwIfAborted();
      told.push({ ...one, ...(await newestOf(archive, one.conversationId)) });
    }
    const lines = told.map((one) => JSON.stringify(one));
    const page = told.slice(0, fitting(lines, JSON.stringify(stats), allowanceOf(allowance), await context.counter()));
    const lastTold = page.at(-1)?.conversationId;
    return structuredPage({
      archive: archive.url.split(':', 1)[0] ?? '',
      ...stats,
      conversations: page,
      nextCursor: lastTold !== undefined && page.length < remaining.length ? cursors.write({ last: lastTold }) : undefined,
    });
  },
};

async function newestOf(archive: Archive, conversationId: string): Promise<Pick<z.infer<typeof conversationStatus>, 'newestCompaction'>> {
  const entry = (await archive.ledger(conversationId)).at(-1);
  if (entry === undefined) return {};
  const { compactionId, format, tokensBefore, tokensAfter } = entry;
  return { newestCompaction: { compactionId, format, lastTurn: lastTurnOf(entry), tokensBefore, tokensAfter } };
}
