import { ARCHIVE_HANDLE } from '../handles/archive-handle.ts';
import { isRooted, resolvePath } from '../handles/path.ts';
import { type PlacedCommand, placeCommands } from './placed-command.ts';
import { readOnlyCommand } from './read-only-commands.ts';
import { printedRange } from './sed-script.ts';
import type { ShellParser, SimpleCommand } from './shell.ts';
import { readPathsOf } from './shell-reads.ts';
import { executedBy, withScripts } from './shell-scripts.ts';
import { looseTouches, type ShellTouches, shellTouches } from './shell-touches.ts';
import { unwrapCommand, withoutRunner } from './unwrap-command.ts';

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
/** They show a moment, not what is stored. */
const MOMENTARY_PLACE = /^\/(?:proc|sys|dev)(?:\/|$)/;

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
  if (!isReadOnly) {
    const touches = shellTouches(command, withScripts(placed, parseShell), (one) => isReadOnlyCommand(one));
    return { isReadOnly, isRepeatable: false, readPaths: [], touches };
  }
  const recallHandle = recallHandleOf(line.commands);
  const fileRead = fileReadOf(placed);
  const readPaths = readPathsOf(placed, workingDirectory);
  return {
    isReadOnly,
    isRepeatable: placed.length > 0 && placed.every(({ command: one }) => givesTheSame(one)) && !readPaths.some(isMomentaryPlace),
    ...(recallHandle === undefined ? {} : { recallHandle }),
    ...(fileRead === undefined ? {} : { fileRead }),
    readPaths,
    touches: UNTOUCHED,
  };
}

function isReadOnlyCommand(command: SimpleCommand): boolean {
  if (command.writesTo.length > 0) return false;
  if (command.words[0] === 'find' && command.words.includes('-exec')) {
    return [searchOf(command.words), ...executedBy(command.words)].every((words) => isReadOnlyCommand({ ...command, words }));
  }
  if (!command.assignments.every((assignment) => HARMLESS_ASSIGNMENT.test(assignment))) return false;
  const { words, hasOpenArguments } = unwrapCommand(command.words);
  if (words.length === 0) return command.words.length === 0;
  if (isRecall(words)) return true;
  const row = readOnlyCommand(words[0] ?? '');
  if (row === undefined || /[$`]/.test(words[0] ?? '')) return false;
  if (row.expands === true && words.some((word) => /\$\(|`/.test(word) || (word.includes('[') && word.includes('$')))) return false;
  if (row.allows === undefined) return true;
  // What a variable or standard input puts in may be the very option that is not allowed.
  return command.isLiteral && !hasOpenArguments && row.allows(words);
}

/** `find … -exec command {} ;` without the commands that it runs: those are looked at on their own. */
function searchOf(words: readonly string[]): readonly string[] {
  let isInside = false;
  return words.filter((word) => {
    if (word === '-exec') isInside = true;
    const isSearch = !isInside;
    if (word === ';' || word === '+') isInside = false;
    return isSearch;
  });
}

/** True for files that hold no text but the state of the machine. Not for what the shell itself makes up (`<(…)`). */
export function isMomentaryPlace(path: string): boolean {
  return MOMENTARY_PLACE.test(path) && !/^\/dev\/(?:fd\/63|null|stdin)$/.test(path);
}

function givesTheSame(command: SimpleCommand): boolean {
  const { words } = unwrapCommand(command.words);
  if (words[0] === 'cd' && isMomentaryPlace(words[1] ?? '')) return false;
  return command.isLiteral && (isRecall(words) || readOnlyCommand(words[0] ?? '')?.isMomentary?.(words) !== true);
}

function isRecall(command: readonly string[]): boolean {
  const { words, isPlain, hasOpenArguments } = withoutRunner(command);
  return isPlain && !hasOpenArguments && words[0] === 'holdfast' && words[1] === 'recall';
}

function recallHandleOf(commands: readonly SimpleCommand[]): string | undefined {
  const [only] = commands.filter((command) => command.words[0] !== 'cd');
  if (only === undefined || commands.length > 2 || (commands.length === 2 && commands[0]?.words[0] !== 'cd')) return undefined;
  const words = unwrapCommand(only.words).words;
  if (!isRecall(words)) return undefined;
  const handles = words.filter((word) => ARCHIVE_HANDLE.test(word));
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
  // Behind a `cd` that cannot be followed a name alone does not say which file it is.
  if (path === undefined || (first.isLost && !isRooted(path))) return undefined;
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
