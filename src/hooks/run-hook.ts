import { basename } from 'node:path';
import type { Archive } from '../archive/archive.ts';
import { memory } from '../archive/memory/index.ts';
import { isArchiveFailure } from '../core/errors/archive-error.ts';
import { ConfigError } from '../core/errors/config-error.ts';
import { HoldfastError } from '../core/errors/holdfast-error.ts';
import { archiveSession } from './archive-session.ts';
import { auditInWords, auditSummary } from './audit-summary.ts';
import type { HookHost, HookInput, HookVerb } from './hook-input.ts';
import { readHostSession } from './host-session.ts';
import { summarizerInstructions } from './instructions.ts';
import { putBack } from './put-back.ts';
import { readTranscript } from './read-transcript.ts';
import type { Budget } from './room.ts';

/** Opens the archive, and closes it whatever happens. */
export type WithArchive = <T>(use: (archive: Archive) => Promise<T>) => Promise<T>;

export interface HookCall {
  readonly host: HookHost;
  readonly verb: HookVerb;
  readonly input: HookInput;
  readonly budget: Budget;
  readonly withArchive: WithArchive;
}

/** What a hook says to its host on standard output: text as it is, or a JSON answer; empty for nothing. */
export type HookAnswer = string;

const TITLES: Readonly<Record<HookHost, string>> = { 'claude-code': 'Claude Code', codex: 'Codex' };

/** Does what is to be done at an event. What a sub-agent does in a window of its own is not the main thread's. */
export async function runHook(call: HookCall): Promise<HookAnswer> {
  if (call.input.isOfSubAgent) return '';
  switch (call.verb) {
    case 'pre-compact':
      return preCompact(call);
    case 'session-start':
      return call.input.source === 'compact' ? sessionStart(call) : '';
    case 'post-compact':
      return postCompact(call);
  }
}

/** Everything is in the archive before the host takes anything out (DESIGN §3). */
async function preCompact({ host, input, withArchive }: HookCall): Promise<HookAnswer> {
  const path = transcriptOf(input);
  const source = readTranscript(path);
  const instructions = await withArchive(async (archive) => {
    const session = await readHostSession(source, basename(path), archive);
    await archiveSession(session, archive);
    return summarizerInstructions(session);
  });
  // Codex has no use for what is printed here.
  return host === 'claude-code' ? instructions : '';
}

/** The transcript may have grown since, and the archive may have failed then: it is archived again. */
async function sessionStart(call: HookCall): Promise<HookAnswer> {
  const path = transcriptOf(call.input);
  const source = readTranscript(path);
  const options = { hostTitle: TITLES[call.host], budget: call.budget };
  try {
    return await call.withArchive(async (archive) => {
      const session = await readHostSession(source, basename(path), archive);
      const note = putBack(session, archive, { ...options, isArchived: true });
      await archiveSession(session, archive, note);
      return additionalContext(note.text);
    });
  } catch (error) {
    if (!isArchiveFailure(error)) throw error;
    // What the user asked for is put back all the same; nothing claims to be in an archive.
    const archive = memory();
    const note = putBack(await readHostSession(source, basename(path), archive), archive, { ...options, isArchived: false });
    return additionalContext(note.text, failureInWords(call.verb, error));
  }
}

function additionalContext(text: string, systemMessage?: string): HookAnswer {
  return JSON.stringify({
    ...(systemMessage === undefined ? {} : { systemMessage }),
    hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: text },
  });
}

/** What the audit found is told, whether the archive can keep it or not. */
async function postCompact({ input, withArchive }: HookCall): Promise<HookAnswer> {
  const path = transcriptOf(input);
  if (input.compactSummary === undefined) return '';
  const audit = await auditSummary(readTranscript(path), basename(path), input.compactSummary);
  // Claude Code shows what is printed here as it is: a JSON answer would stand there in its braces.
  const words = auditInWords(audit, path);
  try {
    await withArchive((archive) =>
      archive.putSummary(audit.conversationId, hookAuditKey(audit.conversationId), JSON.stringify({ schemaVersion: 1, ...audit })),
    );
  } catch (error) {
    if (!isArchiveFailure(error)) throw error;
    return `${words}\nholdfast: the archive could not keep these numbers (${error.code}): ${error.what}.`;
  }
  return words;
}

/** Under which the archive keeps the numbers of a conversation's latest compaction. */
export function hookAuditKey(conversationId: string): string {
  return `hook-audit:${conversationId}`;
}

function transcriptOf({ transcriptPath }: HookInput): string {
  if (transcriptPath !== undefined) return transcriptPath;
  throw new ConfigError({ what: 'The event names no transcript', next: 'Sessions without a transcript can be put through `holdfast proxy`.' });
}

/** What goes to the host where ours failed: its work goes on. No content of a conversation is in it. */
export function failureInWords(verb: string, error: unknown): string {
  if (HoldfastError.is(error)) return `holdfast: the hook ${verb} did nothing (${error.code}): ${error.what}. ${error.next}`;
  return `holdfast: the hook ${verb} did nothing: a fault of holdfast itself. Run it by hand with HOLDFAST_DEBUG=1, and report it.`;
}
