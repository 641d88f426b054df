import { z } from 'zod';
import type { LedgerEntry, LedgerSpan } from '../../archive/archive.ts';
import { LIMITS } from '../../core/limits.ts';
import { neutralize } from '../../core/markers/neutralize.ts';
import { allowanceInput, allowanceOf, cursorInput, fitting } from '../allowance.ts';
import { conversationInput, lastTurnOf, ledgerOf } from '../conversation.ts';
import { Cursors } from '../cursor.ts';
import { structuredPage, type Tool } from '../tool.ts';
import { turnRangeOf, turnsInput } from '../turn-range.ts';

/** Lines that are tried for one page: more than fit into any. */
const PAGE_LINES = 400;

const input = z.strictObject({ conversation: conversationInput, turns: turnsInput.optional(), cursor: cursorInput, allowance: allowanceInput });

const span = z.object({
  type: z.literal('span'),
  turn: z.int(),
  spanId: z.string(),
  kind: z.string(),
  provenance: z.string(),
  action: z.string(),
  tokens: z.int(),
  handle: z.string(),
  sourceHandle: z.string().optional(),
  label: z.string(),
});
const compaction = z.object({
  type: z.literal('compaction'),
  turn: z.int().describe('The last turn that it has seen.'),
  compactionId: z.string(),
  tokensBefore: z.int(),
  tokensAfter: z.int(),
  spansKept: z.int(),
  spansLeft: z.int(),
});
const output = z.object({ conversationId: z.string(), items: z.array(z.union([span, compaction])), nextCursor: z.string().optional() });

type Item = z.infer<typeof span> | z.infer<typeof compaction>;

/** How many items were told: a later compaction adds behind them. */
const position = z.int().min(1).max(LIMITS.SPANS);

export const timeline: Tool<z.infer<typeof input>> = {
  name: 'timeline',
  title: 'Timeline of a conversation',
  description:
    'The spans of a compacted conversation turn by turn, each with its handle, size, a short label and what was done to it, and the compactions where they happened. Read a span with `recall`.',
  input,
  output,
  async run({ conversation, turns, cursor, allowance }, context, signal) {
    const range = turns === undefined ? undefined : turnRangeOf(turns);
    const cursors = new Cursors(['timeline', conversation, range], position);
    const start = cursor === undefined ? 0 : cursors.read(cursor);
    const entries = await ledgerOf(await context.archive(), conversation);
    signal.throwIfAborted();
    const items = itemsOf(entries).filter(({ turn }) => range === undefined || (turn >= range.start && turn <= range.end));
    const lines = items.slice(start, start + PAGE_LINES).map((item) => JSON.stringify(item));
    const { conversationId } = entries[0];
    const end = start + fitting(lines, conversationId, allowanceOf(allowance), await context.counter());
    return structuredPage({
      conversationId,
      items: items.slice(start, end),
      nextCursor: end < items.length ? cursors.write(end) : undefined,
    });
  },
};

/** Spans as the newest compaction has them, each compaction behind the last turn that it has seen. */
function itemsOf(entries: readonly [LedgerEntry, ...LedgerEntry[]]): readonly Item[] {
  const newest = entries.at(-1) ?? entries[0];
  const compactions = entries.map(compactionItem).toSorted((one, other) => one.turn - other.turn);
  const items: Item[] = [];
  let next = 0;
  for (const one of newest.spans) {
    for (let before = compactions[next]; before !== undefined && before.turn < one.turn; before = compactions[++next]) items.push(before);
    items.push(spanItem(one));
  }
  return [...items, ...compactions.slice(next)];
}

function spanItem({ turn, id, kind, provenance, action, tokens, handle, sourceHandle, label }: LedgerSpan): Item {
  const recover = sourceHandle === undefined ? {} : { sourceHandle: neutralize(sourceHandle, LIMITS.HANDLE_CHARACTERS) };
  return { type: 'span', turn, spanId: id, kind, provenance, action, tokens, handle, ...recover, label };
}

function compactionItem(entry: LedgerEntry): z.infer<typeof compaction> {
  const spansKept = entry.spans.filter(({ action }) => action === 'keep').length;
  return {
    type: 'compaction',
    turn: lastTurnOf(entry),
    compactionId: entry.compactionId,
    tokensBefore: entry.tokensBefore,
    tokensAfter: entry.tokensAfter,
    spansKept,
    spansLeft: entry.spans.length - spansKept,
  };
}
