import type { Span } from '../span.ts';
import type { TurnIndex } from '../turn.ts';

/** What the user said in words: only this can be behind a statement that is attributed to the user (C08, P28). What was pasted is not said. */
export function userTexts(spans: readonly Span[]): readonly string[] {
  return spans.filter((span) => isSaid(span) && span.text !== '').map((span) => span.text);
}

/** F10: the turns in which the user spoke: where one begins, the task may have changed. */
export function userTurns(spans: readonly Span[]): readonly TurnIndex[] {
  return spans.filter(isSaid).map((span) => span.turn);
}

function isSaid(span: Span): boolean {
  return span.kind === 'text' && span.provenance === 'user';
}
