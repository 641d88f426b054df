import { argumentsText } from '../../handles/command-handle.ts';
import { type Arguments, textOf, toolRules } from './arguments.ts';
import type { ToolRule } from './tool-rule.ts';

/** Searches and listings of files: repeatable, behind the call's own text as a command handle. Without a path: the directory. */
export function searchRules(names: string, source: string, pathNames: readonly string[] = ['path']): readonly ToolRule[] {
  return names
    .split(' ')
    .flatMap((name) => toolRules(name, source, (input) => ({ effect: 'list', command: `${name} ${argumentsText(input)}`, paths: pathsOf(input, pathNames) })));
}

function pathsOf(input: Arguments, names: readonly string[]): readonly string[] {
  const path = textOf(input, ...names);
  return path === undefined ? [] : [path];
}
