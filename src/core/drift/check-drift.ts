import { attributionOf } from './attribution.ts';
import { Carrying } from './carried.ts';
import { AttributionChecker } from './check-attribution.ts';
import { CANDIDATES, compareSentence } from './compare-sentence.ts';
import { Copies } from './copies.ts';
import type { Drift, DriftSource, Finding, SourceText } from './drift.ts';
import { findForeignIn } from './foreign.ts';
import { type Sentence, sentencesOf } from './sentences.ts';
import { SourceIndex } from './source-index.ts';

/**
 * E16, C08, P28: the sentences of a surrogate that say something else than their source, in order. A sentence that was
 * copied whole never drifts, but for one: a statement attributed to the user needs a text of the user behind it. No model,
 * no I/O. Costs a pass over the source, and for sentences that are no copies one more and a look-up each.
 */
export function checkDrift(surrogate: string, source: DriftSource): readonly Drift[] {
  const checker = new DriftChecker(source);
  const drifts: Drift[] = [];
  const carrying = new Carrying();
  for (const sentence of sentencesOf(surrogate)) {
    const finding = checker.check(sentence) ?? carrying.check(sentence.text, (text) => checker.writerOf(text));
    carrying.goOn(sentence.text, finding);
    if (finding !== undefined) drifts.push({ sentence: sentence.text, start: sentence.start, end: sentence.end, ...finding });
  }
  return drifts;
}

class DriftChecker {
  private readonly source: DriftSource;
  private readonly copies: Copies;
  private wholeIndex: SourceIndex | undefined;
  private attributions: AttributionChecker | undefined;

  constructor(source: DriftSource) {
    this.source = source;
    this.copies = new Copies(source);
  }

  writerOf(text: string): SourceText['provenance'] | undefined {
    return this.copies.find(text)?.provenance;
  }

  check(sentence: Sentence): Finding | undefined {
    const attribution = attributionOf(sentence.text);
    if (attribution !== undefined) {
      this.attributions ??= new AttributionChecker(this.source, this.copies);
      const finding = this.attributions.check(sentence.text, attribution);
      if (finding !== undefined || this.copies.find(sentence.text) !== undefined) return finding;
      this.wholeIndex ??= new SourceIndex(this.source);
      const rest = /\p{L}/u.test(attribution.rest) ? compareSentence(attribution.rest, this.wholeIndex, false, sentence.text) : undefined;
      return rest ?? findForeignIn(attribution.stated, this.wholeIndex, CANDIDATES);
    }
    const copy = this.copies.find(sentence.text);
    if (copy?.extent === 'whole' || (copy?.extent === 'part' && !turns(copy.around))) return undefined;
    this.wholeIndex ??= new SourceIndex(this.source);
    return compareSentence(sentence.text, this.wholeIndex);
  }
}

/** Words that turn what they stand beside: a part that was cut out beside them says something else. */
const TURNING =
  /\b(?:no|not|never|cannot|neither|nor|none|nobody|nothing|without|except|unless|until|only|if|whether|avoid|forbidden|prohibited|fail(?:s|ed)? to|unable|might|may|could|should|perhaps|maybe|probably|would|partially|partly|some|instead|rather|refus\w{1,6}|den(?:y|ied)|plan(?:s|ned)?|going to|will|todo)\b|n['’]t\b/i;

function turns(around: string): boolean {
  return TURNING.test(around);
}
