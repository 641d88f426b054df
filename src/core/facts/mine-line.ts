import { LIMITS } from '../limits.ts';
import { cutWellFormed } from '../markers/neutralize.ts';
import type { FactKind } from './fact.ts';
import { LineGrams } from './line-grams.ts';
import { type FactPattern, type FactTable, GATES, type Gate, type TableRow } from './pattern.ts';

/** A fact as it stands in its line. Half-open UTF-16 offsets into the line. */
export interface LineFact {
  readonly kind: FactKind;
  readonly start: number;
  readonly end: number;
}

/** Characters before a clause's cue that its anchor holds: what the cue is said of. */
const BEFORE_CUE = 70;
/** Characters of a statement's anchor: a summarizer has to repeat it letter for letter. */
const CLAUSE_CHARACTERS = 120;
/** Facts of one line: a line with more is a table. */
const LINE_FACTS = 12;

/** As the gate `hex` says. */
const HEX_GATE = 7;
/** Read anew for every line; kept, as it is large. */
const GRAMS = new LineGrams();

/** The facts of one line, by the first rows of the table that fit, in the order of the line. No two overlap. */
export function mineLine(line: string, table: FactTable): readonly LineFact[] {
  const shown = line.includes('\u001b') ? withoutColours(line) : line;
  const { rows, wakes } = table;
  GRAMS.read(shown, wakes);
  const found: LineFact[] = [];
  const opened: Partial<Record<Gate, boolean>> = {};
  for (let word = 0; word < wakes.wordCount; word++) {
    for (let bits = GRAMS.awake(word); bits !== 0; bits &= bits - 1) {
      const row = rows[word * 32 + 31 - Math.clz32(bits & -bits)];
      if (row !== undefined && isWorthTrying(row) && passes(row.gate, shown, opened)) addFacts(found, row, shown, line);
    }
  }
  return found.length < 2 ? found : found.sort((a, b) => a.start - b.start);
}

/** The literals first: most rows are ruled out by them, and no gate is asked. */
function isWorthTrying({ query, hexRun }: TableRow): boolean {
  return (query.length === 0 || GRAMS.mayHold(query)) && (hexRun === undefined || GRAMS.longestHex >= hexRun);
}

/** Each gate is asked once a line. */
function passes(gate: Gate | undefined, shown: string, opened: Partial<Record<Gate, boolean>>): boolean {
  if (gate === undefined) return true;
  if (gate === 'digit') return GRAMS.hasDigit;
  if (gate === 'hex') return GRAMS.longestHex >= HEX_GATE;
  opened[gate] ??= GATES[gate].test(shown);
  return opened[gate];
}

function addFacts(found: LineFact[], row: FactPattern, shown: string, line: string): void {
  if (row.cue !== undefined && !row.cue.test(shown)) return;
  row.pattern.lastIndex = 0;
  let match = row.pattern.exec(shown);
  if (match === null) return;
  if (row.isOnce === true && found.some(({ kind }) => kind === row.kind)) return;
  for (; match !== null && found.length < LINE_FACTS; match = row.pattern.exec(shown)) {
    if (match[0] === '') row.pattern.lastIndex++;
    const fact = row.isClause ? clauseOf(row.kind, shown, match.index, match.index + match[0].length) : anchored(row.kind, match, shown, line);
    if (fact !== undefined && !found.some((other) => other.start < fact.end && fact.start < other.end)) found.push(fact);
    if (row.isOnce === true) return;
  }
}

/** What a line says as a whole, where no row knows it. */
export function wholeLine(kind: FactKind, line: string): LineFact | undefined {
  return trimmed(kind, line.includes('\u001b') ? withoutColours(line) : line, 0, line.length, line);
}

/** Colours and cursor movements, blanked out: offsets stay. */
function withoutColours(line: string): string {
  return line.replace(/\u001b(?:\[[0-9;?]{0,20}[A-Za-z]|\][^\u0007\u001b]{0,200}(?:\u0007|\u001b\\))/g, (code) => ' '.repeat(code.length));
}

