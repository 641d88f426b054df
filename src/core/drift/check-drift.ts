import { type Attribution, attributionOf } from './attribution.ts';
import { Carrying } from './carried.ts';
import { AttributionChecker } from './check-attribution.ts';
import { CANDIDATES, compareSentence } from './compare-sentence.ts';
import { Copies, type Copy, turns } from './copies.ts';
import type { Drift, DriftSource, Finding, SourceText } from './drift.ts';
import { findForeignIn } from './foreign.ts';
import { sentencesOf } from './sentences.ts';
import { SourceIndex } from './source-index.ts';
import { StatementChecker } from './statement/check-statement.ts';

/**
 * E16, C08, P28: the sentences of a surrogate that evidently say something else than their source, in order. Sentences may
 * be in any words, as those of other systems are: what shares too little with the source is not compared. A sentence
 * that was copied whole never drifts, but for one: a statement attributed to the user needs a text of the user behind
 * it. No model, no I/O. Costs a pass over the source, and for sentences that are no copies one more and a look-up each.
 */
export function checkDrift(surrogate: string, source: DriftSource): readonly Drift[] {
  return driftsOf(surrogate, new DriftChecker(source));
}

/**
 * E16 for what is to stand: the sentences of a surrogate that no line of their source bears out in its own words. Stricter
 * than `checkDrift`: a paraphrase is cut, as what cannot be compared cannot be vouched for. Our prompt asks for such
 * sentences.
 */
export function checkStatements(surrogate: string, source: DriftSource): readonly Drift[] {
  return driftsOf(surrogate, new StatementsChecker(source));
}

function driftsOf(surrogate: string, checker: SentenceChecker): readonly Drift[] {
  const drifts: Drift[] = [];
  const carrying = new Carrying();
  for (const sentence of sentencesOf(surrogate)) {
    const finding = checker.check(sentence.text) ?? carrying.check(sentence.text, (text) => checker.writerOf(text));
    carrying.goOn(sentence.text, finding);
    if (finding !== undefined) drifts.push({ sentence: sentence.text, start: sentence.start, end: sentence.end, ...finding });
  }
  return drifts;
}

/** What both checks have in common: copies stand, and what is put into the user's mouth needs the user. */
abstract class SentenceChecker {
  protected readonly source: DriftSource;
  private readonly copies: Copies;
  private madeAttributions: AttributionChecker | undefined;

  constructor(source: DriftSource) {
    this.source = source;
    this.copies = new Copies(source);
  }

  writerOf(text: string): SourceText['provenance'] | undefined {
    return this.copies.find(text)?.provenance;
  }

  check(sentence: string): Finding | undefined {
    const attribution = attributionOf(sentence);
    if (attribution !== undefined) {
      const finding = this.checkAttribution(sentence, attribution);
      return finding !== undefined || this.copies.find(sentence) !== undefined ? finding : this.compareRest(sentence, attribution);
    }
    const copy = this.copies.find(sentence);
    return copy !== undefined && this.stands(copy) ? undefined : this.compare(sentence);
  }

  protected get attributions(): AttributionChecker {
    this.madeAttributions ??= new AttributionChecker(this.source, this.copies);
    return this.madeAttributions;
  }

  /** Whether what was copied says what the source says. */
  protected stands({ extent }: Copy): boolean {
    return extent === 'whole';
  }

  protected abstract checkAttribution(sentence: string, attribution: Attribution): Finding | undefined;
  /** What a sentence says beside what it puts into the user's mouth. */
  protected abstract compareRest(sentence: string, attribution: Attribution): Finding | undefined;
  protected abstract compare(sentence: string): Finding | undefined;
}

class DriftChecker extends SentenceChecker {
  private madeIndex: SourceIndex | undefined;

  private get index(): SourceIndex {
    this.madeIndex ??= new SourceIndex(this.source);
    return this.madeIndex;
  }

  protected override stands({ extent, around }: Copy): boolean {
    return extent === 'whole' || !turns(around);
  }

