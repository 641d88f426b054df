import { isPlainSedCall } from './sed-script.ts';

/** Which of a command's words are paths that it reads. */
export type PathWords =
  | 'all' // every word that is no option
  | 'after-first' // the first such word is a pattern or a filter
  | 'before-options' // those in front of the first option (`find`)
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
  readonly isMomentary?: boolean | undefined;
  readonly source: string;
}

const COREUTILS = 'GNU coreutils manual 9.5';
const none =
  (...forbidden: readonly RegExp[]) =>
  (words: readonly string[]) =>
    !words.some((word) => forbidden.some((option) => option.test(word)));
const atMostOneFile = (valueOptions: string) => (words: readonly string[]) => positionalWords(words, valueOptions).length <= 1;
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
  ...rows('du df', 'all', COREUTILS, { valueOptions: '-d -t -B' }),
  ...rows('readlink realpath dirname basename', 'all', COREUTILS),
  ...rows('tr fmt seq nproc id whoami arch uname tty printenv', 'none', COREUTILS),
  ...rows('pwd echo true false : sleep', 'none', COREUTILS),
  ...rows('printf', 'none', 'bash manual: -v sets a variable', { allows: none(/^-v/) }),
  ...rows('test [ [[', 'all', 'bash manual'),
  ...rows('for case', 'none', 'the list of a loop, as the parser sets it apart'),
  ...rows('read', 'none', 'bash manual: it only sets a variable'),
  ...rows('cd', 'none', 'it only changes the directory of later commands'),
  ...rows('which type whereis', 'none', 'bash manual'),
  ...rows('sort', 'all', `${COREUTILS}: -o writes, --compress-program runs`, { valueOptions: '-k -t -S', allows: none(/^-[a-zA-Z]*o/, /^--o/, /^--co/) }),
  ...rows('uniq', 'all', `${COREUTILS}: the second file is written`, { valueOptions: '-f -s -w', allows: atMostOneFile('-f -s -w') }),
  ...rows('xxd', 'all', 'its manual: the second file is written, -r patches', {
    valueOptions: '-l -s -c -g',
    allows: (words) => atMostOneFile('-l -s -c -g')(words) && none(/^-[a-z]*r/)(words),
  }),
  ...rows('base64 base32', 'all', `${COREUTILS}; -o writes on macOS`, { allows: none(/^-o/, /^--output/) }),
  ...rows('od hexdump strings', 'all', 'their manuals', { valueOptions: '-A -j -N -n -t -e' }),
  ...rows('file', 'all', 'its manual: -C compiles a magic file', { allows: none(/^-[a-zA-Z]*C/, /^--c/) }),
  ...rows('hostname', 'none', 'its manual: an argument sets the name', { allows: (words) => words.length === 1 }),
  ...rows('ps', 'none', 'its manual'),
  ...rows('env', 'none', 'a command behind it would run', { allows: (words) => words.length === 1 }),
  ...rows('grep egrep fgrep zgrep', 'after-first', 'GNU grep manual 3.11', { valueOptions: '-A -B -C -m -d -D -e -f --include --exclude --exclude-dir' }),
  ...rows('rg', 'after-first', 'ripgrep 14: --pre and --hostname-bin run programs', {
    valueOptions: '-e -f -A -B -C -m -g -t -T -j -M -r -E -d --glob --iglob --type --type-not --max-depth --max-count --context --sort --sortr',
    allows: none(/^--pre(?:=|$)/, /^--hostname-bin/),
  }),
  ...rows('ag', 'after-first', 'its manual: --pager runs a program', { allows: none(/^--pager/) }),
  ...rows('find', 'before-options', 'findutils manual 4.10', { allows: none(/^-(?:exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls)$/) }),
  ...rows('fd fdfind', 'after-first', 'its manual: -x and -X run programs', { valueOptions: '-e -t -d -E', allows: none(/^-[a-zA-Z]*[xX]/, /^--exec/) }),
  ...rows('tree', 'all', 'its manual: -o writes, -R may', { valueOptions: '-L -I -P', allows: none(/^-[a-zA-Z]*[oR]/, /^--output/) }),
  ...rows('diff cmp', 'all', 'GNU diffutils manual', { valueOptions: '-U -C -I -x -W' }),
  ...rows('jq', 'after-first', 'jq 1.7 manual: `now` is another value each time, `debug` and `input` only read', {
    allows: (words) => !words.some((word) => /\bnow\b/.test(word)),
  }),
  ...rows('column', 'all', 'util-linux manual', { valueOptions: '-t -s -o -c' }),
  ...rows('sed', 'after-first', 'GNU sed manual 4.9: -i, w and e write or run', { valueOptions: '-e --expression', allows: (words) => isPlainSedCall(words) }),
  ...rows('date', 'none', `${COREUTILS}: -s sets the clock`, { isMomentary: true, allows: none(/^-[a-zA-Z]*s/, /^--s/) }),
  ...rows('uptime free who pgrep', 'none', 'procps manual', { isMomentary: true }),
  ...rows('git', 'none', 'git 2.47 manual', { allows: (words) => isReadOnlyGit(words) }),
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

