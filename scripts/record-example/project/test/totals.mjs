import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderTotal, revenueByCurrency } from '../src/totals.mjs';

const order = (lines, discountPerMille = 0, shipping = 0) => ({
  lines: lines.map(([quantity, unitPrice], index) => ({ sku: `K${index}`, quantity, unitPrice })),
  discountPerMille,
  shipping,
});

test('without a discount a total is the sum of the lines and shipping', () => {
  assert.equal(
    orderTotal(
      order(
        [
          [2, 1250],
          [1, 399],
        ],
        0,
        590,
      ),
    ),
    3489,
  );
});

test('a discount of ten per cent takes a tenth', () => {
  assert.equal(orderTotal(order([[1, 1000]], 100)), 900);
});

test('shipping is not discounted', () => {
  assert.equal(orderTotal(order([[1, 1000]], 500, 390)), 890);
});

test('revenue leaves cancelled orders out', () => {
  const orders = [
    { currency: 'EUR', state: 'placed', total: 100 },
    { currency: 'EUR', state: 'cancelled', total: 900 },
    { currency: 'JPY', state: 'shipped', total: 50 },
  ];
  assert.deepEqual(
    [...revenueByCurrency(orders)],
    [
      ['EUR', 100],
      ['JPY', 50],
    ],
  );
});
