import type { ClassifiedSpan } from '../classify/classify.ts';

/** Rules whose texts are talk: what the user wrote, a reply in words among it, and what the user read and relied on. */
const TALK_RULES: ReadonlySet<string> = new Set(['user-text', 'user-answer', 'final-text']);

export function isTalkRule(rule: string): boolean {
  return TALK_RULES.has(rule);
}

/**
 * E8a: what `overflow: 'tombstone'` may take, sentence by sentence. An answer to a tool's question or permission prompt is
 * an exchange, and stays; so do pins and plans in force, whose rules are others, and a text with items that no later plan
 * holds.
 */
export function isTalk(one: ClassifiedSpan): boolean {
  return one.span.kind === 'text' && isTalkRule(one.rule.id) && (one.planStanding === undefined || one.planStanding === 'superseded');
}

/** The latest message of the user and all behind it stay whole: by index, the first span of it; the number of spans where there is none. */
export function talkEnd(classified: readonly ClassifiedSpan[]): number {
  const last = classified.findLastIndex(({ span }) => span.kind === 'text' && span.provenance === 'user' && span.pieces.length > 0);
  if (last === -1) return classified.length;
  const message = classified[last]?.span.pieces[0]?.message;
  let first = last;
  while (first > 0 && classified[first - 1]?.span.pieces[0]?.message === message) first--;
  return first;
}
