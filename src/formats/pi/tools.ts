import type { ToolTable } from '../../core/classify/tools/tool-rule.ts';

export const PI_TOOLS: ToolTable = [];
