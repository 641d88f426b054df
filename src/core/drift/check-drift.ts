import { type Attribution, attributionOf } from './attribution.ts';
import { type Clause, clausesOf, type NumberReading } from './clause.ts';
import { compareClauses, compareMixed, isSame, type Pair } from './compare.ts';
import { Copies } from './copies.ts';
import type { Drift, DriftSource, Finding } from './drift.ts';
import { NO, YES } from './lexicon/attribution.ts';
import { holdsName } from './names.ts';
import { type Sentence, sentencesOf } from './sentences.ts';
import { SourceIndex, type SourceSentence } from './source-index.ts';

/**
 * E16, C08, P28: the sentences of a surrogate that say something else than their source, in order. A sentence that was
 * copied whole never drifts, but for one: a statement attributed to the user needs a text of the user behind it. No model,
 * no I/O. Costs a pass over the source, and for sentences that are no copies one more and a look-up each.
 */
export function checkDrift(surrogate: string, source: DriftSource): readonly Drift[] {
  const checker = new DriftChecker(source);
  const drifts: Drift[] = [];
  for (const sentence of sentencesOf(surrogate)) {
    const finding = checker.check(sentence);
    if (finding !== undefined) drifts.push({ sentence: sentence.text, start: sentence.start, end: sentence.end, ...finding });
  }
  return drifts;
}

/** Sentences of the source that one sentence is held against. */
const CANDIDATES = 6;
/** The share of a clause's words that a clause of the source must have to be its source. */
const ALIGNED_SHARE = 0.3;
/** Next to the best, those that share nearly as much may be meant as well. */
const NEAR_BEST = 0.97;

class DriftChecker {
  private readonly source: DriftSource;
  private readonly copies: Copies;
  private wholeIndex: SourceIndex | undefined;
  private userIndex: SourceIndex | undefined;

  constructor(source: DriftSource) {
    this.source = source;
    this.copies = new Copies(source);
  }

  check(sentence: Sentence): Finding | undefined {
    const attribution = attributionOf(sentence.text);
    if (attribution !== undefined) return this.checkAttribution(sentence.text, attribution);
    const copy = this.copies.find(sentence.text);
    if (copy?.extent === 'whole' || (copy?.extent === 'part' && !turns(copy.around))) return undefined;
    this.wholeIndex ??= new SourceIndex(this.source);
    return compareSentence(sentence.text, this.wholeIndex);
  }

  private checkAttribution(sentence: string, attribution: Attribution): Finding | undefined {
    const copy = this.copies.find(sentence);
    if (copy?.provenance === 'user') return undefined;
    // A customer that a tool tells of is a third party; only *the user* is who speaks here.
    if (copy !== undefined && /^(?:the |our |a )?(?:customer|client)/i.test(attribution.cue)) return undefined;
    // Documents tell what *the user wants* in general; what a user did is told in the past.
    if (copy?.extent === 'whole' && /\b(?!wants\b)\w{1,20}s$/iu.test(attribution.cue)) return undefined;
    this.userIndex ??= new SourceIndex(this.source, (text) => text.provenance === 'user');
    const quotation: Finding = { kind: 'quotation', found: attribution.cue };
    for (const quoted of attribution.quotations) if (isLong(quoted) && !holdsQuotation(this.userIndex.lowered, quoted)) return quotation;
    if (attribution.type === 'assent' && !this.hasAssent(attribution)) return quotation;
    if (attribution.type === 'speech' && !isCovered(attribution.content, this.userIndex)) return quotation;
    return compareSentence(attribution.content, this.userIndex, true);
  }

