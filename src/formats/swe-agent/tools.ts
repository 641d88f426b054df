import type { ToolTable } from '../../core/classify/tools/tool-rule.ts';

export const SWE_AGENT_TOOLS: ToolTable = [];
