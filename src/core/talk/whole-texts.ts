import { wholeIdOf } from '../sentence-id.ts';
import type { Span } from '../span.ts';

/** The sentences of a text, seen as the text that they make up. */
export interface WholeTexts {
  /** By index. A whole text stands in the place of its first sentence; its other sentences stand aside, as of no kind. */
  readonly spans: readonly Span[];
  /** The index of the first sentence of the same text; of a span that is no sentence its own. */
  readonly headOf: (spanIndex: number) => number;
}

/**
 * E8a: what a text is (an answer, a commitment, a repetition) is a matter of the whole, whichever of its sentences are
 * still in the window. Indexes stay as they are. Linear.
 */
export function wholeTexts(spans: readonly Span[]): WholeTexts {
  const heads = new Map<number, number>();
  let head: number | undefined;
  for (const [index, span] of spans.entries()) {
    const whole = wholeIdOf(span.id);
    if (whole === undefined) head = undefined;
    else if (head === undefined || wholeIdOf(spans[head]?.id ?? span.id) !== whole) head = index;
    if (head !== undefined) heads.set(index, head);
  }
  if (heads.size === 0) return { spans, headOf: (index) => index };
  const texts = new Map<number, string[]>();
  for (const [index, first] of heads) {
    const text = spans[index]?.text ?? '';
    const known = texts.get(first);
    if (known) known.push(text);
    else texts.set(first, [text]);
  }
  return {
    spans: spans.map((span, index) => seenAsWhole(span, heads.get(index), texts.get(index))),
    headOf: (index) => heads.get(index) ?? index,
  };
}

function seenAsWhole(span: Span, head: number | undefined, texts: readonly string[] | undefined): Span {
  if (head === undefined) return span;
  if (texts === undefined) return { ...span, kind: 'unknown', text: '', isPinned: undefined };
  return { ...span, text: texts.join(''), isPinned: undefined };
}
