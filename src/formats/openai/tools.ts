import type { ToolTable } from '../../core/classify/tools/tool-rule.ts';

export const OPENAI_TOOLS: ToolTable = [];
