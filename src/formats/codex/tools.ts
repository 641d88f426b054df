import { type Arguments, numberOf, oneShotRules, rangeOf, readFile, textOf, toolRules } from '../../core/classify/tools/arguments.ts';
import { patchEffect } from '../../core/classify/tools/patch-tool.ts';
import { PLAN_TOOLS } from '../../core/classify/tools/plan-tools.ts';
import { searchRules } from '../../core/classify/tools/search-tools.ts';
import { shellRules } from '../../core/classify/tools/shell-tools.ts';
import type { ToolEffect, ToolTable } from '../../core/classify/tools/tool-rule.ts';
import { argumentsText } from '../../core/handles/command-handle.ts';
import { ASK_TOOLS } from '../ask-tools.ts';

const SEEN = 'formats.md 7.2; seen in transcripts/codex';
const NAMES = 'formats.md 7.2';

/** Codex's tools by what they do (DESIGN §4). */
export const CODEX_TOOLS: ToolTable = [
  ...shellRules('exec_command shell_command', `${SEEN}: cmd or command, workdir`),
  ...shellRules('shell local_shell container.exec', `${NAMES}: command[], workdir`),
  ...toolRules('apply_patch', `${SEEN}: the patch names its files`, (input) => patchEffect(input)),
  ...toolRules('view_image', `${NAMES}: shows the image at a path, and can do so again`, (input) => imageShown(input)),
  ...toolRules('read_file', `${NAMES}: {file_path, offset, limit}`, (input) =>
    readFile(textOf(input, 'file_path', 'path'), rangeOf(numberOf(input, 'offset'), numberOf(input, 'limit'))),
  ),
  ...searchRules('list_dir grep_files', NAMES, ['dir_path', 'path']),
  ...oneShotRules('write_stdin spawn_agent wait_agent', `${SEEN}: a running program or sub-agent`),
  ...oneShotRules('wait send_input resume_agent close_agent', `${NAMES}: a running sub-agent`),
  ...oneShotRules('web_search web_search_call image_generation_call', `${NAMES}: another answer each time`),
  ...oneShotRules('read_mcp_resource list_mcp_resources list_mcp_resource_templates js_repl', `${NAMES}: the state of a moment`),
  ...toolRules('request_permissions', `${NAMES}: the user's own decision`, () => ({ effect: 'ask' })),
  ...PLAN_TOOLS,
  ...ASK_TOOLS,
];

function imageShown(input: Arguments): ToolEffect | null {
  const path = textOf(input, 'path');
  return path === undefined ? null : { effect: 'list', command: `view_image ${argumentsText({ path })}`, paths: [path] };
}
