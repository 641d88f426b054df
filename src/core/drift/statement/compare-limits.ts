import type { Finding } from '../drift.ts';
import { TELLING, WRITTEN } from '../lexicon/shortening.ts';
import type { Limit } from '../lexicon/statements.ts';
import { tokensOf } from '../tokens.ts';
import { type Item, isName } from './item.ts';
import { type Line, SUBJECTS, type Unit } from './line.ts';
import { isNumeric, type LimitWord } from './read-items.ts';
import type { Reading, ToldParts } from './reading.ts';

/** What must stay with what it limits, and what must not come to it. */
const KEPT: ReadonlySet<Limit> = new Set(['not', 'only', 'except', 'should', 'perhaps', 'plan', 'some', 'least', 'most', 'about', 'if']);
const ADDED: ReadonlySet<Limit> = new Set(['not', 'only', 'except', 'must', 'should', 'perhaps', 'may', 'all', 'some', 'least', 'most']);
const KINDS: Readonly<Partial<Record<Limit, Finding['kind']>>> = {
  not: 'polarity',
  only: 'polarity',
  except: 'polarity',
  all: 'scope',
  some: 'scope',
  least: 'number',
  most: 'number',
  about: 'number',
};
/** Tokens between a comparison and its number. */
const NUMBER_DISTANCE = 4;

/** Each limit of what is told stands in what tells it, and no other does. */
export function compareLimits(parts: ToldParts, reading: Reading): Finding | undefined {
  const tellers = new Map<Unit, Unit[]>();
  for (const [unit, homes] of parts) for (const home of homes.keys()) tellers.set(home, [...(tellers.get(home) ?? []), unit]);
  for (const [home, units] of tellers) {
    if (isSubjectOnly(home, tellers, reading)) continue;
    const limits = units.flatMap((unit) => unit.limits);
    const finding = findLost(home, limits, reading) ?? findUnreached(home, reading) ?? findUnbound(home, reading);
    if (finding !== undefined) return finding;
  }
  return findAdded(parts, reading);
}

/** Of a part only its subject is told, for the pronoun with which the next begins: `x is flaky: it hung twice`. */
function isSubjectOnly(home: Unit, tellers: ReadonlyMap<Unit, unknown>, { line, told }: Reading): boolean {
  const next = line.units[home.index + 1];
  if (next === undefined || !tellers.has(next) || !SUBJECTS.test(line.tokens[next.start + 1]?.word ?? '')) return false;
  return home.items.every((item, at) => told.has(item) === (at === 0));
}

function kindOf(limit: Limit): Finding['kind'] {
  return KINDS[limit] ?? 'modality';
}

function isSame(one: LimitWord, other: LimitWord): boolean {
  return one.word === other.word || one.limit === other.limit;
}

/** `included only if`, `included, but only if`, `is only included if`: it stands at the border of either part. */
function isAtBorder({ limits }: Line, limit: LimitWord): boolean {
  return limit.limit === 'only' && limits.some((one) => one.limit === 'only');
}

function findLost(home: Unit, limits: readonly LimitWord[], reading: Reading): Finding | undefined {
  const { said, line } = reading;
  const owed = home.limits.filter((limit) => KEPT.has(limit.limit) && isOwed(limit, home, reading));
  const lost = owed.find((limit) => !limits.some((one) => isSame(one, limit)) && !isAtBorder(said, limit));
  if (lost !== undefined) return { kind: kindOf(lost.limit), found: said.text, expected: lost.word };
  // What is due is not told as advised, as what stands beside it is.
  const due = home.limits.find(({ limit, word }) => limit === 'must' && !ABLE.test(word));
  if (due !== undefined && said.limits.some(({ limit }) => limit === 'should') && !said.limits.some(({ limit }) => limit === 'must'))
    return { kind: 'modality', found: said.text, expected: due.word };
  return negationsOf(limits) < negationsOf(owed) ? { kind: 'polarity', found: said.text, expected: line.text } : undefined;
}

function negationsOf(limits: readonly LimitWord[]): number {
  return limits.filter(({ limit }) => limit === 'not').length;
}

/** Whether what a limit limits is told. */
function isOwed(limitWord: LimitWord, home: Unit, reading: Reading): boolean {
  const { limit, word, at, isOfNumber } = limitWord;
  const { said, line, told } = reading;
  const behind = home.items.filter((item) => item.at > at);
  if (isOfNumber) return behind[0] !== undefined && told.has(behind[0]);
  if (isNumeric(limit)) return home.items.some((item) => item.kind === 'number' && Math.abs(item.at - at) <= NUMBER_DISTANCE && told.has(item));
  if (isImplied(word, said)) return false;
  if (isAside(limitWord, home, reading)) return false;
  if (word === 'without' || word === 'rather than' || word === 'instead of') return behind.some((item) => told.has(item));
  if (limit === 'not') return behind.every((item) => item.isFrame) || behind.some((item) => told.has(item));
  return limit !== 'if' || isRule(line.limits);
}

