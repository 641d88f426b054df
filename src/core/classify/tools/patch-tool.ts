import { type Arguments, textOf } from './arguments.ts';
import type { ToolEffect } from './tool-rule.ts';

const PATCHED_FILE = /^\*\*\* (?:Add File|Update File|Delete File|Move to): (.{1,4096})$/gm;

/** The files that a patch names, in any of its parts. */
export function patchedPaths(patch: string): readonly string[] {
  return [...new Set([...patch.matchAll(PATCHED_FILE)].map((match) => (match[1] ?? '').trim()))].filter((path) => path !== '');
}

/** `apply_patch`: the patch itself names its files. One that deletes or moves is one-shot: the file does not hold it. */
export function patchEffect(input: Arguments): ToolEffect | null {
  const patch = textOf(input, 'input', 'patch', 'patchText');
  if (patch === undefined || /^\*\*\* (?:Delete File|Move to): /m.test(patch)) return null;
  const paths = patchedPaths(patch);
  return paths.length === 0 ? null : { effect: 'write-file', paths, isWhole: false };
}
