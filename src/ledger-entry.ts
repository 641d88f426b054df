import type { LedgerEntry, LedgerSpan } from './archive/archive.ts';
import type { Conversation } from './core/conversation.ts';
import { labelOf } from './core/plan/label.ts';
import { shownHandle } from './core/plan/span-texts.ts';
import { readingText } from './core/reading.ts';
import type { Span } from './core/span.ts';
import type { Decision } from './decide.ts';
import { sha256 } from './hash.ts';
import { handleAt, type Prepared } from './prepare.ts';

/** The ledger's line of one compaction: what was done to each span, by which rule. */
export function ledgerEntry(prepared: Prepared, decision: Decision, output: string, rawHandles: readonly string[]): LedgerEntry {
  const { receipt, plan } = decision;
  return {
    schemaVersion: 1,
    compactionId: receipt.compactionId,
    conversationId: prepared.conversationId,
    ...(prepared.restored.parent ? { parentCompactionId: prepared.restored.parent.compactionId } : {}),
    format: prepared.parsed.format,
    outputFormat: prepared.outputFormat,
    inputHash: prepared.inputHash,
    targetTokens: prepared.targetTokens,
    options: decision.options,
    spans: ledgerSpans(prepared, decision),
    markerHandles: [...decision.groups.keys(), ...rawHandles],
    noteHashes: plan.notes.map((note) => sha256(note.text)),
    checkpoints: decision.checkpoints,
    tokensBefore: receipt.tokensBefore,
    tokensAfter: receipt.tokensAfter,
    outputHash: sha256(output),
    receipt: { ...receipt, spans: [] },
  };
}

function ledgerSpans(prepared: Prepared, decision: Decision): readonly LedgerSpan[] {
  const { spans } = prepared.restored.conversation;
  const joins = joinedParts(spans, decision);
  return prepared.classified.map((one): LedgerSpan => {
    const { span, rule, handleState } = one;
    const earlier = prepared.restored.gone.get(span.index);
    const action = decision.plan.actions[span.index] ?? 'keep';
    const joined = joins.get(span.index);
    const reason = decision.releases.get(span.id);
    return {
      id: span.id,
      turn: span.turn,
      kind: span.kind,
      provenance: span.provenance,
      class: rule.spanClass,
      rule: rule.id,
      handleState,
      ...(one.sourceHandle === undefined ? {} : { sourceHandle: shownHandle(one.sourceHandle) }),
      action,
      tokens: prepared.tokens[span.index] ?? 0,
      handle: handleAt(prepared, span.index),
      contentHash: earlier?.contentHash ?? sha256(readingText(span)),
      label: labelOf(span),
      ...(span.exchange ? { callMessage: Math.abs(span.exchange.callMessage) } : {}),
      ...(action === 'keep' && isHidden(span, prepared.restored.conversation) ? { isHidden: true } : {}),
      ...(earlier ? { leftEarlier: true } : {}),
      ...(span.isDemanded ? { isDemanded: true } : {}),
      ...(reason === undefined || action === 'keep' ? {} : { releaseReason: reason }),
      ...(joined === 'part' ? { isJoined: true } : joined === undefined ? {} : { joinedHash: joined }),
    };
  });
}

function isHidden(span: Span, conversation: Conversation): boolean {
  return span.pieces.some((piece) => conversation.messages[piece.message]?.isVisible === false);
}

/**
 * Kept texts of one block between which nothing stays stand as one text in the output: the first gets the hash of the
 * whole, the others are marked, so that the output can be recognized span by span. Between the words of the user and a
 * block of the harness or an attachment it is split again in the same way when it is read.
 */
function joinedParts(spans: readonly Span[], decision: Decision): ReadonlyMap<number, string> {
  const joins = new Map<number, string>();
  for (const run of joinedRuns(spans, decision)) {
    const [first, ...others] = run;
    const piece = first?.pieces[0];
    if (first === undefined || piece === undefined || others.length === 0) continue;
    const text = run.map((part) => part.text).join('');
    joins.set(first.index, sha256(readingText({ ...first, text, pieces: [{ ...piece, content: { type: 'text', text } }] })));
    for (const part of others) joins.set(part.index, 'part');
  }
  return joins;
}

function joinedRuns(spans: readonly Span[], decision: Decision): readonly (readonly Span[])[] {
  const runs: Span[][] = [];
  let previous: Span | undefined;
  for (const span of spans) {
    if (decision.plan.actions[span.index] !== 'keep') continue;
    if (previous !== undefined && isContinued(previous, span)) runs.at(-1)?.push(span);
    else runs.push([span]);
    previous = span;
  }
  return runs;
}

function isContinued(previous: Span, span: Span): boolean {
  const [before] = previous.pieces;
  const [piece] = span.pieces;
  if (before?.textRange === undefined || piece?.textRange === undefined) return false;
  const isOneBlock = before.message === piece.message && before.block === piece.block && before.raw === piece.raw;
  return isOneBlock && previous.kind === 'text' && span.kind === 'text' && piece.textRange.start >= before.textRange.end;
}
