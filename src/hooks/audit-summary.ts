import { loadAuditTools, parseForAudit } from '../audit/audit.ts';
import { auditConversation } from '../audit/audit-conversation.ts';
import type { CompactionAudit, Fate } from '../audit/report.ts';
import type { Conversation } from '../core/conversation.ts';
import { FormatError } from '../core/errors/format-error.ts';
import { conversationIdOf } from '../prepare.ts';
import { freshCompaction } from './host-session.ts';

/** What one compaction lost, in numbers. */
export interface SummaryAudit {
  readonly conversationId: string;
  /** Of all statements that stood only in the conversation, small talk apart. */
  readonly statements: Readonly<Record<Fate, number>>;
  /** Of those that were lost or changed: rules of the user's. */
  readonly constraintCount: number;
  readonly inventedCount: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}

/** Holds the summary of the compaction that runs against the transcript, whether the transcript has it yet or not. */
export async function auditSummary(source: string, fileName: string, summary: string): Promise<SummaryAudit> {
  const asItIs = parseForAudit(source, { fileName });
  const conversation = freshCompaction(asItIs) === undefined ? withSummary(asItIs, source, summary) : asItIs;
  const audit = auditConversation(conversation, await loadAuditTools()).compactions.at(-1);
  if (audit === undefined) throw new Error('the transcript ends with a compaction');
  return inNumbers(conversationIdOf(asItIs), audit);
}

function inNumbers(conversationId: string, audit: CompactionAudit): SummaryAudit {
  const { talk: _, ...told } = audit.fates;
  const statements = { kept: 0, restated: 0, drifted: 0, lost: 0 };
  for (const fates of Object.values(told)) for (const fate of Object.keys(statements) as Fate[]) statements[fate] += fates[fate];
  return {
    conversationId,
    statements,
    constraintCount: audit.losses.filter(({ kind }) => kind === 'constraint').length,
    inventedCount: audit.invented.length,
    tokensBefore: audit.tokensBefore,
    tokensAfter: audit.tokensAfter,
  };
}

/** The transcript as Claude Code will go on with it (formats.md 7.1, rule 5). */
function withSummary(conversation: Conversation, source: string, summary: string): Conversation {
  if (conversation.format !== 'claude-code') {
    throw new FormatError({
      code: 'format-invalid',
      what: `A ${conversation.recognizedAs} does not hold the compaction that runs`,
      next: 'Audit it afterwards, with `holdfast audit FILE`.',
    });
  }
  const last = source.trimEnd().slice(source.trimEnd().lastIndexOf('\n') + 1);
  // A line that is no record is none of the conversation either.
  const { uuid, timestamp, cwd, version } = (JSON.parse(last) ?? {}) as Readonly<Record<string, unknown>>;
  const common = { isSidechain: false, userType: 'external', cwd, sessionId: conversation.sessionId, version, timestamp };
  const boundary = {
    ...common,
    ...{ type: 'system', subtype: 'compact_boundary', parentUuid: null, logicalParentUuid: uuid, uuid: BOUNDARY, content: 'Conversation compacted' },
    compactMetadata: { trigger: 'auto' },
  };
  const record = {
    ...common,
    ...{ type: 'user', parentUuid: BOUNDARY, uuid: `${BOUNDARY}-summary`, isCompactSummary: true, isVisibleInTranscriptOnly: true },
    message: { role: 'user', content: summary },
  };
  const lead = source.endsWith('\n') ? source : `${source}\n`;
  return parseForAudit(`${lead}${JSON.stringify(boundary)}\n${JSON.stringify(record)}\n`, { format: 'claude-code' });
}

/** No record of a host has it. */
const BOUNDARY = 'holdfast-boundary';

/** One line for people: the numbers, and where to read more. */
export function auditInWords({ statements, constraintCount }: SummaryAudit, path: string): string {
  const total = statements.kept + statements.restated + statements.drifted + statements.lost;
  if (statements.lost + statements.drifted === 0) return `holdfast: of ${total} statements that only this conversation held, the summary lost none.`;
  const rules = constraintCount === 0 ? '' : ` (${constraintCount} ${constraintCount === 1 ? 'is a rule' : 'are rules'} of yours)`;
  const counts = `lost ${statements.lost} and changed ${statements.drifted}${rules}`;
  return `holdfast: of ${total} statements that only this conversation held, the summary ${counts}. See them with: holdfast audit ${shellWord(path)}`;
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
