import { hash } from 'node:crypto';
import type { ArchivedPiece, ArchivedSpan } from './archive.ts';

/** A span taken apart for storing: its structure as canonical JSON, and its raws, which are stored once for all spans. */
export interface SplitSpan {
  readonly record: string;
  readonly raws: readonly string[];
}

type Structure<Type> = Readonly<Record<keyof Type, unknown>>;

/**
 * The record is what `canonicalJson` gives (the test's oracle), by writing the fields in their sorted order: this takes
 * a third of the time. A field that is new to the type must be entered here, or it does not compile.
 */
export function splitSpan(span: ArchivedSpan): SplitSpan {
  const { exchange, injection } = span;
  const structure: Structure<ArchivedSpan> = {
    endsTurn: span.endsTurn,
    exchange: exchange && orderedExchange(exchange),
    format: span.format,
    injection: injection && ({ kind: injection.kind, path: injection.path } satisfies Structure<typeof injection>),
    isPinned: span.isPinned,
    isSourceHeld: span.isSourceHeld,
    kind: span.kind,
    modeKind: span.modeKind,
    pieces: span.pieces.map(orderedPiece),
    provenance: span.provenance,
  };
  return { record: JSON.stringify(structure), raws: span.pieces.map((piece) => piece.raw) };
}

function orderedExchange(exchange: NonNullable<ArchivedSpan['exchange']>): Structure<typeof exchange> {
  return {
    callId: exchange.callId,
    exitCode: exchange.exitCode,
    isError: exchange.isError,
    isPending: exchange.isPending,
    isUserAnswer: exchange.isUserAnswer,
    toolName: exchange.toolName,
    workingDirectory: exchange.workingDirectory,
  };
}

function orderedPiece({ block, role, textRange }: ArchivedPiece): Structure<Omit<ArchivedPiece, 'raw'>> {
  return { block, role, textRange: textRange && { end: textRange.end, start: textRange.start } };
}

/** The span again. `undefined` where record and raws do not belong together: the archive is damaged. */
export function joinSpan(record: string, raws: readonly string[]): ArchivedSpan | undefined {
  let structure: Omit<ArchivedSpan, 'pieces'> & { readonly pieces: readonly Omit<ArchivedPiece, 'raw'>[] };
  try {
    structure = JSON.parse(record);
  } catch {
    return undefined;
  }
  if (typeof structure !== 'object' || structure === null || !Array.isArray(structure.pieces)) return undefined;
  if (structure.pieces.length !== raws.length) return undefined;
  return { ...structure, pieces: structure.pieces.map((piece, index) => ({ ...piece, raw: raws[index] ?? '' })) };
}

/** SHA-256 (hex) over a raw's encoding and its bytes: two raws that differ only in lone surrogates differ here too. */
export function rawHash(raw: string): string {
  if (raw.isWellFormed()) return hash('sha256', `utf8\n${raw}`, 'hex');
  return hash('sha256', Buffer.from(`utf16le\n${raw}`, 'utf16le'), 'hex');
}
