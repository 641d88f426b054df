/**
 * Whether the source has this path, host or identifier, and not only a longer or shorter one: `/etc` is not in
 * `/etc/prod`, `packages/*.ts` not in `packages/api/*.ts`; `limits.conf` is in `/etc/prod/limits.conf`. `lowered` is in
 * lower case. Linear for a name.
 */
export function holdsName(lowered: string, name: string): boolean {
  const wanted = name
    .toLowerCase()
    .replace(/^\.\//, '')
    .replace(/\/+$/, '')
    .replace(/\(\)$/, '')
    .replace(/^v(?=\d)/, '');
  if (!/[\p{L}\p{N}]/u.test(wanted)) return true;
  const isPath = wanted.includes('/');
  for (let at = lowered.indexOf(wanted); at !== -1; at = lowered.indexOf(wanted, at + wanted.length)) {
    if (opens(lowered, at, wanted) && closes(lowered, at + wanted.length, isPath)) return true;
  }
  return false;
}

/** A heading or a label as it is compared: without case, quotes and marks of headings. */
export function nameOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[`"'“”*#]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const PART_OF_NAME = /[\p{L}\p{N}_]/u;

function opens(text: string, at: number, wanted: string): boolean {
  const before = text.charAt(at - 1);
  if (before === '' || !PART_OF_NAME.test(wanted.charAt(0))) return before !== '/' || !wanted.startsWith('*');
  // `v0.8.2` is 0.8.2.
  if (before === 'v' && /\d/.test(wanted.charAt(0)) && !PART_OF_NAME.test(text.charAt(at - 2))) return true;
  if (PART_OF_NAME.test(before)) return false;
  // `example.org` in `api.example.org`, `7c9` in `api-7c9`.
  return !('.-@'.includes(before) && PART_OF_NAME.test(text.charAt(at - 2)));
}

function closes(text: string, end: number, isPath: boolean): boolean {
  const next = text.charAt(end);
  const beyond = text.charAt(end + 1);
  if (next === '') return true;
  if (PART_OF_NAME.test(next)) return false;
  if (next === '/') return !isPath || !(PART_OF_NAME.test(beyond) || beyond === '*' || (beyond === '.' && PART_OF_NAME.test(text.charAt(end + 2))));
  return !('.-@'.includes(next) && PART_OF_NAME.test(beyond));
}
