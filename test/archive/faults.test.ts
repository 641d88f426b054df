import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Archive } from '../../src/archive/archive.ts';
import { codeOf, entryOf, inputOf, linesOf, spanOf } from '../../src/archive/conformance.ts';
import { ArchiveError } from '../../src/core/errors/archive-error.ts';
import { sqlite } from '../../src/sqlite.ts';
import { bundleChild, Child, type ChildScript } from './spawn-child.ts';

const folder = mkdtempSync(join(tmpdir(), 'holdfast-faults-'));
let count = 0;
let script: ChildScript;
const children: Child[] = [];

const newPath = (): string => join(folder, `${count++}.db`);

function start(path: string, task: string): Child {
  const child = new Child(script, path, task, 'c');
  children.push(child);
  return child;
}

beforeAll(async () => {
  script = await bundleChild();
}, 60_000);

afterAll(async () => {
  for (const child of children) await child.kill();
  script.remove();
  rmSync(folder, { recursive: true, force: true });
});

describe('a killed process', () => {
  it('C22: killed between the put and the ledger: no compaction, the orphans are harmless and collected', async () => {
    const path = newPath();
    const child = start(path, 'put-then-wait');
    await child.said(1);
    await child.kill();

    const archive = sqlite(path);
    expect(await archive.ledger('c')).toEqual([]);
    expect((await archive.check()).spanCount).toBe(1);
    expect(await archive.search('orphan')).toHaveLength(1);
    expect(await archive.gc({ nowMs: Date.now() })).toEqual({ spanCount: 1, compactionCount: 0 });
    expect(await archive.check()).toMatchObject({ spanCount: 0, conversationCount: 0, storedBytes: 0 });
    await archive.close();
  });

  it('§3: killed at any moment of putting: what it said is durable is there, the rest is not half there', { timeout: 120_000 }, async () => {
    const path = newPath();
    const durable: string[] = [];
    for (let round = 0; round < 10; round++) {
      const child = start(path, 'compact-until-killed');
      await child.said(1 + (round % 3));
      await pause(round * 3);
      await child.kill();
      durable.push(...child.lines);

      const archive = sqlite(path);
      await archive.check();
      const entries = await archive.ledger('c');
      expect(entries.map((entry) => entry.compactionId)).toEqual(expect.arrayContaining(durable));
      // At most one more than was said: killed after the commit and before the word.
      expect(entries.length - durable.length).toBeLessThanOrEqual(round + 1);
      for (const entry of entries) {
        const handles = entry.spans.map((span) => span.handle);
        expect((await archive.getMany(handles)).size).toBe(handles.length);
      }
      await archive.close();
    }
  });

  it('P44: the lock of a killed process is taken over; that of a living one is not', async () => {
    const path = newPath();
    const child = start(path, 'put-then-wait');
    await child.said(1);
    const archive = sqlite(path);
    await expect(archive.lock('c')).rejects.toMatchObject({ code: 'archive-busy' });
    await expect(archive.erase('c')).rejects.toMatchObject({ code: 'archive-busy' });
    expect(await archive.gc({ nowMs: Date.now() })).toEqual({ spanCount: 0, compactionCount: 0 });
    await child.kill();
    const release = await archive.lock('c');
    await release();
    await archive.close();
  });
});

describe('two processes', () => {
  it('P44: of two that take the same conversation at once, exactly one wins, 20 times of 20', { timeout: 60_000 }, async () => {
    const path = newPath();
    const pair = [start(path, 'lock-by-line'), start(path, 'lock-by-line')];
    for (let round = 0; round < 20; round++) {
      for (const child of pair) child.say(String(round));
      const answers = await Promise.all(pair.map(async (child) => (await child.said(round * 2 + 1))[round * 2]));
      expect(answers.toSorted()).toEqual(['archive-busy', 'won']);
      for (const child of pair) child.say('release');
      await Promise.all(pair.map((child) => child.said(round * 2 + 2)));
    }
    for (const child of pair) child.process.stdin.end();
    const archive = sqlite(path);
    expect(await archive.check()).toMatchObject({ spanCount: 20, compactionCount: 20 });
    await archive.close();
  });

  it('two that put and append at once without locks lose nothing', { timeout: 60_000 }, async () => {
    const path = newPath();
    const pair = [start(path, 'compact-until-killed'), start(path, 'compact-until-killed')];
    await Promise.all(pair.map((child) => child.said(6)));
    for (const child of pair) await child.kill();
    const archive = sqlite(path);
    await archive.check();
    const names = (await archive.ledger('c')).map((entry) => entry.compactionId);
    expect(names).toEqual(expect.arrayContaining(pair.flatMap((child) => child.lines)));
    await archive.close();
  });
});

