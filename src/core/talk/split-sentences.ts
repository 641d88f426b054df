import { ABBREVIATIONS, MONTHS_BEHIND_ORDINALS } from './abbreviations.ts';

/** Half-open range of UTF-16 offsets. */
export interface SentenceRange {
  readonly start: number;
  readonly end: number;
}

/** What may end a sentence, or begin inline code. Bounded: a longer run is met again. */
const STOP_OR_CODE = /[.…!?\p{Sentence_Terminal}]{1,16}|`{1,64}/gu;
const CODE = /`{1,64}/g;
const NEEDS_SPACE = /^[.…!?]+$/;
/** What closes behind a stop, with the space that French puts before its quotation mark. */
const CLOSERS = /(?:[ \u00a0\u202f]?[»›]|["'”’)\]}*_~」』）】》〉]){1,8}/uy;
/** Emoji and emoticons behind a stop are of the same mood. */
const EMOJI = /(?:[ \u00a0]{0,2}(?:\p{Extended_Pictographic}(?:\ufe0f|\u200d|[\u{1f3fb}-\u{1f3ff}]){0,4}|[:;=]-?[()DPpo]|<3)){1,8}(?=\s|$)/uy;
const ITEM = /[^\S\n]{0,64}(?:[-*+•–]|\d{1,3}[.)]|[a-zA-Z]\)|#{1,6}|>)[^\S\n]/y;
const FENCE = /[^\S\n]{0,64}(`{3,64}|~{3,64})/y;
const LOWER = /^\p{Ll}/u;
const LETTER_WITHOUT_CASE = /^\p{Lo}/u;
const QUOTE_CLOSER = /["'”’»›」』)）]$/u;
/** The word before a stop, with stops inside it. */
const LAST_WORD = /(?:^|[\s("'“„«‘’/–—-])([\p{L}\p{N}]{1,16}(?:[.-][\p{L}\p{M}]{1,6}){0,4})$/u;
const LAST_WORD_CHARACTERS = 48;

/**
 * Sentences of `text` in order, which cover it exactly: white space belongs to the sentence before it, what indents a line
 * to that line. A line of a list, a heading and a fenced block are one sentence; inline code is never cut. What begins a
 * sentence is looked for at its beginning and not at that of a line, so that a sentence by itself is one sentence too.
 *
 * Linear. `Intl.Segmenter` is not used: on one text of 1 MB it takes minutes, and it looks as far ahead as it likes, so that
 * a sentence that leaves could change the ends of others.
 */
export function splitSentences(text: string): readonly SentenceRange[] {
  const ranges: SentenceRange[] = [];
  const lines = new Lines(text);
  for (let start = 0; start < text.length; ) {
    const end = sentenceEnd(lines, start);
    ranges.push({ start, end });
    start = end;
  }
  return ranges;
}

/** A text that is read from left to right. What was found ahead is kept, so that nothing is searched twice (DESIGN §10). */
class Lines {
  readonly text: string;
  private newline = -1;
  private stop: { readonly from: number; readonly index: number; readonly found: string } | undefined;
  private readonly unclosedFences = new Set<string>();
  private readonly unclosedCode = new Map<number, number>();

  constructor(text: string) {
    this.text = text;
  }

  /** The newline at or behind `from`, or the end of the text. Never asked for a place before an earlier one. */
  end(from: number): number {
    if (this.newline < from) {
      const found = this.text.indexOf('\n', from);
      this.newline = found === -1 ? this.text.length : found;
    }
    return this.newline;
  }

  /** The next stop or run of backticks at or behind `from`; at the end of the text an empty one. */
  next(from: number): { readonly index: number; readonly found: string } {
    if (this.stop === undefined || from < this.stop.from || from > this.stop.index) {
      STOP_OR_CODE.lastIndex = from;
      const match = STOP_OR_CODE.exec(this.text);
      this.stop = { from, index: match?.index ?? this.text.length, found: match?.[0] ?? '' };
    }
    return this.stop;
  }

  /** Behind the run that closes inline code of `length` backticks in the same line, or behind the opening one. */
  closingCode(at: number, length: number): number {
    const end = this.end(at);
    if (this.unclosedCode.get(length) === end) return at + length;
    CODE.lastIndex = at + length;
    for (let run = CODE.exec(this.text); run !== null && run.index < end; run = CODE.exec(this.text)) {
      if (run[0].length === length) return run.index + length;
    }
    this.unclosedCode.set(length, end);
    return at + length;
  }

  /** The end of the line that closes the fence opened before `from`. */
  closingFence(fence: string, from: number): number | undefined {
    if (this.unclosedFences.has(fence)) return undefined;
    for (let newline = this.text.indexOf('\n', from); newline !== -1; newline = this.text.indexOf('\n', newline + 1)) {
      if (matchesAt(FENCE, this.text, newline + 1)?.[1]?.startsWith(fence)) return this.end(newline + 1);
    }
    this.unclosedFences.add(fence);
    return undefined;
  }
}

function sentenceEnd(lines: Lines, start: number): number {
  const { text } = lines;
  const first = skipSpace(text, start);
  if (first === text.length) return first;
  const indent = start + text.slice(start, first).lastIndexOf('\n') + 1;
  const fenceEnd = endOfFence(lines, indent);
  if (fenceEnd !== undefined) return withSpace(text, fenceEnd);
  if (matchesAt(ITEM, text, indent)) return withSpace(text, lines.end(first));
  for (let from = first; ; ) {
    const end = lines.end(from);
    const stop = firstStop(lines, from, end);
    if (stop !== undefined) return withSpace(text, stop);
    if (!goesOn(text, end)) return withSpace(text, end);
    from = end + 1;
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  return at;
}

function isSpace(code: number): boolean {
  return code <= 32 ? code === 32 || (code >= 9 && code <= 13) : code >= 160 && /\s/.test(String.fromCharCode(code));
}

/** The white space behind, up to the last newline in it: what indents the next line is that line's. */
function withSpace(text: string, from: number): number {
  const to = skipSpace(text, from);
  if (to === text.length) return to;
  const newline = text.slice(from, to).lastIndexOf('\n');
  return newline === -1 ? to : from + newline + 1;
}

function matchesAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Behind the line of the closing fence; the end of the text where nothing closes it; nothing where no fence opens here. */
function endOfFence(lines: Lines, at: number): number | undefined {
  const { text } = lines;
  const opening = matchesAt(FENCE, text, at);
  const fence = opening?.[1];
  if (opening === null || fence === undefined) return undefined;
  const again = text.indexOf(fence, at + opening[0].length);
  // Closed in its own line it is inline code.
  if (again !== -1 && again < lines.end(at)) return undefined;
  return lines.closingFence(fence, at) ?? text.length;
}

/** A line of a hard-wrapped paragraph: it ends without a stop, and the next one begins with a lower-case letter. */
function goesOn(text: string, end: number): boolean {
  if (end >= text.length) return false;
  const next = skipSpace(text, end);
  const newlines = text.slice(end, Math.min(next, end + 4)).split('\n').length - 1;
  return (
    newlines === 1 &&
    !/[:;.!?…]$/.test(text.slice(Math.max(0, end - 8), end).trimEnd()) &&
    LOWER.test(text.slice(next, next + 2)) &&
    !matchesAt(ITEM, text, next)
  );
}

/** Behind the first stop between `from` and `end` that ends a sentence, with what closes there. */
function firstStop(lines: Lines, from: number, end: number): number | undefined {
  for (let stop = lines.next(from); stop.index < end; ) {
    const { index, found } = stop;
    const isCode = found.startsWith('`');
    const at = isCode ? undefined : stopEnd(lines.text, from, index, found);
    if (at !== undefined) return at;
    stop = lines.next(isCode ? lines.closingCode(index, found.length) : index + found.length);
  }
  return undefined;
}

