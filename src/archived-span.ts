import type { ArchivedPiece, ArchivedSpan } from './archive/archive.ts';
import { contentText } from './core/content-text.ts';
import type { Conversation } from './core/conversation.ts';
import type { Exchange, Piece, PieceContent, Span, SpanId } from './core/span.ts';
import type { Format } from './formats/format.ts';

/** A span as the archive keeps it: its original characters and the structure that classification needs. */
export function toArchivedSpan(span: Span, conversation: Conversation): ArchivedSpan {
  const pieces: ArchivedPiece[] = span.pieces.map((piece) => ({
    role: conversation.messages[piece.message]?.role ?? 'user',
    raw: piece.raw,
    block: piece.block,
    ...(piece.textRange ? { textRange: piece.textRange } : {}),
  }));
  const exchange = span.exchange;
  return {
    format: conversation.format,
    kind: span.kind,
    provenance: span.provenance,
    pieces,
    ...(exchange
      ? {
          exchange: {
            callId: exchange.callId,
            toolName: exchange.toolName,
            isError: exchange.isError,
            isPending: exchange.isPending,
            workingDirectory: exchange.workingDirectory,
            isUserAnswer: exchange.isUserAnswer,
            exitCode: exchange.exitCode,
          },
        }
      : {}),
    injection: span.injection,
    endsTurn: span.endsTurn,
    isSourceHeld: span.isSourceHeld,
    modeKind: span.modeKind,
    isPinned: span.isPinned,
  };
}

/** The span again, from the archive alone; its place comes from the ledger. */
export function fromArchivedSpan(
  archived: ArchivedSpan,
  format: Format,
  place: {
    readonly index: number;
    readonly id: SpanId;
    readonly turn: number;
    readonly callMessage?: number | undefined;
    readonly isDemanded?: boolean | undefined;
  },
): Span {
  const pieces: Piece[] = archived.pieces.map((piece) => ({
    message: -1,
    raw: piece.raw,
    block: piece.block,
    ...(piece.textRange ? { textRange: piece.textRange } : {}),
    content: cutToRange(format.readPiece(piece.raw, piece.block), piece.textRange),
  }));
  const call = pieces.map((piece) => piece.content).find((content) => content.type === 'call');
  const result = pieces.map((piece) => piece.content).find((content) => content.type === 'result');
  const first = pieces[0]?.content;
  const exchange: Exchange | undefined = archived.exchange
    ? { ...archived.exchange, input: call?.input, resultText: result?.text ?? '', callMessage: place.callMessage ?? -1 }
    : undefined;
  return {
    id: place.id,
    index: place.index,
    turn: place.turn,
    kind: archived.kind,
    provenance: archived.provenance,
    text: exchange ? exchange.resultText : first === undefined ? '' : contentText(first),
    pieces,
    exchange,
    injection: archived.injection,
    endsTurn: archived.endsTurn,
    isDemanded: place.isDemanded,
    isSourceHeld: archived.isSourceHeld,
    modeKind: archived.modeKind,
    isPinned: archived.isPinned,
    mustLeave:
      exchange === undefined || exchange.isPending ? undefined : call === undefined ? 'orphan-result' : result === undefined ? 'orphan-call' : undefined,
  };
}

function cutToRange(content: PieceContent, range: Piece['textRange']): PieceContent {
  if (range === undefined || content.type !== 'text') return content;
  return { type: 'text', text: content.text.slice(range.start, range.end) };
}

/** The members of a shared tombstone's record; `undefined` for a span's own record. */
export function runOf(record: ArchivedSpan): readonly string[] | undefined {
  if (record.provenance !== 'holdfast' || record.kind !== 'note') return undefined;
  const value: unknown = JSON.parse(record.pieces[0]?.raw ?? '{}');
  const run = (value as { run?: unknown }).run;
  return Array.isArray(run) ? run.filter((handle) => typeof handle === 'string') : undefined;
}
