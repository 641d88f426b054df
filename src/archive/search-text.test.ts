import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { restoreText, shortenText } from './search-text.ts';

describe('a text for search', () => {
  it('comes back letter for letter, wherever it stands in the raws', () => {
    const text = fc.string({ unit: 'binary', minLength: 60, maxLength: 120 }).map((words) => words.toWellFormed());
    fc.assert(
      fc.property(text, text, fc.boolean(), (words, more, isLone) => {
        const raws = [JSON.stringify({ type: 'text', text: more }), JSON.stringify({ text: words, half: '\ud83d' }) + (isLone ? '\ud83d' : '')];
        for (const searched of [words, `shell {"a":1}\n${words}`, `${words}${more}`]) {
          expect(restoreText(JSON.parse(JSON.stringify(shortenText(searched, raws))), raws)).toBe(searched);
        }
      }),
    );
  });

  it('is stored as a place where a raw holds it', () => {
    const words = 'line "one"\n'.repeat(20);
    expect(JSON.stringify(shortenText(`shell ls\n${words}`, [JSON.stringify(words)])).length).toBeLessThan(40);
  });

  it('does not come from a place that the raws do not have', () => {
    for (const stored of [7, null, undefined, ['', 3, 0, 5], ['', 0, 0, 4], ['', '0', 0, 1]]) expect(restoreText(stored, ['a"b\\'])).toBeUndefined();
  });
});
