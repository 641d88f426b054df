import { recallEffect } from './recall-tool.ts';
import type { ToolEffect, ToolRule, ToolTable } from './tool-rule.ts';

const ONE_SHOT: ToolEffect = { effect: 'one-shot' };

/**
 * What a call does, by the table's first row that fits: an exact name before a prefix. Unknown tools, and arguments that
 * are not as expected, are one-shot: rather kept than wrongly taken for repeatable. Never throws.
 */
export function effectOf(name: string, input: unknown, table: ToolTable): ToolEffect {
  const record = recordOf(input);
  const recall = recallEffect(name, record);
  if (recall) return recall;
  const rule = ruleOf(name, table);
  if (rule === undefined) return ONE_SHOT;
  try {
    return rule.effectOf(record) ?? ONE_SHOT;
  } catch {
    return ONE_SHOT; // a caller's own row met arguments that it does not know
  }
}

/** The row for a tool: its exact name, else the first prefix (`name*`) that it starts with. */
export function ruleOf(name: string, table: ToolTable): ToolRule | undefined {
  return table.find((rule) => rule.name === name) ?? table.find((rule) => rule.name.endsWith('*') && name.startsWith(rule.name.slice(0, -1)));
}

/** Some tools take one free text (`apply_patch`): it stands under `input`. */
function recordOf(input: unknown): Readonly<Record<string, unknown>> {
  if (typeof input === 'string') return { input };
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Readonly<Record<string, unknown>>) : {};
}
