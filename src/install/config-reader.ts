import { isUtf8 } from 'node:buffer';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ConfigError } from '../core/errors/config-error.ts';
import { unfitConfig } from './broken-config.ts';
import type { HostName } from './host.ts';
import type { ConfigReader } from './plan-install.ts';

/** Bytes of one configuration; that of Claude Code, which holds its state, is of some megabytes. */
const CONFIG_BYTES = 64_000_000;
/** Links that are followed before they are taken to be a circle. */
const MOST_LINKS = 40;

/** Reads configurations from disk. */
export const configReader: ConfigReader = { realPathOf, read };

/** A link may lead to a file that is not there yet: it is followed all the same. */
function realPathOf(path: string): string {
  let target = resolve(path);
  for (let links = 0; links < MOST_LINKS; links++) {
    if (existsSync(target)) return realpathSync(target);
    const next = linkAt(target);
    if (next === undefined) return target;
    target = resolve(dirname(target), next);
  }
  throw unfitConfig(path, 'The configuration is a link that leads back to itself', 'Mend the link, and run the command again.');
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined; // no link, or nothing at all
  }
}

function read(path: string): string | undefined {
  const stats = readable(path, () => statSync(path, { throwIfNoEntry: false }));
  if (stats === undefined) return undefined;
  if (!stats.isFile()) throw unfitConfig(path, 'The configuration is no file', 'Look at what stands there, and run the command again.');
  if (stats.size > CONFIG_BYTES)
    throw unfitConfig(path, `The configuration has ${stats.size} bytes, more than the limit of ${CONFIG_BYTES}`, 'Make it smaller.');
  const bytes = readable(path, () => readFileSync(path));
  if (!isUtf8(bytes)) throw unfitConfig(path, 'The configuration is not UTF-8', 'Save it as UTF-8, and run the command again.');
  return bytes.toString('utf8');
}

function readable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new ConfigError({
      what: `The configuration cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown error'}); nothing was written`,
      option: path,
      next: 'Check its folder and its permissions.',
      cause,
    });
  }
}

/** The sources under `plugins/HOST` of this package, by their paths there. */
export function pluginSources(packageFolder: string, host: HostName): ReadonlyMap<string, string> {
  const folder = join(packageFolder, 'plugins', host);
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
  return new Map(names.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}
