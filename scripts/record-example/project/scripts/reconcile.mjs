import { parseArgs } from 'node:util';
import { formatAmount } from '../src/money.mjs';
import { OrderStore } from '../src/store.mjs';
import { orderTotal } from '../src/totals.mjs';

const { values } = parseArgs({
  options: { sample: { type: 'string', default: '12' }, store: { type: 'string', default: 'data/orders.jsonl' } },
});

const orders = [...new OrderStore(values.store).read()];
const differences = [];
for (const order of orders) {
  const total = orderTotal(order);
  if (total !== order.legacyTotal) differences.push({ order, total, by: total - order.legacyTotal });
}

console.log(`orders      ${orders.length}`);
console.log(`differing   ${differences.length}`);
for (const currency of ['EUR', 'GBP', 'JPY', 'USD']) {
  const all = orders.filter((order) => order.currency === currency).length;
  const some = differences.filter(({ order }) => order.currency === currency).length;
  console.log(`  ${currency}       ${some} of ${all}`);
}
for (const { order, total, by } of differences.slice(0, Number(values.sample))) {
  const shown = `${formatAmount(total, order.currency)} instead of ${formatAmount(order.legacyTotal, order.currency)}`;
  console.log(`${order.id}  ${order.currency}  ${shown} (${by > 0 ? '+' : ''}${by}), ${order.lines.length} lines, discount ${order.discountPerMille / 10} %`);
}
if (differences.length > 0) {
  console.error(`RECONCILE FAILED: ${differences.length} of ${orders.length} orders differ`);
  process.exitCode = 1;
} else {
  console.log('RECONCILE OK: every total agrees with the export');
}
