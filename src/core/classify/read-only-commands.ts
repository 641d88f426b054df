import { isMomentaryGit, isReadOnlyGit } from './read-only-git.ts';
import { isPlainSedCall } from './sed-script.ts';

/** Which of a command's words are paths that it reads. */
export type PathWords =
  | 'all' // every word that is no option
  | 'after-first' // the first such word is a pattern or a filter
  | 'before-options' // those between the leading options of `find` and its first test
  | 'none'; // it reads no file by name

/** A command that changes nothing, and under which conditions. */
export interface ReadOnlyCommand {
  readonly name: string;
  /** Absent: whatever its arguments are, it changes nothing and gives the same again. */
  readonly allows?: ((words: readonly string[]) => boolean) | undefined;
  readonly paths: PathWords;
  /** Options whose value is the next word, so that it is not taken for a path. */
  readonly valueOptions?: string | undefined;
  /** It changes nothing, but what it prints cannot be had again. */
  readonly isMomentary?: ((words: readonly string[]) => boolean) | undefined;
  /** It computes with its words: one that holds a substitution, even quoted, may run it (`[[ 'a[$(x)]' -eq 0 ]]`). */
  readonly expands?: boolean | undefined;
  readonly source: string;
}

const COREUTILS = 'GNU coreutils manual 9.5';
const none =
  (...forbidden: readonly RegExp[]) =>
  (words: readonly string[]) =>
    !words.some((word) => forbidden.some((option) => option.test(word)));
const some =
  (...options: readonly RegExp[]) =>
  (words: readonly string[]) =>
    words.some((word) => options.some((option) => option.test(word)));
