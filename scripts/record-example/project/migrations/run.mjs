import { appendFileSync, mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { assertBatch, loadLimits } from '../src/limits.mjs';
import { OrderStore } from '../src/store.mjs';
import * as importOrders from './001-import-orders.mjs';
import * as storeTotals from './002-store-totals.mjs';
import * as removeDuplicates from './003-remove-duplicates.mjs';

const MIGRATIONS = [importOrders, storeTotals, removeDuplicates];

const { values } = parseArgs({
  options: {
    env: { type: 'string', default: 'dev' },
    batch: { type: 'string', default: '200' },
    only: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});

mkdirSync('logs', { recursive: true });
const log = (line) => {
  appendFileSync('logs/migrate.log', `${line}\n`);
  if (values.verbose) console.log(line);
};

try {
  const batchSize = Number(values.batch);
  const limits = loadLimits(values.env);
  assertBatch(batchSize, limits, values.env);
  const store = new OrderStore('data/orders.jsonl');
  for (const migration of MIGRATIONS) {
    if (values.only ? values.only !== migration.name : migration.needsApproval) continue;
    log(`begin ${migration.name} env=${values.env} batch=${batchSize}`);
    const result = migration.run({ store, batchSize, limits, log });
    log(`end ${migration.name} ${result}`);
    console.log(`${migration.name}: ${result}`);
  }
} catch (error) {
  log(`failed ${error.message}`);
  console.error(`migration failed: ${error.message}`);
  process.exitCode = 1;
}
