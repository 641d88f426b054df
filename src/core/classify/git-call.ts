/** Git's subcommand behind its own options. */
export interface GitCall {
  /** `undefined` where it is not known which one runs. */
  readonly subcommand: string | undefined;
  readonly rest: readonly string[];
  /** No option in front of it can name a program to run or another repository (`-c`, `--exec-path`, `--git-dir`). */
  readonly isPlain: boolean;
  /** The directory of `-C`, `.` where there is none; `undefined` where another tree is named. */
  readonly directory: string | undefined;
}

const PLAIN_OPTIONS = /^(?:--no-pager|-P|--no-optional-locks|--literal-pathspecs|--no-replace-objects)$/;
/** Options of git itself that take the next word (git 2.47 manual). */
const VALUE_OPTIONS = /^(?:-c|--git-dir|--work-tree|--namespace|--config-env|--super-prefix|--attr-source)$/;
const OTHER_OPTIONS =
  /^(?:-p|--paginate|--bare|--no-lazy-fetch|--glob-pathspecs|--noglob-pathspecs|--icase-pathspecs|--exec-path=.*|--(?:git-dir|work-tree|namespace|config-env|attr-source)=.*|-c.+)$/;

export function gitCall(words: readonly string[]): GitCall {
  let isPlain = true;
  let directory: string | undefined = '.';
  let at = 1;
  for (; words[at]?.startsWith('-') === true; at++) {
    const word = words[at] ?? '';
    if (word === '--version') return { subcommand: 'version', rest: words.slice(at + 1), isPlain, directory };
    if (PLAIN_OPTIONS.test(word)) continue;
    if (word === '-C') {
      at++;
      directory = directory === '.' ? words[at] : undefined; // several are joined: no one writes that
      continue;
    }
    isPlain = false;
    if (/work-tree|git-dir/.test(word)) directory = undefined;
    if (VALUE_OPTIONS.test(word)) at++;
    else if (!OTHER_OPTIONS.test(word)) return { subcommand: undefined, rest: [], isPlain, directory: undefined };
  }
  return { subcommand: words[at], rest: words.slice(at + 1), isPlain, directory };
}
