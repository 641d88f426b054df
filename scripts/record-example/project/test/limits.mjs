import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertBatch, loadLimits, parseLimits } from '../src/limits.mjs';

test('sections hold numbers and words', () => {
  assert.deepEqual(parseLimits('[a]\nx = 1 # one\ny = always\n'), { a: { x: 1, y: 'always' } });
});

test('a line that is no setting is refused by its number', () => {
  assert.throws(() => parseLimits('[a]\nx 1\n'), /limits\.conf:2/);
});

test('the limits of prod are stricter than those of dev', () => {
  assert.ok(loadLimits('prod').migration.max_batch < loadLimits('dev').migration.max_batch);
});

test('a batch above the limit is refused by name', () => {
  assert.throws(() => assertBatch(400, loadLimits('prod'), 'prod'), /above max_batch = 250 in config\/prod\/limits\.conf/);
});
