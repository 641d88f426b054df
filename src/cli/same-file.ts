import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** Whether two paths lead to one file: through links of either kind, or by the same name where there is none yet (P18). */
export function isSameFile(one: string, other: string): boolean {
  const [first, second] = [identityOf(one), identityOf(other)];
  return first !== undefined && second !== undefined ? first === second : placeOf(one) === placeOf(other);
}

/** Device and file number, with all their digits; `undefined` where there is no such file. */
function identityOf(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
}

/** The path without symbolic links, also of a file that is still to be written. */
export function placeOf(path: string): string {
  const whole = resolve(path);
  return realPath(whole) ?? join(realPath(dirname(whole)) ?? dirname(whole), basename(whole));
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined; // it is not there: whoever writes or reads it says so
  }
}