const mounted = mountSmallDisk();
afterAll(() => {
  if (mounted !== undefined) execFileSync('umount', ['-l', mounted]);
});

describe('a full disk', () => {
  it.skipIf(mounted === undefined)('C13: says so by its code, and everything put before is whole', async () => {
    const archive = sqlite(join(mounted ?? '', 'archive.db'));
    const put: string[] = [];
    let code = 'none';
    for (let round = 0; round < 200 && code === 'none'; round++) {
      const input = inputOf(archive, spanOf(randomBytes(48_000).toString('base64')), 'random');
      code = await codeOf(() => archive.put('c', [input])).then((found) => (found === 'nothing was thrown' ? 'none' : found));
      if (code === 'none') put.push(input.handle);
    }
    expect(code).toBe('output-unwritable');
    expect(put.length).toBeGreaterThan(2);
    expect((await archive.check()).spanCount).toBe(put.length);
    expect((await archive.getMany(put)).size).toBe(put.length);
    await archive.close();
    const again = sqlite(join(mounted ?? '', 'archive.db'));
    expect((await again.check()).spanCount).toBe(put.length);
    await again.close();
  });
});

/** A file system of 3 MB, where this process may mount one. */
function mountSmallDisk(): string | undefined {
  const path = join(folder, 'small-disk');
  mkdirSync(path);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', path], { stdio: 'ignore' });
    return path;
  } catch {
    return undefined;
  }
}

describe('a damaged file', () => {
  async function filledFile(): Promise<{ readonly path: string; readonly lines: readonly string[] }> {
    const path = newPath();
    const archive = sqlite(path, { now: () => 7 });
    const inputs = Array.from({ length: 60 }, (_, index) => inputOf(archive, spanOf(`raw ${index} ${randomBytes(300).toString('hex')}`), `text ${index}`));
    await archive.put('c', inputs);
    await archive.appendLedger(
      entryOf(
        'k1',
        'c',
        inputs.map((input) => input.handle),
      ),
    );
    const lines = await linesOf(archive.export());
    await archive.close();
    return { path, lines };
  }

  /** What an owner sees: the export of a sound archive, or the code of an error of ours. */
  async function look(path: string): Promise<readonly string[] | string> {
    let archive: Archive | undefined;
    try {
      archive = sqlite(path, { now: () => 7 });
      await archive.check();
      return await linesOf(archive.export());
    } catch (error) {
      if (error instanceof ArchiveError) return error.code;
      throw error;
    } finally {
      await archive?.close();
    }
  }

  it('truncated anywhere: check says archive-corrupt', async () => {
    const { path } = await filledFile();
    const bytes = readFileSync(path);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: bytes.length - 1 }), async (length) => {
        const torn = newPath();
        writeFileSync(torn, bytes.subarray(0, length));
        expect(await look(torn)).toBe('archive-corrupt');
      }),
      { numRuns: 40 },
    );
  });

  it('bytes flipped anywhere: check says so, or everything is still letter for letter the same', async () => {
    const { path, lines } = await filledFile();
    const bytes = readFileSync(path);
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        const torn = newPath();
        const flipped = Buffer.from(bytes);
        flipped[at] = (flipped[at] ?? 0) ^ mask;
        writeFileSync(torn, flipped);
        const found = await look(torn);
        if (typeof found === 'string') seen++;
        if (typeof found === 'string') expect(found).toMatch(/^archive-(corrupt|version|unavailable)$/);
        else expect(found).toEqual(lines);
      }),
      { numRuns: 200 },
    );
    expect(seen).toBeGreaterThan(50);
  });

  it('the middle of a pack overwritten: check says archive-corrupt, reading never gives other bytes', async () => {
    const { path } = await filledFile();
    const torn = newPath();
    copyFileSync(path, torn);
    const bytes = readFileSync(torn);
    const largest = Math.floor(bytes.length / 2);
    writeFileSync(torn, Buffer.concat([bytes.subarray(0, largest), randomBytes(4_096), bytes.subarray(largest + 4_096)]));
    expect(await look(torn)).toBe('archive-corrupt');
  });
});