function stopEnd(text: string, from: number, at: number, stop: string): number | undefined {
  const closers = matchesAt(CLOSERS, text, at + stop.length)?.[0] ?? '';
  const closed = at + stop.length + closers.length;
  const end = closed + (matchesAt(EMOJI, text, closed)?.[0].length ?? 0);
  const next = skipSpace(text, end);
  if (next === text.length) return end;
  const behind = text.slice(next, next + 24);
  if (next === end && !endsWithoutSpace(stop, behind)) return undefined;
  if (text.slice(end, next).includes('\n')) return end;
  // `"Really?" she asked`, and 「はい。」と言った
  if (QUOTE_CLOSER.test(closers) && (LOWER.test(behind) || (next === end && LETTER_WITHOUT_CASE.test(behind)))) return undefined;
  if (/^(?:\.{2,}|…)$/.test(stop) && LOWER.test(behind)) return undefined;
  return stop === '.' && closers === '' && isInside(text.slice(Math.max(from, at - LAST_WORD_CHARACTERS), at), behind) ? undefined : end;
}

/** Marks of scripts that write no spaces end a sentence by themselves; `!` and `?` do so before such a script. */
function endsWithoutSpace(stop: string, behind: string): boolean {
  return !NEEDS_SPACE.test(stop) || (/[!?]$/.test(stop) && LETTER_WITHOUT_CASE.test(behind));
}

/** Whether a full stop behind `before` belongs to an abbreviation, an initial or an ordinal. */
function isInside(before: string, behind: string): boolean {
  const written = LAST_WORD.exec(before)?.[1];
  if (written === undefined) return false;
  const word = written.toLowerCase();
  const goesOnLower = LOWER.test(behind);
  if (/^\d{1,2}$/.test(word)) return goesOnLower || MONTHS_BEHIND_ORDINALS.has(/^\p{L}{1,16}/u.exec(behind)?.[0].toLowerCase() ?? '');
  if (/^\p{Lu}$/u.test(written)) return written !== 'I';
  // `after 200 ms.` is no Ms.
  if (ABBREVIATIONS.neverLast.has(word)) return !/\d\s?$/.test(before.slice(0, before.length - written.length));
  if (ABBREVIATIONS.beforeNumber.has(word) && /^\d/.test(behind)) return true;
  return goesOnLower && (ABBREVIATIONS.sometimesLast.has(word) || /^\p{L}(?:\.\p{L}){1,4}$/u.test(word));
}
