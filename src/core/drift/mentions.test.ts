import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdsAnchor } from '../facts/anchors.ts';
import { neutralize } from '../markers/neutralize.ts';
import { checkDrift } from './check-drift.ts';
import { CopiedLines } from './copied-lines.ts';
import { fitLine, flatLines } from './flat-lines.ts';
import { withoutMentions } from './mentions.ts';

/** What hosts look for: Claude Code and Gemini CLI behind white space, Roo Code and Cline behind anything before a stroke. */
const EXPANDED = /(?:^|[\s("'])@[\w./~"]|@\//;

describe('P50: mentions', () => {
  it.each([
    ['see @src/store.ts.', 'see @ src/store.ts.'],
    ['@"my file.md" and @./a.ts', '@ "my file.md" and @ ./a.ts'],
    ['(@~/notes)', '(@ ~/notes)'],
    ['x@/etc/prod/limits.conf', 'x@ /etc/prod/limits.conf'],
    ['read @ファイル.md', 'read @ ファイル.md'],
  ])('given "%s", then a blank keeps hosts from expanding it, and the path stands', (text, expected) => {
    expect(withoutMentions(text)).toBe(expected);
  });

  it.each(['git@host.internal', 'left-pad@1.3.0', '"$@"', '@@ -1,3 +1,4 @@ function a()', 'a @ b', '@', 'https://u:[redacted:password]@host/x'])(
    'given "%s", then it is no mention',
    (text) => {
      expect(withoutMentions(text)).toBe(text);
    },
  );

  it('given any text, then nothing of it is expanded, again gives the same, and only blanks are put in', () => {
    const part = fc.constantFrom('@', '/', 'src', '.', '~', '"', ' ', '\n', 'a', '[EVICTED', '\u200b', '漢', '(', '\\', '1');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        const once = withoutMentions(text);
        expect(once).not.toMatch(EXPANDED);
        expect(withoutMentions(once)).toBe(once);
        expect(once.replaceAll('@ ', '@')).toBe(text.replaceAll('@ ', '@'));
        const line = fitLine(text, 200);
        expect(line).not.toMatch(EXPANDED);
        expect(fitLine(line, 400)).toBe(line);
        expect(neutralize(line, 400)).toBe(line);
        for (const one of flatLines(text).split('\n')) expect(one).not.toMatch(EXPANDED);
      }),
    );
  });

  it('E16, F5: given a line with a mention, when it stands without one, then it is a copy and holds its facts', () => {
    const source = 'Error: @src/store.ts was refused\nsee @acme/store@2.1.0';
    const line = fitLine('Error: @src/store.ts was refused', 600);
    expect(line).toBe('Error: @ src/store.ts was refused');
    const copied = new CopiedLines([source]);
    copied.learn([line]);
    expect(copied.isCopied(line)).toBe(true);
    expect(checkDrift(line, { texts: [{ text: source, provenance: 'tool' }] })).toEqual([]);
    for (const anchor of ['src/store.ts', '@src/store.ts', 'Error: @src/store.ts was refused']) expect(holdsAnchor(line, anchor)).toBe(true);
    expect(holdsAnchor(fitLine('see @acme/store@2.1.0', 600), '@acme/store@2.1.0')).toBe(true);
  });
});
