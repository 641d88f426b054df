import type { SegmentRequest } from '../../src/core/checkpoint/summarizer.ts';
import type { CheckedText } from '../../src/summarize/write-segments.ts';

/** Sentences that speak to their reader. Only what the texts of these tests need; the real check is the library's. */
const HOSTILE = [/\bthe user (?:asked|approved|said|wants)\b/i, /\[EVICTED|<\/?holdfast/i, /\b(?:delete|ignore) everything\b/i];
/** These, too, may not stand, and are cut like drift. */
const CUT = [...HOSTILE, /\b(?:should|preferably|prefer|careful)\b/i];
const EMPTY_HEADING = /^#+ .*\n+None\.$/m;

/** A small and real judge: what was invented or softened is cut, what is missing is named, what is no text is a problem. */
export function smallCheck(request: SegmentRequest, text: string): CheckedText {
  const material = request.sources.map((source) => source.text).join('\n');
  const sentences = text
    .split(/(?<=[.!?])\s+|\n/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
  const kept = sentences.filter((sentence) => !CUT.some((pattern) => pattern.test(sentence)) && !hasForeignNumber(sentence, material));
  const standing = kept.length === sentences.length ? text.trim() : kept.join(' ');
  const problems = [
    ...(EMPTY_HEADING.test(standing) ? ['It has headings without content.'] : []),
    ...(standing.includes('Write the text now') ? ['It repeats the request.'] : []),
  ];
  const isHostile =
    sentences.some((sentence) => HOSTILE.some((pattern) => pattern.test(sentence))) && !request.facts.some((fact) => standing.includes(fact.anchor));
  return {
    ...(isHostile ? { isHostile } : {}),
    text: standing,
    problems,
    missing: request.facts.filter((fact) => fact.isRequired && !standing.includes(fact.anchor)),
  };
}

/** A number with its unit that stands nowhere in the material. */
function hasForeignNumber(sentence: string, material: string): boolean {
  return (sentence.match(/\b\d{1,9} (?:ms|s|MB|tokens)\b/g) ?? []).some((quantity) => !material.includes(quantity));
}
