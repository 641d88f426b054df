import { parseJson } from '../json-syntax.ts';
import { broken, checkTypes, checkWellFormed } from '../wire-check.ts';
import { isObject, type JsonObject } from '../wire-document.ts';

const TITLE = 'OpenAI Responses';
const ROLES = new Set(['system', 'developer', 'user', 'assistant']);
/** Calls that the caller answers: each has an output of its own, in a later item (rule 1). */
const CALLS = new Set(['function_call', 'custom_tool_call', 'local_shell_call', 'shell_call', 'apply_patch_call', 'computer_call', 'mcp_approval_request']);
const OUTPUT = /_output$|^mcp_approval_response$/;

/** Rules 1 and 2 of formats.md §3, roles and content types. Written from the rules, not from the renderer. */
export function validateResponses(source: string): void {
  const value = parseJson(source);
  const input: unknown = Array.isArray(value) ? value : isObject(value) ? value['input'] : undefined;
  checkWellFormed(value);
  if (typeof input === 'string') return;
  if (!Array.isArray(input)) throw broken('', `This is not ${TITLE}: there is no input`);
  const items = input.map((item: unknown, index) => {
    if (!isObject(item)) throw broken(`input[${index}]`, 'An item is not an object');
    checkItem(item, `input[${index}]`);
    return item;
  });
  checkPairs(items);
  checkReasoning(items);
}

function typeOf(item: JsonObject): string {
  return String(item['type'] ?? 'message');
}

function checkItem(item: JsonObject, path: string): void {
  const { role, content, name, arguments: given, input } = item;
  const type = typeOf(item);
  if (type === 'message') {
    checkTypes(role, ROLES, `${path}.role`, 'The role is none of system, developer, user and assistant');
    checkContent(content, `${path}.content`);
  }
  if (type === 'function_call' && (typeof name !== 'string' || typeof given !== 'string'))
    throw broken(path, 'A call lacks its name, or its arguments are no string');
  if (type === 'custom_tool_call' && (typeof name !== 'string' || typeof input !== 'string'))
    throw broken(path, 'A call lacks its name, or its input is no string');
  if (type === 'item_reference' && typeof item['id'] !== 'string') throw broken(path, 'A reference names no item');
}

function checkContent(content: unknown, path: string): void {
  if (typeof content === 'string') return;
  if (!Array.isArray(content)) throw broken(path, 'The content is neither a string nor an array of parts');
  for (const [index, part] of content.entries()) {
    if (!isObject(part) || typeof part['type'] !== 'string') throw broken(`${path}[${index}]`, 'A part is not an object with a type');
  }
}

/** The id by which a call and its output find each other. */
function pairId(item: JsonObject): unknown {
  const type = typeOf(item);
  if (type === 'mcp_approval_request') return item['id'];
  if (type === 'mcp_approval_response') return item['approval_request_id'];
  return type.startsWith('local_shell_call') ? (item['call_id'] ?? item['id']) : item['call_id'];
}

/** Rule 1: one output for each call, behind it; only what nothing but outputs follows may still wait. */
function checkPairs(items: readonly JsonObject[]): void {
  const waiting = new Map<unknown, number>();
  const seen = new Set<unknown>();
  for (const [index, item] of items.entries()) {
    const type = typeOf(item);
    const id = pairId(item);
    if (CALLS.has(type)) {
      if (typeof id !== 'string' || id === '') throw broken(`input[${index}]`, 'A call has no id');
      if (seen.has(id)) throw broken(`input[${index}]`, 'A call has the id of another', 'duplicate-id');
      seen.add(id);
      waiting.set(id, index);
    } else if (OUTPUT.test(type) && typeof id === 'string' && !waiting.delete(id) && mustPair(type)) {
      throw broken(`input[${index}]`, 'An output answers no open call before it', 'orphan-result');
    }
  }
  const settled = lastSettled(items);
  for (const index of waiting.values()) if (index < settled) throw broken(`input[${index}]`, 'A call has no output', 'orphan-call');
}

/** Outputs of types that came later may belong to calls that are not known here. */
function mustPair(type: string): boolean {
  return type === 'mcp_approval_response' || CALLS.has(type.slice(0, -'_output'.length));
}

/** What stands before the last message of the user, or before the last item behind an output, is not at the end. */
function lastSettled(items: readonly JsonObject[]): number {
  let settled = -1;
  for (let index = items.length - 1; index > 0 && settled === -1; index--) {
    const item = items[index] ?? {};
    const before = items[index - 1] ?? {};
    const isOfUser = typeOf(item) === 'message' && item['role'] !== 'assistant';
    const isBehindOutput = !OUTPUT.test(typeOf(item)) && OUTPUT.test(typeOf(before));
    if (isOfUser || isBehindOutput) settled = index;
  }
  return settled;
}

/** Rule 2: reasoning that the server made stands directly before what it belongs to. */
function checkReasoning(items: readonly JsonObject[]): void {
  for (const [index, item] of items.entries()) {
    if (typeOf(item) !== 'reasoning' || typeof item['id'] !== 'string') continue;
    const next = items[index + 1];
    const isFollowed = next !== undefined && !OUTPUT.test(typeOf(next)) && !(typeOf(next) === 'message' && next['role'] !== 'assistant');
    if (!isFollowed) throw broken(`input[${index}]`, 'Reasoning is not followed by the item that it belongs to');
  }
}
