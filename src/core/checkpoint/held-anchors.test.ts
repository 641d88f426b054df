import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../test/properties/compacting.ts';
import { holdsAnchor } from '../facts/anchors.ts';
import { heldAnchors } from './held-anchors.ts';

const TEXT = 'Tests: 18 passed, 2 failed\nwrote ./src/a.ts and src/b.tsx\nexit code 1\n(EVICTED:x) at t3\n語エラー42語 done';

/** Pieces that meet at every kind of border: words, numbers, signs, letters beyond ASCII, scripts without spaces, markers, controls. */
const PIECES = [
  'a',
  'b1',
  '8',
  '18',
  '.',
  ',',
  '-',
  '/',
  './',
  '\\',
  '@',
  ' ',
  '  ',
  '\n',
  '\t',
  '\u0000',
  '\u200d',
  'é',
  '語',
  '😀',
  '\ud800',
  '[EVICTED:',
  '<holdfast',
  '_',
];
const pieces = (maxLength: number): fc.Arbitrary<string> => fc.array(fc.constantFrom(...PIECES), { maxLength }).map((parts) => parts.join(''));

describe('F5: anchors held by one text, many at once', () => {
  it.each([
    ['18 passed', true],
    ['8 passed', false],
    ['src/a.ts', true],
    ['src/b.ts', false],
    ['exit code 1', true],
    ['[EVICTED:x] at t3', false],
    ['[EVICTED:x', true],
    ['エラー', true],
    ['', false],
  ])('%j: %s', (anchor, isHeld) => {
    expect(holdsAnchor(TEXT, anchor)).toBe(isHeld);
    expect(heldAnchors(TEXT)(anchor)).toBe(isHeld);
  });

  it('an anchor across two lines is none of a line', () => {
    expect(heldAnchors('one\ntwo')('one\ntwo')).toBe(holdsAnchor('one\ntwo', 'one\ntwo'));
  });

  it('property: the same as one at a time', () => {
    fc.assert(
      fc.property(pieces(30), fc.array(pieces(5), { maxLength: 6 }), fc.nat(), fc.nat(12), (text, anchors, start, length) => {
        const at = text === '' ? 0 : start % text.length;
        const holds = heldAnchors(text);
        // A part of the text itself is an anchor that is likely to be there.
        for (const anchor of [...anchors, text.slice(at, at + length)]) expect(holds(anchor), JSON.stringify([text, anchor])).toBe(holdsAnchor(text, anchor));
      }),
      runsOf(2000),
    );
  });
});
