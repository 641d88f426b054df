import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decilesOf } from '../../src/inspector/page/coverage.ts';
import { excerpt, shown } from '../../src/inspector/page/foreign-text.ts';
import { binStrip, NOTHING, SHADES, spanAt } from '../../src/inspector/page/strip-bins.ts';

const spans = fc.array(fc.record({ tokens: fc.nat(500), shade: fc.nat(SHADES.length - 1), stays: fc.boolean() }), { minLength: 1, maxLength: 60 });

function sums(tokens: readonly number[]): Float64Array {
  const starts = new Float64Array(tokens.length + 1);
  for (const [index, count] of tokens.entries()) starts[index + 1] = (starts[index] ?? 0) + count;
  return starts;
}

describe('the strip', () => {
  it('given any spans and any part in sight, then each pixel has the shade of most of its tokens, and the share that stays', () => {
    fc.assert(
      fc.property(spans, fc.integer({ min: 1, max: 40 }), fc.double({ min: 0, max: 0.9, noNaN: true }), (all, pixels, share) => {
        const starts = sums(all.map((span) => span.tokens));
        const to = starts.at(-1) ?? 0;
        fc.pre(to > 0);
        const from = to * share;
        const strip = { starts, shades: Uint8Array.from(all, (span) => span.shade), stays: Uint8Array.from(all, (span) => (span.stays ? 1 : 0)) };
        const bins = binStrip(strip, from, to, pixels);
        for (let pixel = 0; pixel < pixels; pixel++) {
          const left = from + ((to - from) * pixel) / pixels;
          const right = from + ((to - from) * (pixel + 1)) / pixels;
          const overlaps = all.map((_, index) => Math.max(0, Math.min(starts[index + 1] ?? 0, right) - Math.max(starts[index] ?? 0, left)));
          const total = overlaps.reduce((sum, one) => sum + one, 0);
          const kept = overlaps.reduce((sum, one, index) => sum + (all[index]?.stays ? one : 0), 0);
          const byShade = SHADES.map((_, shade) => overlaps.reduce((sum, one, index) => sum + (all[index]?.shade === shade ? one : 0), 0));
          expect(bins.before[pixel] === NOTHING ? 0 : byShade[bins.before[pixel] ?? 0]).toBeCloseTo(Math.max(...byShade), 6);
          expect(bins.share[pixel]).toBeCloseTo(total === 0 ? 0 : kept / total, 4);
        }
      }),
    );
  });

  it('given a place in tokens, then the span there is found, and none beyond the ends', () => {
    fc.assert(
      fc.property(spans, fc.nat(40_000), (all, place) => {
        const starts = sums(all.map((span) => span.tokens));
        const found = spanAt(starts, place);
        expect(starts[found] ?? 0).toBeLessThanOrEqual(place);
        if (found < all.length - 1) expect(starts[found + 1] ?? 0).toBeGreaterThan(place);
      }),
    );
  });

  it('F1: given any spans, then the tenths hold every token once, and no more stays than came in', () => {
    fc.assert(
      fc.property(spans, (all) => {
        const tokens = all.map((span) => span.tokens);
        const stays = Uint8Array.from(all, (span) => (span.stays ? 1 : 0));
        const deciles = decilesOf(tokens, sums(tokens), stays, (index) => index);
        expect(deciles.reduce((sum, decile) => sum + decile.sourceTokens, 0)).toBe(tokens.reduce((sum, count) => sum + count, 0));
        expect(deciles.reduce((sum, decile) => sum + decile.keptTokens, 0)).toBe(all.reduce((sum, span) => sum + (span.stays ? span.tokens : 0), 0));
        expect(deciles.length).toBeLessThanOrEqual(10);
      }),
    );
  });
});

describe('foreign text', () => {
  it('given what is not seen or turns the writing, then its number is shown', () => {
    expect(shown('a\u202eb\u2066c\u0007d\u200be\ufefff')).toBe('a⟨202E⟩b⟨2066⟩c⟨0007⟩d⟨200B⟩e⟨FEFF⟩f');
    expect(shown('half \ud800 pair')).toBe('half ⟨D800⟩ pair');
    expect(shown('whole 𝒙 pair\tand\nlines')).toBe('whole 𝒙 pair\tand\nlines');
  });

  it('given a text of any length, then its excerpt is one short line', () => {
    expect(excerpt(`first\n\n  second\t${'x'.repeat(1_000_000)}`).length).toBeLessThanOrEqual(320);
    expect(excerpt('first\n\n  second')).toBe('first second');
  });
});
