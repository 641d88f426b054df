import { toolRules } from '../core/classify/tools/arguments.ts';
import type { ToolRule } from '../core/classify/tools/tool-rule.ts';

const asks = (names: string, source: string): readonly ToolRule[] => toolRules(names, source, () => ({ effect: 'ask' }));

/** Tools that ask the user, under the names that hosts give them: the result is the user's answer (DESIGN §4). */
export const ASK_TOOLS: readonly ToolRule[] = [
  ...asks('request_user_input', 'Codex: questions[], answered in its dialog'),
  ...asks('question plan_exit', 'OpenCode: questions[]; the approval of a plan'),
  ...asks('ask_user exit_plan_mode', 'Gemini CLI, Copilot CLI: a question; the approval of a plan'),
  ...asks('ask_user_question', 'Qwen Code: questions[]'),
  ...asks('ask_followup_question plan_mode_respond attempt_completion', 'Cline, Roo Code: the result holds what the user wrote back'),
];
