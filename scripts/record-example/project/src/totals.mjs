import { roundDivide } from './money.mjs';

/** What one line costs. */
export function lineTotal(line, discountPerMille = 0) {
  return roundDivide(line.quantity * line.unitPrice * (1000 - discountPerMille), 1000);
}

/** What the customer pays: lines, discount, shipping. */
export function orderTotal(order) {
  let total = 0;
  for (const line of order.lines) total += lineTotal(line, order.discountPerMille);
  return total + order.shipping;
}

/** Sums by currency, cancelled orders left out. */
export function revenueByCurrency(orders) {
  const sums = new Map();
  for (const order of orders) {
    if (order.state === 'cancelled') continue;
    sums.set(order.currency, (sums.get(order.currency) ?? 0) + order.total);
  }
  return sums;
}

/** How a total came about, step by step, for people. */
export function explainTotal(order) {
  const steps = [];
  let total = 0;
  for (const line of order.lines) {
    const gross = line.quantity * line.unitPrice;
    const net = lineTotal(line, order.discountPerMille);
    total += net;
    steps.push({ step: `line ${line.sku}`, quantity: line.quantity, unitPrice: line.unitPrice, gross, net, sum: total });
  }
  steps.push({ step: 'shipping', gross: order.shipping, net: order.shipping, sum: total + order.shipping });
  return steps;
}
