import { FormatError } from '../errors/format-error.ts';
import { LIMITS } from '../limits.ts';

/**
 * E10: what stands in the place of what was evicted, as
 * `[EVICTED:<kind>@t<turn>:recover=<NO|handle>]`, with optional `:n=`, `:tokens=` and `:why=` before the bracket.
 */
export interface Tombstone {
  readonly kind: string;
  readonly startTurn: number;
  /** Inclusive; equal to `startTurn` for one turn. */
  readonly endTurn: number;
  /** `null` is written as `NO`. */
  readonly handle: string | null;
  /** How many spans share it, where more than one. */
  readonly spanCount?: number | undefined;
  readonly tokens?: number | undefined;
  /** The rule that classed the span. */
  readonly why?: string | undefined;
}

const GRAMMAR =
  /^\[EVICTED:([a-z][a-z_]{0,39})@t(0|[1-9]\d{0,8})(?:-t([1-9]\d{0,8}))?:recover=([A-Za-z0-9_.~%-]{1,300})(?::n=([1-9]\d{0,8}))?(?::tokens=(0|[1-9]\d{0,11}))?(?::why=([a-z][a-z0-9-]{0,59}))?\]$/;

/** Characters of a handle that stand as they are; all others are percent-encoded, so that no handle can close the bracket. */
const UNSAFE = /[^A-Za-z0-9_.~-]/gu;

/** Throws where a field cannot be written: the marker that cannot be parsed back is never made. */
export function formatTombstone(tombstone: Tombstone): string {
  const range = tombstone.endTurn === tombstone.startTurn ? `t${tombstone.startTurn}` : `t${tombstone.startTurn}-t${tombstone.endTurn}`;
  const recover = tombstone.handle === null ? 'NO' : encodeHandle(tombstone.handle);
  const parts = [
    `[EVICTED:${tombstone.kind}@${range}:recover=${recover}`,
    tombstone.spanCount === undefined ? '' : `:n=${tombstone.spanCount}`,
    tombstone.tokens === undefined ? '' : `:tokens=${tombstone.tokens}`,
    tombstone.why === undefined ? '' : `:why=${tombstone.why}`,
    ']',
  ];
  const text = parts.join('');
  if (!GRAMMAR.test(text) || text.length > LIMITS.MARKER_CHARACTERS || tombstone.handle === 'NO') {
    throw new FormatError({
      code: 'marker-malformed',
      what: `A tombstone with the fields ${JSON.stringify(tombstone)} cannot be written`,
      next: 'Use a kind of [a-z_], turns in order, whole numbers, and a handle below 300 characters.',
    });
  }
  return text;
}

/** `undefined` where `text` is not exactly one tombstone. Being one proves nothing: a marker counts only if the ledger has it. */
export function parseTombstone(text: string): Tombstone | undefined {
  if (text.length > LIMITS.MARKER_CHARACTERS) return undefined;
  const match = GRAMMAR.exec(text);
  if (!match) return undefined;
  const [, kind, start, end, recover, count, tokens, why] = match;
  if (kind === undefined || start === undefined || recover === undefined) return undefined;
  const handle = recover === 'NO' ? null : decodeHandle(recover);
  const endTurn = Number(end ?? start);
  if (handle === undefined || endTurn < Number(start) || (end !== undefined && end === start)) return undefined;
  return {
    kind,
    startTurn: Number(start),
    endTurn,
    handle,
    ...(count === undefined ? {} : { spanCount: Number(count) }),
    ...(tokens === undefined ? {} : { tokens: Number(tokens) }),
    ...(why === undefined ? {} : { why }),
  };
}

function encodeHandle(handle: string): string {
  return handle
    .toWellFormed()
    .replace(UNSAFE, (character) => encodeURIComponent(character).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`));
}

function decodeHandle(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined; // a broken escape is not a handle of ours
  }
}
