// Runs a TypeScript file of this repository: node scripts/run-ts.mjs FILE [argument…]
// Node 20 does not strip types, so the file is bundled first. Inside node_modules, so that packages are found as from src.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'tsdown';

const root = fileURLToPath(new URL('..', import.meta.url));
const [file, ...args] = process.argv.slice(2);
if (file === undefined) {
  console.error('usage: node scripts/run-ts.mjs FILE [argument…]');
  process.exit(2);
}

const cache = join(root, 'node_modules', '.cache', 'holdfast');
mkdirSync(cache, { recursive: true });
const outDir = mkdtempSync(join(cache, 'run-'));
process.on('exit', () => rmSync(outDir, { recursive: true, force: true }));

await build({
  config: false,
  cwd: root,
  entry: { main: resolve(file) },
  outDir,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  dts: false,
  clean: false,
  sourcemap: false,
  logLevel: 'error',
});

// The file sees itself as the program that runs.
process.argv = [process.argv[0], basename(file), ...args];
await import(pathToFileURL(join(outDir, 'main.mjs')).href);
