import { describe, expect, it } from 'vitest';
import { gramQuery, LineGrams, wakesOf } from './line-grams.ts';
import { neededLiterals } from './needed-literals.ts';

describe('what a pattern needs, by its source', () => {
  it.each<[RegExp, readonly (readonly string[])[]]>([
    [/\b(error TS\d{1,5}: .{1,400})/g, [['error ts0'], ['0: ']]],
    [/[Ff]ailed (?:to|with)/g, [['failed to', 'failed with']]],
    [/(?:foo|\w{0,9}bar)\d/g, [['foo', 'bar'], ['0']]],
    [/(?:foo)?x/g, [['x']]], // `foox` holds `x`
    [/(?<!no )(?=yes)[^a-c]{2}/g, []],
    [/a{3}b{2,9}/g, [['aaabb'], ['bb']]],
    [/\u001bbc/g, [['bc']]],
    [/é/gi, []],
    [/k/giu, []],
  ])('%s', (pattern, literals) => {
    expect(neededLiterals(pattern)).toEqual(literals);
  });
});

describe('the runs of a line', () => {
  const literals = [neededLiterals(/\b(?:exit|return)ed \d/g), neededLiterals(/nothing of it/g)];
  const grams = new LineGrams();

  it('wake the row whose literals they hold, in any case and with any digit, and no other', () => {
    grams.read('It EXITED 7 times', wakesOf(literals));
    expect(grams.awake(0)).toBe(0b01);
    expect(literals.map((one) => grams.mayHold(gramQuery(one)))).toEqual([true, false]);
  });

  it('wake a row without literals always', () => {
    grams.read('', wakesOf([...literals, []]));
    expect(grams.awake(0)).toBe(0b100);
  });

  it('are forgotten with the next line', () => {
    grams.read('It exited 7 times, deadbeef', wakesOf(literals));
    expect(grams.longestHex).toBe(8);
    expect(grams.hasDigit).toBe(true);
    grams.read('', wakesOf(literals));
    expect(grams.awake(0)).toBe(0);
    expect(grams.hasDigit).toBe(false);
    expect(grams.longestHex).toBe(0);
  });
});
