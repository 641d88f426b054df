/** Files that the scripted model writes in the session. */
export const TOTALS_TESTS = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineTotal, orderTotal, revenueByCurrency } from '../src/totals.mjs';

const order = (lines, discountPerMille = 0, shipping = 0) => ({
  lines: lines.map(([quantity, unitPrice], index) => ({ sku: \`K\${index}\`, quantity, unitPrice })),
  discountPerMille,
  shipping,
});

test('without a discount a total is the sum of the lines and shipping', () => {
  assert.equal(orderTotal(order([[2, 1250], [1, 399]], 0, 590)), 3489);
});

test('a discount of ten per cent takes a tenth', () => {
  assert.equal(orderTotal(order([[1, 1000]], 100)), 900);
});

test('contract 2: a line is quantity times price, whatever the discount', () => {
  assert.equal(lineTotal({ sku: 'K1', quantity: 3, unitPrice: 333 }, 150), 999);
});

test('contract 4: the discount applies to the sum, once', () => {
  // Line by line, each 9.5 would become 10.
  assert.equal(orderTotal(order([[1, 10], [1, 10], [1, 10], [1, 10]], 50)), 38);
});

test('contract 4: four small lines lose nothing to rounding', () => {
  assert.equal(orderTotal(order([[1, 3], [1, 3], [1, 3], [1, 3]], 125)), 11);
});

test('contract 5: half a unit of the sum is rounded up', () => {
  assert.equal(orderTotal(order([[1, 10]], 50)), 10);
  assert.equal(orderTotal(order([[1, 5], [1, 5], [1, 5], [1, 5]], 125)), 18);
});

test('contract 6: shipping is not discounted', () => {
  assert.equal(orderTotal(order([[1, 1000]], 500, 390)), 890);
});

test('revenue leaves cancelled orders out', () => {
  const orders = [
    { currency: 'EUR', state: 'placed', total: 100 },
    { currency: 'EUR', state: 'cancelled', total: 900 },
    { currency: 'JPY', state: 'shipped', total: 50 },
  ];
  assert.deepEqual([...revenueByCurrency(orders)], [['EUR', 100], ['JPY', 50]]);
});
`;

export const EXPLAIN_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainTotal, orderTotal } from '../src/totals.mjs';

const ORDER = {
  id: 'ORD-100001',
  lines: [{ sku: 'K1', quantity: 2, unitPrice: 1250 }, { sku: 'K2', quantity: 1, unitPrice: 499 }],
  discountPerMille: 100,
  shipping: 390,
};

test('the last step of an explanation is the total', () => {
  assert.equal(explainTotal(ORDER).at(-1).sum, orderTotal(ORDER));
  assert.equal(explainTotal(ORDER).at(-1).sum, 3088);
});

test('the discount is one step, after all lines', () => {
  assert.deepEqual(explainTotal(ORDER).map(({ step }) => step), ['line K1', 'line K2', 'discount', 'shipping']);
});
`;

export const CHECK_CUTOVER = `import { existsSync, readFileSync } from 'node:fs';
import { parseRecords } from '../src/csv.mjs';
import { OrderStore } from '../src/store.mjs';
import { orderTotal } from '../src/totals.mjs';
import { duplicateCustomers } from '../src/validate.mjs';

/** Everything that has to hold before reads are switched. One line a check; exit 1 where one does not hold. */
const orders = [...new OrderStore('data/orders.jsonl').read()];
const customers = parseRecords(readFileSync('data/customers.csv', 'utf8'));
const exported = parseRecords(readFileSync('data/legacy-orders.csv', 'utf8'));
const known = new Set(customers.map((customer) => customer.customer_id));

const CHECKS = [
  ['every exported order of a known customer is in the store', () => exported.filter((record) => known.has(record.customer_id)).length === orders.length],
  ['every total agrees with the export', () => orders.every((order) => orderTotal(order) === order.legacyTotal)],
  ['every stored total is the computed one', () => orders.every((order) => order.total === orderTotal(order))],
  ['no order id is used twice', () => new Set(orders.map((order) => order.id)).size === orders.length],
  ['no snapshot waits to be sealed', () => !existsSync('data/pending/orders.snapshot')],
  ['no duplicate customers', () => duplicateCustomers(customers).length === 0],
];

for (const [title, holds] of CHECKS) {
  const isGood = holds();
  console.log(\`\${isGood ? 'ok    ' : 'OPEN  '} \${title}\`);
  if (!isGood) process.exitCode = 1;
}
`;

export const RUNBOOK = `# Runbook: cutover of the order store

Thursday, 06:00 UTC. On call: the order team. Rollback until step 6: delete \`data/orders.jsonl\`.

| step | command | expect |
| --- | --- | --- |
| 1 | \`npm run migrate -- --env prod --batch 250\` | 1196 imported, 4 refused; 0 differ |
| 2 | \`npm run reconcile\` | RECONCILE OK |
| 3 | \`node scripts/make-snapshot.mjs\` | pending |
| 4 | \`node scripts/seal-snapshot.mjs\` | a seal: write it down, it is printed once |
| 5 | \`npm run migrate -- --env prod --batch 250 --only 003-remove-duplicates\` | only with Dana's approval in writing |
| 6 | switch reads | health answers |

The batch is 250 because prod allows no more (\`config/prod/limits.conf\`, which is not changed for this).

## If reconcile fails

1. Do not touch the rounding in \`src/money.mjs\`: it has been tried and is not the cause.
2. \`npm run reconcile -- --sample 50\`, then \`node scripts/explain-order.mjs\` with some of the ids.
3. An order without a discount that differs means that the import is wrong.
`;

export const SERVER_TEST = `import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { loadLimits } from '../src/limits.mjs';
import { makeServer } from '../src/server.mjs';
import { OrderStore } from '../src/store.mjs';

const directory = mkdtempSync(join(tmpdir(), 'orders-'));
const store = new OrderStore(join(directory, 'orders.jsonl'));
const server = makeServer({ store, limits: loadLimits('dev') });
let base;

before(async () => {
  store.append([1, 2, 3].map((number) => ({ id: \`ORD-10000\${number}\`, currency: 'EUR', state: number === 3 ? 'cancelled' : 'placed', total: 100 * number })));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = \`http://127.0.0.1:\${server.address().port}\`;
});

after(() => {
  server.close();
  rmSync(directory, { recursive: true });
});

const get = async (path) => {
  const response = await fetch(base + path);
  return { status: response.status, body: await response.json() };
};

test('orders come in pages', async () => {
  const first = await get('/orders?size=2');
  assert.deepEqual(first.body.orders.map(({ id }) => id), ['ORD-100001', 'ORD-100002']);
  const second = await get(\`/orders?size=2&after=\${first.body.next}\`);
  assert.deepEqual(second.body.orders.map(({ id }) => id), ['ORD-100003']);
  assert.equal(second.body.next, null);
});

test('a page size that is no number is refused', async () => {
  assert.equal((await get('/orders?size=many')).status, 400);
});

test('an order is shown, an unknown one is not found', async () => {
  assert.equal((await get('/orders/ORD-100002')).body.total, 200);
  assert.equal((await get('/orders/ORD-999999')).status, 404);
});

test('revenue leaves cancelled orders out', async () => {
  assert.deepEqual((await get('/revenue')).body, { EUR: 300 });
});
`;

export const REVENUE_REPORT = `import { formatAmount } from '../src/money.mjs';
import { OrderStore } from '../src/store.mjs';

/** Revenue by month and currency, cancelled orders left out; returned ones are shown apart. */
const CURRENCIES = ['EUR', 'GBP', 'JPY', 'USD'];

export function revenueByMonth(orders) {
  const months = new Map();
  for (const order of orders) {
    if (order.state === 'cancelled') continue;
    const month = order.placedAt.slice(0, 7);
    const row = months.get(month) ?? emptyRow();
    const cell = row[order.currency];
    if (order.state === 'returned') cell.returned += order.total;
    else cell.sold += order.total;
    months.set(month, row);
  }
  return new Map([...months].sort(([a], [b]) => a.localeCompare(b)));
}

function emptyRow() {
  return Object.fromEntries(CURRENCIES.map((currency) => [currency, { sold: 0, returned: 0 }]));
}

export function formatReport(months) {
  const lines = [['month', ...CURRENCIES.flatMap((currency) => [currency, 'returned'])]];
  for (const [month, row] of months) {
    lines.push([month, ...CURRENCIES.flatMap((currency) => [formatAmount(row[currency].sold, currency), formatAmount(row[currency].returned, currency)])]);
  }
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines.map((line) => line.map((text, column) => (column === 0 ? text.padEnd(widths[0]) : text.padStart(widths[column]))).join('  ')).join('\\n');
}

if (process.argv[1] === import.meta.filename) {
  console.log(formatReport(revenueByMonth(new OrderStore('data/orders.jsonl').read())));
}
`;

export const REPORT_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatReport, revenueByMonth } from '../scripts/revenue-report.mjs';

const ORDERS = [
  { placedAt: '2026-02-03T10:00:00Z', currency: 'EUR', state: 'shipped', total: 1250 },
  { placedAt: '2026-02-28T23:59:00Z', currency: 'EUR', state: 'returned', total: 300 },
  { placedAt: '2026-01-31T08:00:00Z', currency: 'JPY', state: 'placed', total: 980 },
  { placedAt: '2026-01-31T09:00:00Z', currency: 'USD', state: 'cancelled', total: 5000 },
];

test('months come in order, cancelled orders are left out', () => {
  const months = revenueByMonth(ORDERS);
  assert.deepEqual([...months.keys()], ['2026-01', '2026-02']);
  assert.equal(months.get('2026-01').USD.sold, 0);
});

test('returned orders stand apart from sold ones', () => {
  assert.deepEqual(revenueByMonth(ORDERS).get('2026-02').EUR, { sold: 1250, returned: 300 });
});

test('the columns of a report are aligned', () => {
  const widths = formatReport(revenueByMonth(ORDERS)).split('\\n').map((line) => line.length);
  assert.equal(new Set(widths).size, 1);
});
`;
