import type { Finding } from '../drift.ts';
import { ADJUNCTS } from '../lexicon/statements.ts';
import { type Item, isRival, kindOf } from './item.ts';
import type { Line, Unit } from './line.ts';
import type { Reading, ToldParts } from './reading.ts';

/** What one part of a statement has of two parts of a line: neither may have something of its own in its place. */
export function compareUnits(told: ToldParts, reading: Reading): Finding | undefined {
  for (const [unit, parts] of told) {
    const finding = findMixed(unit, parts, reading) ?? findStolen(unit, reading);
    if (finding !== undefined) return finding;
  }
  return undefined;
}

/** `expected 3, got 2` of *expected 2, got 3*. */
function findMixed(unit: Unit, parts: ReadonlyMap<Unit, readonly Item[]>, reading: Reading): Finding | undefined {
  const { line, alignment } = reading;
  const used = new Set(unit.items.map((item) => alignment.get(item)));
  for (const [home, items] of parts) {
    for (const other of parts.keys()) {
      if (other === home) continue;
      const isAdjunct = (one: Item): boolean => one.at === other.start + 1 && ADJUNCTS.has(line.tokens[other.start]?.word ?? '');
      const isOneAxis = (item: Item, one: Item): boolean => item.state === undefined || item.state.axis === one.state?.axis;
      for (const item of items) {
        if (isLabelled(item, reading)) continue;
        const rival = other.items.find((one) => !used.has(one) && isRival(item, one) && !isAdjunct(one) && isOneAxis(item, one));
        if (rival !== undefined) return { kind: kindOf(item), found: item.text, expected: rival.text };
      }
    }
  }
  return undefined;
}

/** `jams 2` of *seed 12: throughput 1171, jams 2*, `1 error` of *1 error and 0 warnings*: a number with the word that it counts. */
function isLabelled(item: Item, { said, alignment }: Reading): boolean {
  const own = alignment.get(item);
  if (item.kind !== 'number' || own === undefined) return false;
  return [-1, 1].some((step) => {
    const word = said.items[said.items.indexOf(item) + step];
    const counted = word === undefined ? undefined : alignment.get(word);
    return word?.kind === 'word' && word.at === item.at + step && counted?.at === own.at + step;
  });
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
