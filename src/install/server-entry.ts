import { isDeepStrictEqual } from 'node:util';
import { memberOf } from './hook-entry.ts';
import type { JsonEntry } from './host.ts';
import type { JsonValue } from './json-config.ts';

/** The name under which hosts know the recall server; its tools are `mcp__holdfast__…` in Claude Code. */
export const SERVER_NAME = 'holdfast';
const VERB = 'mcp';

/** The words that run the server. */
export function serverWords(commandWords: readonly [string, ...string[]]): readonly [string, ...string[]] {
  return [...commandWords, VERB];
}

/** Whether the words of a registration run our server, whichever way holdfast is run. */
function runsServer(words: readonly unknown[]): boolean {
  return words.length > 1 && words.at(-1) === VERB;
}

/** A registration of the recall server: `value` under its name in the object at `section`. `wordsOf` reads one back. */
export function serverEntry(section: string, value: JsonValue, wordsOf: (server: unknown) => readonly unknown[]): JsonEntry {
  const existing = (config: unknown): unknown => memberOf(memberOf(config, section), SERVER_NAME);
  return {
    addition: { path: [section], key: SERVER_NAME, value },
    find: (config) => (runsServer(wordsOf(existing(config))) ? [[section, SERVER_NAME]] : []),
    isCurrent: (server) => isDeepStrictEqual(wordsOf(server), wordsOf(value)),
    isTaken: (config) => existing(config) !== undefined && !runsServer(wordsOf(existing(config))),
  };
}

/** `command` with `args`, as most hosts write it. */
export function commandAndArgs(server: unknown): readonly unknown[] {
  const args = memberOf(server, 'args');
  return [memberOf(server, 'command'), ...(Array.isArray(args) ? args : [])];
}
