import { z } from 'zod';
import { ConfigError } from '../core/errors/config-error.ts';

/** Bytes that a host may hand to a hook: the longest part is a summary. */
const INPUT_BYTES = 8_000_000;

/** Events that holdfast has a hook for, by the verb of `holdfast hook HOST VERB`. */
export const HOOK_VERBS = ['pre-compact', 'post-compact', 'session-start'] as const;
export type HookVerb = (typeof HOOK_VERBS)[number];

/** Hosts that run commands of ours. */
export const HOOK_HOSTS = ['claude-code', 'codex'] as const;
export type HookHost = (typeof HOOK_HOSTS)[number];

/** What of an event's input is used (formats.md 9.1, 9.2); hosts add fields from version to version. */
const INPUT = z.object({
  transcript_path: z.string().min(1).nullish(),
  /** Only in a sub-agent: its window is not that of the main thread. */
  agent_id: z.string().nullish(),
  /** Of SessionStart. */
  source: z.string().nullish(),
  /** Of PostCompact. */
  compact_summary: z.string().nullish(),
});

export interface HookInput {
  readonly transcriptPath: string | undefined;
  readonly isOfSubAgent: boolean;
  readonly source: string | undefined;
  readonly compactSummary: string | undefined;
}

/** @throws ConfigError where it is no event of a host. */
export async function readHookInput(input: AsyncIterable<Uint8Array>): Promise<HookInput> {
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  for await (const chunk of input) {
    byteCount += chunk.length;
    if (byteCount > INPUT_BYTES) throw notAnEvent(`it has more than the limit of ${INPUT_BYTES} bytes`);
    chunks.push(chunk);
  }
  return parseHookInput(Buffer.concat(chunks).toString('utf8'));
}

function parseHookInput(text: string): HookInput {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw notAnEvent('it is no JSON');
  }
  const parsed = INPUT.safeParse(value);
  if (!parsed.success) throw notAnEvent('its fields are others');
  const { transcript_path, agent_id, source, compact_summary } = parsed.data;
  return {
    transcriptPath: transcript_path ?? undefined,
    isOfSubAgent: typeof agent_id === 'string' && agent_id !== '',
    source: source ?? undefined,
    compactSummary: compact_summary ?? undefined,
  };
}

function notAnEvent(why: string): ConfigError {
  return new ConfigError({ what: `Standard input is no event of a hook: ${why}`, next: 'The agent runs this command; `holdfast install` registers it.' });
}
