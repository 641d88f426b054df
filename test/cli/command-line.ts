import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type InstalledPackage, installPackage } from '../packaging/installed-package.ts';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command line as a user has it: the built package, in a process of its own, in a folder of its own. */
export class CommandLine {
  readonly folder = mkdtempSync(join(tmpdir(), 'holdfast-cli-'));
  private readonly installed: InstalledPackage;

  private constructor(installed: InstalledPackage) {
    this.installed = installed;
  }

  static async build(): Promise<CommandLine> {
    return new CommandLine(await installPackage());
  }

  get program(): string {
    return join(this.installed.folder, this.installed.manifest.bin['holdfast'] ?? '');
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  run(
    args: readonly string[],
    options: { readonly input?: string | Buffer; readonly env?: Readonly<Record<string, string>>; readonly nodeArgs?: readonly string[] } = {},
  ): Promise<Ended> {
    const child = spawn(process.execPath, [...(options.nodeArgs ?? []), this.program, ...args], {
      cwd: this.folder,
      env: { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1', HOLDFAST_ARCHIVE: this.path('default.db'), ...options.env },
    });
    child.stdin.on('error', () => undefined); // a command that reads nothing closes it
    child.stdin.end(options.input ?? '');
    const out: Buffer[] = [];
    const error: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => out.push(part));
    child.stderr.on('data', (part: Buffer) => error.push(part));
    return new Promise((resolve) => {
      child.on('close', (code) => resolve({ code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(error).toString() }));
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
    this.installed.remove();
  }
}
