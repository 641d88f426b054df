import { fetchUrl, readFile, textOf, writeFile } from './arguments.ts';
import type { ToolEffect, ToolRule, ToolTable } from './tool-rule.ts';

export const CALLER_EFFECTS = ['read-file', 'write-file', 'edit-file', 'fetch-url', 'shell', 'read-only', 'ask', 'one-shot'] as const;

/** What a caller says of a tool of its own, as data, so that the ledger holds it and `verify` decides by it again. */
export interface CallerTool {
  /** The tool's exact name, or a prefix that ends in `*`. */
  readonly name: string;
  /**
   * `read-file`, `write-file` (replaces the file), `edit-file` (changes a part): `argument` names its path. `fetch-url`:
   * `argument` names the URL. `shell`: `argument` names the command. `read-only`: repeatable, changes nothing. `ask`: the
   * result is the user's answer. `one-shot`: changes something or cannot be repeated.
   */
  readonly effect: (typeof CALLER_EFFECTS)[number];
  /** The argument that names what it acts on; default `path`, `url` or `command`. */
  readonly argument?: string | undefined;
}

/** Rows of the caller's own tools: they stand on top of the formats' tables. */
export function callerToolTable(tools: readonly CallerTool[]): ToolTable {
  return tools.map((tool): ToolRule => ({ name: tool.name, source: 'the caller', effectOf: (input) => effectOfCallerTool(tool, input) }));
}

function effectOfCallerTool(tool: CallerTool, input: Readonly<Record<string, unknown>>): ToolEffect | null {
  switch (tool.effect) {
    case 'read-file':
      return readFile(textOf(input, tool.argument ?? 'path'));
    case 'write-file':
    case 'edit-file':
      return writeFile(textOf(input, tool.argument ?? 'path'), tool.effect === 'write-file');
    case 'fetch-url':
      return fetchUrl(textOf(input, tool.argument ?? 'url'));
    case 'shell': {
      const command = textOf(input, tool.argument ?? 'command');
      return command === undefined ? null : { effect: 'shell', command };
    }
    case 'read-only':
      return { effect: 'list', command: `${tool.name} ${JSON.stringify(input)}`, paths: [] };
    case 'ask':
      return { effect: 'ask' };
    case 'one-shot':
      return { effect: 'one-shot' };
  }
}
