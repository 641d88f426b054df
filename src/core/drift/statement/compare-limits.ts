import type { Finding } from '../drift.ts';
import type { Limit } from '../lexicon/statements.ts';
import type { Unit } from './line.ts';
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
    const limits = units.flatMap((unit) => unit.limits);
    const finding = findLost(home, limits, reading) ?? findUnreached(home, reading) ?? findUnbound(home, reading);
    if (finding !== undefined) return finding;
  }
  return findAdded(parts, reading);
}

function kindOf(limit: Limit): Finding['kind'] {
  return KINDS[limit] ?? 'modality';
}

function isSame(one: LimitWord, other: LimitWord): boolean {
  return one.word === other.word || one.limit === other.limit;
}

function findLost(home: Unit, limits: readonly LimitWord[], reading: Reading): Finding | undefined {
  const { said, line } = reading;
  const owed = home.limits.filter((limit) => KEPT.has(limit.limit) && isOwed(limit, home, reading));
  const lost = owed.find((limit) => !limits.some((one) => isSame(one, limit)));
  if (lost !== undefined) return { kind: kindOf(lost.limit), found: said.text, expected: lost.word };
  return negationsOf(limits) < negationsOf(owed) ? { kind: 'polarity', found: said.text, expected: line.text } : undefined;
}

function negationsOf(limits: readonly LimitWord[]): number {
  return limits.filter(({ limit }) => limit === 'not').length;
}

/** Whether what a limit limits is told. */
function isOwed({ limit, word, at }: LimitWord, home: Unit, { line, told }: Reading): boolean {
  const behind = home.items.filter((item) => item.at > at);
  if (isNumeric(limit)) return home.items.some((item) => item.kind === 'number' && Math.abs(item.at - at) <= NUMBER_DISTANCE && told.has(item));
  if (word === 'without') return behind.some((item) => told.has(item));
  if (limit === 'not') return behind.every((item) => item.isFrame) || behind.some((item) => told.has(item));
  return limit !== 'if' || isRule(line.limits);
}

/** What opens a line reaches all of it: `Plan: …`, `perhaps …`. */
function findUnreached(home: Unit, { said, line }: Reading): Finding | undefined {
  for (const unit of line.units.slice(0, home.index)) {
    if (line.units.slice(unit.index + 1, home.index + 1).some((one) => one.isHard)) continue;
    const lost = unit.limits.find(({ limit }) => (limit === 'perhaps' || limit === 'plan') && !said.limits.some((one) => one.limit === limit));
    if (lost !== undefined) return { kind: 'modality', found: said.text, expected: lost.word };
  }
  return undefined;
}

/** A rule is told whole, with what bounds it behind it; an exception is told with what it is of. */
function findUnbound(home: Unit, reading: Reading): Finding | undefined {
  const { said, line, told } = reading;
  const isRuling = home.limits.some(rules);
  for (const unit of line.units.slice(home.index + 1)) {
    if (unit.isHard) break;
    const bound = unit.limits.find(
      (limit) => EXCLUDING.test(limit.word) || (isRuling && (limit.limit === 'except' || limit.limit === 'if' || limit.limit === 'only')),
    );
    if (bound !== undefined && !said.limits.some((one) => one.limit === bound.limit)) return { kind: 'scope', found: said.text, expected: bound.word };
  }
  if (!isRuling) return undefined;
  const keys = new Set([...told].filter((item) => item.kind !== 'number').map((item) => `${item.kind} ${item.key}`));
  const lost = home.items.find((item, at) => {
    const next = home.items[at + 1];
    // `the flag --strict`
    const isApposed = item.kind === 'word' && next?.kind === 'name' && told.has(next);
    const isEnumerator = home.index === 0 && at === 0 && item.kind !== 'word' && /^[\d.]+$/.test(item.text);
    return !item.isFrame && !isEnumerator && !told.has(item) && !keys.has(`${item.kind} ${item.key}`) && !isApposed;
  });
  if (lost !== undefined) return { kind: 'scope', found: said.text, expected: lost.text };
  // `tables made with it must not …`
  const tokens = line.tokens.slice(home.start, home.end);
  const isPointing = tokens.some((token, at) => PRONOUN.test(token.word) && PREPOSITION.test(tokens[at - 1]?.word ?? ''));
  return isPointing && !said.tokens.some((token) => PRONOUN.test(token.word)) ? { kind: 'scope', found: said.text, expected: line.text } : undefined;
}

function findAdded(parts: ToldParts, { said, line, alignment }: Reading): Finding | undefined {
  const negation = said.limits.findLast(({ limit }) => limit === 'not');
  if (negation !== undefined && negationsOf(said.limits) > negationsOf(line.limits)) return { kind: 'polarity', found: negation.word, expected: line.text };
  for (const unit of said.units) {
    const homes = [...(parts.get(unit)?.keys() ?? [])];
    const around = homes.length === 0 ? line.limits : homes.flatMap((one) => one.limits);
    for (const limit of unit.limits) {
      if (!ADDED.has(limit.limit) || isOrderOf(limit, said.text, line.text)) continue;
      const near = unit.items.find((item) => item.at > limit.at && alignment.has(item)) ?? unit.items.findLast((item) => alignment.has(item));
      const home = limit.limit === 'not' && near !== undefined ? line.unitOf(alignment.get(near)) : undefined;
      const own = home?.limits ?? around;
      if (!own.some((one) => isSame(one, limit) || (limit.limit === 'may' && one.isLeave)))
        return { kind: kindOf(limit.limit), found: limit.word, expected: line.text };
    }
  }
  return undefined;
}

/** What the user asked for, and what a line orders, is told as what should or must be. */
function isOrderOf({ limit, word }: LimitWord, said: string, line: string): boolean {
  if (limit !== 'must' && limit !== 'should' && limit !== 'plan') return false;
  if (/\buser\b/i.test(said)) return true;
  return ORDERING.test(line) && (limit === 'must' || (word === 'should' && /\bplease\b/i.test(line)));
}

/** Limits that make a line a rule; a need or an ability makes none. */
function rules({ limit, isLeave, word }: LimitWord): boolean {
  if (RULING.test(word)) return true;
  return (isLeave || limit === 'must' || limit === 'may' || limit === 'should' || limit === 'only') && !ABLE.test(word);
}

function isRule(limits: readonly LimitWord[]): boolean {
  return limits.some((limit) => rules(limit) || limit.limit === 'plan');
}

const RULING = /^(?:must|shall|forbidden|prohibited|mandatory|strictly)/;
const ABLE = /^(?:need|require|insist|make sure|can|could|able)/;
const EXCLUDING = /^(?:except|excepting|excluding|apart|aside|other than|save|bar|barring|with the exception|unless|but)/;
const ORDERING = /^\W{0,9}(?:never|always|do not|don['’]t|only|please)\b|[;:,] (?:never|always|do not|don['’]t|please)\b/i;
const PRONOUN = /^(?:it|them|this|these)$/;
const PREPOSITION = /^(?:with|by|from|of|in|on|for)$/;
