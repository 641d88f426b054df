import { isObject } from '../formats/wire-document.ts';
import type { KnownRequest } from './known-requests.ts';

/**
 * Whether the request goes on with a turn that has thinking in it. What stands before that thinking is better left alone:
 * newer models bind a thinking block to its prefix and refuse it after another (Anthropic's rule 7). Between turns no
 * thinking is demanded, so a compaction waits for that as long as there is room.
 */
export function isInThinkingTurn({ format, list, items }: KnownRequest): boolean {
  if (format !== 'anthropic' || !isObject(list.shell['thinking']) || list.shell['thinking']['type'] === 'disabled') return false;
  let hasThinking = false;
  for (let index = items.length - 1; index >= 0; index--) {
    const { start, end } = list.items[index] ?? { start: 0, end: 0 };
    const message: unknown = JSON.parse(list.text.slice(start, end));
    const blocks = isObject(message) && Array.isArray(message['content']) ? message['content'].filter(isObject) : [];
    if (items[index]?.role === 'user' && !blocks.some((block) => block['type'] === 'tool_result')) return false;
    hasThinking ||= blocks.some((block) => block['type'] === 'thinking' || block['type'] === 'redacted_thinking');
    if (hasThinking && items[index]?.role === 'assistant') return true;
  }
  return false;
}
