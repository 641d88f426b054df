/** A place in a text where something was put in: half-open, in UTF-16 units of the text that holds it. */
export interface InsertedRange {
  readonly start: number;
  readonly end: number;
}

export interface Insertion {
  readonly offset: number;
  readonly text: string;
}

/** A text with what was put into it so far, so that it can be taken out again to the letter. */
export interface Grown {
  readonly text: string;
  /** Ascending, apart from each other. */
  readonly inserted: readonly InsertedRange[];
}

export function grow(grown: Grown, insertion: Insertion): Grown {
  const { offset, text } = insertion;
  const inserted = grown.inserted.map(({ start, end }) => {
    if (start >= offset) return { start: start + text.length, end: end + text.length };
    return { start, end: offset < end ? end + text.length : end };
  });
  const isWithin = grown.inserted.some(({ start, end }) => start < offset && offset < end);
  return {
    text: grown.text.slice(0, offset) + text + grown.text.slice(offset),
    inserted: isWithin ? inserted : [...inserted, { start: offset, end: offset + text.length }].sort((a, b) => a.start - b.start),
  };
}

/** The text as it was before anything was put in. */
export function shrink({ text, inserted }: Grown): string {
  let rest = '';
  let from = 0;
  for (const { start, end } of inserted) {
    rest += text.slice(from, start);
    from = end;
  }
  return rest + text.slice(from);
}
