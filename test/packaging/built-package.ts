import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Test files run on threads of one process, so that its number names the run. */
const FOLDER = join(tmpdir(), `holdfast-built-${process.pid}`);
const [DIST, DONE, FAILED] = ['dist', 'done', 'failed'].map((name) => join(FOLDER, name)) as [string, string, string];
const LOOK_MS = 100;

/** What the build makes, built once for all files of a test run. */
export async function builtDist(): Promise<string> {
  if (isFirst()) {
    try {
      await run(process.execPath, [join(ROOT, 'node_modules/tsdown/dist/run.mjs'), '--out-dir', DIST, '--logLevel', 'warn'], { cwd: ROOT });
      writeFileSync(DONE, '');
    } catch (error) {
      writeFileSync(FAILED, '');
      throw error;
    }
  }
  while (!existsSync(DONE)) {
    if (existsSync(FAILED)) throw new Error('the package could not be built: the test file that tried says why');
    await pause(LOOK_MS);
  }
  return DIST;
}

function isFirst(): boolean {
  try {
    mkdirSync(FOLDER);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Vitest's global set-up: a run that was killed may have had the same number. */
export default function setUp(): () => void {
  const remove = (): void => rmSync(FOLDER, { recursive: true, force: true });
  remove();
  return remove;
}
