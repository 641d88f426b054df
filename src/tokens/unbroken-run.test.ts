import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base64Of, chineseOf } from '../../test/generators/token-texts.ts';
import { LIMITS } from '../core/limits.ts';
import { visitCut } from './unbroken-run.ts';

/** The splitting expression of o200k, as published: byte-pair encoding is quadratic in each of its matches. */
const SPLIT = new RegExp(
  [
    "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+(?:'[sStTmMdD]|'[rR][eE]|'[vV][eE]|'[lL][lL])?",
    "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*(?:'[sStTmMdD]|'[rR][eE]|'[vV][eE]|'[lL][lL])?",
    '\\p{N}{1,3}',
    ' ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*',
    '\\s*[\\r\\n]+',
    '\\s+(?!\\S)',
    '\\s+',
  ].join('|'),
  'gu',
);
/** A match may join two runs (symbols and the line ends after them; capitals and the small letters after them) and one more character before and three after. */
const MATCH_CHARACTERS_MAX = 2 * LIMITS.UNBROKEN_RUN_CHARACTERS + 4;

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  visitCut(text, (piece) => pieces.push(piece));
  return pieces;
}

const longestMatch = (pieces: readonly string[]): number =>
  Math.max(0, ...pieces.map((piece) => [...piece.matchAll(SPLIT)].reduce((longest, match) => Math.max(longest, match[0].length), 0)));

/** Long runs of few kinds of characters, so that runs end and begin in every way. */
const unit = fc.oneof(
  fc.constantFrom('a', 'A', 'é', '你', 'の', '\u0301', '7', ' ', '\t', '\n', '\r\n', '/', '(', '—', '📥', '\ud800', '\u00a0', 'ǅ', '²'),
  // Two classes in turn: one run for the splitting expression, or as many as there are letters.
  fc.constantFrom('a\u0301', 'A\u0301', '(\u0301', 'a你', 'A你', 'aB', 'a7', '/\n', '(/', ' \n', 'の\u3099'),
);
const runs = fc
  .array(fc.tuple(unit, fc.integer({ min: 1, max: 700 })), { maxLength: 8 })
  .map((parts) => parts.map(([characters, times]) => characters.repeat(times)).join(''));

describe('C24: no piece that is counted holds a long run', () => {
  it.each([
    ['1 MB that is one run of a', 'a'.repeat(1_000_000)],
    ['50,000 Chinese characters without punctuation', chineseOf(24, 50_000)],
    ['100,000 spaces', ' '.repeat(100_000)],
    ['1 MB of base64', base64Of(24, 1_000_000)],
    ['100,000 line ends', '\n'.repeat(100_000)],
    ['100,000 brackets', '('.repeat(100_000)],
    ['50,000 emoji', '📥'.repeat(50_000)],
  ])('C24: %s: merging takes steps in proportion to the length', (_name, text) => {
    const pieces = piecesOf(text);
    expect(pieces.join('')).toBe(text);
    const steps = pieces.flatMap((piece) => [...piece.matchAll(SPLIT)]).reduce((sum, match) => sum + match[0].length ** 2, 0);
    expect(steps).toBeLessThanOrEqual(MATCH_CHARACTERS_MAX * text.length);
  });

  it('C24: over any text, the pieces are the text, and no match in them is long', () => {
    fc.assert(
      fc.property(runs, (text) => {
        const pieces = piecesOf(text);
        expect(pieces.join('')).toBe(text);
        expect(longestMatch(pieces)).toBeLessThanOrEqual(MATCH_CHARACTERS_MAX);
      }),
    );
  });

  it('C24: no cut is between the halves of a surrogate pair', () => {
    fc.assert(
      fc.property(runs, (text) => {
        for (const piece of piecesOf(text.toWellFormed())) expect(piece.isWellFormed()).toBe(true);
      }),
    );
  });

  it('C24: a text without a long run is one piece, so its count is exact', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: LIMITS.UNBROKEN_RUN_CHARACTERS / 2 }), (text) => {
        expect(piecesOf(text)).toEqual([text]);
      }),
    );
  });
});
