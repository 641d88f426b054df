import { type Arguments, fetchUrl, oneShotRules, readFile, textOf, toolRules } from '../../core/classify/tools/arguments.ts';
import { editorEffect, editorRules } from '../../core/classify/tools/editor-tool.ts';
import { PLAN_TOOLS } from '../../core/classify/tools/plan-tools.ts';
import { shellRules } from '../../core/classify/tools/shell-tools.ts';
import type { ToolEffect, ToolTable } from '../../core/classify/tools/tool-rule.ts';
import { ASK_TOOLS } from '../ask-tools.ts';

const PROVIDER = "Anthropic's tool types (formats.md 1)";

/** Tools that Anthropic defines, run by the client or by its servers (DESIGN §4). A caller's own come from its own table. */
export const ANTHROPIC_TOOLS: ToolTable = [
  ...shellRules('bash', `${PROVIDER}: bash_20250124, {command, restart}`),
  ...editorRules('str_replace_based_edit_tool str_replace_editor', `${PROVIDER}: text_editor_20250728 and older`),
  ...toolRules('memory', `${PROVIDER}: memory_20250818`, (input) => memoryEffect(input)),
  ...toolRules('web_fetch', PROVIDER, (input) => fetchUrl(textOf(input, 'url'))),
  ...oneShotRules('web_search', `${PROVIDER}: another answer each time`),
  ...oneShotRules('code_execution bash_code_execution text_editor_code_execution', `${PROVIDER}: in a container that ends`),
  ...oneShotRules('computer tool_search_tool_regex tool_search_tool_bm25 advisor', PROVIDER),
  ...PLAN_TOOLS,
  ...ASK_TOOLS,
];

/** As the editor, on paths below `/memories`. */
function memoryEffect(input: Arguments): ToolEffect | null {
  return input['command'] === 'view' ? readFile(textOf(input, 'path')) : editorEffect(input);
}
