import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../core/errors/format-error.ts';
import { readJsonl } from './jsonl.ts';

const good = (n: number): string => JSON.stringify({ n });

describe('readJsonl', () => {
  it('P48: names NUL bytes and a line cut in the middle by line and byte offset, and reads the rest', () => {
    const lines = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => (n === 2 ? '{"n":"é📥"}' : good(n)));
    lines[4] = '\0'.repeat(300);
    lines[7] = '{"type":"user","mess';
    const file = readJsonl(`${lines.join('\n')}\n`);
    expect(file.lines.map((line) => line.line)).toEqual([1, 2, 3, 4, 6, 7, 9, 10]);
    expect(file.broken.map((line) => line.raw)).toEqual([lines[4], lines[7]]);
    const offsetOf = (index: number): number => Buffer.byteLength(`${lines.slice(0, index).join('\n')}\n`);
    expect(file.warnings).toMatchObject([
      { code: 'line-broken', line: 5, byteOffset: offsetOf(4) },
      { code: 'line-broken', line: 8, byteOffset: offsetOf(7) },
    ]);
  });

  it('P48: a broken line is an error with its place where the reader is strict', () => {
    expect(() => readJsonl(`${good(1)}\n{"cut\n${good(2)}\n`, { isStrict: true })).toThrow(FormatError);
    try {
      readJsonl(`${good(1)}\n{"cut\n`, { isStrict: true });
    } catch (error) {
      expect(error).toMatchObject({ code: 'format-invalid', line: 2, byteOffset: 8 });
    }
  });

  it('reads past a BOM, CRLF, blank lines, JSON that is no object, and a last line that is cut short', () => {
    const file = readJsonl(`\uFEFF${good(1)}\r\n\r\n42\r\n[1]\n  \n${good(2)}\n{"n":3`);
    expect(file.lines.map((line) => line.raw)).toEqual([good(1), good(2)]);
    expect(file.broken.map((line) => line.reason)).toEqual(['is JSON but not an object', 'is JSON but not an object', 'is cut short']);
    expect(file.lines[0]?.ending).toBe('\r\n\r\n');
  });

  it('P16: half a surrogate pair is read, with a warning that names the line', () => {
    const file = readJsonl(`${good(1)}\n{"text":"a\\ud83d"}\n{"text":"\\\\ud83d"}\n`);
    expect(file.lines).toHaveLength(3);
    expect(file.isIllFormed).toBe(true);
    expect(file.warnings).toMatchObject([{ code: 'text-ill-formed', line: 2 }]);
  });

  it('P64: a file of which no line can be read is an error, never an empty session', () => {
    expect(() => readJsonl('')).toThrow(/empty/);
    expect(() => readJsonl('\0\0\0\n{"a')).toThrow(/No line/);
  });

  it('names the bound where a line is nested too deep', () => {
    const deep = `{"a":${'['.repeat(600)}${']'.repeat(600)}}`;
    expect(() => readJsonl(`${good(1)}\n${deep}\n`)).toThrow(/JSON_DEPTH.*line 2/);
  });

  it('loses no character: lines, their ends and broken lines are the whole file', () => {
    const line = fc.oneof(fc.constant(good(1)), fc.constant(''), fc.constant('{"x'), fc.constant('{"t":"é"}'), fc.constant('7'));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), fc.constantFrom('\n', '\r\n'), (lines, end) => {
        const source = `${good(0)}${end}${lines.join(end)}`;
        const file = readJsonl(source);
        const kept = file.lines.reduce((sum, one) => sum + one.raw.length + one.ending.length, 0);
        const broken = file.broken.reduce((sum, one) => sum + one.raw.length, 0);
        const separators = source.length - kept - broken;
        expect(separators).toBeGreaterThanOrEqual(0);
        expect(separators).toBeLessThanOrEqual(lines.length * end.length);
        for (const one of [...file.lines, ...file.broken]) {
          expect(Buffer.from(source).subarray(one.byteOffset).toString().startsWith(one.raw)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });
});
