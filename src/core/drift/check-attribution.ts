import type { Attribution } from './attribution.ts';
import { compareSentence } from './compare-sentence.ts';
import type { Copies } from './copies.ts';
import type { DriftSource, Finding, SourceText } from './drift.ts';
import { ANSWERING, NO, POINTING_BACK, YES, YES_OPENING } from './lexicon/attribution.ts';
import { SourceIndex } from './source-index.ts';

/** C08, P28: what a sentence puts into the user's mouth needs a text of the user behind it. */
export class AttributionChecker {
  private readonly source: DriftSource;
  private readonly copies: Copies;
  /** The texts of the user, with what they answer or point back to. */
  private readonly said: SourceIndex;
  /** Everything else: what others said, and the user may not be said to. */
  private readonly others: SourceIndex;
  private readonly indexes = new Map<SourceText, SourceIndex>();
  private flatTexts: readonly string[] | undefined;

  constructor(source: DriftSource, copies: Copies) {
    this.source = source;
    this.copies = copies;
    const said = new Set(source.texts.flatMap((text, at) => (text.provenance === 'user' ? [text, ...answeredBy(text, source.texts[at - 1])] : [])));
    this.said = new SourceIndex(source, (text) => said.has(text));
    this.others = new SourceIndex(source, (text) => !said.has(text));
  }

  /** Whether the user said it at all. */
  check(sentence: string, attribution: Attribution): Finding | undefined {
    if (this.isFree(sentence, attribution)) return undefined;
    const quotation: Finding = { kind: 'quotation', found: attribution.cue };
    for (const quoted of attribution.quotations) if (isLong(quoted) && !this.holdsQuotation(quoted)) return quotation;
    if (attribution.type === 'assent' && !this.hasAssent(attribution)) return quotation;
    if (attribution.type === 'speech' && !this.isSaid(attribution)) return quotation;
    return undefined;
  }

  /** Whether the user said it so. */
  compare(sentence: string, attribution: Attribution): Finding | undefined {
    return this.isFree(sentence, attribution) ? undefined : compareSentence(attribution.content, this.said, true, sentence);
  }

  /** It needs nothing of the user: it is a copy that says so, or of somebody else. */
  isFree(sentence: string, attribution: Attribution): boolean {
    const copy = this.copies.find(sentence);
    if (copy?.provenance === 'user' || (attribution.isSecondPerson && copy !== undefined)) return true;
    const isThirdParty = /customer|client/i.test(attribution.cue);
    // A customer that a tool tells of is a third party; only *the user* is who speaks here.
    if (isThirdParty && (copy !== undefined || this.others.hasKey(CUSTOMER) || /^(?:a|an|some|another)\b/i.test(attribution.cue))) return true;
    return copy?.extent === 'whole' && attribution.isGeneral;
  }

  private holdsQuotation(quoted: string): boolean {
    this.flatTexts ??= this.source.texts.filter(({ provenance }) => provenance === 'user').map(({ text }) => ` ${flat(text)} `);
    const wanted = ` ${flat(quoted)} `;
    return this.flatTexts.some((text) => text.includes(wanted));
  }

  /** Said in these words; or in others, where nobody else said it in these. */
  private isSaid({ content, cue }: Attribution): boolean {
    if (/^(?:why|how|what|who|when|where|which)\b/i.test(content.trim()) && /\b(?:ask|wonder|inquir)/i.test(cue))
      return this.source.texts.some((text) => text.provenance === 'user' && text.text.includes('?'));
    const own = coverageOf(content, this.said);
    if (own >= COVERED_SHARE) return true;
    return own >= PARAPHRASED_SHARE && coverageOf(content, this.others) <= own;
  }

  private indexOf(text: SourceText): SourceIndex {
    const index = this.indexes.get(text) ?? new SourceIndex({ texts: [text] });
    this.indexes.set(text, index);
    return index;
  }

  /** A yes of the user to this: in one text with its words, or as the answer to a text that has them. */
  private hasAssent({ content }: Attribution): boolean {
    return this.source.texts.some((text, at) => {
      if (text.provenance !== 'user' || !YES.test(text.text)) return false;
      if (coverageOf(content, this.indexOf(text)) >= COVERED_SHARE) return true;
      const before = this.source.texts[at - 1];
      if (before?.provenance !== 'assistant' || !YES_OPENING.test(text.text) || NO.test(text.text)) return false;
      return coverageOf(content, new SourceIndex({ texts: [before, text] })) >= ASSENTED_SHARE;
    });
  }
}

const CUSTOMER = 'custom';
/** The share of the words of what is said to be said that a text of the user must have. */
const COVERED_SHARE = 0.6;
/** The same where no other text has more of them, and where a yes answers it. */
const PARAPHRASED_SHARE = 0.25;
const ASSENTED_SHARE = 0.4;

/** What a text of the user speaks of without naming it: the question that it answers, the text that it points back to. */
function answeredBy(text: SourceText, before: SourceText | undefined): readonly SourceText[] {
  if (before === undefined || before.provenance === 'user' || text.text.includes('?')) return [];
  const isAnswer = before.provenance === 'assistant' && (before.text.includes('?') || ANSWERING.test(text.text));
  return isAnswer || POINTING_BACK.test(text.text) ? [before] : [];
}

function isLong(quoted: string): boolean {
  return quoted.trim().split(/\s+/).length >= 2;
}

function flat(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The share of the words of `content` that a source has. What says nothing of its own is not covered (P28). */
function coverageOf(content: string, index: SourceIndex): number {
  const pairs = pairsOf(content);
  if (pairs.length > 0) return pairs.filter((pair) => index.lowered.includes(pair)).length / pairs.length;
  const keys = [...index.partKeysOf(content)].filter((key) => !/^(?:user|human|custom|client|also|want|whether|should|must|if|not|never|only|to)$/.test(key));
  return keys.length === 0 ? 0 : keys.filter((key) => index.hasKey(key) || index.hasNumber(Number(key))).length / keys.length;
}

const UNSPACED_RUNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,200}/gu;

/** Where words are not set apart, signs that stand side by side are what a text is known by. */
function pairsOf(content: string): readonly string[] {
  return (content.match(UNSPACED_RUNS) ?? []).flatMap((run) => Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2)));
}
