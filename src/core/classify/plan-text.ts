import type { PlanItem } from './tools/tool-rule.ts';

/** List markup with a state, as assistants write it: `- [x] text`, `* [ ] text`, `1. [blocked: why] text`. */
const ITEM = /^[^\S\n]*(?:[-*+]|\d{1,4}[.)])[^\S\n]+\[([^\]\n]{0,200})\][^\S\n]+(\S[^\n]*)$/gm;
/** Below this a list with a box is not a plan. */
const SMALLEST_PLAN_ITEMS = 2;

/** The states of a box, as words; any other text in the box is a state of its own, with its qualifier. */
const BOX_STATES: Readonly<Record<string, string>> = { '': 'pending', ' ': 'pending', x: 'completed', X: 'completed', '~': 'in_progress', '-': 'cancelled' };

/** The plan items in a text; empty where it holds no plan. Structure only: list markup with states (DESIGN §4). */
export function planItemsOf(text: string): readonly PlanItem[] {
  if (!text.includes('[')) return [];
  const items: PlanItem[] = [];
  for (const match of text.matchAll(ITEM)) {
    const box = match[1] ?? '';
    items.push({ text: (match[2] ?? '').trim(), state: BOX_STATES[box] ?? box });
  }
  return items.length >= SMALLEST_PLAN_ITEMS ? items : [];
}
