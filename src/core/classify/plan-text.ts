import type { PlanItem } from './tools/tool-rule.ts';

/** List markup with a state, as assistants write it: `- [x] text`, `* [ ] text`, `1. [blocked: why] text`. */
const ITEM = /^[^\S\n]*(?:[-*+]|\d{1,4}[.)])[^\S\n]+\[([^\]\n]{0,200})\][^\S\n]+(\S[^\n]*)$/gm;
/** Below this a list with a box is not a plan. */
const SMALLEST_PLAN_ITEMS = 2;

/** The states of a box, as words; any other text in the box is a state of its own, with its qualifier. */
const BOX_STATES: Readonly<Record<string, string>> = { '': 'pending', ' ': 'pending', x: 'completed', X: 'completed', '~': 'in_progress', '-': 'cancelled' };

/** `… — blocked: waiting for approval`, `… (blocked)`, `blocked: …`: the state word beside an empty box, where a mark sets it off. */
const STATE_WORDS = /(?:^|[—–(:;]\s*|\s-\s+)(blocked|waiting|on hold|paused|skipped)\b(?=\s*[:;,.)—–-]|\s+(?:on|for|by|until)\b|\s*$)/i;

function stateInWords(text: string): string | undefined {
  return STATE_WORDS.exec(text.slice(0, 2000))?.[1]?.toLowerCase();
}

/** The plan items in a text; empty where it holds no plan. Structure only: list markup with states (DESIGN §4). */
export function planItemsOf(text: string): readonly PlanItem[] {
  if (!text.includes('[')) return [];
  const items: PlanItem[] = [];
  for (const match of text.matchAll(ITEM)) {
    const box = match[1] ?? '';
    const text = (match[2] ?? '').trim();
    items.push({ text, state: stateInWords(text) ?? BOX_STATES[box] ?? box });
  }
  return items.length >= SMALLEST_PLAN_ITEMS ? items : [];
}
