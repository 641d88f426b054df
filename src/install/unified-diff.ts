/** Lines of a diff, as `diff -u` writes them. */
export interface DiffLine {
  readonly sign: ' ' | '+' | '-' | '@';
  readonly text: string;
}

const CONTEXT_LINES = 3;

/** What changes between two texts, with three lines around each change. Time grows with the size of the change, not with its place. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const edits = editScript(linesOf(before), linesOf(after));
  const near = edits.map((_, index) => edits.slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1).some((edit) => edit.sign !== ' '));
  const lines: DiffLine[] = [];
  let [lineBefore, lineAfter] = [1, 1];
  for (const [index, edit] of edits.entries()) {
    if (near[index] === true && near[index - 1] !== true) lines.push({ sign: '@', text: headingOf(edits, near, index, lineBefore, lineAfter) });
    if (near[index] === true) lines.push(edit);
    if (edit.sign !== '+') lineBefore++;
    if (edit.sign !== '-') lineAfter++;
  }
  return lines;
}

function headingOf(edits: readonly DiffLine[], near: readonly boolean[], from: number, lineBefore: number, lineAfter: number): string {
  const end = near.indexOf(false, from);
  const hunk = edits.slice(from, end === -1 ? edits.length : end);
  const countBefore = hunk.filter((edit) => edit.sign !== '+').length;
  const countAfter = hunk.filter((edit) => edit.sign !== '-').length;
  return `@@ -${countBefore === 0 ? lineBefore - 1 : lineBefore},${countBefore} +${countAfter === 0 ? lineAfter - 1 : lineAfter},${countAfter} @@`;
}

/** Without the ending: a difference of endings alone is none that an install makes. */
function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  return text.replace(/\r?\n$/, '').split(/\r?\n/);
}

/** The common lines at both ends are set aside; between them the shortest script (Myers), as few lines differ there. */
function editScript(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const shortest = Math.min(before.length, after.length);
  let head = 0;
  while (head < shortest && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shortest - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const same = (text: string): DiffLine => ({ sign: ' ', text });
  return [
    ...before.slice(0, head).map(same),
    ...middleScript(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(same),
  ];
}

/** Beyond this the middle is told as one removal and one insertion. */
const MOST_EDITS = 400;

function middleScript(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const reached: Map<number, number>[] = [];
  let ends = new Map<number, number>([[1, 0]]);
  for (let edits = 0; edits <= MOST_EDITS; edits++) {
    reached.push(ends);
    ends = new Map(ends);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const down = diagonal === -edits || (diagonal !== edits && (ends.get(diagonal - 1) ?? -1) < (ends.get(diagonal + 1) ?? -1));
      let x = down ? (ends.get(diagonal + 1) ?? 0) : (ends.get(diagonal - 1) ?? 0) + 1;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x++;
      ends.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length) return walkBack(before, after, reached);
    }
  }
  return [...before.map((text): DiffLine => ({ sign: '-', text })), ...after.map((text): DiffLine => ({ sign: '+', text }))];
}

function walkBack(before: readonly string[], after: readonly string[], reached: readonly ReadonlyMap<number, number>[]): readonly DiffLine[] {
  const script: DiffLine[] = [];
  let [x, y] = [before.length, after.length];
  for (let edits = reached.length - 1; edits >= 0; edits--) {
    const ends = reached[edits] ?? new Map<number, number>();
    const diagonal = x - y;
    const down = diagonal === -edits || (diagonal !== edits && (ends.get(diagonal - 1) ?? -1) < (ends.get(diagonal + 1) ?? -1));
    const fromX = ends.get(down ? diagonal + 1 : diagonal - 1) ?? 0;
    const fromY = fromX - (down ? diagonal + 1 : diagonal - 1);
    for (; x > fromX && y > fromY && x > 0 && y > 0; x--, y--) script.push({ sign: ' ', text: before[x - 1] ?? '' });
    if (edits > 0) script.push(down ? { sign: '+', text: after[y - 1] ?? '' } : { sign: '-', text: before[x - 1] ?? '' });
    [x, y] = [fromX, fromY];
  }
  return script.reverse();
}
