import { resolvePath } from '../handles/path.ts';
import { type PlacedCommand, placeCommands } from './placed-command.ts';
import { positionalWords, readOnlyCommand } from './read-only-commands.ts';
import { printedRange } from './sed-script.ts';
import type { ShellParser, SimpleCommand } from './shell.ts';
import { gitDirectory, looseTouches, type ShellTouches, shellTouches } from './shell-touches.ts';
import { unwrapCommand } from './unwrap-command.ts';

/** Lines of a file, from 1, inclusive; `end` is infinite for "to the end". */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** What a shell command does, as far as its text shows. */
export interface ShellEffect {
  /** Changes nothing: every part is on the read-only list, with no redirection to a file. */
  readonly isReadOnly: boolean;
  /** Read-only, literal, and gives the same again as long as nothing is written (DESIGN §4). */
  readonly isRepeatable: boolean;
  /** `holdfast recall hf_…` and nothing else. */
  readonly recallHandle?: string | undefined;
  /** Set where all it does is to print one file, or lines of it. */
  readonly fileRead?: { readonly path: string; readonly range?: LineRange | undefined } | undefined;
  /** What it reads, resolved: files, and directories with all below them. */
  readonly readPaths: readonly string[];
  readonly touches: ShellTouches;
}

const UNTOUCHED: ShellTouches = { named: [], loose: [], tree: undefined };
/** Of no use to anyone but a person at a terminal, so that they do not make a command another one. */
const HARMLESS_ASSIGNMENT = /^(?:LC_[A-Z]+|LANG|LANGUAGE|TZ|NO_COLOR|FORCE_COLOR|CLICOLOR|TERM|COLUMNS)=/;
const RECALL_HANDLE = /^hf_[a-z2-7]{20}$/;

/** Reads a command. What does not parse is not read-only, and may have written everything that it seems to name. */
export function shellEffect(command: string, workingDirectory: string | undefined, parseShell: ShellParser): ShellEffect {
  const line = parseShell(command);
  if (line === null) {
    return {
      isReadOnly: false,
      isRepeatable: false,
      readPaths: [],
      touches: { named: [], loose: looseTouches(command, workingDirectory), tree: workingDirectory ?? '.' },
    };
  }
  const placed = placeCommands(line.commands, workingDirectory);
  const isReadOnly = placed.every(({ command: one }) => isReadOnlyCommand(one));
  if (!isReadOnly) return { isReadOnly, isRepeatable: false, readPaths: [], touches: shellTouches(command, placed, (one) => isReadOnlyCommand(one)) };
  const recallHandle = recallHandleOf(line.commands);
  const fileRead = fileReadOf(placed);
  return {
    isReadOnly,
    isRepeatable: placed.length > 0 && placed.every(({ command: one }) => givesTheSame(one)),
    ...(recallHandle === undefined ? {} : { recallHandle }),
    ...(fileRead === undefined ? {} : { fileRead }),
    readPaths: readPathsOf(placed, workingDirectory),
    touches: UNTOUCHED,
  };
}

