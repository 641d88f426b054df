import type { Item } from './item.ts';
import type { Line, Unit } from './line.ts';
import type { SourceLine } from './source-lines.ts';
import type { TokenAlignment } from './token-alignment.ts';

/** Items of a statement, each with the item of a line that it tells. */
export type Alignment = ReadonlyMap<Item, Item>;

/** A statement beside the line that may bear it out. */
export interface Reading {
  readonly said: Line;
  readonly line: SourceLine;
  readonly alignment: Alignment;
  /** What of the line is told. */
  readonly told: ReadonlySet<Item>;
  /** The row of headings above the line, where it is one of a table. */
  readonly header: SourceLine | undefined;
}

export function readingOf(
  said: Line,
  line: SourceLine,
  { alignment: { pairs }, header }: { alignment: TokenAlignment; header: SourceLine | undefined },
): Reading {
  const placeOf = new Map(pairs);
  const byPlace = new Map(line.items.map((item) => [item.at, item]));
  const alignment = new Map(
    said.items.flatMap((item): [Item, Item][] => {
      const own = byPlace.get(placeOf.get(item.at) ?? -1);
      return own === undefined ? [] : [[item, own]];
    }),
  );
  return { said, line, alignment, told: new Set(alignment.values()), header };
}

/** By part of the statement, the parts of the line that it tells, with what it tells of each. */
export type ToldParts = ReadonlyMap<Unit, ReadonlyMap<Unit, readonly Item[]>>;

/** Frame words tell nothing. */
export function toldBy({ said, line, alignment }: Reading): ToldParts {
  return new Map(
    said.units.map((unit) => {
      const parts = new Map<Unit, Item[]>();
      for (const item of unit.items) {
        const home = item.isFrame ? undefined : line.unitOf(alignment.get(item));
        if (home === undefined) continue;
        const items = parts.get(home);
        if (items === undefined) parts.set(home, [item]);
        else items.push(item);
      }
      return [unit, parts];
    }),
  );
}
