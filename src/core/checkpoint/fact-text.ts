import { fitLine } from '../drift/flat-lines.ts';
import type { Fact, FactSource } from '../facts/fact.ts';
import { LIMITS } from '../limits.ts';

/** Characters of the call in a heading. */
const HEADING_CHARACTERS = 60;

/** The line before what is said of a source: its turn, and the call where it was one. */
export function headingOf(source: FactSource): string {
  return fitLine(`t${source.turn} ${source.call ?? source.origin}:`, HEADING_CHARACTERS);
}

/** The fewest words that hold these facts: under each source's heading their anchors, as they stood. In source order. */
export function factText(facts: readonly Fact[], sources: readonly FactSource[]): string {
  const lines: string[] = [];
  let current = -1;
  for (const fact of facts) {
    const source = sources[fact.source];
    if (source === undefined) continue;
    if (fact.source !== current) lines.push(headingOf(source));
    current = fact.source;
    lines.push(fitLine(fact.anchor, LIMITS.ANCHOR_CHARACTERS));
  }
  return lines.join('\n');
}
