import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCsv, parseCsv, parseRecords } from '../src/csv.mjs';

test('a quoted field may hold commas, quotes and line breaks', () => {
  assert.deepEqual(parseCsv('a,"b, c","d ""e"""\n"f\ng",h,\n'), [
    ['a', 'b, c', 'd "e"'],
    ['f\ng', 'h', ''],
  ]);
});

test('what is written is read again', () => {
  const rows = [
    ['id', 'note'],
    ['1', 'x, "y"'],
    ['2', ''],
  ];
  assert.deepEqual(parseCsv(formatCsv(rows)), rows);
});

test('a row with too few fields is refused by its number', () => {
  assert.throws(() => parseRecords('a,b\n1,2\n3\n'), /row 3 has 1 fields/);
});
