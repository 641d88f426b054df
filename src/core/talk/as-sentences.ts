import type { ClassifiedSpan } from '../classify/classify.ts';
import type { TextRange } from '../cut-texts.ts';
import { LIMITS } from '../limits.ts';
import { wholeIdOf } from '../sentence-id.ts';
import type { Span } from '../span.ts';
import { splitUserText } from '../user-text.ts';
import { isTalk, talkEnd } from './is-talk.ts';
import { splitSentences } from './split-sentences.ts';

/**
 * E8a: where each text that `overflow: 'tombstone'` may take is cut, by span index. What is cut already, what left, what
 * holds a plan and what is one sentence is not in it.
 */
export function asSentences(classified: readonly ClassifiedSpan[]): ReadonlyMap<number, readonly TextRange[]> {
  const cuts = new Map<number, readonly TextRange[]>();
  const end = talkEnd(classified);
  for (const one of classified) {
    const { span } = one;
    if (span.index >= end || !isTalk(one) || one.planStanding !== undefined) continue;
    if (span.pieces.length !== 1 || wholeIdOf(span.id) !== undefined) continue;
    const ranges = rangesOf(span);
    if (ranges.length > 1) cuts.set(span.index, ranges);
  }
  return cuts;
}

function rangesOf(span: Span): readonly TextRange[] {
  const ranges = span.provenance === 'user' && hasStructure(span) ? lines(span.text) : splitSentences(span.text);
  return withoutExcess(withoutBlank(span.text, ranges));
}

/** Of a text with more sentences than are told apart, runs of neighbours are one. */
function withoutExcess(ranges: readonly TextRange[]): readonly TextRange[] {
  const size = Math.ceil(ranges.length / LIMITS.SENTENCES_OF_TEXT);
  if (size <= 1) return ranges;
  const runs: TextRange[] = [];
  for (let first = 0; first < ranges.length; first += size) {
    const run = ranges.slice(first, first + size);
    runs.push({ start: run[0]?.start ?? 0, end: run.at(-1)?.end ?? 0 });
  }
  return runs;
}

/** White space alone is nobody's sentence, and no wire takes it alone: it goes with the sentence before, at the start with the one behind. */
function withoutBlank(text: string, ranges: readonly TextRange[]): readonly TextRange[] {
  const merged: TextRange[] = [];
  let isOnlyBlank = true;
  for (const range of ranges) {
    const previous = merged.at(-1);
    const isBlank = text.slice(range.start, range.end).trim() === '';
    if (previous !== undefined && (isBlank || isOnlyBlank)) merged[merged.length - 1] = { start: previous.start, end: range.end };
    else merged.push(range);
    if (!isBlank) isOnlyBlank = false;
  }
  return merged;
}

/**
 * What a reader would take apart again (blocks of the harness, attachments, fences) begins at the start of a line: in such
 * a text whole lines leave, so that what stays begins where it began, and is read as what it was.
 */
function hasStructure(span: Span): boolean {
  return span.pieces[0]?.textRange !== undefined || ['</', '```', '~~~'].some((mark) => span.text.includes(mark));
}

const NO_TAGS: ReadonlyMap<string, string> = new Map();

/** A fenced or tagged block of whatever size is one, as what is in it would be read otherwise without it. */
function lines(text: string): readonly TextRange[] {
  return splitUserText(text, { attachmentTokens: 0, harnessTags: NO_TAGS }).flatMap((part) =>
    part.kind === 'text' ? linesBetween(text, part.start, part.end) : [{ start: part.start, end: part.end }],
  );
}

function linesBetween(text: string, from: number, to: number): readonly TextRange[] {
  const ranges: TextRange[] = [];
  for (let start = from; start < to; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 || newline >= to ? to : newline + 1;
    ranges.push({ start, end });
    start = end;
  }
  return ranges;
}
