import { planOf } from './arguments.ts';
import type { ToolRule } from './tool-rule.ts';

/** Plan tools under the names that more than one harness gives them. */
export const PLAN_TOOLS: readonly ToolRule[] = [
  { name: 'update_plan', source: 'formats.md 7.2: plan[].{step,status}', effectOf: (input) => planOf(input['plan'], ['step', 'text']) },
  { name: 'todowrite', source: 'OpenCode: todos[].{content,status,priority,id}', effectOf: (input) => planOf(input['todos'], ['content', 'text']) },
  {
    name: 'todo_write',
    source: 'todos[].{content,status,id}, as in Cursor and Qwen Code',
    effectOf: (input) => planOf(input['todos'], ['content', 'text', 'description']),
  },
  { name: 'write_todos', source: 'Gemini CLI: todos[].{description,status}', effectOf: (input) => planOf(input['todos'], ['description', 'content']) },
];
