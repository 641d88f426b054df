import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomJsonText, randomLiteral } from '../../test/generators/wire-json.ts';
import { FormatError } from '../core/errors/format-error.ts';
import { LIMITS } from '../core/limits.ts';
import { hasLoneSurrogate, repairSurrogates } from './json-surrogates.ts';
import { parseJson } from './json-syntax.ts';
import { editMembers, memberNamed, readContainer, rebuildContainer, replaceEarlyMember, sliceJsonString, valueText } from './json-text.ts';

const RUNS = 300;

describe('json-text: ranges', () => {
  it('replaceEarlyMember does what editMembers does, or leaves it to that', () => {
    const value = fc.oneof(fc.constant(null), fc.string(), fc.constantFrom('"p"', '\\', '{', '['));
    const object = fc.tuple(
      fc.record({ type: value, id: value, p: value, q: fc.record({ p: value, r: value }, { requiredKeys: [] }) }, { requiredKeys: ['p'] }),
      fc.constantFrom(undefined, 1),
    );
    fc.assert(
      fc.property(object, ([one, indent]) => {
        const text = JSON.stringify(one, null, indent);
        const replaced = replaceEarlyMember(text, 'p', '"new"');
        if (replaced !== undefined) expect(replaced).toBe(editMembers(text, new Map([['p', '"new"']])));
      }),
    );
    expect(replaceEarlyMember('{"id":1,"p":2,"q":3}', 'p', '4')).toBe('{"id":1,"p":4,"q":3}');
  });

  it('every element and member has exactly the characters of its value', () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue())), fc.nat(), (value, seed) => {
        const text = randomJsonText(value, seed);
        const container = readContainer(text);
        const read = container.items.map((item) => [item.key, JSON.parse(valueText(text, item)) as unknown]);
        const expected = Object.entries(JSON.parse(text) as object).map(([key, element]) => [Array.isArray(value) ? undefined : key, element as unknown]);
        expect(sorted(read)).toEqual(sorted(expected));
        expect(rebuildContainer(text, container, () => undefined)).toBe(text.trim());
      }),
      { numRuns: RUNS },
    );
  });

  it('items that leave take their white space along, and the others keep theirs', () => {
    const text = '[ 1 ,\n  2,\t3 \n]';
    expect(rebuildContainer(text, readContainer(text), (index) => (index === 1 ? null : undefined))).toBe('[ 1 ,\t3 \n]');
    expect(rebuildContainer(text, readContainer(text), (index) => (index === 2 ? null : undefined))).toBe('[ 1 ,\n  2 \n]');
    expect(rebuildContainer(text, readContainer(text), () => null)).toBe('[]');
  });

  it('a repeated key counts once: the last is the value, all leave together, and all stay as they are otherwise', () => {
    const text = '{"a":1,"b":{"a":[2]},"a":3}';
    expect(valueText(text, memberNamed(readContainer(text), 'a') ?? never())).toBe('3');
    expect(editMembers(text, new Map([['a', null]]))).toBe('{"b":{"a":[2]}}');
    expect(editMembers(text, new Map([['a', '4']]))).toBe('{"a":1,"b":{"a":[2]},"a":4}');
    expect(editMembers(text, new Map([['c', '5']]))).toBe('{"a":1,"b":{"a":[2]},"a":3,"c":5}');
  });

  it('a range that is cut out of a literal leaves the exact characters of the rest', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), fc.nat(30), fc.nat(30), fc.nat(), (text, a, b, seed) => {
        const literal = randomLiteral(text, seed);
        const start = Math.min(a, b, text.length);
        const end = Math.min(Math.max(a, b), text.length);
        const cut = sliceJsonString(literal, start, end);
        expect(JSON.parse(cut)).toBe(text.slice(0, start) + text.slice(end));
        expect(literal.startsWith(cut.slice(0, cut.length - 1 - rawTail(literal, cut)))).toBe(true);
        expect(cut.length).toBeLessThanOrEqual(literal.length);
      }),
      { numRuns: RUNS },
    );
    expect(sliceJsonString('"a\\u00e9\\n\\ud83d\\ude00z"', 1, 3)).toBe('"a\\ud83d\\ude00z"');
  });

  it('nesting beyond JSON_DEPTH is format-limit, and the deepest that is allowed is read', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(() => parseJson(nested(LIMITS.JSON_DEPTH))).not.toThrow();
    const error = caught(() => parseJson(nested(LIMITS.JSON_DEPTH + 1)));
    expect(error.code).toBe('format-limit');
    expect(error.message).toContain('JSON_DEPTH');
    expect(caught(() => parseJson('['.repeat(3_000_000))).code).toBe('format-limit');
  });
});

describe('json-syntax: errors', () => {
  it.each([
    ['', 1, 1],
    ['[1, 2', 1, 6],
    ['[1,\n {"a" 2}]', 2, 7],
    ['[1,]', 1, 4],
    ['{"a":1,}', 1, 8],
    ['["secret\u0001"]', 1, 9],
    ['["secret\\x"]', 1, 9],
    ['[01]', 1, 3],
    ['[tru]', 1, 2],
    ['[] secret', 1, 4],
    ['["secret', 1, 9],
    ['}', 1, 1],
  ])('%j has its first error at line %i, column %i, and its content is not quoted', (text, line, column) => {
    const error = caught(() => parseJson(text));
    expect(error.code).toBe('format-invalid');
    expect(error.message).toContain(`line ${line}, column ${column}`);
    expect(`${error.message} ${String(error.cause)}`).not.toContain('secret');
  });
});

describe('json-surrogates', () => {
  it('C18: repair gives what toWellFormed gives of the decoded text, and changes nothing that is well formed', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('\ud83d', '\ude00', '😀', 'a', '\\', '"', 'u', 'ud83d'), { maxLength: 12 }), fc.nat(), (parts, seed) => {
        const text = parts.join('');
        const literal = randomLiteral(text, seed);
        const isIllFormed = hasLoneSurrogate(literal);
        const repaired = repairSurrogates(literal);
        expect(repaired.isWellFormed()).toBe(true);
        expect((JSON.parse(repaired) as string).isWellFormed()).toBe(true);
        expect(hasLoneSurrogate(repaired)).toBe(false);
        if (!isIllFormed) expect(repaired).toBe(literal);
        if (!text.isWellFormed()) expect(isIllFormed).toBe(true);
        if (literal.isWellFormed()) expect(JSON.parse(repaired)).toBe(text.toWellFormed());
      }),
      { numRuns: 1000 },
    );
  });

  it('an escaped backslash before u is no escape of a surrogate', () => {
    expect(hasLoneSurrogate('"\\\\ud83d"')).toBe(false);
    expect(repairSurrogates('"\\\\ud83d \\ud83d"')).toBe('"\\\\ud83d \\ufffd"');
  });
});

function sorted(entries: readonly (readonly unknown[])[]): unknown {
  return [...entries].sort((a, b) => String(a[0]).localeCompare(String(b[0])));
}

/** Length of the common tail of the literal and what is left, before the closing quote. */
function rawTail(literal: string, cut: string): number {
  let length = 0;
  while (length < cut.length - 2 && literal.at(-2 - length) === cut.at(-2 - length)) length++;
  return length;
}

function caught(run: () => unknown): FormatError {
  try {
    run();
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

function never(): never {
  throw new Error('missing');
}
