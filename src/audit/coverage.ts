import { holdsNoAnchor } from '../core/checkpoint/gates/anchors.ts';
import { cliffBound } from '../core/checkpoint/gates/cliff.ts';
import { isAboveCeiling } from '../core/checkpoint/gates/ratio.ts';
import { sourceOf } from '../core/checkpoint/region.ts';
import { cutSegments } from '../core/checkpoint/segment.ts';
import type { ClassifiedSpan } from '../core/classify/classify.ts';
import { holdsAnchor } from '../core/facts/anchors.ts';
import type { Fact } from '../core/facts/fact.ts';
import { gatherFacts } from '../core/facts/gather-facts.ts';
import type { TokenCount } from '../core/token-count.ts';
import type { AuditSegment } from './report.ts';
import type { Surrogate } from './surrogate.ts';
import { tellingWords } from './telling-words.ts';

export interface LeftSpan {
  readonly classified: ClassifiedSpan;
  readonly tokens: TokenCount;
  readonly text: string;
}

const LEAST_SEGMENT_TOKENS = 200;
/** A fact in more segments than this says nothing about which of them a sentence speaks of. */
const COMMON_SEGMENTS = 3;

/** What left, in tenths, and how much of each the surrogate holds: the gates of F5–F11 on a text that nobody gated. */
export function coverageOf(left: readonly LeftSpan[], surrogate: Surrogate, count: (text: string) => TokenCount): readonly AuditSegment[] {
  const ranges = cutSegments(
    left.map(({ tokens }) => tokens),
    LEAST_SEGMENT_TOKENS,
  );
  const facts = gatherFacts(left.map(({ classified }) => sourceOf(classified)));
  const segmentOf = left.map((_, at) => ranges.findIndex(({ start, end }) => at >= start && at < end));
  const bySegment = ranges.map((_, segment) => distinct(facts.filter((fact) => segmentOf[fact.source] === segment)));
  const words = shareWords(left, segmentOf, surrogate, ranges.length);
  const surrogateTokens = words.map((sentences) => sentences.reduce((sum, sentence) => sum + count(sentence), 0));
  const plain = ranges.map(({ start, end }, index) => {
    const spans = left.slice(start, end);
    const own = bySegment[index] ?? [];
    const held = new Set(own.filter((fact) => holdsAnchor(surrogate.text, fact.anchor)));
    const required = own.filter((fact) => fact.isRequired);
    const sourceTokens = spans.reduce((sum, { tokens }) => sum + tokens, 0);
    const written = surrogateTokens[index] ?? 0;
    return {
      index,
      turns: [spans[0]?.classified.span.turn ?? 0, spans.at(-1)?.classified.span.turn ?? 0] as const,
      sourceTokens,
      surrogateTokens: written,
      ratio: written === 0 ? null : Math.round((10 * sourceTokens) / written) / 10,
      facts: own.length,
      factsHeld: held.size,
      requiredFacts: required.length,
      requiredHeld: required.filter((fact) => held.has(fact)).length,
    };
  });
  const cliff = cliffBound(plain.flatMap(({ ratio }) => ratio ?? []));
  return plain.map((segment) => ({ ...segment, findings: findingsOf(segment, cliff, segment.index === plain.length - 1) }));
}

function findingsOf(segment: Omit<AuditSegment, 'findings'>, cliff: number, isLast: boolean): AuditSegment['findings'] {
  const findings: AuditSegment['findings'][number][] = [];
  const { ratio } = segment;
  if (ratio === null) findings.push('uncovered');
  if (ratio !== null && isAboveCeiling(ratio)) findings.push('ceiling');
  if (ratio !== null && ratio > cliff) findings.push('cliff');
  if (ratio !== null && holdsNoAnchor(segment.factsHeld, segment.facts)) findings.push('hedge');
  if (isLast && segment.requiredFacts > 0 && segment.requiredHeld < segment.requiredFacts) findings.push('tail');
  return findings;
}

/** By segment: the sentences of the surrogate that share most with it, by words that few segments have. */
function shareWords(left: readonly LeftSpan[], segmentOf: readonly number[], surrogate: Surrogate, segmentCount: number): readonly (readonly string[])[] {
  const wanted = new Set<string>();
  for (const { keys } of surrogate.sentences) for (const key of keys) wanted.add(key);
  const segmentsOfKey = new Map<string, Set<number>>();
  for (const [at, { text }] of left.entries()) {
    for (const key of tellingWords(text)) {
      if (!wanted.has(key)) continue;
      const segments = segmentsOfKey.get(key) ?? new Set();
      segments.add(segmentOf[at] ?? 0);
      segmentsOfKey.set(key, segments);
    }
  }
  const sentences: string[][] = Array.from({ length: segmentCount }, () => []);
  for (const { text, keys } of surrogate.sentences) {
    const scores = new Array<number>(segmentCount).fill(0);
    for (const key of keys) {
      const segments = segmentsOfKey.get(key);
      if (segments === undefined || segments.size > COMMON_SEGMENTS) continue;
      for (const segment of segments) scores[segment] = (scores[segment] ?? 0) + 1 / segments.size;
    }
    const best = scores.indexOf(Math.max(...scores));
    if ((scores[best] ?? 0) > 0) sentences[best]?.push(text);
  }
  return sentences;
}

function distinct(facts: readonly Fact[]): readonly Fact[] {
  const byAnchor = new Map<string, Fact>();
  for (const fact of facts) if (fact.isRequired || !byAnchor.has(fact.anchor)) byAnchor.set(fact.anchor, fact);
  return [...byAnchor.values()];
}
