import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MATERIAL, SAME_TEXT } from '../../test/generators/token-texts.ts';
import { estimateCounter } from './estimate-counter.ts';
import { o200kCounter } from './o200k-counter.ts';

const exact = o200kCounter();
const estimate = estimateCounter();
const shareOf = (text: string): number => estimate.count(text) / exact.count(text);

/** Letters of one script, drawn evenly: harder than any text, which has mostly common ones. */
const lettersOf = (first: number, last: number): fc.Arbitrary<string> =>
  fc.array(fc.integer({ min: first, max: last }), { minLength: 200, maxLength: 400 }).map((points) => String.fromCodePoint(...points));

describe('C17: the estimate is script-aware', () => {
  it.each(Object.entries(SAME_TEXT))('C17: %s is not estimated below four fifths of the true count, nor above its double', (_language, text) => {
    expect(shareOf(text)).toBeGreaterThanOrEqual(0.8);
    expect(shareOf(text)).toBeLessThan(2);
  });

  it.each(Object.entries(MATERIAL))('C17: %s is not estimated below four fifths of the true count, nor above one and a half times', (_kind, text) => {
    expect(shareOf(text)).toBeGreaterThanOrEqual(0.8);
    expect(shareOf(text)).toBeLessThan(1.5);
  });

  it('C17: Japanese costs more tokens a character than English, by both counters', () => {
    for (const counter of [exact, estimate]) {
      const perCharacter = (text: string): number => counter.count(text) / text.length;
      expect(perCharacter(SAME_TEXT.japanese)).toBeGreaterThan(2 * perCharacter(SAME_TEXT.english));
    }
  });

  it('C17: a model family is a factor, which the name shows', () => {
    const doubled = estimateCounter(2);
    expect(doubled.count(SAME_TEXT.english)).toBeGreaterThanOrEqual(2 * estimate.count(SAME_TEXT.english) - 1);
    expect(doubled.count(SAME_TEXT.english)).toBeLessThanOrEqual(2 * estimate.count(SAME_TEXT.english));
    expect([estimate.name, doubled.name]).toEqual(['estimate', 'estimate*2']);
  });
});

describe('P24: the estimate is never under half the real count', () => {
  it.each([
    ['ideographs', lettersOf(0x4e00, 0x9fff)],
    ['rare ideographs', lettersOf(0x3400, 0x4dbf)],
    ['ideographs beyond the basic plane', lettersOf(0x20000, 0x2a6df)],
    ['hiragana', lettersOf(0x3041, 0x3096)],
    ['katakana', lettersOf(0x30a1, 0x30fa)],
    ['halfwidth katakana', lettersOf(0xff66, 0xff9d)],
    ['Hangul syllables', lettersOf(0xac00, 0xd7a3)],
    ['emoji', lettersOf(0x1f300, 0x1f64f)],
    ['more emoji', lettersOf(0x1f900, 0x1f9ff)],
  ])('P24: for %s, however rare', (_script, letters) => {
    fc.assert(
      fc.property(letters, (text) => shareOf(text) >= 0.5),
      { numRuns: 50 },
    );
  });

  it.each(['👨‍👩‍👧‍👦', '🏳️‍🌈', '👩🏽‍💻', '🇯🇵🇩🇪🇧🇷', '1️⃣2️⃣', '✅❌⚠️'])('P24: for %s, which is several code points', (emoji) => {
    expect(shareOf(emoji.repeat(50))).toBeGreaterThanOrEqual(0.5);
  });
});

describe('C24: the estimate of hostile texts', () => {
  it('C24: grows with the text: eight times the text is eight times the estimate, within two tokens a part', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }), (text) => {
        const once = estimate.count(`${text}\n`);
        expect(Math.abs(estimate.count(`${text}\n`.repeat(8)) - 8 * once)).toBeLessThanOrEqual(16);
      }),
    );
  });

  it('C24: a megabyte of one kind is estimated, and not at nothing', () => {
    for (const unit of ['a', ' ', 'aB', 'a1', '你', '(', '\ud800']) {
      const tokens = estimate.count(unit.repeat(1_000_000 / unit.length));
      expect(tokens).toBeGreaterThan(1_000_000 / 100);
      expect(tokens).toBeLessThanOrEqual(2_000_000);
    }
  });
});
