/** A cell with the columns of characters that it takes, half-open. */
interface Span {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The cells of a row, each with the heading over it. */
export interface Columns {
  readonly headings: readonly string[];
  readonly cells: readonly string[];
}

const BY_BLANKS = /\S+(?: \S+)*/g;
const BY_BLANK = /\S+/g;

/**
 * The headings over the cells of a row, by where they stand: a row may lack a value (`kubectl get pvc`), and headings and
 * cells may be parted by one blank (`Wrst StDev`). None where a cell but the first stands under no heading, or one under two.
 */
export function columnsOf(header: string, row: string): Columns | undefined {
  const headings = spansOf(header, BY_BLANK);
  return alignSpans(headings, spansOf(row, BY_BLANKS)) ?? alignSpans(headings, spansOf(row, BY_BLANK));
}

function alignSpans(headings: readonly Span[], cells: readonly Span[]): Columns | undefined {
  const used = new Set<number>();
  const names: string[] = [];
  for (const cell of cells) {
    const over = headings.flatMap((heading, at) => (heading.start === cell.start || heading.end === cell.end ? [at] : []));
    const [at] = over;
    // What names the row may stand under nothing: `  4. tr3.transit.example.com` under *HOST: probe-7*.
    if (over.length !== 1 || at === undefined || used.has(at)) {
      if (names.length > 0) return undefined;
      names.push('');
      continue;
    }
    used.add(at);
    names.push(headings[at]?.text ?? '');
  }
  return { headings: names, cells: cells.map(({ text }) => text) };
}

function spansOf(text: string, pattern: RegExp): readonly Span[] {
  return [...text.matchAll(pattern)].map(({ 0: cell, index }) => ({ text: cell, start: index, end: index + cell.length }));
}
