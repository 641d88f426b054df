import type { RecallMode } from './core/classify/rule.ts';
import { effectOf } from './core/classify/tools/lookup.ts';
import { RECALL_TOOL } from './core/classify/tools/recall-tool.ts';
import type { ToolTable } from './core/classify/tools/tool-rule.ts';
import type { Conversation } from './core/conversation.ts';

/** Hosts whose shell is the user's own, where `holdfast recall` finds the archive. Elsewhere it may be a sandbox. */
const LOCAL_HOSTS: ReadonlySet<string> = new Set(['claude-code', 'codex', 'pi']);

/**
 * E3a: how the agent can get spans back. `auto` looks at the conversation's tools: holdfast's recall tool, or a shell of
 * the user's own machine, and only where the archive outlives this process.
 */
export function recallMode(conversation: Conversation, tools: ToolTable, wanted: 'auto' | RecallMode, isArchiveLasting: boolean): RecallMode {
  if (wanted !== 'auto') return wanted;
  if (conversation.tools.some((tool) => RECALL_TOOL.test(tool.name))) return 'tool';
  const isLocal = LOCAL_HOSTS.has(conversation.format);
  return isLocal && isArchiveLasting && hasShell(conversation, tools) ? 'cli' : 'off';
}

function hasShell(conversation: Conversation, tools: ToolTable): boolean {
  const seen = new Set<string>();
  for (const span of conversation.spans) {
    const name = span.exchange?.toolName;
    if (name === undefined || seen.has(name)) continue;
    seen.add(name);
    if (effectOf(name, span.exchange?.input, tools).effect === 'shell') return true;
  }
  return conversation.tools.some((tool) => effectOf(tool.name, { command: 'true', cmd: 'true' }, tools).effect === 'shell');
}
