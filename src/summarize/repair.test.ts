import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../test/properties/compacting.ts';
import { count, requestOf } from '../../test/summarize/segments.ts';
import { holdsAnchor } from '../core/facts/anchors.ts';
import { repairedText } from './repair.ts';

const request = requestOf(0);
const required = request.facts.filter((fact) => fact.isRequired);

describe('a text is repaired', () => {
  it('with its missing facts verbatim, under the heading of what they come from', () => {
    const text = repairedText(request, 'The pool was raised and the import run again.', required.slice(-2));
    expect(text).toBe('The pool was raised and the import run again.\nt17 bash npm test:\nRoot cause: index ix_orders_1 was missing.\n41 passed (41)');
  });

  it('by anchors alone where the whole lines are too long', () => {
    const line = `the whole of a very long line ${'of words '.repeat(10)} with 41 passed (41) in it`;
    const facts = required.slice(-1).map((fact) => ({ ...fact, line }));
    expect(repairedText({ ...request, allowanceTokens: 20 }, 'The import was run again.', facts)).toBe(
      'The import was run again.\nt17 bash npm test:\n41 passed (41)',
    );
  });

  it('by cutting whole sentences from its end; a required fact that goes with them comes back', () => {
    const [first, , , , last] = required;
    const text = `It said ${first?.anchor}. ${'It looked at the same file again. '.repeat(20)}At last it gave ${last?.anchor}.`;
    const repaired = repairedText({ ...request, allowanceTokens: 60, facts: [first, last].flatMap((fact) => fact ?? []) }, text, []);
    expect(repaired?.startsWith(`It said ${first?.anchor}. It looked at the same file again.`)).toBe(true);
    expect(repaired?.endsWith('t17 bash npm test:\n41 passed (41)')).toBe(true);
  });

  it('F4: not at all where no sentence of it could stay: a list of facts is no text', () => {
    expect(repairedText({ ...request, allowanceTokens: 30 }, 'A sentence.', required)).toBeUndefined();
    expect(repairedText({ ...request, allowanceTokens: 10 }, `One sentence ${'and on '.repeat(40)}without an end`, [])).toBeUndefined();
  });

  it('within the allowance and with every required fact, or not at all, whatever the text is', () => {
    const word = fc.constantFrom('It ran. ', 'again ', '\n', 'e.g. ', '。', '!', ...required.map((fact) => `${fact.anchor}. `), '\ud83d', 'x'.repeat(200));
    let repairedCount = 0;
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), fc.integer({ min: 1, max: 200 }), (words, allowanceTokens) => {
        const text = words.join('');
        const missing = required.filter((fact) => !holdsAnchor(text, fact.anchor));
        const repaired = repairedText({ ...request, allowanceTokens }, text, missing);
        if (repaired === undefined) return;
        repairedCount++;
        expect(count(repaired)).toBeLessThanOrEqual(allowanceTokens);
        for (const fact of required) expect(holdsAnchor(repaired, fact.anchor)).toBe(true);
      }),
      runsOf(300),
    );
    expect(repairedCount).toBeGreaterThan(20);
  });

  it.each([
    ['one run of letters', 'a'.repeat(1_000_000)],
    ['full stops', '. '.repeat(500_000)],
    ['newlines', '\n'.repeat(100_000)],
    ['spaces', ' '.repeat(100_000)],
    ['CJK', '検'.repeat(50_000)],
  ])('a megabyte of %s is looked at no further than the allowance', (_what, text) => {
    let counted = 0;
    const counting = (part: string): number => {
      counted += part.length;
      return count(part);
    };
    repairedText({ ...request, count: counting }, text, required);
    expect(counted).toBeLessThan(1_000_000);
  });
});
