import { z } from 'zod';
import type { Archive, LedgerEntry } from '../archive/archive.ts';
import type { TurnIndex } from '../core/turn.ts';
import { ToolError } from './tool-error.ts';

export const conversationInput = z
  .string()
  .min(1)
  .max(300)
  .optional()
  .describe('Id of the conversation, as `status` lists it; not needed where the archive holds one only.');

/**
 * The compactions of a conversation, oldest first; of the only one where none is named.
 *
 * @throws ToolError where it is not in the archive, or where one of several has to be named.
 */
export async function ledgerOf(archive: Archive, named: string | undefined): Promise<readonly [LedgerEntry, ...LedgerEntry[]]> {
  const conversationId = named ?? (await onlyConversation(archive));
  const [first, ...others] = await archive.ledger(conversationId);
  if (first !== undefined) return [first, ...others];
  throw new ToolError(
    'conversation-unknown',
    'The archive has no compaction of that conversation. Take an id that `status` lists; where it lists none, nothing was compacted with this archive yet.',
  );
}

async function onlyConversation(archive: Archive): Promise<string> {
  const compacted = (await archive.conversations()).filter(({ compactionCount }) => compactionCount > 0);
  const [only] = compacted;
  if (only !== undefined && compacted.length === 1) return only.conversationId;
  throw only === undefined
    ? new ToolError(
        'conversation-unknown',
        'The archive holds no compacted conversation. Compact one first, or start the server with the archive that it was compacted with (`holdfast mcp --archive URL`).',
      )
    : new ToolError('conversation-unnamed', `The archive holds ${compacted.length} conversations. Name one with \`conversation\`; \`status\` lists their ids.`);
}

/** The last turn that a compaction has seen. */
export function lastTurnOf(entry: LedgerEntry): TurnIndex {
  return entry.spans.reduce((last, span) => Math.max(last, span.turn), 0);
}
