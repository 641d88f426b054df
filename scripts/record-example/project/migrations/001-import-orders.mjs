import { readFileSync } from 'node:fs';
import { parseRecords } from '../src/csv.mjs';
import { parseLegacyOrder } from '../src/legacy-order.mjs';
import { problemsOf } from '../src/validate.mjs';

export const name = '001-import-orders';

export function run({ store, batchSize, log }) {
  const customers = parseRecords(readFileSync('data/customers.csv', 'utf8'));
  const customerIds = new Set(customers.map((customer) => customer.customer_id));
  const records = parseRecords(readFileSync('data/legacy-orders.csv', 'utf8'));
  store.clear();
  let imported = 0;
  let refused = 0;
  for (let start = 0; start < records.length; start += batchSize) {
    const batch = [];
    for (const record of records.slice(start, start + batchSize)) {
      const order = parseLegacyOrder(record);
      const problems = problemsOf(order, customerIds);
      if (problems.length === 0) batch.push(order);
      else {
        refused++;
        log(`refused ${order.id}: ${problems.join('; ')}`);
      }
    }
    imported += store.append(batch);
    log(`batch ${start / batchSize + 1}: ${batch.length} orders, ${batch[0]?.id} to ${batch.at(-1)?.id}`);
  }
  return `${imported} imported, ${refused} refused`;
}
