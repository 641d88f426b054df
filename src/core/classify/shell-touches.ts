import { resolvePath, withoutPattern } from '../handles/path.ts';
import { gitCall } from './git-call.ts';
import { isRecordingGit } from './git-touches.ts';
import type { PlacedCommand } from './placed-command.ts';
import type { SimpleCommand } from './shell.ts';
import type { ScriptedLine } from './shell-scripts.ts';
import { changesFiles, changesTree, manifestsOf } from './tree-changes.ts';
import { withoutRunner } from './unwrap-command.ts';

/** What a command that is not read-only may have written. */
export interface ShellTouches {
  /** Paths that it names, resolved: they count as written by it (DESIGN §4, *Handles*). */
  readonly named: readonly string[];
  /** What looks like a path in code or a here-document: may be written, is not said to be. */
  readonly loose: readonly string[];
  /** Everything below this directory may be written (`git checkout`, `patch`, `tar`). */
  readonly tree: string | undefined;
}

/** Names of one command beyond which it may have written anything. */
const NAMED_PATHS = 2000;
const LOOSE_TOKEN = /[\p{L}\p{N}_.~@+/-]+/gu;
const LOOSE_TOKENS = 4000;
/** It may be a program's text or a message; with blanks, it is not the name of a file. */
const CODE = /[\n;:,(){}<>|&"'`=*[\]]|^(?:\S{1,40})?[wW][ \t]/;
/** What a program's text puts in quotation marks, and what `sed` writes to. */
const QUOTED_NAME = /["']([\w@+-][\w.@+-]{0,99})["']|[wW][ \t]+([\w@+-][\w.@+-]{0,99})(?=['"\s;}]|$)/g;

/**
 * The choice: a path that is named counts as written, wherever it stands (`python x.py` may write x.py). A bare word
 * (`test` in `npm test`) is a path only to programs whose use is to change files; to others it is a subcommand. `git add`,
 * `commit` and the like write none of the files that they name. `.` and whole-tree commands write everything below their
 * directory. A name that a variable holds writes by its last part; where that is the variable itself, everything below the
 * directory if the program is one that changes files.
 */
export function shellTouches(text: string, { placed, opaque }: ScriptedLine, isReadOnly: (command: SimpleCommand) => boolean): ShellTouches {
  const named = new Set<string>();
  let tree: string | undefined;
  let hasCode = false;
  const changing = new Set(placed.filter(({ command }) => !isReadOnly(command)));
  const takesInput = [...changing].some(({ command }) => /^(?:xargs|parallel|read)$/.test(command.words[0] ?? '') || !command.isLiteral);
  for (const one of placed) {
    const isChanging = changing.has(one);
    if (!isChanging && !(takesInput && one.command.words[0] !== 'echo')) continue;
    const run = withoutRunner(one.command.words);
    const { words } = run;
    const directory = runDirectory(run, one);
    const wordsChange = isChanging && !isReadOnly({ ...one.command, writesTo: [] });
    if (opaque.has(one) || (wordsChange && changesTree(run))) tree = wider(tree, directory ?? '.');
    const isEveryWord = words[0] === 'git' || changesFiles(words);
    const targets = wordsChange ? [...targetsOf(words, isEveryWord), ...manifestsOf(words)] : isChanging ? [] : targetsOf(words, true);
    for (const target of targets) if (!/\s/.test(target) || !CODE.test(target)) addPath(named, writtenPath(target, directory, isEveryWord));
    if (wordsChange && !isRecordingGit(words) && words.some((word) => CODE.test(word))) hasCode = true;
    for (const target of one.command.writesTo) addPath(named, writtenPath(target, one.directory, true));
    if (isChanging && text.includes('<<') && !isRecordingGit(words)) hasCode = true;
    if (named.size > NAMED_PATHS) tree = wider(tree, directory ?? '.');
  }
  return { named: [...named].slice(0, NAMED_PATHS), loose: hasCode ? looseTouches(text, placed[0]?.directory) : [], tree };
}

function addPath(paths: Set<string>, path: string | undefined): void {
  if (path !== undefined) paths.add(path);
}

/** Where the words of a command are looked up: behind `git -C`, `env -C`. */
function runDirectory({ words, isMoved }: ReturnType<typeof withoutRunner>, { directory }: PlacedCommand): string | undefined {
  if (isMoved) return undefined;
  if (words[0] !== 'git') return directory;
  const own = gitCall(words).directory;
  return own === '.' ? directory : own === undefined || /[$`]/.test(own) ? undefined : resolvePath(own, directory);
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
function targetsOf(words: readonly string[], isEveryWord: boolean): readonly string[] {
  const [name = ''] = words;
  if (isRecordingGit(words)) return [];
  const targets = name.includes('/') ? [name] : [];
  for (const word of words.slice(1)) {
    if (/^[a-z]+:\/\//i.test(word)) {
      if (isEveryWord) targets.push(word.slice(word.lastIndexOf('/') + 1)); // what is fetched gets this name
      continue;
    }
    if (!word.startsWith('-') && (isEveryWord || /[./$`]|\s/.test(word))) targets.push(word);
    const value = /^[^=\s/]{1,60}=(.+)$/.exec(word)?.[1];
    if (value !== undefined && !word.startsWith('--message=')) targets.push(value);
  }
  return targets;
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
  for (const [, quoted, written] of text.matchAll(QUOTED_NAME)) {
    const path = resolvePath(quoted ?? written ?? '', directory);
    if (path !== undefined) paths.add(path);
    if (++count >= LOOSE_TOKENS * 2) break;
  }
  return [...paths];
}
