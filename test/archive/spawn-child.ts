import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';

/** `child.ts` as a script that Node runs, inside `node_modules` so that the driver is found from there. */
export interface ChildScript {
  readonly path: string;
  remove(): void;
}

export async function bundleChild(): Promise<ChildScript> {
  const root = join(import.meta.dirname, '../..');
  const parent = join(root, 'node_modules/.cache');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'holdfast-child-'));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(import.meta.dirname, 'child.ts'),
      outDir: folder,
      emptyOutDir: true,
      target: 'node20',
      rollupOptions: { external: ['vitest', 'fast-check'] },
    },
  });
  return { path: join(folder, 'child.js'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A running child and the lines that it said. */
export class Child {
  readonly process: ChildProcessWithoutNullStreams;
  readonly lines: string[] = [];
  #errors = '';
  #wake: () => void = () => undefined;

  constructor(script: ChildScript, path: string, task: string, conversationId: string) {
    this.process = spawn(process.execPath, [script.path, path, task, conversationId]);
    createInterface({ input: this.process.stdout }).on('line', (line) => {
      this.lines.push(line);
      this.#wake();
    });
    this.process.stderr.on('data', (part) => {
      this.#errors += String(part);
    });
    this.process.on('exit', () => this.#wake());
  }

  say(line: string): void {
    this.process.stdin.write(`${line}\n`);
  }

  /** Waits until it has said so many lines. */
  async said(count: number): Promise<readonly string[]> {
    while (this.lines.length < count) {
      if (this.process.exitCode !== null) throw new Error(`the child ended: ${this.#errors}`);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.lines;
  }

  /** As a crash does: nothing is cleaned up. */
  async kill(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    this.process.kill('SIGKILL');
    await once(this.process, 'close');
  }
}
