// Preloaded into the command: what is alive each time that the audit has finished a file and synced its state.
import fs, { writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { fsyncSync } = fs;
let most = 0;
fs.fsyncSync = (descriptor) => {
  globalThis.gc();
  most = Math.max(most, process.memoryUsage().heapUsed);
  fsyncSync(descriptor);
};
syncBuiltinESMExports();
process.on('exit', () => writeSync(2, `heap ${most}\n`));
