import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../test/properties/compacting.ts';
import { hedgeFinder } from './hedge.ts';

const SOURCE = ['deploy part=3', 'Migrating the orders table\nindex ix_orders_3 was missing\n42 passed'];
const isHedge = hedgeFinder(SOURCE);

describe('F11: a hedge', () => {
  it.each(['Several approaches were considered, with varying results.', 'Care should be taken when this work continues.', 'Length: at most 140 tokens.'])(
    'F11: given a sentence that nothing in the source bears out (%s), then it is one',
    (sentence) => {
      expect(isHedge(sentence)).toBe(true);
    },
  );

  it.each(['The orders table was migrated.', 'An index on orders had been missing, as was found later.', 'index ix_orders_3 was missing', '42 of it.', ''])(
    'F11: given a sentence that speaks of the source, or has no word to go by (%s), then it is none',
    (sentence) => {
      expect(isHedge(sentence)).toBe(false);
    },
  );

  it('F11: given the words of the call alone, then they bear it out, too', () => {
    expect(isHedge('It was deployed.')).toBe(false);
    expect(hedgeFinder(SOURCE.slice(1))('It was deployed.')).toBe(true);
  });

  it('F11: given one word in three stands in the source, then that is enough; one in four is not', () => {
    expect(isHedge('orders quite apart')).toBe(false);
    expect(isHedge('orders quite apart elsewhere')).toBe(true);
  });

  it('F11: given a script that sets no spaces, then nothing is told from its words', () => {
    expect(isHedge('いくつかの方法が検討されました。')).toBe(false);
    expect(isHedge('考虑了几种方法。')).toBe(false);
  });

  it('F11: given no source, then every sentence with words is one', () => {
    expect(hedgeFinder([])('The orders table was migrated.')).toBe(true);
  });

  it('F11: given a word far behind in a long source, and asked in any order, then the answer is the same', () => {
    const filler = Array.from({ length: 6000 }, (_, line) => `copying row number${line} of alpha`).join('\n');
    const texts = [filler, `${filler}\nthe ledger was rebuilt`, 'a cursor was closed'];
    const sentences = ['The ledger was rebuilt.', 'A cursor is closed.', 'Nothing whatever happened.', 'Copying alpha rows.'];
    const alone = sentences.map((sentence) => hedgeFinder(texts)(sentence));
    expect(alone).toEqual([false, false, true, false]);
    fc.assert(
      fc.property(fc.shuffledSubarray(sentences, { minLength: 4 }), (asked) => {
        const finder = hedgeFinder(texts);
        for (const sentence of asked) expect(finder(sentence)).toBe(alone[sentences.indexOf(sentence)]);
      }),
      runsOf(10),
    );
  });
});
