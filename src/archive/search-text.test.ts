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

  it('comes back where the raw is no JSON, or escapes in other ways than ours', () => {
    const words = 'what he said, far beyond the probe, was "no"/é and away\n'.repeat(3);
    const asPython = JSON.stringify(words).replaceAll('é', '\\u00E9').replaceAll('/', '\\/').replaceAll('a', '\\u0061');
    const raws = [asPython, `# A heading\n${words}`, `${words.slice(0, 90)} another end`, words.replaceAll('\n', '\\x')];
    for (const raw of raws) expect(restoreText(shortenText(words, [raw]), [raw])).toBe(words);
    const plain = raws[1] ?? '';
    expect(shortenText(words, [plain])).toEqual(['', 0, plain.indexOf('what he'), words.length]);
  });

  it('is found where its first words stand elsewhere too', () => {
    const start = 'the same first words, the same first words; ';
    const raw = JSON.stringify({ other: start.repeat(2), text: `${start}\n and then what is sought, "quoted"` });
    const words = `${start}\n and then what is sought, "quoted"`;
    expect(shortenText(words, [raw])).toEqual(['', 0, raw.lastIndexOf(start), JSON.stringify(words).length - 2]);
  });

  it('does not come from a place that the raws do not have', () => {
    for (const stored of [7, null, undefined, ['', 3, 0, 5], ['', 0, 0, 4], ['', '0', 0, 1]]) expect(restoreText(stored, ['a"b\\'])).toBeUndefined();
  });
});
