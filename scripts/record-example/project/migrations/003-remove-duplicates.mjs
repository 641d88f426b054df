import { readFileSync, writeFileSync } from 'node:fs';
import { formatCsv, parseRecords } from '../src/csv.mjs';
import { duplicateCustomers } from '../src/validate.mjs';

export const name = '003-remove-duplicates';
/** Deletes customer records: never part of a plain run. */
export const needsApproval = true;

export function run({ store, log }) {
  const customers = parseRecords(readFileSync('data/customers.csv', 'utf8'));
  const keptBy = new Map();
  for (const [kept, ...others] of duplicateCustomers(customers)) {
    for (const other of others) {
      keptBy.set(other.customer_id, kept.customer_id);
      log(`duplicate ${other.customer_id} of ${kept.customer_id} (${kept.email})`);
    }
  }
  const orders = [...store.read()];
  let moved = 0;
  for (const order of orders) {
    const kept = keptBy.get(order.customerId);
    if (kept === undefined) continue;
    order.customerId = kept;
    moved++;
  }
  store.replace(orders);
  const remaining = customers.filter((customer) => !keptBy.has(customer.customer_id));
  writeFileSync('data/customers.csv', formatCsv([Object.keys(customers[0]), ...remaining.map(Object.values)]));
  return `${keptBy.size} customers removed, ${moved} orders moved`;
}
