import { headingOf } from '../core/checkpoint/fact-text.ts';
import type { SegmentRequest } from '../core/checkpoint/summarizer.ts';
import { attributionOf } from '../core/drift/attribution.ts';
import { givesOrder } from '../core/drift/orders.ts';
import { sentencesOf } from '../core/drift/sentences.ts';
import { readsAsHeading } from '../core/markers/heading-form.ts';
import { segmentPrompt } from './prompt.ts';

/** What only holdfast may write, as it stood and as it is repeated. */
const MARKER = /[[(]\s{0,9}(?:EVICTED|COVERED|EXTERNALIZED|UNCOVERED|DROPPED)\b|[<‹]\s{0,9}\/?\s{0,9}holdfast\b/i;

/**
 * DESIGN §10: tells the sentences of an answer that do not tell of the work but speak to its reader: a marker or heading of
 * holdfast, words put into the user's mouth, an order. An echo of what the writer was told, or of the user, is none: it says
 * nothing (P52).
 */
export function hostileFinder(request: SegmentRequest, userTexts: readonly string[]): (sentence: string) => boolean {
  let told: string | undefined;
  const headings = new Set(request.sources.map(headingOf));
  const isEcho = (sentence: string): boolean => {
    told ??= [...Object.values(segmentPrompt({ ...request, sources: [], facts: [] })), ...userTexts].join('\n');
    return told.includes(sentence.trim());
  };
  return (sentence) =>
    MARKER.test(sentence) ||
    (readsAsHeading(sentence) && !headings.has(sentence)) ||
    attributionOf(sentence) !== undefined ||
    (givesOrder(sentence) && !isEcho(sentence));
}

/** A text without its hostile sentences, and these. Lines that hold none stand as they are. */
export function withoutHostileLines(text: string, isHostile: (sentence: string) => boolean): { readonly text: string; readonly cut: readonly string[] } {
  const cut: string[] = [];
  const lines = text.split('\n').flatMap((line) => {
    const sentences = sentencesOf(line).map((sentence) => ({ text: sentence.text, isLost: isHostile(sentence.text) }));
    const lost = sentences.filter(({ isLost }) => isLost);
    if (lost.length === 0) return [line];
    cut.push(...lost.map((sentence) => sentence.text));
    const kept = sentences.filter(({ isLost }) => !isLost);
    return kept.length === 0 ? [] : [kept.map((sentence) => sentence.text).join(' ')];
  });
  return { text: cut.length === 0 ? text : lines.join('\n'), cut };
}
