import {
  type Arguments,
  fetchUrl,
  numberOf,
  oneShotRules,
  planOf,
  rangeOf,
  readFile,
  textOf,
  toolRules,
  writeFile,
} from '../../core/classify/tools/arguments.ts';
import { editorRules } from '../../core/classify/tools/editor-tool.ts';
import { patchEffect } from '../../core/classify/tools/patch-tool.ts';
import { PLAN_TOOLS } from '../../core/classify/tools/plan-tools.ts';
import { searchRules } from '../../core/classify/tools/search-tools.ts';
import { shellRules } from '../../core/classify/tools/shell-tools.ts';
import type { ToolEffect, ToolTable } from '../../core/classify/tools/tool-rule.ts';
import { ASK_TOOLS } from '../ask-tools.ts';

const OPENHANDS = 'OpenHands; seen in transcripts/openai-chat';
const CODEX = 'formats.md 7.2';
const COMMON = 'a name that more than one agent uses';

/** Tools that agents on Chat Completions have: OpenHands, Codex and names in common use (DESIGN §4). */
export const OPENAI_TOOLS: ToolTable = [
  ...shellRules('execute_bash terminal', `${OPENHANDS}: {command, is_input}`),
  ...editorRules('str_replace_editor file_editor str_replace_based_edit_tool', OPENHANDS),
  ...toolRules('task_tracker', `${OPENHANDS}: {command: plan|view, task_list[].{title,status,notes}}`, (input) =>
    input['command'] === 'plan' ? planOf(input['task_list'], ['title']) : null,
  ),
  ...oneShotRules('execute_ipython_cell browser browse finish think', OPENHANDS),
  ...shellRules('shell shell_command exec_command local_shell', `${CODEX}: command or cmd, workdir`),
  ...toolRules('apply_patch', `${CODEX}: the patch names its files`, (input) => patchEffect(input)),
  ...toolRules('read_file', `${CODEX}: {file_path, offset, limit}; Gemini CLI: {absolute_path}`, (input) => fileRead(input)),
  ...searchRules('list_dir grep_files', CODEX, ['dir_path', 'path']),
  ...oneShotRules('write_stdin spawn_agent wait wait_agent send_input web_search view_image', CODEX),
  ...shellRules('bash sh run_command run_shell_command execute_command run_terminal_cmd', COMMON),
  ...toolRules('write_file create_file', COMMON, (input) => writeFile(pathOf(input), true)),
  ...toolRules('edit_file replace replace_in_file search_replace', COMMON, (input) => writeFile(pathOf(input), false)),
  ...searchRules('list_directory list_files grep_search search_files glob', COMMON, ['path', 'dir_path', 'directory']),
  ...toolRules('fetch_url web_fetch', COMMON, (input) => fetchUrl(textOf(input, 'url'))),
  ...PLAN_TOOLS,
  ...ASK_TOOLS,
];

function pathOf(input: Arguments): string | undefined {
  return textOf(input, 'file_path', 'path', 'absolute_path', 'target_file', 'filename');
}

function fileRead(input: Arguments): ToolEffect | null {
  const start = numberOf(input, 'offset', 'start_line');
  const end = numberOf(input, 'end_line');
  const count = numberOf(input, 'limit') ?? (end === undefined ? undefined : end - (start ?? 1) + 1);
  return readFile(pathOf(input), rangeOf(start, count));
}
