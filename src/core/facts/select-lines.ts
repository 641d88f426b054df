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

function distinctLines(text: string): readonly SourceLine[] {
  const lines: SourceLine[] = [];
  /** By line: where its parts begin in `lines`. */
  const starts: number[] = [];
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const first = lines.length;
    addParts(text, start, end, lines);
    if (lines.length > first) starts.push(first);
    start = end + 1;
  }
  return starts.length > ALIKE_HEAD + ALIKE_TAIL ? withoutAlike(text, lines, starts) : lines;
}

function withoutAlike(text: string, lines: readonly SourceLine[], starts: readonly number[]): readonly SourceLine[] {
  const alike = new AlikeLines(text);
  const groups = starts.map((first) => alike.groupOf(lines[first] ?? { start: 0, end: 0 }));
  if (groups.every(({ count }) => count <= ALIKE_HEAD + ALIKE_TAIL)) return lines;
  const kept: SourceLine[] = [];
  for (const [index, group] of groups.entries()) {
    const place = group.passed++;
    if (place >= ALIKE_HEAD && place < group.count - ALIKE_TAIL) continue;
    for (let at = starts[index] ?? 0; at < (starts[index + 1] ?? lines.length); at++) kept.push(lines[at] ?? { start: 0, end: 0 });
  }
  return kept;
}

interface AlikeGroup {
  readonly first: SourceLine;
  readonly next: AlikeGroup | undefined;
  count: number;
  passed: number;
}

/** Groups with one hash that a line is compared with; then it counts as alike to none, so that no text takes more than a pass. */
const SAME_HASH = 8;

/** Lines grouped by their first characters, a number being like any other. */
class AlikeLines {
  readonly #text: string;
  readonly #byHash = new Map<number, AlikeGroup>();

  constructor(text: string) {
    this.#text = text;
  }

  groupOf(line: SourceLine): AlikeGroup {
    const hash = hashOf(this.#text, line);
    const newest = this.#byHash.get(hash);
    let tries = 0;
    for (let group = newest; group !== undefined && tries < SAME_HASH; group = group.next, tries++) {
      if (!isAlike(this.#text, group.first, line)) continue;
      group.count++;
      return group;
    }
    const group = { first: line, next: newest, count: 1, passed: 0 };
    if (tries < SAME_HASH) this.#byHash.set(hash, group);
    return group;
  }
}

function hashOf(text: string, { start, end }: SourceLine): number {
  const last = Math.min(end, start + ALIKE_CHARACTERS);
  let hash = 0;
  for (let at = start; at < last; at++) {
    const code = text.charCodeAt(at);
    if (!isDigit(code) || at === start || !isDigit(text.charCodeAt(at - 1))) hash = (Math.imul(hash, 0x01000193) + (isDigit(code) ? 48 : code)) | 0;
  }
  return hash;
}

function isAlike(text: string, one: SourceLine, other: SourceLine): boolean {
  const oneEnd = Math.min(one.end, one.start + ALIKE_CHARACTERS);
  const otherEnd = Math.min(other.end, other.start + ALIKE_CHARACTERS);
  let [at, beside] = [one.start, other.start];
  while (at < oneEnd && beside < otherEnd) {
    const code = text.charCodeAt(at++);
    const codeBeside = text.charCodeAt(beside++);
    if (!isDigit(code)) {
      if (code !== codeBeside) return false;
      continue;
    }
    if (!isDigit(codeBeside)) return false;
    while (at < oneEnd && isDigit(text.charCodeAt(at))) at++;
    while (beside < otherEnd && isDigit(text.charCodeAt(beside))) beside++;
  }
  return at === oneEnd && beside === otherEnd;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** What a terminal would show of a line: what stands after its last carriage return. Nothing for a blank line. */
function addParts(text: string, lineStart: number, lineEnd: number, lines: SourceLine[]): void {
  let end = lineEnd;
  while (end > lineStart && isBlank(text.charCodeAt(end - 1))) end--;
  // Within the line's own characters: `text.lastIndexOf` would walk back through all lines before it.
  const start = lineStart + text.slice(lineStart, end).lastIndexOf('\r') + 1;
  if (start >= end) return;
  if (end - start <= LONG_LINE) lines.push({ start, end });
  else lines.push({ start, end: wordEnd(text, start + HEAD_CHARACTERS) }, { start: wordStart(text, end - TAIL_CHARACTERS), end });
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