function anchored(kind: FactKind, match: RegExpExecArray, shown: string, line: string): LineFact | undefined {
  const group = match.slice(1).find((one) => one !== undefined && one !== '') ?? match[0];
  const start = match.index + match[0].lastIndexOf(group);
  return trimmed(kind, shown === line ? line : shown, start, start + group.length, line);
}

/** One line, no white space around it, bounded at a word's end, and free of control characters. */
function trimmed(kind: FactKind, shown: string, from: number, to: number, line: string): LineFact | undefined {
  let [start, end] = line === shown ? [from, to] : longestPlain(line, from, to);
  const border = line === shown ? /\s/ : /[\s:]/; // a colour may end between a type and its message
  while (start < end && border.test(shown[start] ?? '')) start++;
  while (end > start && /[\s│|]/.test(shown[end - 1] ?? '')) end--;
  end = start + boundedLength(shown.slice(start, end), LIMITS.ANCHOR_CHARACTERS);
  return end > start ? { kind, start, end } : undefined;
}

/** The longest piece that no escape sequence crosses. */
function longestPlain(line: string, from: number, to: number): [number, number] {
  let best: [number, number] = [from, from];
  const sequence = /\u001b(?:\[[0-9;?]{0,20}[A-Za-z]|\][^\u0007\u001b]{0,200}(?:\u0007|\u001b\\))?/g;
  let start = from;
  for (const code of line.slice(from, to).matchAll(sequence)) {
    const end = from + code.index;
    if (end - start > best[1] - best[0]) best = [start, end];
    start = end + code[0].length;
  }
  return to - start > best[1] - best[0] ? [start, to] : best;
}

/** Length of the longest prefix of at most `limit` characters that ends with a word. */
function boundedLength(text: string, limit: number): number {
  if (text.length <= limit) return text.length;
  const cut = cutWellFormed(text, limit);
  const space = cut.lastIndexOf(' ');
  return space > limit / 2 ? space : cut.length;
}

const CLAUSE_START = /[.!?:;—–(*•]\s|[\n\t]|^\s*(?:[-*•]|\d{1,3}[.)])\s/g;
const CLAUSE_END = /[.!?;](?=\s|$|["'*)])|\s[—–]\s|:\s*$/;

/** What is looked for, wanted or supposed has not happened. */
const INTENT =
  /^(?:make|which|whether|if|when|once|now let)\b|\b(?:see if|check (?:if|that|whether)|whether|make sure|ensure|verify|let me|let's|going to|will|should|wants?|need to|in case)\b/i;

/** A correction may well be planned; but a purpose is none. */
const PURPOSE =
  /\b(?:the user wants|now that|let's|(?:see|check|research|find out|investigate|understand) (?:if|why|whether)|(?:possibly|perhaps|maybe|probably|before|until) *$)/i;

/** The clause around a cue, bounded on both sides. */
function clauseOf(kind: FactKind, line: string, cueStart: number, cueEnd: number): LineFact | undefined {
  const from = Math.max(0, cueStart - 2 * BEFORE_CUE);
  let start = from;
  for (const border of line.slice(from, cueStart).matchAll(CLAUSE_START)) start = from + border.index + border[0].length;
  if (cueStart - start > BEFORE_CUE) {
    const space = line.indexOf(' ', cueStart - BEFORE_CUE);
    start = space === -1 || space >= cueStart ? cueStart : space + 1;
  }
  const behind = Math.max(cueStart + 1, cueEnd - 1);
  const tail = line.slice(behind, behind + CLAUSE_CHARACTERS);
  const end = behind + (CLAUSE_END.exec(tail)?.index ?? tail.length);
  const length = boundedLength(line.slice(start, Math.max(end, cueEnd)), CLAUSE_CHARACTERS);
  const before = line.slice(start, cueStart);
  if ((kind === 'correction' ? PURPOSE : INTENT).test(before)) return undefined;
  return trimmed(kind, line, start, start + length, line);
}
