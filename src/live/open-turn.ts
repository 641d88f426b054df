import { isObject } from '../formats/wire-document.ts';
import type { KnownRequest } from './known-requests.ts';
import type { RequestItem } from './request-item.ts';

/**
 * Whether the request goes on with a turn that has thinking in it. What stands before that thinking is better left alone:
 * newer models bind a thinking block to its prefix and refuse it after another (Anthropic's rule 7). Between turns no
 * thinking is demanded, so a compaction waits for that as long as there is room.
 */
export function isInThinkingTurn({ format, list, items }: KnownRequest): boolean {
  const { thinking } = list.shell;
  if (format !== 'anthropic' || !isObject(thinking) || thinking['type'] === 'disabled') return false;
  return openTurn(items).some((item) => item.hasThinking);
}

/** Whether thinking of the open turn was written after another prefix than the one that is sent: the compaction could not wait. */
export function hasMovedThinking({ items, memo: { prefix } }: KnownRequest): boolean {
  if (prefix === undefined) return false;
  const start = items.length - openTurn(items).length;
  return items.slice(start, prefix.itemCount).some((item) => item.hasThinking);
}

/** The items since the user last said something. */
function openTurn(items: readonly RequestItem[]): readonly RequestItem[] {
  return items.slice(items.findLastIndex((item) => item.opensTurn) + 1);
}