/** `(expected lower case)`: nothing of it is told. */
function isAside({ limit, at }: LimitWord, home: Unit, { line, told }: Reading): boolean {
  return limit === 'should' && line.tokens[at - 1]?.word === '(' && !home.items.some((item) => item.at > at && told.has(item));
}

/** What is so until something happens is so for now. */
function isImplied(word: string, said: Line): boolean {
  return FOR_NOW.test(word) && said.tokens.some((token) => token.word === 'until');
}

/** What opens a line reaches all of it: `Plan: …`, `perhaps …`. */
function findUnreached(home: Unit, { said, line }: Reading): Finding | undefined {
  for (const unit of line.units.slice(0, home.index)) {
    if (line.units.slice(unit.index + 1, home.index + 1).some((one) => one.isHard && !(unit.index === 0 && one.index === 1 && isLabelled(line, one)))) continue;
    const lost = unit.limits.find(
      ({ limit, word }) => (limit === 'perhaps' || limit === 'plan') && !isImplied(word, said) && !said.limits.some((one) => one.limit === limit),
    );
    if (lost !== undefined) return { kind: 'modality', found: said.text, expected: lost.word };
  }
  return undefined;
}

/** `Plan for the columns: first add …`: what stands before the colon is of all that follows. */
function isLabelled(line: Line, { start }: Unit): boolean {
  return line.tokens[start]?.word === ':';
}

/** A rule is told whole, with what bounds it behind it; an exception is told with what it is of. */
function findUnbound(home: Unit, reading: Reading): Finding | undefined {
  const { said, line, told } = reading;
  const isRuling = home.limits.some((limit) => rules(limit) && !isAside(limit, home, reading));
  for (const unit of line.units.slice(home.index + 1)) {
    if (unit.isHard) break;
    // `…, and only they may place it` is another rule.
    const isAdded = line.tokens[unit.start]?.word === 'and' || line.tokens[unit.start + 1]?.word === 'and';
    const bound = unit.limits.find(
      (limit) =>
        EXCLUDING.test(limit.word) ||
        (limit.limit === 'only' && limit.at <= unit.start + 1 && !isAdded) ||
        (isRuling && (limit.limit === 'except' || limit.limit === 'if' || (limit.limit === 'only' && !isAdded))),
    );
    if (bound !== undefined && !said.limits.some((one) => one.limit === bound.limit)) return { kind: 'scope', found: said.text, expected: bound.word };
  }
  if (!isRuling && !home.limits.some(({ word }) => EXCEPTING.test(word))) return findLostRange(home, reading);
  const keys = new Set([...told].filter((item) => item.kind !== 'number').map((item) => `${item.kind} ${item.key}`));
  // `[Mirela Okafor] MR 518 raises …`
  const speaker = tokensOf(/^\[[^\]]{1,60}\] /.exec(line.text)?.[0] ?? '').length;
  // `The vendor's page says that …`
  const teller = line.tokens.findIndex(({ word }, at) => WRITTEN.test(word) && TELLING.test(line.tokens[at + 1]?.word ?? ''));
  const lost = home.items.find((item, at) => {
    const next = home.items[at + 1];
    // `the flag --strict`
    const isApposed = item.kind === 'word' && next?.kind === 'name' && told.has(next);
    const isEnumerator = home.index === 0 && at === 0 && item.kind !== 'word' && /^[\d.]+$/.test(item.text);
    const mark = line.tokens[item.at + 1]?.word;
    // A member of an object, or the place with which a compiler begins: `a_test.go:88: want 1`
    const isMember = mark === '=' || (mark === ':' && (item.at <= LABEL_AT || !home.items.some((one) => one.at < item.at && told.has(one))));
    const before = line.tokens[item.at - 1]?.word ?? '';
    // `on this board`, `at any time`, `is called`
    if (
      item.at < speaker ||
      (teller !== -1 && item.at <= teller + 1) ||
      DEICTIC.test(before) ||
      (item.text === 'time' && before === 'any') ||
      CALLED.test(item.text)
    )
      return false;
    return !item.isFrame && !isEnumerator && !isMember && !told.has(item) && !keys.has(`${item.kind} ${item.key}`) && !isApposed;
  });
  if (lost !== undefined) return { kind: 'scope', found: said.text, expected: lost.text };
  // `tables made with it must not …`
  const tokens = line.tokens.slice(home.start, home.end);
  const isPointing = tokens.some((token, at) => PRONOUN.test(token.word) && PREPOSITION.test(tokens[at - 1]?.word ?? ''));
  return isPointing && !said.tokens.some((token) => PRONOUN.test(token.word)) ? { kind: 'scope', found: said.text, expected: line.text } : undefined;
}