/** Subcommands that only print, with any options but `FORBIDDEN_GIT`. */
const PRINTING_GIT: ReadonlySet<string> = new Set(
  'log show status diff blame annotate shortlog describe rev-parse rev-list ls-files ls-tree cat-file merge-base name-rev for-each-ref show-ref diff-tree diff-index diff-files grep count-objects check-ignore cherry whatchanged range-diff show-branch var version'.split(
    ' ',
  ),
);
/** `--output` writes (git takes it shortened, too); the others run programs that the text does not show. */
const FORBIDDEN_GIT = /^(?:--ou(?!rs|tput-indicator)|-O|--op|--exec|--upload-pack)/;
/** Subcommands that print only in some forms: the pattern of all the words behind them. */
const PRINTING_FORMS: Readonly<Record<string, RegExp>> = {
  branch:
    /^(?:(?:-a|-r|-v|-vv|-av|-avv|-l|-i|--list|--all|--remotes|--verbose|--show-current|--no-color|--no-column)(?: |$))*(?:(?:--contains|--merged|--no-merged|--points-at|--sort=\S+|--format=.*|--list) ?\S*)?$/,
  tag: /^(?:(?:-l|--list|-n\d*|--sort=\S+|--contains|--points-at|--merged)(?: \S+)*)?$/,
  remote: /^(?:-v|--verbose|get-url \S+|show -n \S+)?$/,
  stash: /^(?:list|show)(?: .*)?$/,
  config: /^(?:--global |--local |--system )?(?:--get \S+|--get-all \S+|--list|-l|get \S+|list)$/,
  reflog: /^(?:show.*)?$/,
  worktree: /^list(?: --porcelain)?$/,
  submodule: /^(?:status.*)?$/,
  notes: /^(?:list|show)(?: \S+)*$/,
  bisect: /^log$/,
};

function isReadOnlyGit(words: readonly string[]): boolean {
  const { subcommand, rest } = gitCall(words);
  if (subcommand === undefined || rest.some((word) => FORBIDDEN_GIT.test(word))) return false;
  if (PRINTING_GIT.has(subcommand)) return true;
  return Object.hasOwn(PRINTING_FORMS, subcommand) && PRINTING_FORMS[subcommand]?.test(rest.join(' ')) === true;
}

/** The subcommand behind git's own options. `-c` is not among those seen through: it can name a program to run. */
export function gitCall(words: readonly string[]): { readonly subcommand: string | undefined; readonly rest: readonly string[] } {
  let at = 1;
  for (; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '-C') at++;
    else if (word !== '--no-pager' && word !== '-P' && word !== '--no-optional-locks' && word !== '--literal-pathspecs') break;
  }
  const subcommand = words[at];
  if (subcommand === '--version') return { subcommand: 'version', rest: words.slice(at + 1) };
  return { subcommand: subcommand?.startsWith('-') ? undefined : subcommand, rest: words.slice(at + 1) };
}

const BY_NAME: ReadonlyMap<string, ReadOnlyCommand> = new Map(READ_ONLY_COMMANDS.map((row) => [row.name, row]));

/** The row of a command, by its name or the absolute path of a system folder. */
export function readOnlyCommand(name: string): ReadOnlyCommand | undefined {
  return BY_NAME.get(name.replace(/^\/(?:usr\/(?:local\/)?)?bin\//, ''));
}
