import { hash } from 'node:crypto';
import type { ArchivedPiece, ArchivedSpan } from './archive.ts';
import { canonicalJson } from './canonical-json.ts';

/** A span taken apart for storing: its structure as canonical JSON, and its raws, which are stored once for all spans. */
export interface SplitSpan {
  readonly record: string;
  readonly raws: readonly string[];
}

export function splitSpan(span: ArchivedSpan): SplitSpan {
  const pieces = span.pieces.map(({ raw: _, ...piece }) => piece);
  return { record: canonicalJson({ ...span, pieces }), raws: span.pieces.map((piece) => piece.raw) };
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
