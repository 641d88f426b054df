import type { Alignment } from './align.ts';
import type { Item } from './item.ts';
import type { Line, Unit } from './line.ts';
import type { SourceLine } from './source-lines.ts';

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
