/** Longer texts are no paths (PATH_MAX is 4096 on Linux). */
const PATH_CHARACTERS = 4096;
const PATTERN_CHARACTER = /[*?[\]{}$`]/;

/** A path with more parts is not looked at: what compares paths goes through all of its parents. */
const PATH_PARTS = 256;

/** True where a path says by itself which file it is: `/a`, `C:\a`; not `~/a`, whose home the text does not show. */
export function isRooted(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path);
}

/**
 * A path as all handles write it: joined to its directory where that is known, without `.`, `..` and doubled slashes.
 * `.` for the directory itself where that is not known. `undefined` for what cannot be a path.
 */
export function resolvePath(path: string, directory?: string): string | undefined {
  if (path === '' || path.length > PATH_CHARACTERS || /[\0\n]/.test(path)) return undefined;
  const slashed = /^[A-Za-z]:\\/.test(path) ? path.replaceAll('\\', '/') : path;
  const whole = isRooted(slashed) || slashed.startsWith('~') || directory === undefined || directory === '' ? slashed : `${directory}/${slashed}`;
  const root = whole.startsWith('/') ? '/' : '';
  const parts: string[] = [];
  for (const part of whole.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (root === '') parts.push('..');
  }
  if (parts.length > PATH_PARTS) return undefined;
  return root + parts.join('/') || '.';
}

/** What a pattern may touch: the path up to its first part with `*`, `?`, a bracket, a brace or a variable. */
export function withoutPattern(path: string): string {
  if (!PATTERN_CHARACTER.test(path)) return path;
  const parts = path.split('/');
  const first = parts.findIndex((part) => PATTERN_CHARACTER.test(part));
  const fixed = parts.slice(0, first).join('/');
  return fixed === '' ? (path.startsWith('/') && first > 0 ? '/' : '.') : fixed;
}

/** The path itself and all directories above it, nearest first: `/a/b`, `/a`, `/`. */
export function selfAndParents(path: string): readonly string[] {
  const all: string[] = [path];
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) all.push(path.slice(0, at));
  if (path.startsWith('/') && path !== '/') all.push('/');
  return all;
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
