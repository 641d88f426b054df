import { redact } from '../core/redact/redact.ts';
import { type DiffLine, diffLines } from './unified-diff.ts';

/** Characters of a line that are shown around what changed in it. */
const SHOWN_CHARACTERS = 160;

/**
 * A diff as it is shown: what stood there is without the keys that configurations hold, and of a line of a whole state file
 * only the neighbourhood of the change.
 */
export function shownDiff(before: string, after: string): readonly DiffLine[] {
  const lines = diffLines(before, after).map(({ sign, text }): DiffLine => ({ sign, text: redact(text) }));
  return lines.map((line, index) => ({ sign: line.sign, text: near(line.text, changeIn(line.text, counterpartOf(lines, index))) }));
}

/** The line that one replaces, or that replaces it. */
function counterpartOf(lines: readonly DiffLine[], index: number): string | undefined {
  const [before, line, after] = [lines[index - 1], lines[index], lines[index + 1]];
  if (line?.sign === '+' && before?.sign === '-') return before.text;
  return line?.sign === '-' && after?.sign === '+' ? after.text : undefined;
}

function changeIn(text: string, counterpart = text): number {
  let at = 0;
  while (at < text.length && text[at] === counterpart[at]) at++;
  return at === text.length ? 0 : at;
}

function near(text: string, at: number): string {
  if (text.length <= 2 * SHOWN_CHARACTERS) return text;
  const start = Math.max(0, at - SHOWN_CHARACTERS);
  const end = Math.min(text.length, at + SHOWN_CHARACTERS);
  return `${start > 0 ? '…' : ''}${text.slice(start, end).toWellFormed()}${end < text.length ? '…' : ''}`;
}
