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
import { PLAN_TOOLS } from '../../core/classify/tools/plan-tools.ts';
import { searchRules } from '../../core/classify/tools/search-tools.ts';
import { shellRules } from '../../core/classify/tools/shell-tools.ts';
import type { ToolEffect, ToolTable } from '../../core/classify/tools/tool-rule.ts';
import { argumentsText } from '../../core/handles/command-handle.ts';

const NAMES = 'formats.md 7.1; seen in transcripts/claude-code';
const TYPES = 'sdk-tools.d.ts of @anthropic-ai/claude-agent-sdk 0.3.332 (formats.md 7.1)';

/** Claude Code's tools by what they do (DESIGN §4). */
export const CLAUDE_CODE_TOOLS: ToolTable = [
  ...toolRules('Read', NAMES, (input) => readFile(textOf(input, 'file_path'), rangeOf(numberOf(input, 'offset'), numberOf(input, 'limit')))),
  ...toolRules('Write', NAMES, (input) => writeFile(textOf(input, 'file_path'), true)),
  ...toolRules('Edit MultiEdit', NAMES, (input) => writeFile(textOf(input, 'file_path'), false)),
  ...toolRules('NotebookEdit', TYPES, (input) => writeFile(textOf(input, 'notebook_path'), false)),
  ...toolRules('NotebookRead', TYPES, (input) => readFile(textOf(input, 'notebook_path'))),
  ...searchRules('Glob Grep LS', NAMES),
  ...shellRules('Bash', NAMES),
  ...toolRules('WebFetch', NAMES, (input) => fetchUrl(textOf(input, 'url'))),
  ...toolRules('TodoWrite', NAMES, (input) => planOf(input['todos'], ['content'])),
  ...toolRules('TaskCreate', TYPES, (input) => taskCreated(input)),
  ...toolRules('TaskUpdate', TYPES, (input) => taskUpdated(input)),
  ...toolRules('AskUserQuestion ExitPlanMode', `${NAMES}: the result is the user's answer`, () => ({ effect: 'ask' })),
  ...toolRules('EnterPlanMode', NAMES, () => ({ effect: 'mode', modeKind: 'plan-mode' })),
  ...toolRules('Skill', 'P58: loads a skill by its name, and can do so again', (input) => skillLoaded(input)),
  ...oneShotRules('WebSearch', `${NAMES}: another answer each time`),
  ...oneShotRules('Task Agent BashOutput TaskOutput KillShell KillBash TaskStop', `${NAMES}: a running program or sub-agent`),
  ...oneShotRules('TaskList TaskGet ToolSearch SlashCommand ListMcpResourcesTool ReadMcpResourceTool', `${TYPES}: the state of a moment`),
  ...PLAN_TOOLS,
];

/** The page's summary depends on the prompt, too, but the page can be fetched again. */
function taskCreated(input: Arguments): ToolEffect | null {
  const text = textOf(input, 'subject');
  return text === undefined ? null : { effect: 'plan', items: [{ text, state: 'pending' }] };
}

/** Only the id tells which task it is, where the update does not name it anew. */
function taskUpdated(input: Arguments): ToolEffect | null {
  const id = textOf(input, 'taskId') ?? numberOf(input, 'taskId')?.toString();
  if (id === undefined) return null;
  return { effect: 'plan', items: [{ id, text: textOf(input, 'subject') ?? `task ${id}`, state: textOf(input, 'status') ?? 'updated' }] };
}

function skillLoaded(input: Arguments): ToolEffect | null {
  return textOf(input, 'skill', 'name', 'command') === undefined ? null : { effect: 'list', command: `Skill ${argumentsText(input)}`, paths: [] };
}
