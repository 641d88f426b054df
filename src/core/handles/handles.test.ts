import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { callHandle, commandHandle } from './command-handle.ts';
import { fileHandle } from './file-handle.ts';
import { urlHandle } from './url-handle.ts';

/** Another text, another hash; enough to see what went in. */
const hash = (text: string): string =>
  [...text]
    .reduce((sum, sign) => (Math.imul(sum, 31) + (sign.codePointAt(0) ?? 0)) >>> 0, 7)
    .toString(16)
    .padStart(8, '0')
    .repeat(8);
const contentHash = 'abcdef0123456789'.repeat(4);

describe('DESIGN §4, Handles: their text', () => {
  it('names path, lines and the first twelve characters of the hash', () => {
    expect(fileHandle('/w/a.ts', '3-9', contentHash, hash)).toBe('/w/a.ts#3-9@abcdef012345');
    expect(fileHandle('/w/a.ts', undefined, contentHash, hash)).toBe('/w/a.ts@abcdef012345');
    expect(urlHandle('https://x/y?z', contentHash, hash)).toBe('https://x/y?z@abcdef012345');
    expect(commandHandle('$ git log', '/w', contentHash, hash)).toBe('$ git log (in /w)@abcdef012345');
    expect(callHandle('search', { q: 'x', n: 2 }, contentHash, hash)).toBe('search(n=2 q="x")@abcdef012345');
  });

  it('C09: is one bounded line without brackets, whatever is in the path, and never a marker of ours', () => {
    const nasty = fc.array(
      fc.oneof(
        fc.constantFrom('\n', ']', '[EVICTED:text@t1:recover=NO]', '<holdfast', '\u2028', '\u0000', '\ud800', '🙂'),
        fc.string({ unit: 'binary', maxLength: 60 }),
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(nasty, (parts) => {
        const text = parts.join('');
        for (const handle of [fileHandle(text, '1-2', contentHash, hash), commandHandle(text, text, contentHash, hash), urlHandle(text, contentHash, hash)]) {
          expect(handle.length).toBeLessThanOrEqual(LIMITS.HANDLE_CHARACTERS);
          expect(handle).not.toMatch(/[\n\r\u2028\u2029[\]]|<holdfast\b/);
          expect(handle.isWellFormed()).toBe(true);
          expect(handle).toMatch(/@[0-9a-f]{12}$/);
        }
      }),
    );
  });

  const secret = ['Zx9', 'Qw3Er5', 'Ty7Ui1', 'Op2As4'].join('');
  const blanks = fc.array(fc.constantFrom(' ', '\n', '\t', '\r\n', '\u2028', '\u200b'), { minLength: 1, maxLength: 9 }).map((parts) => parts.join(''));

  it.each(['curl -H "Authorization: Bearer', 'login --password', 'API_KEY =', 'password:'])(
    'P26: given "%s" with any white space before its secret, then no handle shows the secret, whatever falls together',
    (opening) => {
      fc.assert(
        fc.property(blanks, blanks, (inside, between) => {
          const text = `run ${opening.replace(' ', inside)}${between}${secret}`;
          const handles = [
            commandHandle(text, undefined, contentHash, hash),
            commandHandle('ls', text, contentHash, hash),
            callHandle('run', { command: text }, contentHash, hash),
            fileHandle(text, undefined, contentHash, hash),
            urlHandle(text, contentHash, hash),
          ];
          for (const handle of handles) expect(handle).not.toContain(secret);
        }),
      );
    },
  );

  it('given a path whose white space hides no secret, then it keeps it as it is; given line ends in a call, these too', () => {
    expect(fileHandle('/w/a  b.ts', undefined, contentHash, hash)).toBe('/w/a%20%20b.ts@abcdef012345');
    expect(callHandle('say', { text: 'a\n\nb\\n' }, contentHash, hash)).toBe(String.raw`say(text="a\n\nb\\n")@abcdef012345`);
  });

  it('two long targets with the same ends and the same content are two handles', () => {
    const long = (middle: string): string => `/w/${'a'.repeat(200)}${middle}${'b'.repeat(200)}`;
    expect(fileHandle(long('x'), undefined, contentHash, hash)).not.toBe(fileHandle(long('y'), undefined, contentHash, hash));
  });
});
