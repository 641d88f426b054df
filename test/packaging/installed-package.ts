import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { builtDist } from './built-package.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Manifest {
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly files: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
}

/** The package as it lies in the `node_modules` of a user, in a folder of its own outside this repository. */
export interface InstalledPackage {
  /** The user's project. */
  readonly project: string;
  /** `node_modules/holdfast` in it. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** Runs Node in the project. */
  node(...args: string[]): Promise<{ readonly stdout: string; readonly stderr: string }>;
  remove(): void;
}

/**
 * Puts the built package into an empty project, with what `files` names and nothing else, beside links to `dependencies` and
 * nothing else: what is only there in development is missed here as it would be at the user.
 */
export async function installPackage(): Promise<InstalledPackage> {
  const project = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-installed-')));
  const folder = join(project, 'node_modules', 'holdfast');
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
  mkdirSync(folder, { recursive: true });
  cpSync(await builtDist(), join(folder, 'dist'), { recursive: true });
  for (const name of ['package.json', ...manifest.files]) {
    if (name !== 'dist' && existsSync(join(ROOT, name))) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  for (const name of Object.keys(manifest.dependencies)) {
    const link = join(project, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), link, 'junction');
  }
  return {
    project,
    folder,
    manifest,
    node: (...args) => run(process.execPath, args, { cwd: project, env: { ...process.env, NODE_OPTIONS: '', HOLDFAST_ARCHIVE: join(project, 'archive.db') } }),
    remove: () => rmSync(project, { recursive: true, force: true }),
  };
}
