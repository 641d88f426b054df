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

/**
 * The headings over the cells of a row, by where they stand: a row may lack a value (`kubectl get pvc`), and headings and
 * cells may be parted by one blank (`Wrst StDev`). What stands under no heading goes with what is before it, where one blank
 * parts them; what names the row may stand under nothing. None where a cell stands under no heading.
 */
export function columnsOf(header: string, row: string): Columns | undefined {
  const headings = spansOf(header);
  const columns: { heading: string; cell: string; start: number; end: number }[] = [];
  let next = 0;
  for (const { text, start, end } of spansOf(row)) {
    const at = headingAt(headings, next, { start, end });
    const before = columns.at(-1);
    if (at !== -1) {
      columns.push({ heading: headings[at]?.text ?? '', cell: text, start: headings[at]?.start ?? -1, end });
      next = at + 1;
    } else if (before === undefined) columns.push({ heading: '', cell: text, start: -1, end });
    else if (before.end + 1 === start) {
      before.cell += ` ${text}`;
      before.end = end;
    } else return undefined;
  }
  // `Mounted on`: what has no cell goes with the heading before it, where one blank parts them.
  for (const column of columns) {
    let last = headings.findIndex(({ start }) => start === column.start);
    for (let at = last + 1; last !== -1 && at < headings.length && !columns.some(({ start }) => start === headings[at]?.start); at++) {
      if ((headings[last]?.end ?? 0) + 1 !== headings[at]?.start) break;
      column.heading += ` ${headings[at]?.text}`;
      last = at;
    }
  }
  return { headings: columns.map(({ heading }) => heading), cells: columns.map(({ cell }) => cell) };
}

/** That which begins or ends with the cell; else that which is off by one character. */
function headingAt(headings: readonly Span[], next: number, { start, end }: Pick<Span, 'start' | 'end'>): number {
  const isNear = (heading: Span, most: number): boolean => Math.abs(heading.start - start) <= most || Math.abs(heading.end - end) <= most;
  const exact = headings.findIndex((heading, place) => place >= next && isNear(heading, 0));
  return exact === -1 ? headings.findIndex((heading, place) => place >= next && isNear(heading, 1)) : exact;
}

function spansOf(text: string): readonly Span[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: cell, index }) => ({ text: cell, start: index, end: index + cell.length }));
}
