import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HostAnswer } from '../../src/integrations/host-compactor.ts';
import { PI } from '../../src/integrations/pi-messages.ts';
import { RULE } from '../live/agent.ts';
import { applied, type HostMessage, hostSession } from './host-sessions.ts';
import { bundleServer } from './plugin-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'holdfast-killed-'));
let bundle: Awaited<ReturnType<typeof bundleServer>>;
let server: ChildProcess | undefined;

beforeAll(async () => {
  bundle = await bundleServer();
}, 60_000);

afterAll(async () => {
  await kill();
  bundle.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** As a crash does: nothing is cleaned up. */
async function kill(): Promise<void> {
  if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGKILL');
  await once(server, 'close');
}

/** In a new process on the same archive. */
async function start(archive: string): Promise<void> {
  await kill();
  server = spawn(process.execPath, [bundle.path, join(folder, archive), 'hook', 'pi', 'serve'], { stdio: ['pipe', 'pipe', 'inherit'] });
}

function send(messages: readonly HostMessage[]): void {
  server?.stdin?.write(`${JSON.stringify({ id: 1, method: 'context', params: { sessionId: 's', window: 20_000, messages } })}\n`);
}

async function answer(): Promise<HostAnswer> {
  if (!server?.stdout) throw new Error('no server runs');
  const [line] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
  return (JSON.parse(line) as { readonly result: HostAnswer }).result;
}

/** So many bytes of the archive are on their way to the disk. */
async function hasWritten(archive: string, bytes: number): Promise<void> {
  const log = join(folder, `${archive}-wal`);
  while (!existsSync(log) || statSync(log).size < bytes) {
    if (server?.signalCode !== null) return;
    await wait(1);
  }
}

describe('§3: the server killed', () => {
  const messages = hostSession('pi', 16);

  it('after a compaction → the next one sends the same bytes', async () => {
    await start('after.db');
    send(messages);
    const before = await answer();
    await start('after.db');
    send(messages);
    expect(await answer()).toEqual({ ...before, status: 'sticky' });
  });

  it('in the middle of one, again and again → the next one compacts, whole and valid', async () => {
    for (const bytes of [1, 20_000, 80_000]) {
      await start('middle.db');
      send(messages);
      await Promise.race([answer(), hasWritten('middle.db', bytes)]);
    }
    await start('middle.db');
    send(messages);
    const last = await answer();
    if (last.status === 'passed') throw new Error('it was to be compacted');
    const sent = applied('pi', messages, last.edits);
    expect(JSON.stringify(sent)).toContain(RULE);
    expect(PI.read(sent).request.blocks.length).toBeLessThan(PI.read(messages).request.blocks.length);
  });
});