function isReadOnlyCommand(command: SimpleCommand): boolean {
  if (command.writesTo.length > 0) return false;
  const { outer, inner } = splitExecuted(command.words);
  if (inner.length > 0) return [outer, ...inner].every((words) => isReadOnlyCommand({ ...command, words }));
  if (!command.assignments.every((assignment) => HARMLESS_ASSIGNMENT.test(assignment))) return false;
  const { words, hasOpenArguments } = unwrapCommand(command.words);
  if (words.length === 0) return command.words.length === 0;
  if (isRecall(words)) return true;
  const row = readOnlyCommand(words[0] ?? '');
  if (row === undefined || /[$`]/.test(words[0] ?? '')) return false;
  if (row.allows === undefined) return true;
  // What a variable or standard input puts in may be the very option that is not allowed.
  return command.isLiteral && !hasOpenArguments && row.allows(words);
}

/** `find … -exec command {} ;`: the search, and the commands that it runs, each with open arguments. */
function splitExecuted(words: readonly string[]): { readonly outer: readonly string[]; readonly inner: readonly (readonly string[])[] } {
  if (words[0] !== 'find' || !words.includes('-exec')) return { outer: words, inner: [] };
  const outer: string[] = [];
  const inner: string[][] = [];
  let open: string[] | undefined;
  for (const word of words) {
    if (open === undefined && word === '-exec') {
      open = ['xargs'];
      inner.push(open);
    } else if (open === undefined) outer.push(word);
    else if (word === ';' || word === '+') open = undefined;
    else if (word !== '{}') open.push(word);
  }
  return { outer, inner };
}

function givesTheSame(command: SimpleCommand): boolean {
  const { words } = unwrapCommand(command.words);
  return command.isLiteral && (isRecall(words) || readOnlyCommand(words[0] ?? '')?.isMomentary !== true);
}

function withoutRunner(words: readonly string[]): readonly string[] {
  if (words[0] !== 'npx') return words;
  return words.slice(words.findIndex((word, at) => at > 0 && word !== '-y' && word !== '--yes' && word !== '--no'));
}

function isRecall(words: readonly string[]): boolean {
  const [name, verb] = withoutRunner(words);
  return name === 'holdfast' && verb === 'recall';
}

function recallHandleOf(commands: readonly SimpleCommand[]): string | undefined {
  const [only] = commands.filter((command) => command.words[0] !== 'cd');
  if (only === undefined || commands.length > 2 || (commands.length === 2 && commands[0]?.words[0] !== 'cd')) return undefined;
  const words = unwrapCommand(only.words).words;
  if (!isRecall(words)) return undefined;
  const handles = words.filter((word) => RECALL_HANDLE.test(word));
  return handles.length === 1 ? handles[0] : undefined;
}

/** One file, printed whole or in part, with nothing beside it but `cd`. */
function fileReadOf(placed: readonly PlacedCommand[]): ShellEffect['fileRead'] {
  const readers = placed.filter(({ command }) => command.words[0] !== 'cd');
  const [first, second] = readers;
  if (first === undefined || readers.length > 2) return undefined;
  const read = printedPart(first.command);
  if (read?.path === undefined || /[*?[]/.test(read.path)) return undefined;
  const path = resolvePath(read.path, first.directory);
  if (path === undefined) return undefined;
  if (second === undefined) return { path, ...(read.range ? { range: read.range } : {}) };
  const filter = printedPart(second.command);
  if (filter === undefined || filter.path !== undefined || read.range || !filter.range) return undefined;
  return { path, range: filter.range };
}

function printedPart(command: SimpleCommand): { readonly path?: string | undefined; readonly range?: LineRange | undefined } | undefined {
  const { words, hasOpenArguments } = unwrapCommand(command.words);
  const [name] = words;
  const rest = words.slice(1);
  if (hasOpenArguments || !command.isLiteral) return undefined;
  const withInput = (path: string | undefined): string | undefined => path ?? command.readsFrom[0];
  if (name === 'cat')
    return rest.every((word) => !word.startsWith('-')) && rest.length + command.readsFrom.length === 1 ? { path: withInput(rest[0]) } : undefined;
  if (name === 'head' || name === 'tail') {
    const match = /^(?:-n ?|-(?=\d)|--lines=)([+]?\d{1,9})(?: ([^-].*))?$/.exec(rest.join(' '));
    const path = match?.[2] === undefined ? undefined : rest.at(-1);
    if (!match || (path !== undefined && match[2] !== path)) return undefined;
    const count = Number(match[1]);
    if (name === 'head') return match[1]?.startsWith('+') ? undefined : { path: withInput(path), range: { start: 1, end: Math.max(1, count) } };
    return match[1]?.startsWith('+') ? { path: withInput(path), range: { start: Math.max(1, count), end: Number.POSITIVE_INFINITY } } : undefined;
  }
  if (name !== 'sed' || rest[0] !== '-n' || rest.length > 3) return undefined;
  const range = printedRange(rest[1] ?? '');
  return range === undefined ? undefined : { path: withInput(rest[2]), range };
}

/** What a command handle depends on. A command that names no file depends on its directory. */
function readPathsOf(placed: readonly PlacedCommand[], workingDirectory: string | undefined): readonly string[] {
  const paths = new Set<string>();
  for (const { command, directory } of placed) {
    for (const path of pathWordsOf(command)) {
      const resolved = resolvePath(path, directory);
      if (resolved !== undefined) paths.add(resolved);
    }
  }
  if (paths.size === 0) paths.add(placed.at(-1)?.directory ?? workingDirectory ?? '.');
  return [...paths];
}

function pathWordsOf(command: SimpleCommand): readonly string[] {
  const { words, hasOpenArguments } = unwrapCommand(command.words);
  const row = readOnlyCommand(words[0] ?? '');
  const open = hasOpenArguments ? ['.'] : [];
  if (row === undefined) return [...command.readsFrom, ...open];
  if (row.name === 'git') return [gitDirectory(words) ?? '.'];
  const paths = namedPaths(words, row.paths, row.valueOptions);
  // A listing or search that names no place looks at its directory; other commands then read their standard input.
  const isWide =
    paths.length === 0 &&
    command.readsFrom.length === 0 &&
    (LOOKS_AROUND.test(row.name) || (/grep$/.test(row.name) && words.some((word) => RECURSIVE.test(word))));
  return [...paths, ...command.readsFrom, ...open, ...(isWide ? ['.'] : [])];
}

const LOOKS_AROUND = /^(?:ls|dir|vdir|tree|du|find|fd|fdfind|rg|ag)$/;
const RECURSIVE = /^(?:-[a-zA-Z]*[rR]|--(?:dereference-)?recursive)/;

function namedPaths(words: readonly string[], kind: string, valueOptions: string | undefined): readonly string[] {
  if (kind === 'none') return [];
  if (kind === 'before-options') {
    const end = words.findIndex((word, at) => at > 0 && /^[-(!]/.test(word));
    return words.slice(1, end === -1 ? words.length : end);
  }
  const positionals = positionalWords(words, valueOptions);
  if (kind === 'all') return positionals;
  const hasOwnPattern = words.some((word) => /^(?:-e|-f|--regexp|--file|--expression|--files)/.test(word));
  return hasOwnPattern ? positionals : positionals.slice(1);
}
