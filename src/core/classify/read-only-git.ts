import { gitCall } from './git-call.ts';

/** Subcommands that only print, with any options but the forbidden. */
const PRINTING: ReadonlySet<string> = new Set(
  'log show status diff blame annotate shortlog describe rev-parse rev-list ls-files ls-tree cat-file merge-base name-rev for-each-ref show-ref diff-tree diff-index diff-files grep count-objects check-ignore cherry whatchanged range-diff show-branch version'.split(
    ' ',
  ),
);
/** `--output` writes (git takes it shortened, too); the others run programs that the text does not show. */
const FORBIDDEN = /^(?:--ou(?!rs|tput-indicator)|-O|--op|--exec|--upload-pack)/;
/** `git grep -lO` opens a pager: among short options written in one. */
const OPENS_PAGER = /^-[a-zA-Z]*O/;

type Form = (rest: readonly string[]) => boolean;

/** How `branch` and `tag` list. A bare name creates or moves one, so it is allowed only where the call says that it lists. */
interface Listing {
  readonly flags: RegExp;
  /** With the next word as its value. */
  readonly valueOptions: RegExp;
  /** Makes it list, whatever words follow. */
  readonly lists: RegExp;
}

const COMMON_FLAGS = String.raw`--no-column|--column(?:=\S+)?|--color(?:=\S+)?|--no-color|-i|--ignore-case|--omit-empty|--(?:sort|format|contains|no-contains|merged|no-merged|points-at)=.*`;
const VALUES = /^--(?:sort|format|contains|no-contains|merged|no-merged|points-at)$/;
const FILTERS = '--(?:contains|no-contains|merged|no-merged|points-at)(?:=.*)?';
const BRANCH: Listing = {
  flags: new RegExp(String.raw`^(?:-[arv]+|--all|--remotes|--verbose|--show-current|--no-abbrev|--abbrev=\d+|${COMMON_FLAGS})$`),
  valueOptions: VALUES,
  lists: new RegExp(`^(?:-[arv]*l[arv]*|--list|${FILTERS})$`),
};
const TAG: Listing = {
  flags: new RegExp(String.raw`^(?:-n\d*|${COMMON_FLAGS})$`),
  valueOptions: VALUES,
  lists: new RegExp(`^(?:-l|--list|${FILTERS})$`),
};

function isListing(rest: readonly string[], { flags, valueOptions, lists }: Listing): boolean {
  let saysSo = false;
  let names = 0;
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? '';
    if (lists.test(word)) saysSo = true;
    if (valueOptions.test(word)) {
      at++;
      if (!/^--(?:sort|format)$/.test(word) && rest[at]?.startsWith('-')) return false;
    } else if (!word.startsWith('-')) names++;
    else if (!lists.test(word) && !flags.test(word)) return false;
  }
  return names === 0 || saysSo;
}

const isOneOf = (...forms: readonly (readonly (string | RegExp)[])[]): Form => {
  const fits = (word: string | undefined, wanted: string | RegExp): boolean =>
    word !== undefined && (typeof wanted === 'string' ? word === wanted : wanted.test(word));
  return (rest) => forms.some((form) => form.length === rest.length && form.every((wanted, at) => fits(rest[at], wanted)));
};
const startsWith =
  (...verbs: readonly string[]): Form =>
  (rest) =>
    verbs.includes(rest[0] ?? '');
const NAME = /^[^-]/;

/** Subcommands that print only in some forms: what the words behind them must be. */
const PRINTING_FORMS: Readonly<Record<string, Form>> = {
  branch: (rest) => isListing(rest, BRANCH),
  tag: (rest) => isListing(rest, TAG),
  remote: isOneOf([], ['-v'], ['--verbose'], ['get-url', NAME], ['get-url', '--all', NAME], ['show', '-n', NAME]),
  stash: startsWith('list', 'show'),
  config: (rest) => {
    const own = /^--(?:global|local|system|worktree)$/.test(rest[0] ?? '') ? rest.slice(1) : rest;
    return isOneOf(
      ['--get', NAME],
      ['--get-all', NAME],
      ['--list'],
      ['-l'],
      ['get', NAME],
      ['list'],
      ['--show-origin', '--list'],
      ['--list', '--show-origin'],
    )(own);
  },
  reflog: (rest) => rest.length === 0 || rest[0] === 'show' || rest.every((word) => /^(?:-\d+|-n\d+|--oneline|--all)$/.test(word)),
  worktree: isOneOf(['list'], ['list', '--porcelain'], ['list', '-v']),
  submodule: (rest) => rest.length === 0 || rest[0] === 'status' || rest[0] === 'summary',
  notes: isOneOf([], ['list'], ['list', NAME], ['show'], ['show', NAME]),
  bisect: isOneOf(['log']),
};

/** True where a git call only prints, whatever the repository's configuration is. */
export function isReadOnlyGit(words: readonly string[]): boolean {
  const { subcommand, rest, isPlain } = gitCall(words);
  if (subcommand === undefined || !isPlain || rest.some((word) => FORBIDDEN.test(word))) return false;
  if (subcommand === 'grep') return !rest.some((word) => OPENS_PAGER.test(word));
  if (PRINTING.has(subcommand)) return true;
  return Object.hasOwn(PRINTING_FORMS, subcommand) && PRINTING_FORMS[subcommand]?.(rest) === true;
}

/** What a call shows depends on the time of the call: it counts from now, or prints how long ago. */
export function isMomentaryGit(words: readonly string[]): boolean {
  const { rest } = gitCall(words);
  return rest.some((word, at) => {
    const since = /^--(?:since|after|until|before|since-as-filter)(?:=(.*))?$/.exec(word);
    if (since) return !/^\d{4}-\d\d-\d\d/.test(since[1] ?? rest[at + 1] ?? '');
    return /^--date=(?:relative|human)|^--relative-date$|%[ac]r|:relative\)|@\{(?!u|push|-?\d+\})/.test(word);
  });
}
