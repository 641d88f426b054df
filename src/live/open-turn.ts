import { isObject } from '../formats/wire-document.ts';
import type { KnownRequest } from './known-requests.ts';
import { itemText } from './request-list.ts';

/**
 * Whether the request goes on with a turn that has thinking in it. What stands before that thinking is better left alone:
 * newer models bind a thinking block to its prefix and refuse it after another (Anthropic's rule 7). Between turns no
 * thinking is demanded, so a compaction waits for that as long as there is room.
 */
export function isInThinkingTurn({ format, list, items }: KnownRequest): boolean {
  if (format !== 'anthropic' || !isObject(list.shell['thinking']) || list.shell['thinking']['type'] === 'disabled') return false;
  let hasThinking = false;
  for (let index = items.length - 1; index >= 0; index--) {
    const message: unknown = JSON.parse(itemText(list, index));
    const blocks = isObject(message) && Array.isArray(message['content']) ? message['content'].filter(isObject) : [];
    if (items[index]?.role === 'user' && !blocks.some((block) => block['type'] === 'tool_result')) return false;
    hasThinking ||= blocks.some((block) => block['type'] === 'thinking' || block['type'] === 'redacted_thinking');
    if (hasThinking && items[index]?.role === 'assistant') return true;
  }
  return false;
}
