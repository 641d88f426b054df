import { resolvePath, withoutPattern } from '../handles/path.ts';
import { gitCall } from './git-call.ts';
import type { PlacedCommand } from './placed-command.ts';
import { findPlaces, positionalWords, readOnlyCommand } from './read-only-commands.ts';
import type { SimpleCommand } from './shell.ts';
import { unwrapCommand } from './unwrap-command.ts';

/** What a command handle depends on. A command that names no file depends on its directory. */
export function readPathsOf(placed: readonly PlacedCommand[], workingDirectory: string | undefined): readonly string[] {
  const paths = new Set<string>();
  for (const { command, directory } of placed) {
    for (const path of pathWordsOf(command)) {
      const resolved = resolvePath(withoutPattern(path), directory);
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
  if (row.name === 'git') return [gitCall(words).directory ?? '.'];
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
  if (kind === 'before-options') return findPlaces(words);
  const positionals = positionalWords(words, valueOptions);
  if (kind === 'all') return positionals;
  const hasOwnPattern = words.some((word) => /^(?:-e|-f|--regexp|--file|--expression|--files)/.test(word));
  return hasOwnPattern ? positionals : positionals.slice(1);
}
