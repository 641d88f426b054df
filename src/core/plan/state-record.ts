import type { ClassifiedSpan } from '../classify/classify.ts';
import type { Action } from '../classify/span-class.ts';
import { type SectionLine, sectionLine } from '../markers/note.ts';
import { labelOf } from './label.ts';

/** Characters of the call in a line of the record; the rest of the line is the error's own words. */
const CALL_CHARACTERS = 48;

/**
 * DESIGN §7, *tried and failed*: failed exchanges that leave, the error's own words first line, the most recent first,
 * bounded. A later success of the same call closes the line.
 */
export function triedAndFailed(
  classified: readonly ClassifiedSpan[],
  actions: readonly Action[],
  handleOf: (spanIndex: number) => string | null,
  lineCount: number,
): readonly SectionLine[] {
  const lines: SectionLine[] = [];
  const settled = new Set<string>();
  for (let index = classified.length - 1; index >= 0 && lines.length < lineCount; index--) {
    const span = classified[index]?.span;
    if (!span?.exchange || span.exchange.isPending) continue;
    const hasFailed = span.exchange.isError || (span.exchange.exitCode ?? 0) !== 0;
    const call = labelOf(span, CALL_CHARACTERS);
    if (settled.has(call)) continue;
    settled.add(call);
    if (!hasFailed || actions[index] === 'keep') continue;
    const handle = handleOf(index);
    lines.push(sectionLine(`${call}: ${errorLine(span.text)}`, span.turn, handle ?? undefined));
  }
  return lines;
}

/** The first line that names an error, else the first that is not blank. */
function errorLine(text: string): string {
  const head = text.slice(0, 4000).split('\n');
  const named = head.find((line) => /error|fail|exception|denied|not found|cannot/i.test(line));
  return (named ?? head.find((line) => line.trim() !== '') ?? 'no output').trim();
}
