import { factText } from '../core/checkpoint/fact-text.ts';
import type { SegmentRequest } from '../core/checkpoint/summarizer.ts';
import { holdsAnchor } from '../core/facts/anchors.ts';
import type { Fact } from '../core/facts/fact.ts';
import { LIMITS } from '../core/limits.ts';
import { splitSentences } from '../core/talk/split-sentences.ts';

/** A text far above its allowance is looked at no further than this many characters an allowed token. */
const CHARACTERS_A_TOKEN = 16;

/**
 * The text with the missing facts verbatim, within the allowance: their lines are appended, and where that is too long,
 * whole sentences are cut from the end; required facts that go with them come back as lines. Nothing where no sentence
 * of the text can stay: then it would be a list of facts, and the segment is better externalized (F4), but for `factsAlone`.
 */
export function repairedText(request: SegmentRequest, text: string, missing: readonly Fact[]): string | undefined {
  const head = text.slice(0, request.allowanceTokens * CHARACTERS_A_TOKEN);
  const fits = (candidate: string): boolean => request.count(candidate) <= request.allowanceTokens;
  const ends = splitSentences(head).map((sentence) => sentence.end);
  if (head.length < text.length) ends.pop(); // the last sentence is cut in its middle
  for (let count = longestThatFits(head, ends, fits); count > 0; count--) {
    const kept = head.slice(0, ends[count - 1]).trimEnd();
    const lost = count === ends.length && head.length === text.length ? missing : lacking(request, kept, missing);
    const whole = withLines(request, kept, lost, fits);
    if (whole !== undefined) return whole;
  }
  return undefined;
}

/** E16: the facts verbatim, in the place of a text of which hostile lines were cut and nothing is left; nothing where they do not fit. */
export function factsAlone(request: SegmentRequest, missing: readonly Fact[]): string | undefined {
  return missing.length === 0 ? undefined : withLines(request, '', missing, (candidate) => request.count(candidate) <= request.allowanceTokens);
}

/** How many sentences from the beginning fit the allowance by themselves. A prefix of what fits, fits: so by halves. */
function longestThatFits(text: string, ends: readonly number[], fits: (text: string) => boolean): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(text.slice(0, ends[middle - 1]).trimEnd())) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Missing before, or gone with what was cut. */
function lacking(request: SegmentRequest, kept: string, missing: readonly Fact[]): readonly Fact[] {
  const gone = request.facts.filter((fact) => fact.isRequired && !missing.includes(fact) && !holdsAnchor(kept, fact.anchor));
  return [...missing, ...gone];
}

/** Each fact by the line that says it best, or where that is too long, by its anchor; under the heading of its source. */
function withLines(request: SegmentRequest, kept: string, lost: readonly Fact[], fits: (text: string) => boolean): string | undefined {
  if (lost.length === 0) return fits(kept) ? kept : undefined;
  const facts = lost.toSorted((one, other) => one.source - other.source || one.offset - other.offset);
  for (const form of [linesOf(facts), facts]) {
    const whole = `${kept}${kept === '' ? '' : '\n'}${factText(form, request.sources)}`;
    if (fits(whole)) return whole;
  }
  return undefined;
}

/** The same facts, with the whole line for an anchor where that stands uncut in a checkpoint. Each line once. */
function linesOf(facts: readonly Fact[]): readonly Fact[] {
  const seen = new Set<string>();
  return facts.flatMap((fact) => {
    const isWhole = fact.line.length <= LIMITS.ANCHOR_CHARACTERS && fact.line.includes(fact.anchor);
    const anchor = isWhole ? fact.line : fact.anchor;
    const key = `${fact.source} ${anchor}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ ...fact, anchor }];
  });
}