const always = (): boolean => true;
const atMostOneFile = (valueOptions: string) => (words: readonly string[]) => {
  const files = positionalWords(words, valueOptions);
  return files.length <= 1 && !files.some((file) => /[*?[]/.test(file));
};
const isAlone = (argument: RegExp) => (words: readonly string[]) => words.length === 2 && argument.test(words[1] ?? '');

function rows(names: string, paths: PathWords, source: string, more: Partial<ReadOnlyCommand> = {}): readonly ReadOnlyCommand[] {
  return names.split(' ').map((name) => ({ name, paths, source, ...more }));
}

/**
 * The read-only list of DESIGN §4, one command a row. What can write or run another program by an option is allowed only
 * without it. Left out on purpose: `awk` (writes by its own language), `curl` and `wget` (another's state; may post), `env`
 * with a command, `sudo`, `less` (runs commands), `nohup` (writes a file of its own).
 */
export const READ_ONLY_COMMANDS: readonly ReadOnlyCommand[] = [
  ...rows('cat tac nl rev fold expand unexpand', 'all', COREUTILS),
  ...rows('wc cksum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum sum shasum', 'all', COREUTILS),
  ...rows('ls dir vdir', 'all', COREUTILS, { valueOptions: '-I -w -T' }),
  ...rows('head', 'all', COREUTILS, { valueOptions: '-n -c' }),
  ...rows('tail', 'all', COREUTILS, { valueOptions: '-n -c -s', allows: none(/^-[0-9a-zA-Z]*[fF]/, /^--[fr]/) }),
  ...rows('cut paste comm join', 'all', COREUTILS, { valueOptions: '-d -f -c -b -t -o -1 -2 -j' }),
  ...rows('stat', 'all', COREUTILS, { valueOptions: '-c -f' }),
  ...rows('du', 'all', COREUTILS, { valueOptions: '-d -t -B' }),
  ...rows('df', 'all', COREUTILS, { valueOptions: '-t -B', isMomentary: always }),
  ...rows('readlink realpath dirname basename', 'all', COREUTILS),
  ...rows('fmt', 'all', COREUTILS, { valueOptions: '-w -g -p' }),
  ...rows('tr seq nproc id whoami arch uname tty printenv', 'none', COREUTILS),
  ...rows('pwd echo true false : sleep', 'none', COREUTILS),
  ...rows('printf', 'none', 'bash manual: -v sets a variable, %(…)T prints the time', { allows: none(/^-v/), isMomentary: some(/%\(/) }),
  ...rows('test [ [[', 'all', 'bash manual', { expands: true }),
  ...rows('for case', 'none', 'the list of a loop, as the parser sets it apart', { expands: true }),
  ...rows('read', 'none', 'bash manual: it only sets a variable', { expands: true }),
  ...rows('cd', 'none', 'it only changes the directory of later commands'),
  ...rows('which type whereis', 'none', 'bash manual'),
  ...rows('sort', 'all', `${COREUTILS}: -o writes, --compress-program runs`, {
    valueOptions: '-k -t -S',
    allows: none(/^-[a-zA-Z]*o/, /^--o/, /^--co/, /^[*?[]/),
    isMomentary: some(/^-[a-zA-Z]*R/, /^--r[a-u]/, /^--sort=r/),
  }),
  ...rows('uniq', 'all', `${COREUTILS}: the second file is written`, { valueOptions: '-f -s -w', allows: atMostOneFile('-f -s -w') }),
  ...rows('xxd', 'all', 'its manual: the second file is written, -r patches', {
    valueOptions: '-l -s -c -g',
    allows: (words) => atMostOneFile('-l -s -c -g')(words) && none(/^-[a-z]*r/)(words),
  }),
  ...rows('base64 base32', 'all', `${COREUTILS}; -o writes on macOS`, { allows: none(/^-[a-zA-Z]*o/, /^--o/) }),
  ...rows('od hexdump strings', 'all', 'their manuals', { valueOptions: '-A -j -N -n -t -e' }),
  ...rows('file', 'all', 'its manual: -C compiles a magic file', { allows: none(/^-[a-zA-Z]*C/, /^--c/) }),
  ...rows('hostname', 'none', 'its manual: an argument sets the name', { allows: (words) => words.length === 1 }),
  ...rows('ps lsof ss netstat', 'none', 'their manuals', { isMomentary: always, allows: none(/^-[a-zA-Z]*[KD]/, /^--(?:kill|diag)/) }),
  ...rows('top', 'none', 'procps manual: without -b it waits for keys', { isMomentary: always, allows: some(/^-[a-zA-Z]*b/) }),
  ...rows('env', 'none', 'a command behind it would run', { allows: (words) => words.length === 1 }),
  ...rows('grep egrep fgrep zgrep', 'after-first', 'GNU grep manual 3.11', { valueOptions: '-A -B -C -m -d -D -e -f --include --exclude --exclude-dir' }),
  ...rows('rg', 'after-first', 'ripgrep 14: --pre and --hostname-bin run programs', {
    valueOptions: '-e -f -A -B -C -m -g -t -T -j -M -r -E -d --glob --iglob --type --type-not --max-depth --max-count --context --sort --sortr',
    allows: none(/^--pre(?:=|$)/, /^--hostname-bin/),
  }),
  ...rows('ag', 'after-first', 'its manual: --pager runs a program', { allows: none(/^--pa/) }),
  ...rows('find', 'before-options', 'findutils manual 4.10', {
    allows: (words) =>
      none(/^-(?:exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls)$/)(words) && !findPlaces(words).some((place) => /^[*?[]/.test(place)),
    isMomentary: some(/^-[acm](?:min|time)$/, /^-newer.t$/, /^-daystart$/),
  }),
  ...rows('fd fdfind', 'after-first', 'its manual: -x and -X run programs', { valueOptions: '-e -t -d -E', allows: none(/^-[a-zA-Z]*[xX]/, /^--ex/) }),
  ...rows('tree', 'all', 'its manual: -o writes, -R may', { valueOptions: '-L -I -P', allows: none(/^-[a-zA-Z]*[oR]/, /^--output/) }),
  ...rows('diff cmp', 'all', 'GNU diffutils manual', { valueOptions: '-U -C -I -x -W' }),
  ...rows('jq', 'after-first', 'jq 1.7 manual: `now` is another value each time, `debug` and `input` only read', {
    allows: (words) => !words.some((word) => /\bnow\b/.test(word)),
  }),
  ...rows('column', 'all', 'util-linux manual', { valueOptions: '-t -s -o -c' }),
  ...rows('sed', 'after-first', 'GNU sed manual 4.9: -i, w and e write or run', { valueOptions: '-e --expression', allows: isPlainSedCall }),
  ...rows('date', 'none', `${COREUTILS}: -s sets the clock`, { isMomentary: always, allows: none(/^-[a-zA-Z]*s/, /^--s/) }),
  ...rows('uptime free who w last pgrep', 'none', 'procps manual', { isMomentary: always }),
  ...rows('git', 'none', 'git 2.47 manual', { allows: isReadOnlyGit, isMomentary: isMomentaryGit }),
  ...rows('holdfast', 'none', 'our own: recall prints', { allows: (words) => words[1] === 'recall' }),
  ...rows('node npm npx ruby cargo rustc java gcc clang tsc make', 'none', 'their manuals: prints its version', {
    allows: isAlone(/^(?:--version|-V|-v|-version)$/),
  }),
  ...rows('python python3', 'none', 'its manual: -v would start an interpreter', { allows: isAlone(/^(?:--version|-V)$/) }),
  ...rows('go', 'none', 'its manual', { allows: isAlone(/^version$/) }),
];

/** The words that are neither options nor the value of one, the command left out. */
export function positionalWords(words: readonly string[], valueOptions = ''): readonly string[] {
  const withValue = new Set(valueOptions.split(' '));
  const positionals: string[] = [];
  let onlyPositionals = false;
  for (let at = 1; at < words.length; at++) {
    const word = words[at] ?? '';
    if (onlyPositionals || !word.startsWith('-') || word === '-') positionals.push(word);
    else if (word === '--') onlyPositionals = true;
    else if (withValue.has(word)) at++;
  }
  return positionals;
}

/** Where `find` starts: behind its leading options, up to the first test. */
export function findPlaces(words: readonly string[]): readonly string[] {
  let start = 1;
  while (/^-(?:[LHP]|O\d?|D)$/.test(words[start] ?? '')) start += words[start] === '-D' ? 2 : 1;
  const end = words.findIndex((word, at) => at >= start && /^[-(!]/.test(word));
  return words.slice(start, end === -1 ? words.length : end);
}

const BY_NAME: ReadonlyMap<string, ReadOnlyCommand> = new Map(READ_ONLY_COMMANDS.map((row) => [row.name, row]));

/** The row of a command, by its name or the absolute path of a system folder. */
export function readOnlyCommand(name: string): ReadOnlyCommand | undefined {
  return BY_NAME.get(name.replace(/^\/(?:usr\/(?:local\/)?)?bin\//, ''));
}
