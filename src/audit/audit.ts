import type { Conversation, FormatName } from '../core/conversation.ts';
import type { TokenCounter } from '../core/token-count.ts';
import { parseSource } from '../formats/index.ts';
import { loadShellParser } from '../shell/parse-shell.ts';
import { loadO200k } from '../tokens/o200k-counter.ts';
import { type AuditOptions as AuditEngineOptions, auditConversation } from './audit-conversation.ts';
import type { SessionAudit } from './report.ts';

export interface AuditOptions {
  /** The transcript's format; detected where it is not given. */
  readonly format?: FormatName | undefined;
  /** For detection: the name of the file. */
  readonly fileName?: string | undefined;
  /** Broken lines are errors. */
  readonly isStrict?: boolean | undefined;
  /** o200k where none is given. */
  readonly counter?: TokenCounter | undefined;
}

/**
 * What each compaction that a host recorded in a transcript lost: what became of every authoritative statement, what
 * was invented, how the source is covered, what followed and what it cost. Reads nothing but the text, writes nothing.
 *
 * @throws FormatError where the text is of no known format or not valid in it.
 * @example
 * const { compactions } = await audit(readFileSync('session.jsonl', 'utf8'));
 * compactions[0]?.losses // [{ fate: 'lost', kind: 'constraint', turn: 3, text: 'Do not modify anything under /etc/prod/', … }]
 */
export async function audit(transcript: string, options: AuditOptions = {}): Promise<SessionAudit> {
  return auditConversation(parseForAudit(transcript, options), await loadAuditTools(options.counter));
}

/** A call that was cut off by the compaction, or a result without one, is no reason to look at nothing. */
export function parseForAudit(transcript: string, options: Pick<AuditOptions, 'format' | 'fileName' | 'isStrict'>): Conversation {
  return parseSource(transcript, { ...options, onInvalid: 'repair' });
}

/** Loaded once for any number of transcripts. */
export async function loadAuditTools(counter?: TokenCounter): Promise<AuditEngineOptions> {
  return { parseShell: await loadShellParser(), counter: counter ?? (await loadO200k()) };
}
