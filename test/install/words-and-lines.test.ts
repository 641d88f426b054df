import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grow, shrink } from '../../src/install/insertions.ts';
import { shellWords } from '../../src/install/shell-words.ts';
import { type DiffLine, diffLines } from '../../src/install/unified-diff.ts';

describe('the command as words of a shell', () => {
  it.each([
    ['npx -y holdfast', ['npx', '-y', 'holdfast']],
    ['  holdfast  ', ['holdfast']],
    ['"/opt/my tools/node" /opt/holdfast.js', ['/opt/my tools/node', '/opt/holdfast.js']],
    ["'/opt/it is'/node x\\ y", ['/opt/it is/node', 'x y']],
    ['"C:\\Program Files\\node.exe" \'a"b\'', ['C:\\Program Files\\node.exe', 'a"b']],
  ])('%j', (command, words) => {
    expect(shellWords(command)).toEqual(words);
  });

  it.each(['', '  ', '"open', "it's"])('%j is none', (command) => {
    expect(() => shellWords(command)).toThrow('cannot be read as words');
  });
});

describe('a difference', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 24 });

  it('any two texts: what it adds and takes away makes one of the other', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const told = diffLines(before.join('\n'), after.join('\n'));
        const split = (all: readonly string[]): readonly string[] => (all.join('\n') === '' ? [] : all.join('\n').split('\n'));
        expect(applied(split(before), told)).toEqual(split(after));
      }),
      { numRuns: 500 },
    );
  });

  it('equal texts have none; far changes stand in hunks of their own', () => {
    expect(diffLines('a\nb\n', 'a\nb\n')).toEqual([]);
    const before = Array.from({ length: 30 }, (_, at) => `line ${at}`);
    const after = before.with(2, 'changed').with(25, 'changed too');
    const told = diffLines(before.join('\n'), after.join('\n'));
    expect(told.filter(({ sign }) => sign === '@').map(({ text }) => text)).toEqual(['@@ -1,6 +1,6 @@', '@@ -23,7 +23,7 @@']);
  });

  it('texts that share little are told as one removal and one insertion', () => {
    const before = Array.from({ length: 500 }, (_, at) => `old ${at}`).join('\n');
    const after = Array.from({ length: 500 }, (_, at) => `new ${at}`).join('\n');
    expect(diffLines(before, after)).toHaveLength(1001);
  });
});

/** Applies the hunks as `patch` does. */
function applied(before: readonly string[], told: readonly DiffLine[]): readonly string[] {
  const result: string[] = [];
  let at = 0;
  for (const { sign, text } of told) {
    if (sign === '@') {
      const [, start = '0', count = '0'] = /^@@ -(\d+),(\d+)/.exec(text) ?? [];
      const first = count === '0' ? Number(start) : Number(start) - 1;
      for (; at < first; at++) result.push(before[at] ?? '');
    } else if (sign === '+') result.push(text);
    else {
      expect(before[at]).toBe(text);
      if (sign === ' ') result.push(text);
      at++;
    }
  }
  return [...result, ...before.slice(at)];
}

describe('what was put into a text', () => {
  it('any insertions: taken out again, the text is what it was', () => {
    const insertion = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.string({ minLength: 1, maxLength: 5 }));
    fc.assert(
      fc.property(fc.string(), fc.array(insertion, { maxLength: 8 }), (before, insertions) => {
        const grown = insertions.reduce((so, [share, text]) => grow(so, { offset: Math.floor(share * so.text.length), text }), {
          text: before,
          inserted: [] as readonly { start: number; end: number }[],
        });
        expect(shrink(grown)).toBe(before);
      }),
      { numRuns: 500 },
    );
  });
});
