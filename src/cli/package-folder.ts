import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the package itself: `dist` and `src/cli` lie one and two levels below it. */
export function packageFolder(): string {
  const nearer = fileURLToPath(new URL('..', import.meta.url));
  return existsSync(new URL('../package.json', import.meta.url)) ? nearer : fileURLToPath(new URL('../..', import.meta.url));
}
