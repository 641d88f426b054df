import type { Finding } from '../drift.ts';
import type { Columns } from './columns.ts';
import type { SourceLine } from './source-lines.ts';

/** They say no more than that a value stands under its heading. */
const LINKS = /^(?:is|was|were|are|had|has|of|with|at|the|a|an|and|:|=|-)$/;

type Words = readonly string[];

/**
 * A row told as `heading value, heading value`: each value must be that of its column, and all of it: `enabled` is not what
 * *enabled except on port 80* says. `true` where all of it is, a finding where a value is another's, `undefined` where the
 * statement is not written so.
 */
export function compareRow(said: string, line: SourceLine, columns: Columns): true | Finding | undefined {
  const values = columns.cells.map(wordsOf);
  // `3 (2h ago)`
  const bare = columns.cells.map((cell) => wordsOf(/\([^()]{0,40}\d[^()]{0,40}\)$/.test(cell) ? (/^[\d.,]{1,20}(?= \()/.exec(cell)?.[0] ?? '') : ''));
  const headings = columns.headings.map(wordsOf);
  const words = wordsOf(withoutName(said, line));
  let labelled = 0;
  for (let at = 0; at < words.length; ) {
    const column = columnOf(words, at, headings);
    const first = at + (column === undefined ? 0 : (headings[column]?.length ?? 0));
    const start = skipLinks(words, first);
    // A value without its heading is that of any: but for the name of the row, none stands.
    const names = at === 0 ? values.slice(0, 1) : [];
    // `status at limit`: a link may be of the value.
    const starts = Array.from({ length: start - first + 1 }, (_, step) => first + step);
    const ends = starts.flatMap((from) => endOfValue(words, from, column === undefined ? names : [values[column] ?? [], bare[column] ?? []]) ?? []);
    const [end] = ends;
    if (end !== undefined) {
      if (column !== undefined) labelled++;
      at = skipLinks(words, end);
      continue;
    }
    const found = words[start];
    // A value of another column, or of no column: told of the wrong thing.
    if (column !== undefined && found !== undefined && (/\d/.test(found) || values.some((value) => value.includes(found))))
      return { kind: 'number', found: words.slice(at, start + 1).join(' '), expected: line.raw.trim() };
    return undefined;
  }
  return labelled > 0 ? true : undefined;
}

/** `web-1 STATUS ready` of the row *web-1* */
function withoutName(said: string, { cells }: SourceLine): string {
  const [name = ''] = cells;
  return name !== '' && said.startsWith(`${name} `) ? said.slice(name.length + 1) : said;
}

function skipLinks(words: Words, start: number): number {
  let at = start;
  while (at < words.length - 1 && LINKS.test(words[at] ?? '')) at++;
  return at;
}

/** The column whose heading stands at `start`; the longest heading counts. */
function columnOf(words: Words, start: number, headings: readonly Words[]): number | undefined {
  let best: number | undefined;
  for (const [column, heading] of headings.entries()) {
    if (heading.length === 0 || start + heading.length >= words.length || !heading.every((word, at) => words[start + at] === word)) continue;
    if (best === undefined || heading.length > (headings[best]?.length ?? 0)) best = column;
  }
  return best;
}

/** Where a value ends that stands whole at `start`. */
function endOf(words: Words, start: number, value: Words): number | undefined {
  return value.length > 0 && value.every((word, at) => words[start + at] === word) ? start + value.length : undefined;
}

function endOfValue(words: Words, start: number, values: readonly Words[]): number | undefined {
  const ends = values.flatMap((value) => endOf(words, start, value) ?? []);
  return ends.length === 0 ? undefined : Math.max(...ends);
}

function wordsOf(text: string): Words {
  return text
    .toLowerCase()
    .replace(/[`"'“”()]/g, ' ')
    .replace(/[:=,;.](?=\s|$)/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
}
