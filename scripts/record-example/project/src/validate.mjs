const ORDER_ID = /^ORD-\d{6}$/;
const CUSTOMER_ID = /^C\d{5}$/;

/** What is wrong with an order, as sentences; empty where nothing is. */
export function problemsOf(order, customerIds) {
  const problems = [];
  if (!ORDER_ID.test(order.id)) problems.push(`id ${order.id} is not ORD- and six digits`);
  if (!CUSTOMER_ID.test(order.customerId)) problems.push(`customer ${order.customerId} is not C and five digits`);
  else if (!customerIds.has(order.customerId)) problems.push(`customer ${order.customerId} does not exist`);
  if (Number.isNaN(Date.parse(order.placedAt))) problems.push(`placed at ${order.placedAt} is not a date`);
  if (order.lines.length === 0) problems.push('no lines');
  if (order.discountPerMille < 0 || order.discountPerMille > 500) problems.push(`discount ${order.discountPerMille} per mille is out of 0 to 500`);
  for (const line of order.lines) {
    if (line.quantity > 999) problems.push(`line ${line.sku}: quantity ${line.quantity} is above 999`);
    if (line.unitPrice === 0) problems.push(`line ${line.sku}: no price`);
  }
  return problems;
}

/** Groups of customers with one e-mail address, the record to keep first. */
export function duplicateCustomers(customers) {
  const byAddress = new Map();
  for (const customer of customers) {
    const address = customer.email.trim().toLowerCase();
    byAddress.set(address, [...(byAddress.get(address) ?? []), customer]);
  }
  return [...byAddress.values()].filter((group) => group.length > 1).map((group) => group.sort((a, b) => a.customer_id.localeCompare(b.customer_id)));
}
