import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAmount, parseAmount, parseDiscount, roundDivide } from '../src/money.mjs';

test('an amount is whole minor units', () => {
  assert.equal(parseAmount('12.50', 'EUR'), 1250);
  assert.equal(parseAmount('12.5', 'EUR'), 1250);
  assert.equal(parseAmount('1250', 'JPY'), 1250);
});

test('an amount with too many decimals is refused', () => {
  assert.throws(() => parseAmount('12.505', 'EUR'), /too many decimals/);
  assert.throws(() => parseAmount('12.5', 'JPY'), /too many decimals/);
});

test('an amount is written as it was read', () => {
  for (const [text, currency] of [
    ['0.05', 'USD'],
    ['12.50', 'EUR'],
    ['7', 'JPY'],
  ]) {
    assert.equal(formatAmount(parseAmount(text, currency), currency), text);
  }
});

test('a discount is parts per thousand', () => {
  assert.equal(parseDiscount('12.5'), 125);
  assert.equal(parseDiscount('5'), 50);
});

test('halves are rounded up', () => {
  assert.equal(roundDivide(5, 2), 3);
  assert.equal(roundDivide(7, 2), 4);
  assert.equal(roundDivide(4, 2), 2);
});
