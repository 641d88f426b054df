import type { Finding } from '../drift.ts';
import type { SourceLine } from './source-lines.ts';

/** They say no more than that a value stands under its heading. */
const LINKS = /^(?:is|was|were|are|had|has|of|with|at|the|a|an|and|:|=|-)$/;

/**
 * A row told as `heading value, heading value`: each value must be that of its column. `true` where all of it is, a finding
 * where a value is another's, `undefined` where the statement is not written so.
 */
export function compareRow(said: string, line: SourceLine, header: SourceLine | undefined): true | Finding | undefined {
  const values = line.cells.map(wordsOf);
  const headings = header === undefined ? [] : header.cells.map(wordsOf);
  const parts = said
    .replace(/[.]$/, '')
    .split(/[;,](?=\s)/)
    .map((part) => wordsOf(part).filter((word, at, all) => at === all.length - 1 || !LINKS.test(word) || all.length < 2));
  let labelled = 0;
  for (const part of parts) {
    if (part.length === 0) continue;
    const column = columnOf(part, headings);
    if (column === undefined) {
      if (values.some((value) => isSame(value, part))) continue;
      return undefined;
    }
    const rest = part.slice(headings[column]?.length ?? 0).filter((word) => !LINKS.test(word));
    const own = values[column] ?? [];
    if (isSame(own, rest) || (own.length > rest.length && rest.length > 0 && rest.every((word, at) => own[at] === word))) {
      labelled++;
      continue;
    }
    // A value of another column, or of no column: told of the wrong thing.
    if (rest.length > 0 && rest.every((word) => /\d/.test(word) || values.some((value) => value.includes(word))))
      return { kind: 'number', found: part.join(' '), expected: line.raw.trim() };
    return undefined;
  }
  return labelled > 0 ? true : undefined;
}

/** The column whose heading a part begins with; the longest heading counts. */
function columnOf(part: readonly string[], headings: readonly (readonly string[])[]): number | undefined {
  let best: number | undefined;
  for (const [column, heading] of headings.entries()) {
    if (heading.length === 0 || heading.length >= part.length || !heading.every((word, at) => part[at] === word)) continue;
    if (best === undefined || heading.length > (headings[best]?.length ?? 0)) best = column;
  }
  return best;
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .replace(/[`"'“”()]/g, ' ')
    .replace(/[:=](?=\s|$)/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length > 0 && one.length === other.length && one.every((word, at) => word === other[at]);
}
