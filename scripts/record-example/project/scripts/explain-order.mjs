import { OrderStore } from '../src/store.mjs';
import { explainTotal, orderTotal } from '../src/totals.mjs';

const ids = new Set(process.argv.slice(2));
for (const order of new OrderStore('data/orders.jsonl').read()) {
  if (!ids.has(order.id)) continue;
  console.log(`${order.id} ${order.currency} discount ${order.discountPerMille} per mille`);
  for (const step of explainTotal(order)) console.log(`  ${JSON.stringify(step)}`);
  const gross = order.lines.reduce((sum, line) => sum + line.quantity * line.unitPrice, 0);
  console.log(`  gross sum ${gross}; discounted as a whole ${(gross * (1000 - order.discountPerMille)) / 1000}`);
  console.log(`  total ${orderTotal(order)}, export ${order.legacyTotal}`);
}
