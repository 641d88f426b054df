import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tableOf, visible } from './terminal.ts';

/** What a terminal obeys: C0 without newline and tab, DEL, C1, and the marks of direction. */
function obeyed(text: string): readonly string[] {
  return [...text].filter((character) => (/\p{Cc}/u.test(character) && character !== '\n' && character !== '\t') || /\p{Bidi_Control}/u.test(character));
}

const hostile = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\u001b]0;t\u0007', '\u001b[2J', '\u009b31m', '\r', '\u202e', '\u001b[8m', '\u001b[32m')))
  .map((parts) => parts.join(''));

describe('DESIGN §10: foreign text gives a terminal no orders', () => {
  it('property: nothing that a terminal obeys is left, and all else stays as it is', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = visible(text, false);
        expect(obeyed(shown)).toEqual([]);
        if (obeyed(text).length === 0) expect(shown).toBe(text);
      }),
    );
  });

  it('property: with colours on, only colours of our own pass', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(obeyed(visible(text, true).replaceAll('\u001b[32m', ''))).toEqual([]);
      }),
    );
  });

  it('says what it was', () => {
    expect(visible('a\u001b[2Jb\u202e\n\tc', false)).toBe('a\\x1b[2Jb\\u202e\n\tc');
  });

  it('a cell of a table is one line', () => {
    const table = tableOf([{ title: 'id' }, { title: 'count', isNumber: true }], [['a\n\u001b[1Ab', 1]]);
    expect(table.split('\n')).toHaveLength(2);
    expect(table).toContain('a \\x1b[1Ab');
  });
});
