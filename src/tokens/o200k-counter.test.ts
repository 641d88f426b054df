import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { base64Of, chineseOf, SAME_TEXT } from '../../test/generators/token-texts.ts';
import { loadO200k, o200kCounter } from './o200k-counter.ts';

const counter = o200kCounter();
/** The package's own count of the whole text, with no run cut: quadratic, so for short texts only. */
const exactCount = (text: string): number => encode(text, { allowedSpecial: new Set(), disallowedSpecial: new Set() }).length;

describe('C24: runs without a break', () => {
  const SAMPLES = [
    ['a run of a', 'a'.repeat(1_000_000)],
    ['Chinese without punctuation', chineseOf(24, 50_000)],
    ['spaces', ' '.repeat(100_000)],
    ['base64', base64Of(24, 1_000_000)],
  ] as const;

  it.each(SAMPLES)('C24: %s, in a shorter sample, is counted within a hundredth of the exact count', (_name, text) => {
    const sample = text.slice(0, 4_000);
    expect(Math.abs(counter.count(sample) - exactCount(sample))).toBeLessThanOrEqual(exactCount(sample) / 100);
  });

  it.each(SAMPLES)('C24: %s, whole, comes to what its sample says', (_name, text) => {
    const sample = text.slice(0, 4_000);
    const expected = (exactCount(sample) * text.length) / sample.length;
    expect(Math.abs(counter.count(text) - expected)).toBeLessThanOrEqual(expected * 0.04);
  });
});

describe('C25: what looks like a special token', () => {
  it('C25: is counted as the text that it is', () => {
    expect(counter.count('<|endoftext|> <|im_start|>')).toBe(13);
    expect(counter.count('<|endoftext|>')).toBeGreaterThan(1);
  });

  it('C25: nothing throws, whatever the text', () => {
    const part = fc.oneof(
      fc.constantFrom('<|endoftext|>', '<|im_start|>', '<|endofprompt|>', '<|', '|>', '\ud800', '\udc00', '\0'),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const text = parts.join('');
        expect(counter.count(text)).toBe(exactCount(text));
      }),
    );
  });
});

describe('C17: a real tokenizer', () => {
  it.each(Object.entries(SAME_TEXT))('C17: %s is counted exactly', (_language, text) => {
    expect(counter.count(text)).toBe(exactCount(text));
  });

  it("C17: the counter of the process has the same counts and its tokenizer's name", async () => {
    const shared = await loadO200k();
    expect(shared.name).toBe('o200k_base');
    expect(await loadO200k()).toBe(shared);
    for (const text of Object.values(SAME_TEXT)) expect(shared.count(text)).toBe(counter.count(text));
  });

  it('an empty text has no tokens', () => {
    expect(counter.count('')).toBe(0);
  });
});
