import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Inside node_modules, so that the files find vitest. */
const CACHE = join(ROOT, 'node_modules', '.cache', 'holdfast');

interface Ended {
  readonly lastLine: string;
  readonly exitCode: number | null;
}

/** Runs vitest as `npm test` does over one made-up test file. */
async function runTests(source: string): Promise<Ended> {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'reporter-'));
  try {
    mkdirSync(join(folder, 'test'));
    writeFileSync(join(folder, 'test', 'made-up.test.ts'), source);
    return await vitest(
      'run',
      '--root',
      folder,
      '--config',
      join(ROOT, 'vitest.config.ts'),
      `--reporter=${join(ROOT, 'scripts', 'count-reporter.ts')}`,
      '--dir',
      folder,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function vitest(...args: string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] });
    let output = '';
    child.stdout.on('data', (bytes: Buffer) => {
      output += bytes.toString();
    });
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ lastLine: output.trimEnd().split('\n').at(-1) ?? '', exitCode }));
  });
}

const HEAD = "import { expect, it } from 'vitest';\n";

describe('the last line of `npm test`', () => {
  it.each([
    ['what passed', "it('a', () => {}); it('b', () => {});", '2 passed, 0 failed', 0],
    [
      'what failed and what was skipped',
      "it('a', () => {}); it('b', () => { expect(1).toBe(2); }); it.skip('c', () => {}); it.todo('d');",
      '1 passed, 1 failed, 2 skipped',
      1,
    ],
    ['a file that cannot be loaded as failed', "it('a', () => {}); throw new Error('no');", '0 passed, 1 failed', 1],
    [
      'an error outside of any test as failed',
      "it('a', async () => { Promise.reject(new Error('stray')); await new Promise((done) => setTimeout(done, 20)); });",
      '1 passed, 1 failed',
      1,
    ],
    ['a run without tests as failed', '', '0 passed, 1 failed', 1],
  ])('counts %s', async (_what, tests, lastLine, exitCode) => {
    expect(await runTests(HEAD + tests)).toEqual({ lastLine, exitCode });
  });
});
