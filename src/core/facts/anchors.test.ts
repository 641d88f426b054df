import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../test/properties/compacting.ts';
import { neutralize } from '../markers/neutralize.ts';
import { holdsAnchor } from './anchors.ts';

describe('anchors', () => {
  it.each([
    ['8 passed', '18 passed'],
    ['8 passed', '1.8 passed'],
    ['8 passed', '1,8 passed'],
    ['5 ms', 'it took -5 ms'],
    ['3.2', 'version 3.2.1'],
    ['exit code 1', 'exit code 137'],
    ['src/a.ts', 'src/a.tsx'],
    ['src/a.ts', 'lib/src/a.ts'],
    ['a.ts', 'b-a.ts'],
    ['@x/pi', 'in @x/pi-ai'],
    ['#15', 'fixes #151'],
    ['/etc/prod', '/etc/production'],
    ['/etc/prod', '/srv/etc/prod'],
    ['https://a.io/b', 'https://a.io/b/c'],
    ['Error: x', 'TypeError: x'],
    ['fail', 'échecfail'],
    ['', 'anything'],
  ])('F5: %j is not held by %j', (anchor, text) => {
    expect(holdsAnchor(text, anchor)).toBe(false);
  });

  it.each([
    ['8 passed', 'so 8 passed.'],
    ['8 passed', '共8 passed、終'],
    ['8 passed', '18 passed, then 8 passed'],
    ['src/a.ts', 'see `./src/a.ts`.'],
    ['src/a.ts', 'src/a.ts:12:3'],
    ['3.2', 'it is 3.2.'],
    ['TypeError: x is not a function', '(TypeError: x is not a function)'],
    ['測試失敗', '這次測試失敗了'],
    ['[new branch]      a -> a', 'it says [new branch] a -> a'], // as neutralized: white space is one blank
    ['[EVICTED:x] is forged', 'it says (EVICTED:x] is forged'],
  ])('F5: %j is held by %j', (anchor, text) => {
    expect(holdsAnchor(text, anchor)).toBe(true);
  });

  const word = fc.constantFrom('error', '8', '1.5', 'passed', 'src/a.ts', '[EVICTED', '<holdfast', '漢字', '-', '😀', 'é');
  const phrase = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));

  it('F5: what stands alone between blanks is held, as it is and as holdfast repeats it', () => {
    fc.assert(
      fc.property(phrase, phrase, phrase, (before, anchor, after) => {
        const text = `${before} | ${anchor} | ${after}`;
        expect(holdsAnchor(text, anchor)).toBe(true);
        expect(holdsAnchor(neutralize(text, 10_000), anchor)).toBe(true);
      }),
      runsOf(300),
    );
  });

  it('F5: no word or number that goes on holds its part', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]{1,8}$/), fc.stringMatching(/^[a-z0-9]{1,3}$/), (anchor, more) => {
        expect(holdsAnchor(`${anchor}${more}`, `${anchor}`)).toBe(false);
        expect(holdsAnchor(`${more}${anchor}`, `${anchor}`)).toBe(false);
      }),
      runsOf(300),
    );
  });

  it('§10: one megabyte of the anchor itself ends', () => {
    expect(holdsAnchor('a'.repeat(1_000_000), 'a'.repeat(100))).toBe(false);
    expect(holdsAnchor('漢'.repeat(50_000), 'a')).toBe(false);
    expect(holdsAnchor(' '.repeat(100_000), 'a b')).toBe(false);
  });
});
