import type { Conversation, FormatName } from '../core/conversation.ts';
import { compactionsOf as ofClaudeCode } from './claude-code/compactions.ts';
import { compactionsOf as ofCodex } from './codex/compactions.ts';
import type { HostCompaction } from './host-compaction.ts';
import { compactionsOf as ofPi } from './pi/compactions.ts';

export type { HostCompaction } from './host-compaction.ts';

const READERS: Readonly<Partial<Record<FormatName, (conversation: Conversation) => readonly HostCompaction[]>>> = {
  'claude-code': ofClaudeCode,
  codex: ofCodex,
  pi: ofPi,
};

/** The compactions that the host of a transcript made, in the order of the file; none where the format records none. */
export function hostCompactionsOf(conversation: Conversation): readonly HostCompaction[] {
  return READERS[conversation.format]?.(conversation) ?? [];
}
