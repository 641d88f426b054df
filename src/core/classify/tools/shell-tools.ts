import { type Arguments, textOf, toolRules } from './arguments.ts';
import type { ToolEffect, ToolRule } from './tool-rule.ts';

const FLAG_ON: ReadonlySet<unknown> = new Set([true, 'true']);

/**
 * A shell call: the command as one text or as a list of words (`['bash', '-lc', '…']`). One that goes on in the background
 * or types into a running program cannot be had again: `null`, so one-shot.
 */
function shellEffectOf(input: Arguments): ToolEffect | null {
  if (['run_in_background', 'is_background', 'background', 'is_input', 'restart', 'reset'].some((name) => FLAG_ON.has(input[name]))) return null;
  const command = commandOf(input['command'] ?? input['cmd'] ?? input['script']);
  if (command === undefined) return null;
  const workingDirectory = textOf(input, 'workdir', 'cwd', 'working_directory', 'directory');
  return { effect: 'shell', command, ...(workingDirectory === undefined ? {} : { workingDirectory }) };
}

function commandOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  if (!Array.isArray(value) || value.length === 0 || !value.every((word) => typeof word === 'string')) return undefined;
  const [shell, flag, script] = value as string[];
  if (/^(?:.*\/)?(?:ba|z|da)?sh$/.test(shell ?? '') && /^-l?c$/.test(flag ?? '') && script !== undefined && value.length === 3) return script;
  return (value as string[]).map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Names under which agents have a shell. */
export function shellRules(names: string, source: string): readonly ToolRule[] {
  return toolRules(names, source, shellEffectOf);
}
