import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClientPlace, type CodingAgent, writeFiles } from './coding-agents.ts';
import { SessionScript } from './session-script.ts';

const PROMPT_MS = 180_000;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A real client with a home and a project of its own, and the script that its model follows. */
export class ClientSession {
  readonly script: SessionScript;
  readonly #agent: CodingAgent;
  readonly #program: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'holdfast-client-'));
  readonly #project = join(this.#folder, 'project');

  constructor(agent: CodingAgent, program: string, size: { readonly mark: string; readonly fileCount: number; readonly promptCount: number }) {
    this.#agent = agent;
    this.#program = program;
    this.script = new SessionScript({ ...size, readCall: (path) => agent.readCall(this.#project, path) });
  }

  /** All prompts of the session, one process each. */
  async run(baseUrl: string): Promise<readonly Ended[]> {
    const place: ClientPlace = { home: join(this.#folder, 'home'), project: this.#project, baseUrl };
    mkdirSync(place.home, { recursive: true });
    writeFiles(place.home, this.#agent.files(place));
    writeFiles(place.project, Object.fromEntries(this.script.files()));
    const ended: Ended[] = [];
    for (let index = 0; index < this.script.plan.promptCount; index++) ended.push(await this.#prompt(place, index));
    return ended;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #prompt(place: ClientPlace, index: number): Promise<Ended> {
    // Nothing of this machine's environment but the path: no key, no configuration, no proxy.
    const env = { PATH: process.env['PATH'], HOME: place.home, ...this.#agent.env(place) };
    const args = this.#agent.args(this.script.prompt(index), index === 0);
    const child = spawn(this.#program, args, { cwd: place.project, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    // With all that it started: some clients leave a server behind.
    const timer = setTimeout(() => killGroup(child.pid), PROMPT_MS);
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (part) => (output[name] += String(part)));
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => {
        clearTimeout(timer);
        killGroup(child.pid);
        resolve({ code, ...output });
      });
    });
  }
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // The whole group has ended: what was wanted.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
