import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const INSTALL_MS = 240_000;

/** A coding agent as the npm registry has it. */
export interface ClientPackage {
  readonly name: string;
  readonly version: string;
  /** Its command. */
  readonly command: string;
}

/** Where the client's program lies, or why it cannot be had. */
export type HadClient = { readonly program: string } | { readonly missing: string };

/**
 * Gets a client from the npm registry, once for a machine. It is never a dependency of ours: a machine without the registry,
 * or one that the client was not built for, skips its tests.
 */
export async function haveClient(client: ClientPackage): Promise<HadClient> {
  if (process.env['HOLDFAST_REAL_CLIENTS'] === '0') return { missing: 'HOLDFAST_REAL_CLIENTS is 0' };
  const label = `${client.name} ${client.version}`;
  const known = HAD.get(label) ?? lookFor(client, label);
  HAD.set(label, known);
  return known;
}

/** Each client is looked for once a run. */
const HAD = new Map<string, Promise<HadClient>>();

async function lookFor(client: ClientPackage, label: string): Promise<HadClient> {
  try {
    return { program: await installed(client) };
  } catch (error) {
    return { missing: `${label} cannot be had or run here: ${firstLine(error)}` };
  }
}

async function installed(client: ClientPackage): Promise<string> {
  const folder = join(tmpdir(), 'holdfast-real-clients', `${client.name.replaceAll(/[@/]/g, '_')}-${client.version}`);
  const program = join(folder, 'node_modules', '.bin', client.command);
  if (existsSync(program)) return program;
  mkdirSync(dirname(folder), { recursive: true });
  // Beside its place, and moved there whole: a broken or a second installation at the same time leaves no half folder, and a folder in place
  // is one whose client ran.
  const making = mkdtempSync(`${folder}-`);
  writeFileSync(join(making, 'package.json'), '{}');
  try {
    const args = ['install', '--prefix', making, '--no-save', '--no-audit', '--no-fund', '--loglevel=error', `${client.name}@${client.version}`];
    await run('npm', args, { cwd: making, timeout: INSTALL_MS });
    await run(join(making, 'node_modules', '.bin', client.command), ['--version'], { timeout: 60_000, env: { PATH: process.env['PATH'], HOME: making } });
    renameSync(making, folder);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(program)) throw error;
  }
  return program;
}

function firstLine(error: unknown): string {
  const { stderr, message } = error as { readonly stderr?: string; readonly message: string };
  return (stderr?.trim() || message).split('\n')[0] ?? '';
}
