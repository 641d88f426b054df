import type { Finding } from '../drift.ts';
import { LOCATING, THINGS } from '../lexicon/statements.ts';
import { wordKey } from '../stem.ts';
import type { Token } from '../tokens.ts';
import type { Alignment } from './align.ts';
import { type Item, isName, isRival, isSameItem, kindOf } from './item.ts';
import type { Line } from './line.ts';
import type { Reading } from './reading.ts';
import type { SourceLine, SourceLines } from './source-lines.ts';

/** Tokens between a word and what says that it names a place or a speaker. */
const LOCATING_DISTANCE = 3;
/** Tokens within which two items stand beside each other. */
const NEAR = 3;
/** The subject of such a line is known. */
const PERSONAL = /\b(?:I|we)\b/;
const VERBAL = /(?:ed|ing)$/;
const ERROR_LINE = /error|exception|panic|fatal|assert|fault|denied|refused|not ok|✗|×|✖/i;

/** What a statement has beside the line: it says where the line stood, or what it is about, or it is foreign. */
export function findForeign(reading: Reading, lines: SourceLines): Finding | undefined {
  const { said, line, alignment, told, header } = reading;
  const untold = line.items.filter((item) => !told.has(item));
  const other = otherName(reading) ?? otherAnswer(reading);
  if (other !== undefined) return other;
  const missing = said.items.filter((item) => !item.isFrame && !alignment.has(item) && !isWritten(item, line) && !isApposed(item, reading, untold));
  if (missing.length === 0) return undefined;
  const tellers = said.items.filter((item) => alignment.has(item) && !item.isFrame);
  // Where most of it stands elsewhere, it is not about this line.
  if (tellers.length * 2 < missing.length) return { kind: kindOf(missing[0] as Item), found: missing[0]?.text ?? '', expected: line.text };
  const places = lines.placesOf(line, header);
  for (const item of missing) {
    const isPeripheral = item.at <= (tellers[0]?.at ?? 0) || item.at >= (tellers.at(-1)?.at ?? 0);
    const rival = findRival(item, { reading, lines, places, untold, isPeripheral });
    if (rival !== undefined) return { kind: kindOf(item), found: item.text, expected: rival };
  }
  return undefined;
}

/** `list secrets` beside the row *get secrets*, `test split` beside *dev split*: such a word is no link. */
function otherName({ said, line, alignment, told }: Reading): Finding | undefined {
  const isRow = /\S {2,}\S|[\t|]/.test(line.raw);
  for (const [at, item] of said.items.entries()) {
    const own = alignment.get(said.items[at + 1] as Item);
    if (!item.isFrame || alignment.has(item) || own === undefined || said.items[at + 1]?.at !== item.at + 1) continue;
    const one = line.tokens[own.at - 1];
    if (one?.kind !== 'word' || told.has(line.items.find(({ at: place }) => place === own.at - 1) as Item)) continue;
    if (isRow || (THINGS.has(item.text.toLowerCase()) && line.items.some((other) => other.at === own.at - 1 && !other.isFrame && other.state === undefined)))
      return { kind: 'scope', found: item.text, expected: one.text };
  }
  return undefined;
}

function otherAnswer({ said, line }: Reading): Finding | undefined {
  const isYes = (one: Line): boolean => one.tokens.some(({ word }) => word === 'yes');
  return isYes(said) && !isYes(line) ? { kind: 'polarity', found: 'yes', expected: line.text } : undefined;
}

interface Context {
  readonly reading: Reading;
  readonly lines: SourceLines;
  readonly places: readonly SourceLine[];
  readonly untold: readonly Item[];
  /** Before or behind all that is told of the line: there a statement says where it stood. */
  readonly isPeripheral: boolean;
}

/** What the line has in the place of an item, or the line itself where nothing bears the item out. */
function findRival(item: Item, { reading, lines, places, untold, isPeripheral }: Context): string | undefined {
  const { said, line, header, alignment } = reading;
  const label = otherLabel(item, reading);
  if (label !== undefined && untold.includes(label)) return label.text;
  // A line that tells an error bears out that something failed.
  if (item.state?.axis === 'outcome' && !item.state.isPositive && ERROR_LINE.test(line.raw)) return undefined;
  if (item.state !== undefined && untold.some((one) => one.state !== undefined && isRival(item, one))) return line.text;
  const heading =
    places.find((one) => one.isHeading && one.has(item)) ??
    places.find((one) => (one === header || one.indent < line.indent || (one.isFirst && one.provenance === 'tool' && isName(item))) && one.has(item));
  if (heading !== undefined && heading === header) return undefined;
  if (item.kind === 'number' && heading === undefined) return isNumberOfPlace(item, reading, lines, untold) ? undefined : line.text;
  if (heading === undefined && (lines.isPointedAt(item, line) || isOfNamed(item, reading, lines))) return undefined;
  const isPersonal =
    heading === undefined &&
    item.kind === 'word' &&
    item.at < (said.items.find((one) => alignment.has(one))?.at ?? 0) &&
    line.provenance === 'assistant' &&
    PERSONAL.test(line.text);
  if (isPersonal) return line.text;
  const place = heading ?? (isPeripheral && !VERBAL.test(item.text) ? lines.subjectLine(item, line) : undefined);
  if (place === undefined || isOtherRow(place, reading) || isTurned(item, place, said)) return line.text;
  const rival = isLocated(item, said)
    ? undefined
    : untold.find((one) => isRival(item, one) && (heading?.isCommand !== true || heading.items.some((other) => isSameItem(other, one))));
  const substitute = heading !== undefined && item.kind === 'word' ? undefined : substituted(item, said, line, alignment, untold);
  return (rival ?? substitute)?.text;
}

