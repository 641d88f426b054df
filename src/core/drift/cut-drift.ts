import { checkDrift } from './check-drift.ts';
import type { Drift, DriftSource } from './drift.ts';

export interface CutText {
  readonly text: string;
  readonly cut: readonly Drift[];
}

/**
 * E16: a surrogate without the sentences that drift; a line that has nothing else goes with them. Without drift the text
 * is given back as it is. What is left is checked again, as a sentence may read otherwise beside other neighbours.
 */
export function cutDrift(surrogate: string, source: DriftSource): CutText {
  const cut: Drift[] = [];
  let text = surrogate;
  for (;;) {
    const drifts = checkDrift(text, source);
    if (drifts.length === 0) return { text, cut };
    cut.push(...drifts);
    text = withoutDrifts(text, drifts);
  }
}

function withoutDrifts(text: string, drifts: readonly Drift[]): string {
  const lines: string[] = [];
  let offset = 0;
  let next = 0;
  for (const line of text.split('\n')) {
    const end = offset + line.length;
    let rest = '';
    let from = offset;
    const first = next;
    for (let drift = drifts[next]; drift !== undefined && drift.start < end; drift = drifts[++next]) {
      rest += text.slice(from, drift.start);
      from = drift.end;
    }
    rest += text.slice(from, end);
    if (first === next) lines.push(line);
    else if (/[\p{L}\p{N}]/u.test(rest)) lines.push(rest.replace(/ {2,}/g, ' ').trimEnd());
    offset = end + 1;
  }
  return lines.join('\n');
}
