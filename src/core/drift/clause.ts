import type { Comparison, Force, Operator, Qualifier } from './lexicon/operator.ts';
import { IMPERATIVES, IRREGULAR, STOPWORDS } from './lexicon/words.ts';
import { type Occurrence, operatorsOf } from './phrases.ts';
import { wordKey } from './stem.ts';
import { type Quantity, type Token, tokensOf } from './tokens.ts';

/** What a clause claims: a force of the tables, or what a negation or an exclusive makes of one. */
export type Claim = Force | 'forbid' | 'restrict';

export interface Attachment {
  readonly type: 'exception' | 'condition';
  readonly order?: 'before' | 'after' | undefined;
  /** `until` and `before` bound what is said; `except` and `unless` take something out. */
  readonly isExcluding: boolean;
  readonly keys: ReadonlySet<string>;
}

export interface StateReading {
  readonly axis: string;
  /** After negation. */
  readonly isPositive: boolean;
  readonly word: string;
}

export interface NumberReading {
  readonly quantity: Quantity;
  readonly text: string;
  readonly isApproximate: boolean;
  readonly comparison?: Comparison | undefined;
  /** The content words next to it: what is counted, or what it is the value of. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** A part of a sentence with one claim. */
export interface Clause {
  readonly text: string;
  /** Content words under their keys, with their sign: -1 where a negation turns them. */
  readonly signs: ReadonlyMap<string, 1 | -1>;
  /** The word behind a key, as it stood. */
  readonly words: ReadonlyMap<string, string>;
  /** Keys that stand with both signs: `the staging key, never the production key`. */
  readonly ambiguous: ReadonlySet<string>;
  /** Of the clause before, where this one has no verb of its own. */
  readonly inherited: ReadonlySet<string>;
  readonly claims: ReadonlySet<Claim>;
  /** The words that make the claim. */
  readonly cue: string;
  readonly isPast: boolean;
  readonly isExclusive: boolean;
  /** The whole clause is, and not only some of its words. */
  readonly isNegated: boolean;
  readonly negationCue: string;
  readonly attachments: readonly Attachment[];
  readonly states: readonly StateReading[];
  readonly qualifiers: ReadonlySet<Qualifier>;
  readonly quantifiers: ReadonlySet<'universal' | 'partial'>;
  readonly numbers: readonly NumberReading[];
  /** What bounds the claim: behind a preposition or an exclusive. */
  readonly bounds: ReadonlySet<string>;
  readonly names: readonly string[];
  readonly proper: readonly string[];
  readonly hasVerb: boolean;
}

/** The clauses of one sentence. Linear. */
export function clausesOf(sentence: string, previous?: Clause): readonly Clause[] {
  const tokens = tokensOf(sentence);
  const operators = operatorsOf(tokens);
  const clauses: Clause[] = [];
  for (const range of clauseRanges(tokens, operators)) {
    const clause = readClause(tokens, operators, range, clauses.at(-1) ?? previous);
    if (clause !== undefined) clauses.push(clause);
  }
  return clauses;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

const VERBAL: ReadonlySet<Operator['type']> = new Set(['force', 'prohibition', 'dissuasion', 'finite', 'state']);

function clauseRanges(tokens: readonly Token[], operators: readonly Occurrence[]): readonly Range[] {
  const byStart = new Map(operators.map((occurrence) => [occurrence.start, occurrence]));
  const breaks = breaksOf(tokens, byStart);
  const ranges: Range[] = [];
  let start = 0;
  for (let index = 0; index <= breaks.length; index++) {
    const at = breaks[index] ?? { at: tokens.length, isHard: true };
    const nextEnd = breaks[index + 1]?.at ?? tokens.length;
    const mark = tokens[at.at]?.word;
    const isColon = mark === ':' || mark === '—';
    // `…, I work nights`: a pronoun begins a clause of its own.
    const isPronoun = tokens[at.at]?.kind === 'mark' && PRONOUNS.has(tokens[at.at + 1]?.word ?? '') && !opensAttached(byStart, tokens, start, at.at);
    // `6 failed, 118 passed, 124 total`
    const isCount = mark === ',' && tokens[at.at + 1]?.kind === 'number';
    const isFragment = isNegatedFragment(tokens, byStart, at.at, nextEnd);
    const parts =
      (at.isHard && !isFragment) ||
      isPronoun ||
      (isClausal(tokens, byStart, start, at.at) && (isColon || isCount || isClausal(tokens, byStart, at.at, nextEnd)));
    if (!parts) continue;
    if (at.at > start) ranges.push({ start, end: at.at });
    start = at.at;
  }
  return ranges;
}

/** `If it rains, we wait`: what an opening condition bounds comes behind the comma. */
function opensAttached(byStart: ReadonlyMap<number, Occurrence>, tokens: readonly Token[], start: number, end: number): boolean {
  let at = start;
  while (at < end && (tokens[at]?.kind === 'mark' || tokens[at]?.word === 'and')) at++;
  const type = byStart.get(at)?.operator.type;
  return at >= end || type === 'condition' || type === 'exception';
}

/** `…, not in pools`, `… but not for children`: turns its own words, within the clause before. */
function isNegatedFragment(tokens: readonly Token[], byStart: ReadonlyMap<number, Occurrence>, start: number, end: number): boolean {
  let at = start;
  while (at < end && (tokens[at]?.word === ',' || byStart.get(at)?.operator.type === 'contrast')) at++;
  const operator = byStart.get(at)?.operator;
  return at > start && operator?.type === 'negation' && (tokens[at]?.word === 'not' || tokens[at]?.word === 'never') && !isClausal(tokens, byStart, start, end);
}

const HARD_MARKS = new Set(';.!?|');
const SOFT_MARKS = new Set(',:(—–');

function breaksOf(tokens: readonly Token[], byStart: ReadonlyMap<number, Occurrence>): readonly { readonly at: number; readonly isHard: boolean }[] {
  const found: { at: number; isHard: boolean }[] = [];
  tokens.forEach((token, at) => {
    if (token.kind === 'mark' && HARD_MARKS.has(token.word)) found.push({ at, isHard: true });
    else if (token.kind === 'mark' && SOFT_MARKS.has(token.word)) found.push({ at, isHard: false });
    else if (token.word === 'and' || token.word === 'then' || isReasonAs(tokens, at)) found.push({ at, isHard: false });
    else if (byStart.get(at)?.operator.type === 'contrast' && at > 0) found.push({ at, isHard: true });
  });
  return found;
}

/** `…, as CI is red`, but not `as needed`, `such as`, `as well as` */
function isReasonAs(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.word === 'as' && !AS_NEIGHBOURS.has(tokens[at - 1]?.word ?? '') && !AS_NEIGHBOURS.has(tokens[at + 1]?.word ?? '');
}

const AS_NEIGHBOURS = new Set(
  'such same well soon long far much many of if needed expected required planned requested described before possible otherwise a an'.split(' '),
);

/** Whether a part has a claim of its own. */
function isClausal(tokens: readonly Token[], byStart: ReadonlyMap<number, Occurrence>, start: number, end: number): boolean {
  let hasContent = false;
  let isFirst = true;
  let hasVerb = false;
  for (let at = start; at < end; at++) {
    const token = tokens[at] as Token;
    const occurrence = byStart.get(at);
    if (occurrence !== undefined) {
      const { operator } = occurrence;
      if (isFirst && (operator.type === 'condition' || operator.type === 'exception')) return false;
      hasVerb ||= VERBAL.has(operator.type);
    }
    if (token.kind === 'mark' || token.word === 'and' || token.word === 'then') continue;
    if (isFirst && (IMPERATIVES.has(token.word) || PRONOUNS.has(token.word))) hasVerb = true;
    hasContent ||= token.kind !== 'word' || !STOPWORDS.has(token.word);
    hasVerb ||= isPastForm(token);
    isFirst = false;
  }
  return hasContent && hasVerb;
}

/** `partly done`, `almost done` */
function isPartlyReached(tokens: readonly Token[], reader: ClauseReader, at: number): boolean {
  return reader.qualifiers.has('partial') || NEARLY.has(tokens[at - 1]?.word ?? '');
}

/** `will be merged`, `still to be merged`, `has to be approved` */
function isStillToCome(reader: ClauseReader, at: number, axis: string): boolean {
  const last = reader.forces.at(-1);
  const isAhead = last?.forces.includes('planned') === true || (axis === 'approval' && last?.forces.includes('must') === true);
  return last !== undefined && isAhead && at - last.at <= last.cue.split(' ').length + 1;
}

/** `is pending approval`, but not `a pending approval` or `is pending` */
function isAwaiting(tokens: readonly Token[], { start, end }: Occurrence): boolean {
  const next = tokens[end];
  if (tokens[start]?.word !== 'pending' || next === undefined || next.kind === 'mark' || next.word === 'and') return false;
  const before = tokens[start - 1];
  return before !== undefined && (before.kind === 'mark' || COPULAS.has(before.word));
}

const NEARLY = new Set(['almost', 'nearly', 'mostly', 'half', 'largely']);
const COPULAS = new Set(['is', 'are', 'was', 'were', 'still', 'be', 'hold']);

function isPastForm(token: Token): boolean {
  return token.kind === 'word' && token.word.length > 4 && token.word.endsWith('ed') && token.word !== 'need';
}

const PRONOUNS = new Set(['i', 'we', 'you', 'he', 'she', 'it', 'they', 'that', 'this']);

class ClauseReader {
  readonly signs = new Map<string, 1 | -1>();
  readonly words = new Map<string, string>();
  readonly ambiguous = new Set<string>();
  readonly attachments: {
    type: 'exception' | 'condition';
    order?: 'before' | 'after' | undefined;
    isExcluding: boolean;
    keys: Set<string>;
    takesNoun: boolean;
    negations: number;
  }[] = [];
  readonly states: StateReading[] = [];
  readonly qualifiers = new Set<Qualifier>();
  readonly quantifiers = new Set<'universal' | 'partial'>();
  readonly bounds = new Set<string>();
  isBounding = false;
  readonly names: string[] = [];
  readonly proper: string[] = [];
  readonly forces: { forces: readonly Force[]; isNeed: boolean; cue: string; at: number }[] = [];
  isExclusive = false;
  isPast = false;
  hasVerb = false;
  prohibitions = 0;
  /** Negations of the main part, and those that reach only what follows. */
  clauseNegations = 0;
  isSubjectNegated = false;
  negationCue = '';
  cue = '';
}

function readClause(tokens: readonly Token[], operators: readonly Occurrence[], whole: Range, before: Clause | undefined): Clause | undefined {
  const range: Range = { start: behindLabel(tokens, whole.start, whole.end), end: whole.end };
  const reader = new ClauseReader();
  const inRange = operators.filter((one) => one.start >= range.start && one.start < range.end);
  const byStart = new Map(inRange.map((one) => [one.start, one]));
  const isImperative = opensWithImperative(tokens, byStart, range);
  let attachment: ClauseReader['attachments'][number] | undefined;
  let restNegations = 0;
  /** 1 between `from` and `to` of something that moved: there it is no longer. */
  let moved: 0 | 1 = 0;
  let isOpeningAttachment = false;
  const text = (start: number, end: number): string =>
    tokens
      .slice(start, end)
      .map((token) => token.text)
      .join(' ');
  for (let at = range.start; at < range.end; at++) {
    const token = tokens[at] as Token;
    const occurrence = byStart.get(at);
    if (token.kind === 'mark' && token.word === ',' && isOpeningAttachment) {
      attachment = undefined;
      isOpeningAttachment = false;
      continue;
    }
    const operator = occurrence?.operator;
    if (operator !== undefined && occurrence !== undefined) {
      const cue = text(occurrence.start, occurrence.end);
      reader.isBounding =
        operator.type === 'exclusive' || operator.type === 'exception' || operator.type === 'comparison' || (reader.isBounding && !VERBAL.has(operator.type));
      // `Running the linter before each commit is optional`: the subject ends here.
      const endsSubject = attachment !== undefined && (attachment.takesNoun || (attachment.keys.size > 0 && !isImperative && attachment.type === 'exception'));
      if (endsSubject && !isOpeningAttachment && !reader.hasVerb && (operator.type === 'force' || operator.type === 'finite' || isForbidding(operator)))
        attachment = undefined;
      switch (operator.type) {
        case 'negation':
          // `No, leave it`: an answer, and no negation of what follows.
          if (operator.isSubject === true && at <= range.start + 1 && tokens[occurrence.end]?.word === ',') break;
          reader.negationCue ||= cue;
          if (operator.isImpossible === true) reader.forces.push({ forces: ['possible'], isNeed: false, cue, at });
          if (at > range.start && isNegatedFragment(tokens, byStart, at - 1, range.end)) {
            attachment = undefined;
            restNegations++;
          } else if (attachment !== undefined) attachment.negations++;
          else if (operator.reach === 'rest') restNegations++;
          else {
            reader.clauseNegations++;
            if (operator.isSubject === true) reader.isSubjectNegated = true;
          }
          break;
        case 'prohibition':
          reader.negationCue ||= cue;
          reader.prohibitions++;
          reader.hasVerb = true;
          break;
        case 'dissuasion':
          reader.negationCue ||= cue;
          reader.forces.push({ forces: ['soft'], isNeed: false, cue, at });
          reader.prohibitions++;
          reader.hasVerb = true;
          break;
        case 'force':
          if (attachment === undefined) {
            reader.forces.push({ forces: operator.forces, isNeed: operator.isNeed === true, cue, at });
            reader.hasVerb ||= !operator.forces.includes('question');
          }
          break;
        case 'emphasis':
          if (attachment === undefined) reader.quantifiers.add('universal');
          break;
        case 'exclusive':
          // `only 3 failed`: merely.
          if (cue.toLowerCase() === 'alone' && reader.signs.has(LEAVE)) addKey(MODIFY, 'alone', -1);
          else if (tokens[occurrence.end]?.kind !== 'number') reader.isExclusive = true;
          if (operator.isRule === true) reader.forces.push({ forces: ['permit'], isNeed: false, cue, at });
          break;
        case 'exception':
        case 'condition': {
          isOpeningAttachment =
            attachment === undefined && tokens.slice(range.start, at).every((one) => one.kind === 'mark' || one.word === 'and' || one.word === 'then');
          const isExcluding = operator.type === 'exception' && operator.isExcluding;
          attachment = {
            type: operator.type,
            order: operator.order,
            isExcluding,
            keys: new Set(),
            takesNoun: operator.type === 'exception' && (operator.takesNoun === true || tokens[occurrence.end]?.kind === 'number'),
            negations: 0,
          };
          reader.attachments.push(attachment);
          if (operator.type === 'condition' && operator.order === undefined) reader.qualifiers.add('condition');
          break;
        }
        case 'quantifier':
          reader.quantifiers.add(operator.extent);
          break;
        case 'qualifier':
          reader.qualifiers.add(operator.qualifier);
          break;
        case 'finite':
          if (attachment === undefined) {
            reader.hasVerb = true;
            reader.isPast ||= operator.isPast || (isPerfect(cue) && hasParticiple(tokens, occurrence.end, range.end));
          }
          break;
        case 'state':
          if (attachment === undefined) {
            const isPartial = operator.isPositive && isPartlyReached(tokens, reader, at);
            const isReached = !isPartial && !(operator.isPositive && isStillToCome(reader, at, operator.axis));
            reader.hasVerb = true;
            reader.states.push({
              axis: operator.axis,
              isPositive: isReached && operator.isPositive !== ((restNegations + reader.clauseNegations) % 2 === 1),
              word: isPartial ? 'partly' : isAwaiting(tokens, occurrence) ? 'awaiting' : cue,
            });
          }
          break;
        case 'comparison':
        case 'approximation':
        case 'contrast':
          break;
      }
      if (operator.type === 'state' || (operator.type === 'force' && operator.forces.includes('fact'))) addKeys(occurrence.start, occurrence.end);
      at = occurrence.end - 1;
      continue;
    }
    if (token.kind === 'word' && attachment === undefined && isPastForm(token)) {
      reader.isPast ||= !isImperative && reader.forces.length === 0 && !hasFinite(byStart, range.start, at);
      reader.hasVerb = true;
    }
    // `Even without load the alert fires`: the noun that is taken out ends where the next begins.
    if (attachment?.takesNoun === true && attachment.keys.size > 0 && attachment.keys.size === reader.signs.size && DETERMINERS.has(token.word))
      attachment = undefined;
    if (token.word === 'from' && [...reader.signs.keys()].some((key) => MOVES.has(key))) moved = 1;
    else if (token.word === 'to' && moved === 1) moved = 0;
    if (PREPOSITIONS.has(token.word)) reader.isBounding = true;
    else if (token.kind === 'mark') reader.isBounding = false;
    addKeys(at, at + 1);
  }
  for (let at = range.start; at < range.end; at++) {
    if (tokens[at]?.kind !== 'number' || tokens[at + 1]?.word !== 'of') continue;
    // `3 of 3` is all of them.
    const isAll = tokens[at]?.quantity?.value === tokens[at + 2]?.quantity?.value;
    reader.quantifiers.add(isAll ? 'universal' : 'partial');
  }
  for (const one of reader.attachments) if (one.negations % 2 === 1) for (const key of one.keys) reader.signs.set(key, reader.signs.get(key) === 1 ? -1 : 1);
  reader.hasVerb ||= opensWithPronoun(tokens, range);
  // Clause negations that stand after a word turn it as well (`meetings are not …`).
  const isTurned = (reader.clauseNegations + reader.prohibitions) % 2 === 1;
  if (isTurned) turnMain(reader);
  const words = reader.words;
  const hasNumber = tokens.slice(range.start, range.end).some((token) => token.quantity !== undefined);
  if (words.size === 0 && !hasNumber && reader.names.length === 0 && reader.states.length === 0 && inRange.length === 0) return undefined;
  return finish();

  function addKeys(start: number, end: number): void {
    for (let index = start; index < end; index++) {
      const token = tokens[index] as Token;
      // `untouched` is `not touched`.
      const denied = token.kind === 'word' ? DENIED_FORM.exec(token.word)?.[1] : undefined;
      const key = denied === undefined ? keyOf(token) : wordKey(denied);
      if (key === undefined) continue;
      if (token.kind === 'name') reader.names.push(token.text);
      if (token.isProper === true) reader.proper.push(token.text.replace(/['’]s?$/, ''));
      reader.words.set(key, token.text);
      if (reader.isBounding || token.kind === 'name') reader.bounds.add(key);
      const negations = (denied === undefined ? 0 : 1) + (attachment === undefined ? restNegations + moved : attachment.isExcluding ? 1 : 0);
      attachment?.keys.add(key);
      const sign = negations % 2 === 1 ? -1 : 1;
      if (attachment === undefined && (reader.signs.get(key) ?? sign) !== sign) reader.ambiguous.add(key);
      if (!reader.signs.has(key) || attachment === undefined) reader.signs.set(key, sign);
    }
  }

  function addKey(key: string, word: string, sign: 1 | -1): void {
    reader.words.set(key, word);
    reader.signs.set(key, sign);
  }

  function finish(): Clause {
    const { claims, cue, isRestricting } = claimsOf(reader, isImperative, isElliptic(tokens, byStart, range), tokens.at(-1)?.word === '?', before);
    if (isRestricting) makeRestriction(reader, isTurned);
    const clauseText = text(range.start, range.end);
    const isNegated = !isRestricting && isTurned;
    return {
      text: clauseText,
      signs: reader.signs,
      words,
      ambiguous: reader.ambiguous,
      inherited:
        before === undefined || (reader.hasVerb && hasSubject(tokens, byStart, range)) ? new Set() : new Set([...before.signs.keys(), ...before.inherited]),
      claims,
      cue,
      isPast: reader.isPast,
      isExclusive: reader.isExclusive || isRestricting,
      isNegated,
      negationCue: reader.negationCue,
      attachments: reader.attachments,
      states: reader.states,
      qualifiers: reader.qualifiers,
      quantifiers: reader.quantifiers,
      numbers: numbersOf(tokens, inRange, range).map((number) =>
        isTurned && number.comparison !== undefined ? { ...number, comparison: INVERTED[number.comparison] } : number,
      ),
      bounds: reader.bounds,
      names: reader.names,
      proper: reader.proper,
      hasVerb: reader.hasVerb,
    };
  }
}

/** Participles with `un`. */
const DENIED_FORM = /^un(\w{3,30}(?:ed|ten|hen))$/;
const LEAVE = wordKey('leave');
const MODIFY = wordKey('modify');

function turnMain(reader: ClauseReader): void {
  const attached = new Set(reader.attachments.flatMap((one) => [...one.keys]));
  for (const [key, sign] of reader.signs) if (!attached.has(key)) reader.signs.set(key, sign === 1 ? -1 : 1);
}

/** `nobody but Ines`, `never outside the team`: what is taken out of a prohibition is what is allowed. */
function makeRestriction(reader: ClauseReader, isTurned: boolean): void {
  if (!isTurned) return;
  turnMain(reader);
  for (const attachment of reader.attachments) {
    if (!attachment.isExcluding) continue;
    for (const key of attachment.keys) reader.signs.set(key, reader.signs.get(key) === 1 ? -1 : 1);
  }
}

const PRIORITY: readonly Force[] = ['possible', 'exempt', 'must', 'soft', 'expected', 'planned', 'permit', 'question', 'imperative'];

function claimsOf(
  reader: ClauseReader,
  isImperative: boolean,
  isElliptic: boolean,
  isQuestion: boolean,
  before: Clause | undefined,
): { claims: ReadonlySet<Claim>; cue: string; isRestricting: boolean } {
  const isTurned = (reader.clauseNegations + reader.prohibitions) % 2 === 1;
  const hasExclusion = reader.attachments.some((one) => one.type === 'exception');
  let forces: readonly Force[] = [];
  let isNeed = false;
  let cue = '';
  for (const force of PRIORITY) {
    const found = reader.forces.find((one) => one.forces[0] === force);
    // `must be possible` is an order.
    if (found === undefined || (force === 'possible' && found.cue === 'possible' && reader.forces.some((one) => one.forces[0] === 'must'))) continue;
    ({ forces, isNeed, cue } = found);
    break;
  }
  if (isQuestion) return { claims: new Set(['question']), cue: cue || '?', isRestricting: false };
  if (forces.length === 0 && isImperative) forces = ['imperative'];
  if (forces.length === 0 && reader.prohibitions > 0) {
    // `not forbidden`
    forces = isTurned ? ['must'] : ['permit'];
    cue = reader.negationCue;
  }
  if (forces.length === 0 && (!reader.hasVerb || isElliptic) && before !== undefined) {
    return { claims: isTurned ? new Set([...before.claims].map(opposite)) : before.claims, cue: before.cue, isRestricting: false };
  }
  if (forces.length === 0) forces = reader.hasVerb ? ['fact'] : ['neutral'];
  const claims = new Set<Claim>();
  for (const force of forces) claims.add(isTurned ? negated(force, isNeed) : force);
  const isDeontic = [...claims].some((claim) => claim === 'must' || claim === 'permit' || claim === 'imperative' || claim === 'forbid');
  const isRestricting = (claims.has('forbid') && hasExclusion) || (reader.isExclusive && !isTurned && isDeontic);
  if (isRestricting) return { claims: new Set(['restrict']), cue, isRestricting };
  return { claims, cue: cue || reader.negationCue, isRestricting };
}

function opposite(claim: Claim): Claim {
  if (claim === 'forbid') return 'permit';
  return claim === 'restrict' ? 'restrict' : negated(claim, false);
}

/** `…, swimming in pools is not`: the claim is that of the clause before. */
function isElliptic(tokens: readonly Token[], byStart: ReadonlyMap<number, Occurrence>, range: Range): boolean {
  let last = range.end - 1;
  while (last > range.start && tokens[last]?.kind === 'mark') last--;
  return byStart.get(last)?.operator.type === 'negation' && byStart.get(last - 1)?.operator.type === 'finite';
}

function negated(force: Force, isNeed: boolean): Claim {
  switch (force) {
    case 'must':
      return isNeed ? 'exempt' : 'forbid';
    case 'permit':
    case 'imperative':
      return 'forbid';
    case 'possible':
      return 'fact';
    case 'exempt':
      return 'must';
    default:
      return force;
  }
}

const PREPOSITIONS = new Set('under in on from to for against with of at by into via within inside onto through between during'.split(' '));
const DETERMINERS = new Set(['the', 'a', 'an', 'this', 'every', 'our', 'its']);
const MOVES = new Set(['move', 'moved', 'switch', 'reschedule', 'postpone', 'migrate', 'modify', 'change', 'rename', 'upgrade'].map(wordKey));

const OPENERS = new Set([
  'please',
  'kindly',
  'always',
  'never',
  'only',
  'do',
  'not',
  'and',
  'then',
  'just',
  'also',
  ',',
  '(',
  ':',
  '—',
  '–',
  '.',
  ';',
  '!',
  '?',
  '-',
  'but',
  'so',
  'yes',
  'no',
  'ok',
  'first',
  'next',
  'finally',
]);

function opensWithImperative(tokens: readonly Token[], byStart: ReadonlyMap<number, Occurrence>, range: Range): boolean {
  let at = range.start;
  const first = byStart.get(at);
  if (first?.operator.type === 'condition' || first?.operator.type === 'exception') {
    while (at < range.end && tokens[at]?.word !== ',') at++;
  }
  const start = at;
  while (at < range.end && OPENERS.has(tokens[at]?.word ?? '')) at++;
  const opening = tokens.slice(start, at).map((token) => token.word);
  if (opening.at(-1) === 'never' || (opening.at(-1) === 'not' && opening.at(-2) === 'do')) return true;
  const token = tokens[at];
  if (token === undefined || at >= range.end || token.kind !== 'word' || !IMPERATIVES.has(token.word)) return false;
  // `UPDATE 1832` is an output.
  if (token.text.length > 1 && token.text === token.text.toUpperCase()) return false;
  const next = byStart.get(at + 1)?.operator;
  if (next?.type === 'finite' || next?.type === 'force' || (next?.type === 'state' && next.axis !== 'trend')) return false;
  return !isPastForm(tokens[at + 1] ?? token) && !hasCopula(tokens, byStart, at + 1, range.end);
}

/** `Policy 4: never …`, `Next: start …`. Other labels (`Error: read …`) are of outputs. */
function behindLabel(tokens: readonly Token[], start: number, end: number): number {
  let at = start;
  while (at < end && tokens[at]?.kind === 'mark') at++;
  const isRule = ORDER_LABELS.has(tokens[at]?.word ?? '');
  for (let colon = at + 1; colon < Math.min(end, at + LABEL_TOKENS); colon++) {
    if (tokens[colon]?.word !== ':') continue;
    const next = tokens[colon + 1]?.word ?? '';
    return isRule || next === 'never' || next === 'always' || next === 'please' || (next === 'do' && tokens[colon + 2]?.word === 'not') ? colon + 1 : start;
  }
  return start;
}

const LABEL_TOKENS = 5;
const ORDER_LABELS = new Set('policy rule important next todo task reminder constraint requirement instruction remember'.split(' '));

/** Whether a word with content stands before the first verb. */
function hasSubject(tokens: readonly Token[], byStart: ReadonlyMap<number, Occurrence>, range: Range): boolean {
  for (let at = range.start; at < range.end; at++) {
    const occurrence = byStart.get(at);
    if (occurrence !== undefined && VERBAL.has(occurrence.operator.type)) return false;
    if (occurrence !== undefined) {
      at = occurrence.end - 1;
      continue;
    }
    const token = tokens[at] as Token;
    if (token.kind === 'number' || keyOf(token) !== undefined) return true;
  }
  return false;
}

/** `Release 4.12 was rolled back`: a noun, though it could be a verb. */
function hasCopula(tokens: readonly Token[], byStart: ReadonlyMap<number, Occurrence>, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const operator = byStart.get(at)?.operator;
    const word = tokens[at]?.word ?? '';
    if (operator?.type === 'finite') return true;
    if (tokens[at]?.kind === 'mark' || operator?.type === 'condition' || operator?.type === 'exception' || RELATIVES.has(word)) return false;
  }
  return false;
}

const RELATIVES = new Set(['what', 'that', 'which', 'who', 'whatever', 'where', 'and']);

function isForbidding(operator: Operator): boolean {
  return operator.type === 'prohibition' || operator.type === 'dissuasion';
}

function opensWithPronoun(tokens: readonly Token[], range: Range): boolean {
  let at = range.start;
  while (at < range.end && (tokens[at]?.kind === 'mark' || tokens[at]?.word === 'and')) at++;
  return PRONOUNS.has(tokens[at]?.word ?? '');
}

function isPerfect(cue: string): boolean {
  const word = cue.toLowerCase();
  return word === 'has' || word === 'have';
}

function hasParticiple(tokens: readonly Token[], start: number, end: number): boolean {
  for (let at = start; at < Math.min(end, start + 4); at++) {
    const word = tokens[at]?.word ?? '';
    if (word.endsWith('ed') || word.endsWith('en') || word === 'been' || Object.hasOwn(IRREGULAR, word)) return true;
  }
  return false;
}

function hasFinite(byStart: ReadonlyMap<number, Occurrence>, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (byStart.get(at)?.operator.type === 'finite') return true;
  return false;
}

/** The key of a token that carries content; words of operators have none. */
function keyOf(token: Token): string | undefined {
  if (token.kind === 'mark' || token.kind === 'number') return undefined;
  if (token.kind === 'name') return /[\p{L}\p{N}]/u.test(token.word) ? token.word : undefined;
  if (STOPWORDS.has(token.word) || token.word.length < 2) return undefined;
  return wordKey(token.word);
}

function numbersOf(tokens: readonly Token[], operators: readonly Occurrence[], range: Range): readonly NumberReading[] {
  const found: NumberReading[] = [];
  const taken = new Set(operators.filter(({ operator }) => operator.type !== 'state').flatMap((one) => rangeOf(one.start, one.end)));
  for (let at = range.start; at < range.end; at++) {
    const token = tokens[at] as Token;
    if (token.quantity === undefined) continue;
    const ending = operators.filter(
      (one) => (one.end === at || one.end === at - 1 || one.start === at + 1 || one.start === at + 2) && one.operator.type !== 'finite',
    );
    const comparison = ending.map((one) => one.operator).find((operator) => operator.type === 'comparison');
    const isApproximate = operators.some(
      (one) =>
        one.end <= at &&
        one.end >= at - 1 &&
        (one.operator.type === 'approximation' || (one.operator.type === 'quantifier' && tokens[one.start]?.word === 'some')),
    );
    found.push({
      quantity: token.quantity,
      text: token.text,
      isApproximate: isApproximate || token.text.startsWith('~'),
      comparison: comparison?.type === 'comparison' ? comparison.comparison : undefined,
      before: neighbour(tokens, taken, at, -1, range),
      after: neighbour(tokens, taken, at, 1, range),
    });
  }
  return found;
}

/** `do not send more than 100` is `at most 100`. */
const INVERTED: Readonly<Record<Comparison, Comparison>> = { above: 'at-most', below: 'at-least', 'at-least': 'at-least', 'at-most': 'at-most' };

function rangeOf(start: number, end: number): readonly number[] {
  return Array.from({ length: end - start }, (_, offset) => start + offset);
}

/** The content word next to a number, with at most one word without content between them. */
function neighbour(tokens: readonly Token[], taken: ReadonlySet<number>, at: number, step: 1 | -1, range: Range): string | undefined {
  for (let distance = 1; distance <= 3; distance++) {
    const token = tokens[at + distance * step];
    if (token === undefined || at + distance * step < range.start || at + distance * step >= range.end) return undefined;
    if (token.kind === 'mark' && token.word !== ':' && token.word !== '=') return undefined;
    if (step === 1 && (token.word === '=' || tokens[at + distance + 1]?.word === '=' || tokens[at - 1]?.word === '=')) return undefined;
    if (token.kind === 'number') return undefined;
    const key = taken.has(at + distance * step) ? undefined : keyOf(token);
    if (key !== undefined) return key;
    if (step === 1 && distance > 1) return undefined;
  }
  return undefined;
}
