import { resolvePath, withoutPattern } from '../handles/path.ts';
import type { PlacedCommand } from './placed-command.ts';
import { gitCall } from './read-only-commands.ts';
import type { SimpleCommand } from './shell.ts';
import { unwrapCommand } from './unwrap-command.ts';

/** What a command that is not read-only may have written. */
export interface ShellTouches {
  /** Paths that it names, resolved: they count as written by it (DESIGN §4, *Handles*). */
  readonly named: readonly string[];
  /** What looks like a path in code or a here-document: may be written, is not said to be. */
  readonly loose: readonly string[];
  /** Everything below this directory may be written (`git checkout`, `patch`, `tar`). */
  readonly tree: string | undefined;
}

/** Git's commands that change files which they do not name, with what makes each do so. */
const TREE_CHANGING_GIT: Readonly<Record<string, (rest: readonly string[]) => boolean>> = {
  checkout: (rest) => !(rest.length === 2 && /^-[bB]$/.test(rest[0] ?? '')),
  switch: (rest) => !(rest.length === 2 && /^-[cC]$/.test(rest[0] ?? '')),
  restore: () => false,
  reset: (rest) => rest.some((word) => /^--(?:hard|merge|keep)$/.test(word)),
  stash: (rest) => !/^(?:list|show|drop|clear)$/.test(rest[0] ?? ''),
  pull: () => true,
  merge: () => true,
  rebase: () => true,
  'cherry-pick': () => true,
  revert: () => true,
  am: () => true,
  apply: () => true,
  clean: () => true,
  bisect: () => true,
  submodule: () => true,
  'read-tree': () => true,
  'sparse-checkout': () => true,
};
/** Git's commands that change only its own records: what they name is not written by them. */
const RECORDING_GIT: ReadonlySet<string> = new Set('add commit push fetch tag branch config remote gc notes init'.split(' '));
/** Programs whose very use is to change files: any of their words may be one. */
const FILE_CHANGING =
  /^(?:rm|mv|cp|sed|tee|touch|truncate|dd|ln|install|rsync|perl|shred|unlink|rmdir|find|fd|ed|ex|sort|prettier|black|isort|ruff|autopep8|eslint|biome|gofmt|rustfmt|clang-format)$/;
