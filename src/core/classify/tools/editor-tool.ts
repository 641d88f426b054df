import { type Arguments, readFile, textOf, toolRules, writeFile } from './arguments.ts';
import type { ToolEffect, ToolRule } from './tool-rule.ts';

/** Anthropic's text editor and its kin: one tool, its `command` says what it does. A file that is gone holds nothing: `delete` and `rename` are one-shot. */
export function editorEffect(input: Arguments): ToolEffect | null {
  const path = textOf(input, 'path');
  switch (input['command']) {
    case 'view':
      return readFile(path, viewRange(input['view_range']));
    case 'create':
      return writeFile(path, true);
    case 'str_replace':
    case 'insert':
    case 'undo_edit':
      return writeFile(path, false);
    default:
      return null;
  }
}

/** `[start, end]`, where -1 is the end of the file; also as the text that some harnesses pass on. */
function viewRange(value: unknown): string | undefined {
  const list = typeof value === 'string' ? value.match(/-?\d{1,9}/g)?.map(Number) : Array.isArray(value) ? value : undefined;
  const [start, end] = list ?? [];
  if (typeof start !== 'number' || typeof end !== 'number' || !Number.isInteger(start) || !Number.isInteger(end)) return undefined;
  return end < 0 ? `${Math.max(1, start)}-` : `${Math.max(1, start)}-${Math.max(start, end)}`;
}

export function editorRules(names: string, source: string): readonly ToolRule[] {
  return toolRules(names, source, editorEffect);
}
