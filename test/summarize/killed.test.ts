import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { sqlite } from '../../src/sqlite.ts';
import type { WrittenSegment } from '../../src/summarize/write-segments.ts';
import { type ReceivedRequest, type ScriptedProvider, startProvider } from './scripted-provider.ts';
import { honest } from './texts.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SEGMENTS = 4;
const folder = mkdtempSync(join(tmpdir(), 'holdfast-killed-'));
const children: ChildProcess[] = [];
const providers: ScriptedProvider[] = [];

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const provider of providers) await provider.close();
  rmSync(folder, { recursive: true, force: true });
});

function startChild(path: string, baseURL: string): ChildProcess {
  const args = ['scripts/run-ts.mjs', 'test/summarize/child.ts', path, baseURL, String(SEGMENTS)];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

async function writtenBy(child: ChildProcess): Promise<readonly WrittenSegment[]> {
  if (child.stdout === null) throw new Error('no output');
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return JSON.parse(output) as readonly WrittenSegment[];
}

const segmentOf = ({ prompt }: ReceivedRequest): number => Math.floor(Number(/covers turns (\d+)/.exec(prompt)?.[1]) / 10) - 1;

describe('a killed process', () => {
  it('C12: 429, then killed after the first text: the archive is whole, and the next run asks for the other segments only', { timeout: 120_000 }, async () => {
    const path = join(folder, 'archive.db');
    let second: () => void = () => undefined;
    const secondAsked = new Promise<void>((resolve) => {
      second = resolve;
    });
    let isHeld = true;
    const provider = await startProvider((request) => {
      if (request.number === 0) return { kind: 'status', status: 429, headers: { 'retry-after-ms': '1' } };
      if (segmentOf(request) === 1) second();
      // The second segment gets no answer before the kill.
      return segmentOf(request) > 0 && isHeld ? { kind: 'hang' } : { kind: 'answer', text: honest(request.prompt) };
    });
    providers.push(provider);

    const killed = startChild(path, provider.baseURL);
    await secondAsked;
    killed.kill('SIGKILL');
    await once(killed, 'close');
    expect(provider.requests.map(segmentOf)).toEqual([0, 0, 1]);
    isHeld = false;

    const written = await writtenBy(startChild(path, provider.baseURL));
    expect(provider.requests.slice(3).map(segmentOf)).toEqual([1, 2, 3]);
    expect(written.map(({ isCached }) => isCached)).toEqual([true, false, false, false]);
    expect(written.map((one) => one.text)).toEqual([1, 3, 4, 5].map((number) => honest(provider.requests[number]?.prompt ?? '')));

    const again = await writtenBy(startChild(path, provider.baseURL));
    expect(provider.requests).toHaveLength(6);
    expect(again.map((one) => one.text)).toEqual(written.map((one) => one.text));
    expect(again.every(({ isCached, usage }) => isCached && usage === undefined)).toBe(true);

    const archive = sqlite(path);
    await archive.check();
    await archive.close();
  });
});
