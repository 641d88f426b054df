import type { Archive } from '../archive/archive.ts';
import { archiveSource } from '../compact.ts';
import type { Action } from '../core/classify/span-class.ts';
import type { Receipt } from '../core/receipt.ts';
import type { Decision } from '../decide.ts';
import { base32Digest } from '../hash.ts';
import { ledgerEntry } from '../ledger-entry.ts';
import type { Prepared } from '../prepare.ts';
import type { HostSession } from './host-session.ts';
import { leavingActions } from './leaving-actions.ts';
import type { PutBack } from './put-back.ts';

/** What a compaction of a host's is in the ledger: so that its spans are found by turn, and stay when garbage is collected. */
type HostRecord = Pick<PutBack, 'compactionId' | 'text' | 'actions' | 'groups'>;

/** Archives every span of the session, kept ones too, and then says so in the ledger (DESIGN §3). The same session again changes nothing. */
export async function archiveSession(session: HostSession, archive: Archive, record: HostRecord = nothingPutBack(session)): Promise<void> {
  const { prepared } = session;
  const decision = decisionOf(prepared, record);
  const rawHandles = await archiveSource(prepared, decision, archive);
  await archive.appendLedger(ledgerEntry(prepared, decision, record.text, rawHandles));
}

/** Before the compaction nothing is put back yet. */
function nothingPutBack({ prepared, stands }: HostSession): HostRecord {
  const compactionId = `c_${base32Digest(JSON.stringify([prepared.conversationId, prepared.inputHash]), 16)}`;
  return { compactionId, text: '', actions: leavingActions(prepared.classified, stands), groups: new Map() };
}

function decisionOf(prepared: Prepared, { compactionId, actions, groups }: HostRecord): Decision {
  const tokensAfter = sumKept(prepared, actions);
  return {
    status: 'compacted',
    // The transcript keeps what left, so nothing may be restored from the note: the ledger does not know it as one.
    plan: { actions, notes: [], noteTokens: 0, tokensAfter, events: [] },
    checkpoints: [],
    receipt: receiptOf(prepared, compactionId, tokensAfter),
    releases: new Map(),
    groups,
    options: { recall: prepared.recall, tokenizer: prepared.counter.name },
  };
}

function sumKept(prepared: Prepared, actions: readonly Action[]): number {
  return prepared.tokens.reduce((sum, tokens, index) => sum + (actions[index] === 'keep' ? tokens : 0), 0);
}

/** Of a compaction that was not ours: the host's strategy is neither of ours, and takes whatever is old. */
function receiptOf(prepared: Prepared, compactionId: string, tokensAfter: number): Receipt {
  return {
    schemaVersion: 1,
    status: 'compacted',
    compactionId,
    conversationId: prepared.conversationId,
    format: prepared.parsed.format,
    outputFormat: prepared.outputFormat,
    recognizedAs: prepared.parsed.recognizedAs,
    tokenizer: prepared.counter.name,
    tokensBefore: prepared.tokensBefore,
    liveTokens: prepared.liveTokens,
    tokensAfter,
    targetTokens: prepared.targetTokens,
    fixedTokens: 0,
    noteTokens: 0,
    strategy: 'truncate',
    overflow: 'tombstone',
    recall: prepared.recall,
    spans: [],
    checkpoints: [],
    cache: { unchangedPrefixTokens: 0, invalidatedTokens: tokensAfter },
    events: [{ name: 'host-compacted', message: 'a compaction of the host: everything was archived before it' }],
    warnings: prepared.restored.conversation.warnings,
  };
}
