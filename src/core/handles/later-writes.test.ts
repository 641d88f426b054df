import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LaterWrites, touchesBelow, touchesFile, touchesFileOrInside } from './later-writes.ts';
import { resolvePath, selfAndParents, withoutPattern } from './path.ts';

describe('paths of handles', () => {
  it.each([
    ['a.ts', '/w', '/w/a.ts'],
    ['./a.ts', '/w', '/w/a.ts'],
    ['a/../b', '/w', '/w/b'],
    ['../x', '/w/y', '/w/x'],
    ['/a//b/./c/', undefined, '/a/b/c'],
    ['/../..', undefined, '/'],
    ['../x', undefined, '../x'],
    ['a/../..', undefined, '..'],
    ['.', '/w', '/w'],
    ['.', undefined, '.'],
    ['~/a', '/w', '~/a'],
    ['C:\\w\\a.ts', '/w', 'C:/w/a.ts'],
  ])('%j in %j is %j', (path, directory, resolved) => {
    expect(resolvePath(path, directory)).toBe(resolved);
  });

  it.each(['', 'a\nb', 'a\0', 'x'.repeat(5000), 'a/'.repeat(300)])('%j is none', (path) => {
    expect(resolvePath(path, '/w')).toBeUndefined();
  });

  it('property: a resolved path is its own', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '..', '.', '', 'b.ts'), { maxLength: 8 }), fc.boolean(), (parts, isRooted) => {
        const once = resolvePath((isRooted ? '/' : '') + parts.join('/'));
        if (once !== undefined) expect(resolvePath(once)).toBe(once);
      }),
    );
  });

  it('a pattern may touch all below its fixed part', () => {
    expect([withoutPattern('src/*.ts'), withoutPattern('*.ts'), withoutPattern('/a/b?/c'), withoutPattern('/*'), withoutPattern('a.ts')]).toEqual([
      'src',
      '.',
      '/a',
      '/',
      'a.ts',
    ]);
  });

  it('goes up to the root', () => {
    expect(selfAndParents('/a/b')).toEqual(['/a/b', '/a', '/']);
    expect(selfAndParents('a/b')).toEqual(['a/b', 'a']);
  });
});

describe('DESIGN §4, Handles: what a later write touches', () => {
  const path = fc.oneof(
    fc.tuple(fc.constantFrom('/', ''), fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 })).map(([root, parts]) => root + parts.join('/')),
    fc.constantFrom('.', '..', '/', '~/a', '../b'),
  );
  const writes = fc.array(fc.record({ path, isTree: fc.boolean() }), { maxLength: 12 });

  it('property: the index of later writes answers as the plain search does', () => {
    fc.assert(
      fc.property(writes, path, (list, asked) => {
        const later = new LaterWrites();
        for (let index = list.length - 1; index >= 0; index--) later.add(list[index]?.path ?? '', index, list[index]?.isTree);
        const on = list.findIndex((write) => touchesFile(write.path, asked, write.isTree));
        const onOrIn = list.findIndex((write) => touchesFileOrInside(write.path, asked, write.isTree));
        const below = list.findIndex((write) => touchesBelow(write.path, asked));
        const found = [on, onOrIn, below].map((index) => (index === -1 ? undefined : index));
        expect([later.nearestOn(asked), later.nearestOnOrIn(asked), later.nearestBelow(asked)]).toEqual(found);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['/w/a.ts', '/w/a.ts', true],
    ['/w', '/w/a.ts', true],
    ['/w/a', '/w/a.ts', false],
    ['/w/a.ts/x', '/w/a.ts', false],
    ['a.ts', '/w/a.ts', true],
    ['/w/src', 'src/a.ts', true],
    ['lib/a.ts', 'src/a.ts', true],
    ['lib/b.ts', 'src/a.ts', false],
    ['.', '/w/a.ts', true],
  ])('a write of %j and a read of %j: %j', (written, read, touches) => {
    expect(touchesFile(written, read)).toBe(touches);
  });

  it.each([
    ['/w/src/a.ts', '/w/src', true],
    ['/w/src/deep/a.ts', '/w/src', true],
    ['src/a.ts', '/w/src', true],
    ['/w/src/a.ts', 'src', true],
    ['a.ts', '/w/src', true],
    ['/w/src.ts', '/w/src', false],
    ['/w/lib/a.ts', '/w/src', false],
    ['a.ts', '/w/src/b.ts', false],
    ['/w/lib/a.ts', '.', true],
  ])('finding 17: a write of %j and a read of %j, which may be a directory: %j', (written, read, touches) => {
    expect(touchesFileOrInside(written, read)).toBe(touches);
  });
});
