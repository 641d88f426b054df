import type { ToolTable } from '../../core/classify/tools/tool-rule.ts';

export const CLAUDE_CODE_TOOLS: ToolTable = [];
