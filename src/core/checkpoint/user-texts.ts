import type { Span } from '../span.ts';

/** What the user said in words: only this can be behind a statement that is attributed to the user (C08, P28). What was pasted is not said. */
export function userTexts(spans: readonly Span[]): readonly string[] {
  return spans.filter((span) => span.kind === 'text' && span.provenance === 'user' && span.text !== '').map((span) => span.text);
}
