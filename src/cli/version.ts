import { readFileSync } from 'node:fs';

/** From the package itself: `dist` and `src/cli` lie one and two levels below it. */
function readVersion(): string {
  for (const path of ['../package.json', '../../package.json']) {
    try {
      const found = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as { name?: string; version?: string };
      if (found.name === 'holdfast' && found.version !== undefined) return found.version;
    } catch {
      // The other level then.
    }
  }
  return 'unknown';
}

export const VERSION = readVersion();
