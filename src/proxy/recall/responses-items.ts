import type { JsonObject } from '../../formats/wire-document.ts';
import { RECALL_TOOL_NAME } from './tool.ts';

/** Whether an item of Responses calls our tool. */
export function isRecallItem(item: JsonObject): boolean {
  return item['type'] === 'function_call' && item['name'] === RECALL_TOOL_NAME;
}

/** Calls that the provider itself carries out. */
const CARRIED_OUT_BY_PROVIDER: ReadonlySet<unknown> = new Set([
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'mcp_call',
  'tool_search_call',
]);

/** Whether the client is to do something before the conversation can go on. */
export function waitsForClient(items: readonly JsonObject[]): boolean {
  const answered = new Set(items.filter((item) => String(item['type']).endsWith('_output')).map((item) => item['call_id']));
  return items.some((item) => {
    const type = String(item['type']);
    if (type === 'mcp_approval_request') return true;
    return type.endsWith('_call') && !CARRIED_OUT_BY_PROVIDER.has(type) && !isRecallItem(item) && !answered.has(item['call_id']);
  });
}

/**
 * Items as the next request may bring them. Reasoning that is neither stored nor encrypted is lost to the provider, and
 * without it the names of what followed it are refused (rule 2 of the wire).
 */
export function sendableItems(request: JsonObject, items: readonly JsonObject[]): readonly JsonObject[] {
  const isLost = (item: JsonObject): boolean => item['type'] === 'reasoning' && typeof item['encrypted_content'] !== 'string';
  if (request['store'] !== false || !items.some(isLost)) return items;
  return items.filter((item) => !isLost(item)).map(({ id: _, ...item }) => item);
}
