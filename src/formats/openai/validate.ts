import { broken, checkTypes, readChecked } from '../wire-check.ts';
import { isObject, type JsonObject } from '../wire-document.ts';

const TITLE = 'OpenAI Chat Completions';
const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']);
const WITHOUT_CONTENT = new Set(['assistant', 'function']);
const NO_IDS: ReadonlyMap<string, string> = new Map();

/** Rules 1, 3 and 6 of formats.md §2, roles and content types. Written from the rules, not from the renderer. */
export function validateOpenai(source: string): void {
  const { messages } = readChecked(source, TITLE);
  for (const [index, message] of messages.entries()) checkMessage(message, `messages[${index}]`);
  checkPairs(messages);
}

function checkMessage(message: JsonObject, path: string): void {
  const { role, content } = message;
  checkTypes(role, ROLES, `${path}.role`, 'The role is none of system, developer, user, assistant, tool and function');
  const isAbsent = content === undefined || content === null;
  if (isAbsent) {
    if (!WITHOUT_CONTENT.has(String(role))) throw broken(`${path}.content`, `A ${String(role)} message has no content`);
    if (role === 'assistant' && !hasOther(message)) throw broken(`${path}.content`, 'An assistant message has neither content nor calls'); // rule 3
    return;
  }
  if (typeof content === 'string') return;
  if (!Array.isArray(content)) throw broken(`${path}.content`, 'The content is neither a string nor an array of parts');
  for (const [index, part] of content.entries()) {
    if (!isObject(part) || typeof part['type'] !== 'string') throw broken(`${path}.content[${index}]`, 'A part is not an object with a type');
  }
}

/** What an assistant message may be without a content. */
function hasOther(message: JsonObject): boolean {
  const calls = message['tool_calls'];
  return (
    (Array.isArray(calls) && calls.length > 0) || isObject(message['function_call']) || isObject(message['audio']) || typeof message['refusal'] === 'string'
  );
}

/** Rules 1 and 6: results stand directly behind their calls, one each; only the last message's calls may still wait. */
function checkPairs(messages: readonly JsonObject[]): void {
  let waiting: Map<string, string> = new Map();
  let functionName: string | undefined;
  for (const [index, message] of messages.entries()) {
    const path = `messages[${index}]`;
    if (message['role'] === 'tool') {
      if (!waiting.delete(String(message['tool_call_id'])))
        throw broken(path, 'A tool message answers no open call of the assistant message before it', 'orphan-result');
      continue;
    }
    if (message['role'] === 'function') {
      if (functionName === undefined || functionName !== message['name'])
        throw broken(path, 'A function message does not answer the call directly before it', 'orphan-result');
      functionName = undefined;
      continue;
    }
    const [unanswered] = waiting.values();
    if (unanswered !== undefined) throw broken(unanswered, 'A call has no result before the next message', 'orphan-call');
    if (functionName !== undefined) throw broken(`messages[${index - 1}].function_call`, 'A call has no result in the next message', 'orphan-call');
    waiting = new Map(message['role'] === 'assistant' ? callIds(message, path) : NO_IDS);
    functionName = functionNameOf(message);
  }
}

function callIds(message: JsonObject, path: string): ReadonlyMap<string, string> {
  const calls = message['tool_calls'];
  if (calls === undefined || calls === null) return NO_IDS;
  if (!Array.isArray(calls)) throw broken(`${path}.tool_calls`, 'The calls are not an array');
  const ids = new Map<string, string>();
  for (const [index, call] of calls.entries()) {
    const callPath = `${path}.tool_calls[${index}]`;
    const id: unknown = isObject(call) ? call['id'] : undefined;
    if (typeof id !== 'string' || id === '') throw broken(callPath, 'A call has no id');
    if (ids.has(id)) throw broken(callPath, 'A call has the id of another', 'duplicate-id');
    ids.set(id, callPath);
  }
  return ids;
}

function functionNameOf(message: JsonObject): string | undefined {
  const called = message['function_call'];
  if (message['role'] !== 'assistant' || !isObject(called) || Array.isArray(message['tool_calls'])) return undefined;
  return String(called['name']);
}