const FILE_CHANGING_GIT: ReadonlySet<string> = new Set(['mv', 'rm', 'restore', 'checkout', 'checkout-index']);
const TREE_PROGRAMS = /^(?:patch|tar|unzip|7z|cpio)$/;
/** Names of one command beyond which it may have written anything. */
const NAMED_PATHS = 2000;
const LOOSE_TOKEN = /[\p{L}\p{N}_.~@+/-]+/gu;
const LOOSE_TOKENS = 4000;
/** In an argument with blanks: it is a program's text or a message, not the name of a file. */
const CODE = /[\n;:,(){}<>|&"'`=*[\]]/;

/**
 * The choice: a path that is named counts as written, wherever it stands (`python x.py` may write x.py). A bare word
 * (`test` in `npm test`) is a path only to programs whose use is to change files; to others it is a subcommand. `git add`,
 * `commit` and the like write none of the files that they name. `.` and whole-tree commands write everything below their
 * directory. A name that a variable holds writes by its last part; where that is the variable itself, everything below the
 * directory if the program is one that changes files.
 */
export function shellTouches(text: string, placed: readonly PlacedCommand[], isReadOnly: (command: SimpleCommand) => boolean): ShellTouches {
  const named = new Set<string>();
  let tree: string | undefined;
  let hasCode = false;
  const changing = new Set(placed.filter(({ command }) => !isReadOnly(command)));
  const takesInput = [...changing].some(({ command }) => /^(?:xargs|parallel|read)$/.test(command.words[0] ?? '') || !command.isLiteral);
  for (const one of placed) {
    const isChanging = changing.has(one);
    if (!isChanging && !(takesInput && one.command.words[0] !== 'echo')) continue;
    const words = unwrapCommand(one.command.words).words;
    const wordsChange = isChanging && !isReadOnly({ ...one.command, writesTo: [] });
    if (wordsChange && changesTree(words)) tree = wider(tree, resolvePath(gitDirectory(words) ?? '.', one.directory) ?? '.');
    const targets = wordsChange ? targetsOf(words, changesFiles(words)) : isChanging ? [] : targetsOf(words, true);
    for (const target of [...targets, ...one.command.writesTo]) {
      if (/\s/.test(target)) {
        hasCode = true;
        if (CODE.test(target)) continue;
      }
      const path = writtenPath(target, one.directory, changesFiles(words) || one.command.writesTo.includes(target));
      if (path !== undefined) named.add(path);
    }
    if (isChanging && text.includes('<<') && !isRecordingGit(words)) hasCode = true;
    if (named.size > NAMED_PATHS) tree = wider(tree, one.directory ?? '.');
  }
  return { named: [...named].slice(0, NAMED_PATHS), loose: hasCode ? looseTouches(text, placed[0]?.directory) : [], tree };
}

/** Two directories: what holds both is not looked for; the unknown one holds all. */
function wider(tree: string | undefined, other: string): string {
  if (tree === undefined || tree === other) return other;
  return tree.startsWith('/') && other.startsWith(`${tree}/`) ? tree : '.';
}

function writtenPath(target: string, directory: string | undefined, isTarget: boolean): string | undefined {
  if (!/[$`]/.test(target)) return resolvePath(withoutPattern(target), directory);
  const name = target.slice(target.lastIndexOf('/') + 1);
  if (name !== '' && !/[$`*?]/.test(name)) return name.replace(/["'{}()]/g, '') || undefined;
  return isTarget ? resolvePath('.', directory) : undefined;
}

/** `isEveryWord`: a bare word may be a file, too. */
function targetsOf(command: readonly string[], isEveryWord: boolean): readonly string[] {
  const words = withoutRunner(command);
  const [name = ''] = words;
  if (isRecordingGit(words)) return [];
  const targets = name.includes('/') ? [name] : [];
  for (const word of words.slice(1)) {
    if (/^[a-z]+:\/\//i.test(word)) continue;
    if (!word.startsWith('-') && (isEveryWord || /[./$`]|\s/.test(word))) targets.push(word);
    const value = /^[^=\s/]{1,60}=(.+)$/.exec(word)?.[1];
    if (value !== undefined && !word.startsWith('--message=')) targets.push(value);
  }
  return targets;
}

function changesFiles(command: readonly string[]): boolean {
  const words = withoutRunner(command);
  if (words[0] === 'git') return FILE_CHANGING_GIT.has(gitCall(words).subcommand ?? '');
  return FILE_CHANGING.test(words[0] ?? '');
}

/** `npx prettier` is `prettier`. */
function withoutRunner(words: readonly string[]): readonly string[] {
  if (!/^(?:npx|bunx|sudo|pnpx|uvx)$/.test(words[0] ?? '')) return words;
  const at = words.findIndex((word, index) => index > 0 && !word.startsWith('-'));
  return at === -1 ? words : words.slice(at);
}

function isRecordingGit(words: readonly string[]): boolean {
  return words[0] === 'git' && RECORDING_GIT.has(gitCall(words).subcommand ?? '');
}

/** The directory that `git -C` names. */
export function gitDirectory(words: readonly string[]): string | undefined {
  return words[0] === 'git' && words[1] === '-C' ? words[2] : undefined;
}

function changesTree(words: readonly string[]): boolean {
  if (TREE_PROGRAMS.test(words[0] ?? '')) return true;
  if (words[0] !== 'git') return false;
  const { subcommand = '', rest } = gitCall(words);
  const changes = Object.hasOwn(TREE_CHANGING_GIT, subcommand) ? TREE_CHANGING_GIT[subcommand] : undefined;
  const namesAfterDashes = rest.indexOf('--') !== -1 && rest.indexOf('--') < rest.length - 1;
  return changes?.(rest) === true && !namesAfterDashes;
}

/** Everything in a text that looks like a path: it holds a slash, or ends as file names do. */
export function looseTouches(text: string, directory: string | undefined): readonly string[] {
  const paths = new Set<string>();
  let count = 0;
  for (const [token] of text.matchAll(LOOSE_TOKEN)) {
    if (token.length > 400 || !(token.includes('/') || /\.[A-Za-z]\w{0,7}$/.test(token))) continue;
    const path = resolvePath(token.replace(/[.,]+$/, ''), directory);
    if (path !== undefined && path !== '/') paths.add(path);
    if (++count >= LOOSE_TOKENS) break;
  }
  return [...paths];
}
