import { createHash, createHmac, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';

const PENDING = 'data/pending/orders.snapshot';

if (!existsSync(PENDING)) {
  console.error('nothing to seal: no pending snapshot (a snapshot is sealed once)');
  process.exit(1);
}
const bytes = readFileSync(PENDING);
const checksum = createHash('sha256').update(bytes).digest('hex');
// The salt is not kept: the seal stands in this output and nowhere else.
const seal = createHmac('sha256', randomBytes(32)).update(bytes).digest('hex').slice(0, 24);
const lineCount = bytes.toString('utf8').split('\n').length - 1;
rmSync(PENDING);
console.log(`sealed ${lineCount} orders, ${bytes.length} bytes`);
console.log(`snapshot sha256 ${checksum}`);
console.log(`seal ${seal}`);
console.log('This seal is printed once. The pending snapshot has been removed.');