/** `target: x`, where the line has `cssTarget: x`. */
function otherLabel(item: Item, { said, line, alignment }: Reading): Item | undefined {
  const next = said.items[said.items.indexOf(item) + 1];
  const own = next === undefined ? undefined : alignment.get(next);
  const isMark = (token: Token | undefined): boolean => token?.word === ':' || token?.word === '=';
  if (own === undefined || !isMark(said.tokens[item.at + 1]) || !isMark(line.tokens[own.at - 1])) return undefined;
  return line.items[line.items.indexOf(own) - 1];
}

function isOfNamed(item: Item, { said, line, alignment }: Reading, lines: SourceLines): boolean {
  const next = said.items[said.items.indexOf(item) + 1];
  const own = next?.at === item.at + 1 ? alignment.get(next) : undefined;
  return own !== undefined && lines.isOfNamed(item, own, line);
}

/** It stands in the line, if not as an item of its own: in a phrase, in a quotation, or as the number of a list. */
function isWritten(item: Item, line: SourceLine): boolean {
  if (item.kind === 'name') return item.key.includes(' ') && line.lowered.includes(item.key);
  if (item.kind === 'number')
    return (
      line.raw
        .trimStart()
        .replace(/^[-*] /, '')
        .startsWith(`${item.text}.`) || line.raw.trimStart().startsWith(`${item.text}) `)
    );
  if (item.state !== undefined || !line.tokens.some((token) => token.kind === 'word' && wordKey(token.word) === item.key)) return false;
  // `no difference` bears out no `difference`.
  return !line.items.some((one) => one.state !== undefined && one.key.includes(' ') && one.text.includes(item.text.toLowerCase()));
}

/** `commit b81d0c2`, where the line has the name alone. */
function isApposed(item: Item, { said, line, alignment }: Reading, untold: readonly Item[]): boolean {
  const next = said.items[said.items.indexOf(item) + 1];
  if (item.kind !== 'word' || item.state !== undefined || next?.kind !== 'name' || next.at !== item.at + 1) return false;
  return alignment.has(next) && !VERBAL.test(item.text) && substituted(item, said, line, alignment, untold) === undefined;
}

/** `line 188`, `run 88213` of an earlier line, where the line itself has no number of the kind. */
function isNumberOfPlace(item: Item, { said, line }: Reading, lines: SourceLines, untold: readonly Item[]): boolean {
  const word = said.items.find((one) => one.at === item.at - 1);
  if (word === undefined || untold.some((one) => one.kind === 'number' && one.quantity?.dimension === item.quantity?.dimension)) return false;
  const isPair = (one: Item, next: Item | undefined): boolean => isSameItem(one, word) && next !== undefined && isSameItem(next, item);
  return lines.subjectLine(word, line, ({ items }) => items.some((one, at) => isPair(one, items[at + 1]))) !== undefined;
}

/** A row of the same table is about something else. */
function isOtherRow(place: SourceLine, { line, header }: Reading): boolean {
  return line.cells.length > 0 && place !== header && place.indent === line.indent && place.cells.length === line.cells.length;
}

/** `no partition filter` bears out no partition filter. */
function isTurned(item: Item, place: SourceLine, said: Line): boolean {
  const own = place.items.find((one) => isSameItem(one, item));
  const unit = place.unitOf(own);
  if (own === undefined || said.limits.some(({ limit }) => limit === 'not')) return false;
  return unit?.limits.some(({ limit, at }) => limit === 'not' && at < own.at) === true;
}

function isLocated(item: Item, said: Line): boolean {
  return said.tokens.some((token, at) => LOCATING.has(token.word) && Math.abs(at - item.at) <= LOCATING_DISTANCE);
}

/** `pool blue`, where the line has `pool green`. */
function substituted(item: Item, said: Line, line: Line, alignment: Alignment, untold: readonly Item[]): Item | undefined {
  const at = said.items.indexOf(item);
  for (const step of [-1, 1]) {
    const neighbour = said.items[at + step];
    const own = neighbour === undefined ? undefined : alignment.get(neighbour);
    if (neighbour === undefined || own === undefined || Math.abs(neighbour.at - item.at) > NEAR) continue;
    const one = line.items[line.items.indexOf(own) - step];
    if (one !== undefined && untold.includes(one) && Math.abs(one.at - own.at) <= NEAR && isOneSort(one, item)) return one;
  }
  return undefined;
}

function isOneSort(one: Item, other: Item): boolean {
  return isName(one) === isName(other) && (one.kind === 'number') === (other.kind === 'number');
}
