import type { SegmentOutcome } from '../checkpoint/checkpoint.ts';
import { FormatError } from '../errors/format-error.ts';
import { LIMITS } from '../limits.ts';

/**
 * F12, E11: what stands for a segment, as `[COVERED:t<a>-t<b>:tokens=<n>:source=<handle>]` before its text, and
 * `[EXTERNALIZED:…]` or `[UNCOVERED:…]` where there is none. Without a source it cannot be made.
 */
export interface SegmentMarker {
  readonly outcome: SegmentOutcome;
  readonly startTurn: number;
  /** Inclusive. */
  readonly endTurn: number;
  /** Source tokens. */
  readonly tokens: number;
  /** Archive handle of the source. */
  readonly handle: string;
}

const WORDS = { covered: 'COVERED', externalized: 'EXTERNALIZED', uncovered: 'UNCOVERED' } as const;
const GRAMMAR = /^\[(COVERED|EXTERNALIZED|UNCOVERED):t(0|[1-9]\d{0,8})-t(0|[1-9]\d{0,8}):tokens=(0|[1-9]\d{0,11}):source=([A-Za-z0-9_.~-]{1,300})\]$/;

/** @throws FormatError where a field cannot be written: the marker that cannot be parsed back is never made. */
export function formatSegmentMarker(marker: SegmentMarker): string {
  const { outcome, startTurn, endTurn, tokens, handle } = marker;
  const text = `[${WORDS[outcome]}:t${startTurn}-t${endTurn}:tokens=${tokens}:source=${handle}]`;
  if (GRAMMAR.test(text) && endTurn >= startTurn && text.length <= LIMITS.MARKER_CHARACTERS) return text;
  throw new FormatError({
    code: 'marker-malformed',
    what: `A segment marker with the fields ${JSON.stringify(marker)} cannot be written`,
    next: 'Use turns in order, whole numbers, and the archive handle of the source.',
  });
}

/** `undefined` where `text` is not exactly one segment marker. Being one proves nothing: it counts only if the ledger has it. */
export function parseSegmentMarker(text: string): SegmentMarker | undefined {
  const [, word, start, end, tokens, handle] = (text.length <= LIMITS.MARKER_CHARACTERS && GRAMMAR.exec(text)) || [];
  const outcome = (Object.keys(WORDS) as SegmentOutcome[]).find((name) => WORDS[name] === word);
  if (outcome === undefined || handle === undefined || Number(end) < Number(start)) return undefined;
  return { outcome, startTurn: Number(start), endTurn: Number(end), tokens: Number(tokens), handle };
}
