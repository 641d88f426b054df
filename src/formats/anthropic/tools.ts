import type { ToolTable } from '../../core/classify/tools/tool-rule.ts';

export const ANTHROPIC_TOOLS: ToolTable = [];
