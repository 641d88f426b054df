import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { CommandLine } from '../cli/command-line.ts';

export type Through = 'direct' | 'proxy';

/** What a client is told as the provider's address. */
export interface Front {
  readonly url: string;
  /** All that the proxy said, on both of its outputs. */
  readonly said: readonly string[];
  close(): Promise<void>;
}

export function directFront(providerUrl: string): Front {
  return { url: providerUrl, said: [], close: () => Promise.resolve() };
}

/** `holdfast proxy` as a user starts it, in a process of its own, with an archive of its own. */
export async function proxyFront(command: CommandLine, upstream: string, windowTokens: number): Promise<Front> {
  const args = ['proxy', '--upstream', upstream, '--port', '0', '--window', String(windowTokens), '--archive', command.path(`${fronts++}.db`)];
  const child = spawn(process.execPath, [command.program, ...args], { cwd: command.folder, env: { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1' } });
  const said: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => said.push(line));
  const url = await listeningUrl(child, said);
  return { url, said, close: () => stop(child) };
}

let fronts = 0;

async function listeningUrl(child: ChildProcess, said: string[]): Promise<string> {
  if (child.stdout === null) throw new Error('the proxy has no output');
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => said.push(line));
  const ended = once(child, 'close').then(() => {
    throw new Error(`the proxy ended: ${said.join('\n')}`);
  });
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string];
  ended.catch(() => undefined); // that it ends later is what `close` wants
  const url = /^listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1];
  if (url === undefined) throw new Error(`the proxy's first line is: ${line}`);
  return url;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'close');
}
