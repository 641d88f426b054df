import type { Item } from './item.ts';
import type { Line } from './line.ts';

/** Items of a statement, each with the item of a line that bears it out. */
export type Alignment = ReadonlyMap<Item, Item>;

/** Items of a statement, each with all that a line has of it, in order. */
type Same = ReadonlyMap<Item, readonly Item[]>;

/** In order as far as they are; then what moved; then what is said twice of one. */
export function align(said: Line, line: Line): Alignment {
  const same: Same = new Map(said.items.map((item) => [item, line.sameAs(item)]));
  const matched = alignInOrder(said.items, line.items, same);
  const used = new Set(matched.values());
  for (const item of said.items) {
    if (matched.has(item)) continue;
    const moved = same.get(item)?.find((one) => !used.has(one));
    if (moved === undefined) continue;
    matched.set(item, moved);
    used.add(moved);
  }
  gather(matched, same, { said, line });
  for (const item of said.items) {
    if (matched.has(item) || item.state !== undefined) continue;
    const twice = same.get(item)?.[0];
    if (twice !== undefined) matched.set(item, twice);
  }
  return matched;
}

/** The longest common subsequence, where names and numbers weigh more than words. */
function alignInOrder(said: readonly Item[], line: readonly Item[], same: Same): Map<Item, Item> {
  const width = line.length + 1;
  const best = new Float64Array((said.length + 1) * width);
  const weights = new Float64Array(said.length * width);
  const placeOf = new Map(line.map((item, at) => [item, at]));
  said.forEach((item, at) => {
    for (const one of same.get(item) ?? []) weights[at * width + (placeOf.get(one) ?? 0)] = weightOf(item);
  });
  for (let i = said.length - 1; i >= 0; i--) {
    for (let j = line.length - 1; j >= 0; j--) {
      const at = i * width + j;
      const weight = weights[at] ?? 0;
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

function weightOf(said: Item): number {
  if (said.kind !== 'word' || said.isProper) return 1.6;
  return said.isFrame ? 0.4 : 1;
}

/** What stands in several parts of a line is told of the part that has most of the rest. */
function gather(matched: Map<Item, Item>, same: Same, { said, line }: { readonly said: Line; readonly line: Line }): void {
  const words = new Set(said.limits.map((limit) => limit.word));
  const shares = line.units.map((unit) => unit.limits.filter((limit) => words.has(limit.word)).length);
  for (const ones of same.values()) {
    for (const home of new Set(ones.map((one) => line.unitOf(one)?.index ?? 0))) shares[home] = (shares[home] ?? 0) + 1;
  }
  const shareOf = (one: Item): number => shares[line.unitOf(one)?.index ?? -1] ?? 0;
  const taken = new Set(matched.values());
  for (const [item, own] of matched) {
    const better = (same.get(item) ?? []).filter((one) => one !== own && !taken.has(one)).sort((a, b) => shareOf(b) - shareOf(a))[0];
    if (better === undefined || shareOf(better) <= shareOf(own)) continue;
    taken.delete(own);
    taken.add(better);
    matched.set(item, better);
  }
}
