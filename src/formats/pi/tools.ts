import { numberOf, rangeOf, readFile, textOf, toolRules, writeFile } from '../../core/classify/tools/arguments.ts';
import { PLAN_TOOLS } from '../../core/classify/tools/plan-tools.ts';
import { searchRules } from '../../core/classify/tools/search-tools.ts';
import { shellRules } from '../../core/classify/tools/shell-tools.ts';
import type { ToolTable } from '../../core/classify/tools/tool-rule.ts';
import { ASK_TOOLS } from '../ask-tools.ts';

const SOURCE = 'seen in transcripts/pi; types of @earendil-works/pi-coding-agent 1.6.0';

/** pi's tools by what they do (DESIGN §4). */
export const PI_TOOLS: ToolTable = [
  ...toolRules('read', SOURCE, (input) => readFile(textOf(input, 'path', 'file_path'), rangeOf(numberOf(input, 'offset'), numberOf(input, 'limit')))),
  ...toolRules('write', SOURCE, (input) => writeFile(textOf(input, 'path', 'file_path'), true)),
  ...toolRules('edit', SOURCE, (input) => writeFile(textOf(input, 'path', 'file_path'), false)),
  ...shellRules('bash', SOURCE),
  ...searchRules('grep find ls', 'types of the package: {pattern?, path?, …}'),
  ...PLAN_TOOLS,
  ...ASK_TOOLS,
];