/** `failovers need an approval` of *failovers outside 06:00–09:00 need an approval*. */
function findLostRange(home: Unit, { said, line, told }: Reading): Finding | undefined {
  const need = home.limits.find(({ limit, word }) => limit === 'must' && ABLE.test(word));
  const none = home.limits.find(({ word }) => word === 'no');
  const not = home.limits.find(({ limit }) => limit === 'not');
  const isBehind = (item: Item, words: RegExp): boolean => words.test(line.tokens[item.at - 1]?.word ?? '');
  const lost = home.items.find(
    (item) =>
      !told.has(item) &&
      ((need !== undefined && item.at < need.at && isBehind(item, BOUNDING)) ||
        (none !== undefined && item.at > none.at && isName(item) && isBehind(item, ORIGIN)) ||
        (not !== undefined && item.at < not.at && isName(item) && isBehind(item, ORIGIN))),
  );
  return lost === undefined ? undefined : { kind: 'scope', found: said.text, expected: lost.text };
}

function isBeforeCondition({ tokens }: Line, { at }: LimitWord): boolean {
  return CONDITION.test(tokens[at + 1]?.word ?? '');
}

function findAdded(parts: ToldParts, { said, line, alignment }: Reading): Finding | undefined {
  const negation = said.limits.findLast(({ limit }) => limit === 'not');
  if (negation !== undefined && negationsOf(said.limits) > negationsOf(line.limits)) return { kind: 'polarity', found: negation.word, expected: line.text };
  for (const unit of said.units) {
    const homes = [...(parts.get(unit)?.keys() ?? [])];
    const around = homes.length === 0 ? line.limits : homes.flatMap((one) => one.limits);
    for (const limit of unit.limits) {
      if (!ADDED.has(limit.limit) || isOrderOf(limit, said.text, line.text) || isOfLabel(limit, said, line)) continue;
      const near = unit.items.find((item) => item.at > limit.at && alignment.has(item)) ?? unit.items.findLast((item) => alignment.has(item));
      const home = limit.limit === 'not' && near !== undefined ? line.unitOf(alignment.get(near)) : undefined;
      const own = home?.limits ?? around;
      if (isBeforeCondition(said, limit) && isAtBorder(line, limit)) continue;
      if (!own.some((one) => isSame(one, limit) || (limit.limit === 'may' && one.isLeave)))
        return { kind: kindOf(limit.limit), found: limit.word, expected: line.text };
    }
  }
  return undefined;
}

/** `Not verified: a; b`: it is of all that stands behind the colon, in the line as in the statement. */
function isOfLabel(limit: LimitWord, said: Line, line: Line): boolean {
  const isBeforeColon = (one: LimitWord, { tokens }: Line): boolean => one.at < tokens.findIndex(({ word }) => word === ':');
  return isBeforeColon(limit, said) && line.limits.some((one) => isSame(one, limit) && isBeforeColon(one, line));
}

/** What the user asked for, and what a line orders, is told as what should or must be. */
function isOrderOf({ limit, word }: LimitWord, said: string, line: string): boolean {
  if (limit !== 'must' && limit !== 'should' && limit !== 'plan') return false;
  if (/\buser\b/i.test(said)) return true;
  return ORDERING.test(line) && (limit === 'must' || (word === 'should' && /\bplease\b/i.test(line)));
}

/** Limits that make a line a rule; a need or an ability makes none. */
function rules({ limit, isLeave, word, isOfNumber }: LimitWord): boolean {
  if (RULING.test(word)) return true;
  // `expected 3, got 5`
  if (isOfNumber || word === 'expected') return false;
  return (isLeave || limit === 'must' || limit === 'may' || limit === 'should' || limit === 'only') && !ABLE.test(word);
}

function isRule(limits: readonly LimitWord[]): boolean {
  return limits.some((limit) => rules(limit) || limit.limit === 'plan');
}

const RULING = /^(?:must|shall|forbidden|prohibited|mandatory|strictly)/;
const ABLE = /^(?:need|require|insist|make sure|can|could|able)/;
/** `77b2d40 subnet: log rejected flows` */
const LABEL_AT = 2;
const EXCLUDING = /^(?:except|excepting|excluding|apart|aside|other than|save|bar|barring|with the exception|unless|but)/;
const EXCEPTING = /^(?:except|excepting|excluding|apart|aside|other than|with the exception)/;
const ORDERING = /^\W{0,9}(?:never|always|do not|don['’]t|only|please)\b|[;:,] (?:never|always|do not|don['’]t|please)\b/i;
const CONDITION = /^(?:if|when|after|before|until|with|while|once)$/;
const DEICTIC = /^(?:this|these)$/;
const CALLED = /^(?:called|made|done|used)$/;
const FOR_NOW = /^(?:for now|for the time being|temporarily)$/;
const BOUNDING = /^(?:outside|within|above|below|under|over|before|after|during|between|beyond|without|with|in|on|than)$/;
const ORIGIN = /^(?:from|of|for|on|in|by|to|with)$/;
const PRONOUN = /^(?:it|them|this|these)$/;
const PREPOSITION = /^(?:with|by|from|of|in|on|for)$/;
