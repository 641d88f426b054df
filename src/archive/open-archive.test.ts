import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeOf } from './conformance.ts';
import { defaultArchivePath, openArchive } from './open-archive.ts';

describe('openArchive', () => {
  it('opens what the URL names, a bare path too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-open-'));
    const path = join(folder, 'a.db');
    for (const [url, name] of [
      ['memory:', 'memory:'],
      [`sqlite:${path}`, `sqlite:${path}`],
      [path, `sqlite:${path}`],
    ] as const) {
      const archive = await openArchive(url);
      expect(archive.url).toBe(name);
      await archive.close();
    }
    rmSync(folder, { recursive: true });
  });

  it('refuses a scheme that it does not know, and an empty path', async () => {
    for (const url of ['postgres://host/db', 'http://host', 'sqlite:', '']) expect(await codeOf(() => openArchive(url))).toBe('config-invalid');
  });
});

describe('defaultArchivePath', () => {
  it('§6: HOLDFAST_ARCHIVE, else the data folder of the platform', () => {
    expect(defaultArchivePath({ HOLDFAST_ARCHIVE: 'memory:', HOME: '/h' }, 'linux')).toBe('memory:');
    expect(defaultArchivePath({ XDG_DATA_HOME: '/x', HOME: '/h' }, 'linux')).toBe('/x/holdfast/archive.db');
    expect(defaultArchivePath({ XDG_DATA_HOME: '', HOME: '/h' }, 'linux')).toBe('/h/.local/share/holdfast/archive.db');
    expect(defaultArchivePath({ HOME: '/h' }, 'darwin')).toBe('/h/Library/Application Support/holdfast/archive.db');
    expect(defaultArchivePath({ LOCALAPPDATA: '/l', HOME: '/h' }, 'win32')).toBe('/l/holdfast/archive.db');
    expect(() => defaultArchivePath({}, 'linux')).toThrow(/HOME/);
  });
});
