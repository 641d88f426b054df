import { type Item, isSameItem } from './item.ts';
import type { Line } from './line.ts';

/** Items of a statement, each with the item of a line that bears it out. */
export type Alignment = ReadonlyMap<Item, Item>;

/** In order as far as they are; then what moved; then what is said twice of one. */
export function align(said: Line, line: Line): Alignment {
  const matched = alignInOrder(said.items, line.items);
  const used = new Set(matched.values());
  for (const item of said.items) {
    if (matched.has(item)) continue;
    const moved = line.items.find((one) => !used.has(one) && isSameItem(one, item));
    if (moved === undefined) continue;
    matched.set(item, moved);
    used.add(moved);
  }
  gather(matched, said, line);
  for (const item of said.items) {
    if (matched.has(item) || item.state !== undefined) continue;
    const twice = line.items.find((one) => isSameItem(one, item));
    if (twice !== undefined) matched.set(item, twice);
  }
  return matched;
}

/** The longest common subsequence, where names and numbers weigh more than words. */
function alignInOrder(said: readonly Item[], line: readonly Item[]): Map<Item, Item> {
  const width = line.length + 1;
  const best = new Float64Array((said.length + 1) * width);
  const weights = new Float64Array(said.length * width);
  for (let i = said.length - 1; i >= 0; i--) {
    for (let j = line.length - 1; j >= 0; j--) {
      const at = i * width + j;
      const weight = weightOf(said[i] as Item, line[j] as Item);
      weights[at] = weight;
      const skipped = Math.max(best[at + width] ?? 0, best[at + 1] ?? 0);
      best[at] = weight > 0 ? Math.max(skipped, weight + (best[at + width + 1] ?? 0)) : skipped;
    }
  }
  const matched = new Map<Item, Item>();
  for (let i = 0, j = 0; i < said.length && j < line.length; ) {
    const at = i * width + j;
    const weight = weights[at] ?? 0;
    if (weight > 0 && best[at] === weight + (best[at + width + 1] ?? 0)) matched.set(said[i++] as Item, line[j++] as Item);
    else if (best[at] === best[at + width]) i++;
    else j++;
  }
  return matched;
}

function weightOf(said: Item, one: Item): number {
  if (!isSameItem(one, said)) return 0;
  if (said.kind !== 'word' || said.isProper) return 1.6;
  return said.isFrame ? 0.4 : 1;
}

/** What stands in several parts of a line is told of the part that has most of the rest. */
function gather(matched: Map<Item, Item>, said: Line, line: Line): void {
  const words = new Set(said.limits.map((limit) => limit.word));
  const shares = line.units.map(
    (unit) => said.items.filter((item) => unit.items.some((one) => isSameItem(one, item))).length + unit.limits.filter((limit) => words.has(limit.word)).length,
  );
  const shareOf = (one: Item): number => shares[line.unitOf(one)?.index ?? -1] ?? 0;
  const taken = new Set(matched.values());
  for (const [item, own] of matched) {
    const better = line.items.filter((one) => one !== own && !taken.has(one) && isSameItem(one, item)).sort((a, b) => shareOf(b) - shareOf(a))[0];
    if (better === undefined || shareOf(better) <= shareOf(own)) continue;
    taken.delete(own);
    taken.add(better);
    matched.set(item, better);
  }
}
