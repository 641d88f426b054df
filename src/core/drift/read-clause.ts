import { claimsOf } from './claims.ts';
import type { Range } from './clause-ranges.ts';
import { ClauseReader } from './clause-reader.ts';
import { INVERTED, numbersOf } from './number-readings.ts';
import { behindLabel, hasSubject, opensWithImperative, opensWithPronoun } from './openings.ts';
import type { Occurrence } from './phrases.ts';
import { readOperator } from './read-operator.ts';
import type { Clause } from './reading.ts';
import type { Token } from './tokens.ts';

/** What one part of a sentence says; `before` is the clause that it may go on from. Linear. */
export function readClause(tokens: readonly Token[], operators: readonly Occurrence[], whole: Range, before: Clause | undefined): Clause | undefined {
  const range: Range = { start: behindLabel(tokens, whole.start, whole.end), end: whole.end };
  const inRange = operators.filter((one) => one.start >= range.start && one.start < range.end);
  const byStart = new Map(inRange.map((one) => [one.start, one]));
  const reader = new ClauseReader(tokens, byStart, range, opensWithImperative(tokens, byStart, range));
  readTokens(reader);
  readShares(reader);
  reader.turnAttachments();
  reader.hasVerb ||= opensWithPronoun(tokens, range);
  if (reader.isTurned) reader.turnMain();
  const numbers = numbersOf(tokens, inRange, range);
  if (reader.words.size === 0 && numbers.length === 0 && inRange.length === 0) return undefined;
  return clauseOf(reader, numbers, before);
}

function readTokens(reader: ClauseReader): void {
  const { tokens, byStart, range } = reader;
  for (let at = range.start; at < range.end; at++) {
    const token = tokens[at] as Token;
    const occurrence = byStart.get(at);
    if (token.kind === 'mark' && token.word === ',' && reader.isOpeningAttachment) {
      reader.attachment = undefined;
      reader.isOpeningAttachment = false;
    } else if (occurrence !== undefined) {
      readOperator(reader, occurrence);
      at = occurrence.end - 1;
    } else reader.readToken(at);
  }
}

/** `2 of 3` is a part, `3 of 3` is all of them. */
function readShares({ tokens, range, quantifiers }: ClauseReader): void {
  for (let at = range.start; at < range.end; at++) {
    if (tokens[at]?.kind !== 'number' || tokens[at + 1]?.word !== 'of') continue;
    quantifiers.add(tokens[at]?.quantity?.value === tokens[at + 2]?.quantity?.value ? 'universal' : 'partial');
  }
}

function clauseOf(reader: ClauseReader, numbers: Clause['numbers'], before: Clause | undefined): Clause {
  const { tokens, byStart, range, isTurned } = reader;
  const { claims, cue, isRestricting } = claimsOf(reader, tokens.at(-1)?.word === '?', before);
  if (isRestricting) reader.makeRestriction();
  const isWhole = before === undefined || reader.isImperative || (reader.hasVerb && hasSubject(tokens, byStart, range));
  return {
    text: reader.textOf(range.start, range.end),
    signs: reader.signs,
    words: reader.words,
    ambiguous: reader.ambiguous,
    inherited: isWhole ? new Set() : new Set([...before.signs.keys(), ...before.inherited]),
    claims,
    cue,
    isPast: reader.isPast,
    isExclusive: reader.isExclusive || isRestricting,
    isNegated: !isRestricting && isTurned,
    negationCue: reader.negationCue,
    attachments: reader.attachments,
    states: reader.states,
    qualifiers: reader.qualifiers,
    quantifiers: reader.quantifiers,
    // `do not send more than 100` is `at most 100`.
    numbers: numbers.map((one) => (isTurned && one.comparison !== undefined ? { ...one, comparison: INVERTED[one.comparison] } : one)),
    bounds: reader.bounds,
    names: reader.names,
    proper: reader.proper,
    hasVerb: reader.hasVerb,
  };
}
