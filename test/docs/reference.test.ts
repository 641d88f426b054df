import { describe, expect, it } from 'vitest';
import { referencePages } from '../../scripts/reference-pages.ts';
import { ERROR_CODES, formats, LIMITS, RULES } from '../../src/index.ts';
import { read } from './pages.ts';

const pages = Object.entries(referencePages());
const reference = referencePages()['reference.md'] ?? '';

describe('pages that are made from the code', () => {
  it.each(pages)('docs/%s is what `npm run docs` writes', (name, text) => {
    expect(read(`docs/${name}`)).toBe(text);
  });

  it('every rule, error code, limit and tool stands in the reference', () => {
    const names = [
      ...RULES.map((rule) => rule.id),
      ...Object.keys(ERROR_CODES),
      ...Object.keys(LIMITS),
      ...Object.values(formats).flatMap(({ tools }) => tools.map((tool) => tool.name)),
    ];
    expect(names.filter((name) => !reference.includes(`\`${name}\``))).toEqual([]);
  });

  it('no cell of a table is empty: each limit and default has its comment', () => {
    expect(reference.split('\n').filter((line) => /\| +\|/.test(line))).toEqual([]);
  });
});
