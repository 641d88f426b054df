import { type ClassifiedSpan, classify } from '../core/classify/classify.ts';
import type { ShellParser } from '../core/classify/shell.ts';
import type { Conversation } from '../core/conversation.ts';
import { formatNamed } from '../formats/index.ts';
import { sha256 } from '../hash.ts';
import { windowOf } from './windows.ts';

/** What audits need beside the conversation: loaded once for any number of sessions. */
export interface AuditTools {
  readonly parseShell: ShellParser;
}

/**
 * The spans of a window with their classes, as they stood at that moment. What is recent counts as what it is, and
 * nothing can be recalled: a foreign compaction archives nothing (E3a, the strict reading).
 */
export function classifyWindow(conversation: Conversation, indexes: readonly number[], { parseShell }: AuditTools): readonly ClassifiedSpan[] {
  const spans = windowOf(conversation, indexes);
  return classify(spans, {
    tools: formatNamed(conversation.format).tools,
    toolDefinitions: conversation.tools,
    parseShell,
    hash: sha256,
    recall: 'off',
    tokens: spans.map(() => 0),
    keepRecentTokens: -1,
    keepRecentExchanges: 0,
  });
}
