import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countIn, holdsId, idsIn, joinRanges, rangesOf } from './id-ranges.ts';

const ids = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 20 });

it('ranges hold exactly the numbers they were made of, sorted and apart (oracle: sets)', () => {
  fc.assert(
    fc.property(ids, ids, (one, other) => {
      const all = new Set([...one, ...other]);
      const ranges = joinRanges([...rangesOf(one), ...rangesOf(other)]);
      expect(ranges).toEqual(rangesOf(all));
      expect([...idsIn(ranges)]).toEqual([...all].sort((first, second) => first - second));
      expect(countIn(ranges)).toBe(all.size);
      for (let id = 0; id <= 31; id++) expect(holdsId(ranges, id)).toBe(all.has(id));
      for (const [index, range] of ranges.entries()) expect(range.first).toBeGreaterThan((ranges[index - 1]?.last ?? -1) + 1);
    }),
  );
});

it('ranges that overlap or lie in another are one', () => {
  expect(
    joinRanges([
      { first: 5, last: 9 },
      { first: 1, last: 20 },
      { first: 21, last: 22 },
    ]),
  ).toEqual([{ first: 1, last: 22 }]);
});
