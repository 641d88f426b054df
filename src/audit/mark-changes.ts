import type { AuditedStatement } from './report.ts';

/** Half-open, in UTF-16 units. */
export interface MarkedRange {
  readonly start: number;
  readonly end: number;
}

/** What of the source a drift took, and what the surrogate has in its place. */
export interface MarkedTexts {
  readonly source: readonly MarkedRange[];
  readonly surrogate: readonly MarkedRange[];
}

/** Where the changed words of a drifted statement stand in its two texts; empty where they do not stand there as they are. */
export function markChanges({ text, surrogateText = '', changes = [] }: AuditedStatement): MarkedTexts {
  return {
    source: joined(changes.flatMap(({ expected }) => (expected === undefined ? [] : placesOf(text, expected)))),
    surrogate: joined(changes.flatMap(({ found }) => placesOf(surrogateText, found))),
  };
}

const WORD = /[\p{L}\p{N}_]/u;

/** As whole words first; a part of a word only where nothing else fits. Case does not count. */
export function placesOf(text: string, wanted: string): readonly MarkedRange[] {
  if (wanted.trim() === '') return [];
  const [lowered, needle] = [text.toLowerCase(), wanted.toLowerCase()];
  // Some letters are longer in lower case: then offsets would not fit.
  if (lowered.length !== text.length || needle.length !== wanted.length) return [];
  const all: MarkedRange[] = [];
  for (let at = lowered.indexOf(needle); at !== -1; at = lowered.indexOf(needle, at + needle.length)) all.push({ start: at, end: at + needle.length });
  const whole = all.filter(({ start, end }) => !(isWord(text, start - 1) && isWord(text, start)) && !(isWord(text, end - 1) && isWord(text, end)));
  return whole.length > 0 ? whole : all.slice(0, 1);
}

function isWord(text: string, at: number): boolean {
  return WORD.test(text.charAt(at));
}

function joined(ranges: readonly MarkedRange[]): readonly MarkedRange[] {
  const apart: MarkedRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = apart.at(-1);
    if (last === undefined || range.start >= last.end) apart.push(range);
    else if (range.end > last.end) apart[apart.length - 1] = { start: last.start, end: range.end };
  }
  return apart;
}
