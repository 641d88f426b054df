import { orderTotal } from '../src/totals.mjs';

export const name = '002-store-totals';

export function run({ store, log }) {
  const orders = [...store.read()];
  let differing = 0;
  for (const order of orders) {
    order.total = orderTotal(order);
    if (order.total === order.legacyTotal) continue;
    differing++;
    log(`differs ${order.id} ${order.currency}: ${order.total}, export ${order.legacyTotal}`);
  }
  store.replace(orders);
  return `${orders.length} totals stored, ${differing} differ from the export`;
}
