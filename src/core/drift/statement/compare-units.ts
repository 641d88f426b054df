import type { Finding } from '../drift.ts';
import { ADJUNCTS, CAUSAL } from '../lexicon/statements.ts';
import { type Item, isRival, kindOf } from './item.ts';
import type { Line, Unit } from './line.ts';
import type { Reading, ToldParts } from './reading.ts';

/** What one part of a statement has of two parts of a line: neither may have something of its own in its place. */
export function compareUnits(told: ToldParts, reading: Reading): Finding | undefined {
  for (const [unit, parts] of told) {
    const finding =
      findMixed(unit, parts, reading) ??
      findStolen(unit, reading) ??
      findInterleaved(unit, reading) ??
      findOtherSubject(unit, parts, reading) ??
      findLostState(unit, parts, reading) ??
      findLostCount(unit, reading);
    if (finding !== undefined) return finding;
  }
  return compareCauses(told, reading);
}

/** `expected 3, got 2` of *expected 2, got 3*. */
function findMixed(unit: Unit, parts: ReadonlyMap<Unit, readonly Item[]>, { line, alignment }: Reading): Finding | undefined {
  const used = new Set(unit.items.map((item) => alignment.get(item)));
  for (const [home, items] of parts) {
    for (const other of parts.keys()) {
      if (other === home) continue;
      const isAdjunct = (one: Item): boolean => one.at === other.start + 1 && ADJUNCTS.has(line.tokens[other.start]?.word ?? '');
      const isOneAxis = (item: Item, one: Item): boolean => item.state === undefined || item.state.axis === one.state?.axis;
      for (const item of items) {
        const rival = other.items.find((one) => !used.has(one) && isRival(item, one) && !isAdjunct(one) && isOneAxis(item, one));
        if (rival !== undefined) return { kind: kindOf(item), found: item.text, expected: rival.text };
      }
    }
  }
  return undefined;
}

/** `data 2056` of *data 312 bss 2056*: the number behind a word is another's. */
function findStolen(unit: Unit, { said, line, alignment, told, header }: Reading): Finding | undefined {
  if (header !== undefined) return undefined;
  for (const item of unit.items) {
    const before = said.items[said.items.indexOf(item) - 1];
    const own = alignment.get(item);
    const place = before === undefined ? undefined : alignment.get(before);
    if (item.kind !== 'number' || before === undefined || before.kind === 'number' || own === undefined || place === undefined) continue;
    const next = line.items[line.items.indexOf(place) + 1];
    if (next === undefined || next === own || next.at > own.at || told.has(next) || next.kind !== 'number') continue;
    // `from 400 kHz to 100 kHz`
    if (line.tokens[next.at - 1]?.word === 'from' && line.tokens[own.at - 1]?.word === 'to') continue;
    if (hasComma(said, before, item) && hasComma(line, next, own)) continue;
    if (next.quantity?.dimension === own.quantity?.dimension) return { kind: 'number', found: `${before.text} ${item.text}`, expected: next.text };
  }
  return undefined;
}

function hasComma({ tokens }: Line, { at: start }: Item, { at: end }: Item): boolean {
  return tokens.slice(start, end).some(({ word }) => word === ',');
}

/** What stands in two sentences of a line is told of one after the other. */
function findInterleaved(unit: Unit, { line, alignment }: Reading): Finding | undefined {
  let last = 0;
  for (const item of unit.items) {
    const home = item.isFrame ? undefined : line.unitOf(alignment.get(item));
    if (home === undefined) continue;
    if (home.index < last && line.units.slice(home.index + 1, last + 1).some(({ start }) => line.tokens[start]?.word === ';'))
      return { kind: 'scope', found: item.text, expected: line.text };
    last = Math.max(last, home.index);
  }
  return undefined;
}

/** `slot 1 only on revision D` of *slot 1 is free; slot 2 only on revision D*: what a part says of its own subject is told of another. */
function findOtherSubject(unit: Unit, parts: ReadonlyMap<Unit, readonly Item[]>, { line, told }: Reading): Finding | undefined {
  const homes = [...parts.keys()].sort((a, b) => a.index - b.index);
  for (const [at, home] of homes.entries()) {
    if (at === 0 || line.tokens[home.start]?.word !== ';') continue;
    const [subject] = home.items;
    if (subject !== undefined && !subject.isFrame && !told.has(subject)) return { kind: 'scope', found: unit.items[0]?.text ?? '', expected: subject.text };
  }
  return undefined;
}

/** `a second approval` of *waiting on a second approval*. */
function findLostState(unit: Unit, parts: ReadonlyMap<Unit, readonly Item[]>, { told }: Reading): Finding | undefined {
  for (const home of parts.keys()) {
    const lost = home.items.find((item, at) => {
      const next = home.items[at + 1];
      return item.state?.axis === 'progress' && !item.state.isPositive && !told.has(item) && next !== undefined && told.has(next);
    });
    if (lost !== undefined) return { kind: 'state', found: unit.items.map((item) => item.text).join(' '), expected: lost.text };
  }
  return undefined;
}

/** `56 days` of *40 of 56 days*. */
function findLostCount(unit: Unit, { line, alignment }: Reading): Finding | undefined {
  const used = new Set(unit.items.map((item) => alignment.get(item)));
  for (const item of unit.items) {
    const own = alignment.get(item);
    if (item.kind !== 'number' || own === undefined || !/^(?:of|\/)$/.test(line.tokens[own.at - 1]?.word ?? '')) continue;
    const count = line.items.find((one) => one.kind === 'number' && one.at === own.at - 2);
    if (count !== undefined && !used.has(count)) return { kind: 'number', found: item.text, expected: `${count.text} of ${own.text}` };
  }
  return undefined;
}

/** `A because B` is not `B because A`. */
function compareCauses(told: ToldParts, { said, line }: Reading): Finding | undefined {
  const saidSides = sidesOf(said);
  const lineSides = sidesOf(line);
  if (saidSides === undefined || lineSides === undefined) return undefined;
  let turned = 0;
  for (const [unit, parts] of told) {
    for (const [home, items] of parts) turned += saidSides[unit.index] === lineSides[home.index] ? -items.length : items.length;
  }
  return turned > 0 ? { kind: 'state', found: said.text, expected: line.text } : undefined;
}

/** By part of a line: whether it tells the cause or the effect. */
function sidesOf(line: Line): readonly ('cause' | 'effect')[] | undefined {
  const wordOf = ({ start }: Unit): string | undefined =>
    [line.tokens[start]?.word, line.tokens[start + 1]?.word === 'long' ? 'as long as' : line.tokens[start + 1]?.word].find(
      (word) => word !== undefined && CAUSAL.has(word),
    );
  const at = line.units.findIndex((unit) => wordOf(unit) !== undefined);
  const unit = line.units[at];
  if (at <= 0 || unit === undefined) return undefined;
  const behind = CAUSAL.get(wordOf(unit) ?? '') ?? 'cause';
  const before = behind === 'cause' ? 'effect' : 'cause';
  return line.units.map((_, index) => (index < at ? before : behind));
}