  /** A yes of the user to this: in one text with its words, or as the answer to a text that has them. */
  private hasAssent(attribution: Attribution): boolean {
    return this.source.texts.some((text, at) => {
      if (text.provenance !== 'user' || !YES.test(text.text)) return false;
      const own = new SourceIndex({ texts: [text] });
      if (isCovered(attribution.content, own)) return true;
      const before = this.source.texts[at - 1];
      const isYes = /^\W{0,3}(?:yes|yep|yeah|ok|okay|sure|go ahead|do it|please do|approved|agreed|confirmed|fine|sounds good|lgtm)\b/i.test(text.text);
      return (
        isYes &&
        !NO.test(text.text) &&
        before !== undefined &&
        before.provenance === 'assistant' &&
        isCovered(attribution.content, new SourceIndex({ texts: [before] }))
      );
    });
  }
}

/** Words that turn what they stand beside: a part that was cut out beside them says something else. */
const TURNING =
  /\b(?:no|not|never|cannot|neither|nor|none|nobody|nothing|without|except|unless|until|only|if|whether|avoid|forbidden|prohibited|fail(?:s|ed)? to|unable|might|may|could|should|perhaps|maybe|probably|would|partially|partly|some|instead|rather|refus\w{1,6}|den(?:y|ied)|plan(?:s|ned)?|going to|will|todo)\b|n['’]t\b/i;

function turns(around: string): boolean {
  return TURNING.test(around);
}

function isLong(quoted: string): boolean {
  return quoted.trim().split(/\s+/).length >= 2;
}

function holdsQuotation(lowered: string, quoted: string): boolean {
  const flat = (text: string): string =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  return ` ${flat(lowered)} `.includes(` ${flat(quoted)} `);
}

/** Whether most of what is said stands in this source. */
function isCovered(content: string, index: SourceIndex): boolean {
  const keys = [...index.partKeysOf(content)].filter((key) => !/^(?:user|human|custom|client|also|want|whether|should|must|if|not|never|only|to)$/.test(key));
  // What says nothing of its own cannot be told from words that were put in the mouth of the user (P28).
  if (keys.length === 0) return false;
  const known = keys.filter((key) => index.hasKey(key) || index.hasNumber(Number(key)));
  return known.length / keys.length >= COVERED_SHARE;
}

const COVERED_SHARE = 0.6;

function compareSentence(text: string, index: SourceIndex, isAttributed = false): Finding | undefined {
  const clauses = clausesOf(text);
  if (clauses.length === 0) return undefined;
  const candidates = index.nearest(text, CANDIDATES);
  const foundKeys = new Set(clauses.flatMap((clause) => [...clause.signs.keys()]));
  const foundNumbers = clauses.flatMap((clause) => clause.numbers);
  const context: Context = { foundKeys, foundNumbers, candidates, index, isAttributed };
  for (const clause of clauses) {
    const finding = findForeign(clause, candidates, index) ?? compareClause(clause, context) ?? findForeignNumber(clause, candidates, index);
    if (finding !== undefined) return finding;
  }
  return undefined;
}

/** E16 scope: names that stand nowhere in the source. */
function findForeign(clause: Clause, candidates: readonly SourceSentence[], index: SourceIndex): Finding | undefined {
  for (const name of clause.names) if (!holdsName(index.lowered, name)) return { kind: 'scope', found: name };
  for (const word of clause.words.values()) {
    const rival = word.includes('-') && !index.lowered.includes(word.toLowerCase()) ? rivalOf(word, candidates) : undefined;
    if (rival !== undefined) return { kind: 'scope', found: word, expected: rival };
  }
  for (const proper of clause.proper) {
    const keys = [...index.partKeysOf(proper)];
    if (keys.some((key) => !index.hasKey(key))) return { kind: 'scope', found: proper };
  }
  return undefined;
}

/** `db-main`, where the surrogate has `db-test`. */
function rivalOf(word: string, candidates: readonly SourceSentence[]): string | undefined {
  const parts = word.toLowerCase().split('-');
  for (const sentence of candidates) {
    const rival = (sentence.text.match(HYPHENATED) ?? []).find((one) =>
      one
        .toLowerCase()
        .split('-')
        .some((part) => parts.includes(part)),
    );
    if (rival !== undefined) return rival;
  }
  return undefined;
}

const HYPHENATED = /[\p{L}\p{N}]{1,40}-[\p{L}\p{N}]{1,40}/gu;

/** E16 numbers: a value with its unit that stands nowhere in the source, or only with other words. */
function findForeignNumber(clause: Clause, candidates: readonly SourceSentence[], index: SourceIndex): Finding | undefined {
  const near = candidates.flatMap((sentence) => sentence.clauses.flatMap((one) => one.numbers));
  for (const number of clause.numbers) {
    if (number.quantity.value === 2 && candidates.some((sentence) => /\bboth\b/i.test(sentence.text))) continue;
    // `one` is as often no count.
    if (number.text.toLowerCase() === 'one' || near.some((one) => isSame(number, one))) continue;
    const value = Number(number.text.replace(/[^\d.]/g, ''));
    const elsewhere = [...index.sentencesWithNumber(value), ...index.sentencesWithNumber(number.quantity.value)];
    if (elsewhere.some((sentence) => sentence.clauses.some((one) => one.numbers.some((other) => isSame(number, other))))) continue;
    return { kind: 'number', found: number.text };
  }
  return undefined;
}

/** What all clauses of one sentence are compared with. */
interface Context {
  readonly foundKeys: ReadonlySet<string>;
  readonly foundNumbers: readonly NumberReading[];
  readonly candidates: readonly SourceSentence[];
  readonly index: SourceIndex;
  readonly isAttributed: boolean;
}

interface Aligned {
  readonly sentence: SourceSentence;
  readonly clause: Clause;
  readonly share: number;
}

function compareClause(clause: Clause, context: Context): Finding | undefined {
  const aligned = align(clause, context);
  let first: Finding | undefined = findOtherState(clause, aligned, context);
  if (first !== undefined) return first;
  for (const one of aligned) {
    const pair = pairOf(clause, one, context);
    const finding = compareClauses(pair)[0] ?? findMixed(clause, one, context);
    if (finding === undefined) return undefined;
    first ??= finding;
  }
  return first;
}

/**
 * A state that none of its candidates has: tools tell the outcome on lines of its own (`npm test`, `exit code 1`), and
 * people in the next sentence (`That did not help`). The nearest state of the same axis decides.
 */
function findOtherState(clause: Clause, aligned: readonly Aligned[], { index }: Context): Finding | undefined {
  for (const state of clause.states) {
    const hasAxis = (one: Clause): boolean => one.states.some(({ axis }) => axis === state.axis);
    if (aligned.length === 0 || aligned.some((one) => one.sentence.clauses.some(hasAxis))) continue;
    const nearest = aligned.flatMap((one) =>
      index
        .behind(one.sentence, NEIGHBOURS)
        .flatMap(({ clauses }) => clauses.find(hasAxis) ?? [])
        .slice(0, 1),
    );
    const other = nearest[0]?.states.find(({ axis }) => axis === state.axis);
    if (other !== undefined && nearest.every((one) => one.states.every(({ axis, isPositive }) => axis !== state.axis || isPositive !== state.isPositive))) {
      return { kind: 'state', found: state.word, expected: other.word };
    }
  }
  return undefined;
}

/** Lines behind a sentence that may tell its outcome. */
const NEIGHBOURS = 3;

/**
 * A clause may have words of two clauses of the source: `Rosa and Kim accepted` of *Rosa accepted; Kim did not*. What
 * the first does not hold must agree with where it stands.
 */
function findMixed(clause: Clause, aligned: Aligned, context: Context): Finding | undefined {
  const { clause: source, sentence } = aligned;
  const isHeld = (key: string): boolean => source.signs.has(key) || source.inherited.has(key);
  const attached = new Set(clause.attachments.flatMap((one) => [...one.keys]));
  const isCounted = clause.numbers.length > 0 && clause.numbers.every((number) => source.numbers.some((one) => isSame(number, one)));
  const proper = new Set([...clause.proper, ...clause.names].map((name) => name.toLowerCase()));
  const isProper = (key: string): boolean => proper.has(clause.words.get(key)?.toLowerCase() ?? '');
  const keys = [...clause.signs.keys()].filter((key) => !isHeld(key) && !isStateKey(clause, key) && !attached.has(key));
  const numbers = clause.numbers.filter((number) => !source.numbers.some((one) => isSame(number, one)));
  for (const other of context.candidates) {
    for (const sibling of other.clauses) {
      if (sibling === source) continue;
      const isNear = other === sentence || other.before === sentence;
      const isMixed =
        keys.some((key) => sibling.signs.has(key) && (isNear || isProper(key)) && (!isCounted || sibling.numbers.length === 0 || isProper(key))) ||
        (isNear && numbers.some((number) => sibling.numbers.some((one) => isSame(number, one))));
      if (!isMixed) continue;
      const finding = compareMixed(pairOf(clause, { sentence: other, clause: sibling, share: 0 }, context));
      if (finding !== undefined) return finding;
    }
  }
  return undefined;
}

function isStateKey(clause: Clause, key: string): boolean {
  const word = clause.words.get(key)?.toLowerCase() ?? '';
  return clause.states.some((state) => state.word.toLowerCase().split(' ').includes(word));
}

function pairOf(found: Clause, { sentence, clause: source }: Aligned, context: Context): Pair {
  return {
    found,
    source,
    foundKeys: context.foundKeys,
    foundNumbers: context.foundNumbers,
    sourceKeys: new Set(sentence.clauses.flatMap((one) => [...one.signs.keys()])),
    sourceNumbers: sentence.clauses.flatMap((one) => one.numbers),
    isAttributed: context.isAttributed,
    siblings: sentence.clauses,
    isSourceNegated: sentence.clauses.some((one) => one.isNegated || [...one.signs.values()].includes(-1)),
    isKnown: (key) => context.index.hasKey(key),
  };
}

function align(clause: Clause, { candidates, index }: Context): readonly Aligned[] {
  const found: Aligned[] = [];
  for (const sentence of candidates)
    for (const source of sentence.clauses) found.push({ sentence, clause: source, share: shareOf(clause, source, sentence, index) });
  found.sort((a, b) => b.share - a.share);
  const best = found[0]?.share ?? 0;
  return best < ALIGNED_SHARE ? [] : found.filter((one) => one.share >= best * NEAR_BEST);
}

/** A number says more than a word about which clause is meant. */
const NUMBER_WEIGHT = 2;

/** How much of a clause's words, numbers and states stand in one clause of the source, by their weight. */
function shareOf(clause: Clause, source: Clause, sentence: SourceSentence, index: SourceIndex): number {
  const numbers = sentence.clauses.flatMap((one) => one.numbers);
  let all = 0;
  let shared = 0;
  const count = (weight: number, isShared: boolean | number): void => {
    all += weight;
    shared += weight * Number(isShared);
  };
  for (const key of clause.signs.keys())
    if (!isStateKey(clause, key)) count(index.weightOf(key), source.signs.has(key) ? 1 : source.inherited.has(key) ? 0.8 : 0);
  for (const key of clause.inherited) count(index.weightOf(key) * 0.2, source.signs.has(key) || source.inherited.has(key));
  for (const number of clause.numbers)
    count(
      NUMBER_WEIGHT,
      source.numbers.some((one) => isSame(number, one)) ? 1 : source.numbers.length === 0 && numbers.some((one) => isSame(number, one)) ? 0.8 : 0,
    );
  for (const state of clause.states) count(1, source.states.some((one) => one.axis === state.axis) ? 1 : source.states.length > 0 ? 0.5 : 0);
  return all === 0 ? 0 : shared / all;
}
