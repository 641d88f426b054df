import { ARCHIVE_HANDLE } from '../../handles/archive-handle.ts';
import { type Arguments, textOf } from './arguments.ts';
import type { ToolEffect } from './tool-rule.ts';

/** Names under which holdfast's recall tool is offered to agents. */
export const RECALL_TOOL = /^(?:mcp__(?:plugin_\w+?_)?holdfast__)?(?:holdfast_)?recall$/;

/** Holdfast's own recall by handle; `undefined` for other tools, and for a foreign tool that is only called `recall`. */
export function recallEffect(name: string, input: Arguments): ToolEffect | undefined {
  if (!RECALL_TOOL.test(name)) return undefined;
  const handle = textOf(input, 'handle')?.trim();
  return handle !== undefined && ARCHIVE_HANDLE.test(handle) ? { effect: 'recall', handle } : undefined;
}
