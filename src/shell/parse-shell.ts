import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Language, Parser } from 'web-tree-sitter';
import type { ShellLine, ShellParser } from '../core/classify/shell.ts';
import { flattenLine } from './flatten-line.ts';

/** A longer command is not parsed: nothing is known of it then, so it is not repeatable. */
export const SHELL_COMMAND_BYTES = 64 * 1024;
/** Parses that are remembered; agents run the same few commands again and again. */
const REMEMBERED_PARSES = 4096;
const GRAMMAR = 'tree-sitter-bash.wasm';

let loading: Promise<ShellParser> | undefined;

/** Loads the bash grammar once (it is asynchronous, so it is done at the rim) and gives core a synchronous parser. Reads one file. */
export function loadShellParser(): Promise<ShellParser> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined; // a later call may try again
    throw error;
  });
  return loading;
}

async function load(): Promise<ShellParser> {
  await Parser.init();
  const language = await Language.load(await readGrammar());
  const parser = new Parser();
  parser.setLanguage(language);
  const remembered = new Map<string, ShellLine | null>();
  return (command) => {
    const known = remembered.get(command);
    if (known !== undefined) return known;
    const line = parse(parser, command);
    if (remembered.size >= REMEMBERED_PARSES) remembered.clear();
    remembered.set(command, line);
    return line;
  };
}

/** Beside this module in a build, in its package in the source tree. */
async function readGrammar(): Promise<Uint8Array> {
  try {
    return await readFile(new URL(`./${GRAMMAR}`, import.meta.url));
  } catch {
    return readFile(createRequire(import.meta.url).resolve(`tree-sitter-bash/${GRAMMAR}`));
  }
}

function parse(parser: Parser, command: string): ShellLine | null {
  if (command.length > SHELL_COMMAND_BYTES || new TextEncoder().encode(command).length > SHELL_COMMAND_BYTES) return null;
  const tree = parser.parse(command);
  if (tree === null) return null;
  try {
    return tree.rootNode.hasError ? null : flattenLine(tree.rootNode);
  } finally {
    tree.delete();
  }
}
