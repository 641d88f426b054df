import type { SourcePiece } from '../../core/build-conversation.ts';
import { parseNote } from '../../core/markers/note.ts';
import { IMAGE_LABEL } from './user-proof.ts';

type Traits = Pick<SourcePiece, 'kind' | 'provenance' | 'injection' | 'modeKind'>;

/** How Codex's local compaction opens its summary (formats.md 7.2). */
const SUMMARY_OPENING = 'Another language model started to solve this problem';
const AGENTS_OPENING = '# AGENTS.md instructions for ';
/** What the harness writes stands between tags, some with a space in their name. */
const OPENING_TAG = /^\s*<([A-Za-z][\w-]{0,63}(?: instructions)?)(?:\s[^<>\n]{0,500})?>/;

/** Tags that set a mode, and its kind. */
const MODES: ReadonlyMap<string, string> = new Map([
  ['permissions instructions', 'permissions'],
  ['collaboration_mode', 'collaboration-mode'],
]);

/** The user's own command and its output: an echo, as other hosts have it. */
const ECHOES: ReadonlySet<string> = new Set(['user_shell_command']);

/** Tags with which user items of the harness open. Others are not known to be the harness's without a proof. */
const USER_ITEM_TAGS: ReadonlySet<string> = new Set([
  'environment_context',
  'user_instructions',
  'permissions instructions',
  'collaboration_mode',
  'turn_aborted',
  'subagent_notification',
  'skill',
  'user_shell_command',
  'hook_prompt',
  'model_switch',
  'personality_spec',
]);

export function isSummaryText(text: string): boolean {
  return text.startsWith(SUMMARY_OPENING);
}

/** A text of a user item that no event proves to be the user's. `hasProof`: the file has such events, so that one is missed. */
export function unprovenTraits(text: string, hasProof: boolean): Traits {
  if (parseNote(text.trimEnd()) !== undefined) return { kind: 'note', provenance: 'holdfast' };
  if (isSummaryText(text)) return { kind: 'summary', provenance: 'assistant' };
  if (text.startsWith(AGENTS_OPENING)) return injected('user_instructions');
  const tag = OPENING_TAG.exec(text)?.[1];
  if (tag !== undefined && USER_ITEM_TAGS.has(tag)) return harnessTraits(text);
  // Of nobody knows whom: kept whole, and not taken for the user's.
  return hasProof ? { kind: 'unknown', provenance: 'harness' } : {};
}

/** A part of what the user sent, besides their words. */
export function labelTraits(text: string): Traits {
  return IMAGE_LABEL.test(text) ? injected('image-label') : {};
}

/** A developer message. */
export function harnessTraits(text: string): Traits {
  const tag = OPENING_TAG.exec(text)?.[1];
  const modeKind = tag === undefined ? undefined : MODES.get(tag);
  if (modeKind !== undefined) return { kind: 'mode', provenance: 'harness', modeKind };
  if (tag !== undefined && ECHOES.has(tag)) return injected('command-echo');
  return injected(tag ?? 'developer');
}

function injected(kind: string): Traits {
  return { kind: 'injected', provenance: 'harness', injection: { kind } };
}
