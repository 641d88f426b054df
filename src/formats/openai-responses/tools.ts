import { type Arguments, oneShotRules, textOf, toolRules, writeFile } from '../../core/classify/tools/arguments.ts';
import type { ToolEffect, ToolRule, ToolTable } from '../../core/classify/tools/tool-rule.ts';
import { CODEX_TOOLS } from '../codex/tools.ts';
import { OPENAI_TOOLS } from '../openai/tools.ts';

const TYPES = 'items of the wire (formats.md §3)';

/** What the wire itself has: shells and patches that the caller runs, tools that the server runs. */
const BUILT_IN: ToolTable = [
  ...toolRules('shell_call', `${TYPES}: {commands[]}`, (input) => shellCommands(input)),
  ...toolRules('apply_patch_call', `${TYPES}: {type: create_file|update_file|delete_file, path, diff}`, (input) => patchOperation(input)),
  ...oneShotRules('web_search_call file_search_call code_interpreter_call image_generation_call computer_call', `${TYPES}: another answer each time`),
];

/** Tools of agents on this wire: its own, those of Codex, and those that Chat Completions agents have (DESIGN §4). */
export const RESPONSES_TOOLS: ToolTable = withoutRepeats([...BUILT_IN, ...CODEX_TOOLS, ...OPENAI_TOOLS]);

function withoutRepeats(table: ToolTable): ToolTable {
  const first = new Map<string, ToolRule>();
  for (const rule of table) if (!first.has(rule.name)) first.set(rule.name, rule);
  return [...first.values()];
}

/** Commands of one call run one after the other in one shell. */
function shellCommands(input: Arguments): ToolEffect | null {
  const { commands } = input;
  if (!Array.isArray(commands) || !commands.every((command) => typeof command === 'string')) return null;
  const command = commands.join('\n');
  return command.trim() === '' ? null : { effect: 'shell', command };
}

/** What is deleted is in no file any more. */
function patchOperation(input: Arguments): ToolEffect | null {
  const isCreated = input['type'] === 'create_file';
  return isCreated || input['type'] === 'update_file' ? writeFile(textOf(input, 'path'), isCreated) : null;
}
