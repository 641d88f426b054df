/** A line of a source, or the head or tail of one that is too long. Half-open UTF-16 offsets. */
export interface SourceLine {
  readonly start: number;
  readonly end: number;
}

/** Characters of a line from which only its head and its tail are read: it is data, not a message. */
const LONG_LINE = 2000;
const HEAD_CHARACTERS = 800;
const TAIL_CHARACTERS = 600;
/** Lines alike but for their numbers (progress, repeated log lines): the first ones and the last ones are read. */
const ALIKE_HEAD = 3;
const ALIKE_TAIL = 6;
/** Lines that are read of one source: a longer one gives its head, its tail, and what sounds like trouble between them. */
const HEAD_LINES = 400;
const TAIL_LINES = 1600;
const TROUBLE_LINES = 400;
/** Characters by which two lines count as alike. */
const ALIKE_CHARACTERS = 160;

const TROUBLE = /error|fail|exception|fatal|panic|denied|refused|critical/i;

/** The lines of a text that are worth reading, in its order: each bounded, repeated ones thinned out. Linear. */
export function selectLines(text: string): readonly SourceLine[] {
  const lines = distinctLines(text);
  if (lines.length <= HEAD_LINES + TAIL_LINES) return lines;
  const middle = lines.slice(HEAD_LINES, -TAIL_LINES).filter(({ start, end }) => TROUBLE.test(text.slice(start, end)));
  return [...lines.slice(0, HEAD_LINES), ...middle.slice(-TROUBLE_LINES), ...lines.slice(-TAIL_LINES)];
}

/** Lines grouped by their first characters, a number being like any other. */
class AlikeLines {
  readonly #text: string;
  readonly #byKey = new Map<string, SourceLine[][]>();

  constructor(text: string) {
    this.#text = text;
  }

  add(first: SourceLine, parts: SourceLine[]): void {
    const key = this.#keyOf(first);
    const members = this.#byKey.get(key);
    if (members === undefined) this.#byKey.set(key, [parts]);
    else members.push(parts);
  }

  groups(): Iterable<readonly SourceLine[][]> {
    return this.#byKey.values();
  }

  #keyOf({ start, end }: SourceLine): string {
    return this.#text.slice(start, Math.min(end, start + ALIKE_CHARACTERS)).replace(/\d+/g, '0');
  }
}

function distinctLines(text: string): readonly SourceLine[] {
  const alike = new AlikeLines(text);
  const found: SourceLine[][] = [];
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const parts = partsOf(text, start, end);
    start = end + 1;
    const [first] = parts;
    if (first === undefined) continue;
    alike.add(first, parts);
    found.push(parts);
  }
  const thinned = new Set<SourceLine[]>();
  for (const group of alike.groups()) {
    if (group.length > ALIKE_HEAD + ALIKE_TAIL) for (const parts of group.slice(ALIKE_HEAD, -ALIKE_TAIL)) thinned.add(parts);
  }
  return found.filter((parts) => !thinned.has(parts)).flat();
}

/** What a terminal would show of a line: what stands after its last carriage return. Empty for a blank line. */
function partsOf(text: string, lineStart: number, lineEnd: number): SourceLine[] {
  let end = lineEnd;
  while (end > lineStart && isBlank(text.charCodeAt(end - 1))) end--;
  // Within the line's own characters: `text.lastIndexOf` would walk back through all lines before it.
  const start = lineStart + text.slice(lineStart, end).lastIndexOf('\r') + 1;
  if (start >= end) return [];
  if (end - start <= LONG_LINE) return [{ start, end }];
  return [
    { start, end: wordEnd(text, start + HEAD_CHARACTERS) },
    { start: wordStart(text, end - TAIL_CHARACTERS), end },
  ];
}

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/** Characters that are looked at for the border of a word. */
const WORD_CHARACTERS = 80;

function wordEnd(text: string, at: number): number {
  for (let end = at; end > at - WORD_CHARACTERS; end--) if (isBlank(text.charCodeAt(end))) return end;
  return at;
}

function wordStart(text: string, at: number): number {
  for (let start = at; start < at + WORD_CHARACTERS; start++) if (isBlank(text.charCodeAt(start))) return start + 1;
  return at;
}