  protected checkAttribution(sentence: string, attribution: Attribution): Finding | undefined {
    return this.attributions.check(sentence, attribution) ?? this.attributions.compare(sentence, attribution);
  }

  protected compareRest(sentence: string, { rest, stated }: Attribution): Finding | undefined {
    const finding = /\p{L}/u.test(rest) ? compareSentence(rest, this.index, false, sentence) : undefined;
    return finding ?? findForeignIn(stated, this.index, CANDIDATES);
  }

  protected compare(sentence: string): Finding | undefined {
    return compareSentence(sentence, this.index);
  }
}

class StatementsChecker extends SentenceChecker {
  private made: StatementChecker | undefined;
  private madeOfUser: StatementChecker | undefined;
  private said: SourceIndex | undefined;

  /**
   * Who writes is asked to put nothing into the user's mouth: what does stands as the user wrote it, shortened like any line.
   * What the assistant said of the user stands as it was said.
   */
  protected checkAttribution(sentence: string, attribution: Attribution): Finding | undefined {
    const finding = this.attributions.check(sentence, attribution);
    if (finding !== undefined || this.attributions.isFree(sentence, attribution) || this.writerOf(sentence) === 'assistant') return finding;
    this.madeOfUser ??= new StatementChecker({ texts: this.source.texts.filter(({ provenance }) => provenance === 'user').map(ownWords) });
    return this.madeOfUser.check(attribution.content.replace(OPENING, '').trim()) === undefined ? undefined : { kind: 'quotation', found: attribution.cue };
  }

  protected compareRest(sentence: string, attribution: Attribution): Finding | undefined {
    if (this.attributions.isFree(sentence, attribution)) return this.compare(sentence);
    return /\p{L}/u.test(attribution.rest) ? this.compare(attribution.rest.trim()) : undefined;
  }

  protected compare(sentence: string): Finding | undefined {
    this.made ??= new StatementChecker(this.source);
    return this.made.check(sentence) ?? this.findOverturned(sentence);
  }

  /** E12: a line bears it out, and what the user said says evidently otherwise. */
  private findOverturned(sentence: string): Finding | undefined {
    this.said ??= new SourceIndex(this.source, ({ provenance }) => provenance === 'user');
    if (this.said.sentences.length === 0) return undefined;
    // Names alone say only what it is about.
    const words = [...this.said.partKeysOf(sentence.replace(NAMES, ' '))];
    const [nearest] = this.said.nearest(sentence, 1);
    const shared = nearest === undefined ? new Set() : this.said.partKeysOf(nearest.text);
    if (words.length === 0 || words.filter((word) => shared.has(word)).length < words.length * OVERTURNED_SHARE) return undefined;
    const finding = compareSentence(sentence, this.said);
    return finding?.expected !== undefined && (finding.kind === 'state' || finding.kind === 'number' || finding.kind === 'polarity') ? finding : undefined;
  }
}

/** Lines of the user that are the user's: none that is quoted, told of another, or pasted behind a colon. */
function ownWords({ text, provenance }: SourceText): SourceText {
  // What stands behind a colon may be pasted, to the end of its block.
  let isPasted = false;
  const own = text.split('\n').map((line) => {
    if (line.trim() === '') isPasted = false;
    const isOthers = isPasted || /^\s*>|["“”«»]/.test(line) || OF_OTHERS.test(line);
    isPasted ||= line.trimEnd().endsWith(':');
    return isOthers ? '' : line;
  });
  return { provenance, text: own.join('\n') };
}

const OF_OTHERS = /\b(?:said|says|wrote|told|tell|asked (?:me|us)|colleague|someone|somebody|translate|example|summari[sz]e)\b/i;

/** `to open the ledger`: what is said to be asked for, as the user wrote it. */
const OPENING = /^\W{0,9}(?:(?:to|that|for|must)\s+)?/i;
/** The share of its words that a sentence of the user must have to be about the same. */
const OVERTURNED_SHARE = 0.6;

const NAMES = /\S*[\p{L}\p{N}][-_./:@\d]\S*/gu;
