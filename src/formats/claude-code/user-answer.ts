import type { PieceContent } from '../../core/span.ts';
import { isObject, type JsonObject } from '../jsonl.ts';
import { contentBlocks } from './record-content.ts';

/** Tools whose result is the user's own answer. */
const ANSWERED_BY_USER: ReadonlySet<string> = new Set(['AskUserQuestion', 'ExitPlanMode']);

/** How the harness opens the result of a call that the user refused; the user's reason may follow. */
const REFUSAL = "The user doesn't want to proceed with this tool use";
/** Its own word beside the result, where no reason was given. Seen in transcripts/claude-code, 2.1.39. */
const REFUSED = 'User rejected tool use';
/** Its own word beside the result in newer versions, with or without a reason. */
const DENIED_BY_USER = 'user-rejected';

/**
 * Tools whose errors the harness writes itself. Beside an error it writes `Error: ` and the same text, of a refusal with a
 * reason as of any other; so for shells, sub-agents and MCP tools, whose errors are foreign text, that proves nothing.
 */
const ERRS_BY_HARNESS: ReadonlySet<string> = new Set(['Read', 'Write', 'Edit', 'MultiEdit', 'NotebookEdit', 'NotebookRead', 'Glob', 'LS', 'TodoWrite']);

/**
 * Whether a result is the user's own decision: an answer to a question, or a refusal. The text alone is no proof, as any
 * tool may fail with the same sentence (DESIGN §10); what the harness keeps beside the result is.
 */
export function isUserAnswer(content: Extract<PieceContent, { type: 'result' }>, record: JsonObject, toolName: string): boolean {
  if (ANSWERED_BY_USER.has(toolName)) return true;
  if (!content.isError || !content.text.startsWith(REFUSAL) || !isOnlyResult(record)) return false;
  const beside = record['toolUseResult'];
  if (beside === REFUSED || record['toolDenialKind'] === DENIED_BY_USER) return true;
  return ERRS_BY_HARNESS.has(toolName) && typeof beside === 'string' && beside.startsWith(`Error: ${REFUSAL}`);
}

/** What stands beside several results is not known to be about this one. */
function isOnlyResult(record: JsonObject): boolean {
  return (contentBlocks(record) ?? []).filter((block) => isObject(block) && block['type'] === 'tool_result').length === 1;
}
