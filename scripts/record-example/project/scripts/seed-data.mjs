import { mkdirSync, writeFileSync } from 'node:fs';
import { formatCsv } from '../src/csv.mjs';

/** Mulberry32: small, and the same on every machine. */
function randomOf(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const random = randomOf(20261109);
const below = (limit) => Math.floor(random() * limit);
const pick = (list) => list[below(list.length)];

const FIRST = ['ada', 'bela', 'chidi', 'dora', 'emil', 'fumi', 'goran', 'hana', 'ines', 'jonas', 'kofi', 'lena', 'mika', 'nadia', 'otto', 'priya'];
const LAST = ['abel', 'brandt', 'costa', 'dietz', 'engel', 'faria', 'greco', 'holm', 'ito', 'jansen', 'kovac', 'lund', 'moreau', 'novak', 'okafor', 'prado'];
const NOTES = ['', '', '', 'gift wrap', 'leave with neighbour, please', 'invoice to "accounts"', 'second attempt', 'ring twice, then wait'];
const DISCOUNTS = ['0', '0', '5', '7.5', '10', '12.5', '15'];

const customers = [];
for (let number = 1; number <= 180; number++) {
  const source = number > 161 ? customers[below(150)] : undefined;
  const email = source?.email ?? `${pick(FIRST)}.${pick(LAST)}.${number}@example.org`;
  customers.push({ id: `C${String(10000 + number)}`, email, since: `20${15 + below(10)}-0${1 + below(9)}-1${below(10)}` });
}

const orders = [];
for (let number = 1; number <= 1200; number++) {
  const currency = pick(['EUR', 'EUR', 'EUR', 'GBP', 'USD', 'JPY']);
  const decimals = currency === 'JPY' ? 0 : 2;
  const text = (units) => (decimals === 0 ? String(units) : (units / 100).toFixed(2));
  const lines = Array.from({ length: 1 + below(5) }, () => ({ sku: `K${1000 + below(400)}`, quantity: 1 + below(6), price: 95 + below(9000) }));
  const discount = pick(DISCOUNTS);
  const shipping = pick([0, 390, 590, 990]);
  const gross = lines.reduce((sum, line) => sum + line.quantity * line.price, 0);
  // The old shop: the discount on the sum, once, half up.
  const perMille = Math.round(Number(discount) * 10);
  const net = Math.floor((2 * gross * (1000 - perMille) + 1000) / 2000);
  orders.push([
    `ORD-${String(100000 + number)}`,
    `2026-${String(1 + below(9)).padStart(2, '0')}-${String(1 + below(28)).padStart(2, '0')}T${String(below(24)).padStart(2, '0')}:${String(below(60)).padStart(2, '0')}:00Z`,
    number % 241 === 0 ? 'C19999' : pick(customers).id,
    pick(['P', 'S', 'S', 'S', 'R', 'X']),
    currency,
    lines.map((line) => `${line.sku}:${line.quantity}:${text(line.price)}`).join('|'),
    discount,
    text(shipping),
    text(net + shipping),
    pick(NOTES),
  ]);
}

mkdirSync('data', { recursive: true });
writeFileSync('data/customers.csv', formatCsv([['customer_id', 'email', 'since'], ...customers.map((one) => [one.id, one.email, one.since])]));
writeFileSync(
  'data/legacy-orders.csv',
  formatCsv([['order_id', 'placed_at', 'customer_id', 'state', 'currency', 'lines', 'discount', 'shipping', 'total', 'note'], ...orders]),
);
console.log(`${customers.length} customers, ${orders.length} orders`);
