import type { Finding } from '../drift.ts';
import { tokensOf } from '../tokens.ts';
import type { Item } from './item.ts';
import { readItems } from './read-items.ts';
import type { Reading } from './reading.ts';

/** Tokens between a number and the heading that is said with it. */
const LABEL_DISTANCE = 6;

/** Where a row has headings, a number stands under the one that is said with it. */
export function compareColumns({ said, line, alignment, header }: Reading): Finding | undefined {
  if (header === undefined) return undefined;
  const keys = header.cells.map(keysOf);
  const valuesOf = line.cells.map((cell) => tokensOf(cell).flatMap((token) => token.quantity?.value ?? []));
  for (const item of said.items) {
    if (item.kind !== 'number' || !alignment.has(item)) continue;
    const distance = (one: Item): number => Math.abs(one.at - item.at);
    const labels = said.items.filter((one) => one.kind !== 'number' && distance(one) <= LABEL_DISTANCE && keys.some((key) => key.includes(one.key)));
    const nearest = Math.min(...labels.map(distance));
    const near = labels.filter((one) => distance(one) <= nearest + 1);
    const value = item.quantity?.value ?? Number.NaN;
    const isUnder = keys.some((key, at) => valuesOf[at]?.includes(value) === true && near.some((one) => key.includes(one.key)));
    if (near.length > 0 && !isUnder) return { kind: 'number', found: `${near[0]?.text} ${item.text}`, expected: line.raw.trim() };
  }
  return undefined;
}

function keysOf(cell: string): readonly string[] {
  const tokens = tokensOf(`${cell} ${cell.replaceAll('_', ' ')}`);
  return readItems(tokens, [], 0, tokens.length).items.map((item) => item.key);
}
