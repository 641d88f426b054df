import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url)).replace(/[\\/]$/, '');
/** Files above this are no text that a person wrote. */
const READ_BYTES_MAX = 2_000_000;

/** Committed files, and those about to be. */
const FILES = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  .split('\0')
  .filter((name) => name !== '' && statSync(join(ROOT, name), { throwIfNoEntry: false })?.isFile() === true);

const textOf = (name: string): string => (statSync(join(ROOT, name)).size > READ_BYTES_MAX ? '' : readFileSync(join(ROOT, name), 'utf8'));

function filesWith(pattern: RegExp): string[] {
  return FILES.filter((name) => pattern.test(textOf(name)));
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

interface Lock {
  readonly packages: Readonly<Record<string, { resolved?: string; integrity?: string; license?: string; dev?: boolean; link?: boolean }>>;
}
const lock = JSON.parse(textOf('package-lock.json')) as Lock;
const locked = Object.entries(lock.packages).filter(([path]) => path !== '');

describe('what is in the repository', () => {
  it('the lockfile names no host, so that `npm ci` asks the registry that the user has set', () => {
    expect(locked.length).toBeGreaterThan(50);
    expect(locked.filter(([, entry]) => entry.resolved !== undefined).map(([path]) => path)).toEqual([]);
  });

  it('the lockfile has a hash for each package', () => {
    expect(locked.filter(([, entry]) => !/^sha512-/.test(entry.integrity ?? '')).map(([path]) => path)).toEqual([]);
  });

  it('what runs at the user has a permissive licence', () => {
    const used = locked.filter(([, entry]) => entry.dev !== true);
    expect(used.length).toBeGreaterThan(5);
    expect(
      used.filter(([, entry]) => !/^\(?(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense)\b/.test(entry.license ?? '')).map(([path]) => path),
    ).toEqual([]);
  });

  it('no file names a place of this machine: the checkout, and what lies beside it', () => {
    const parent = dirname(ROOT);
    const places = [ROOT, join(parent, 'shared'), join(parent, '.mirror'), join(parent, '.library')].filter((place) => place.length > 4);
    expect(places.length).toBeGreaterThan(0);
    expect(filesWith(new RegExp(places.map((place) => `${escaped(place)}(?![\\w-])`).join('|')))).toEqual([]);
  });

  it('no file names a package registry or a mirror of one', () => {
    expect(filesWith(/registry\.(npmjs|yarnpkg|npmmirror)|\bartifactory\b|\bverdaccio\b/)).toEqual([]);
  });

  it('no file holds a key or a token', () => {
    expect(filesWith(/-----BEGIN [A-Z ]*PRIVATE KEY-----|\bghp_[A-Za-z0-9]{36}\b|\bnpm_[A-Za-z0-9]{36}\b|\bsk-ant-[A-Za-z0-9-]{20,}/)).toEqual([]);
  });
});
