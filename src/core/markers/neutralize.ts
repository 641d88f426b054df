import { LIMITS } from '../limits.ts';

/** Openings of our own markers; in foreign text that we repeat their first character is replaced (DESIGN §10). */
const MARKER_OPENING = /\[(?=\s*(?:EVICTED|COVERED|EXTERNALIZED|UNCOVERED|DROPPED)\b)|<(?=\s*\/?\s*holdfast\b)/gi;
/** Control and format characters, line separators included: a label is one line and shows what it holds. */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu;

/**
 * Foreign text made fit to be repeated inside a note: one line, no control characters, no marker of ours, well-formed,
 * at most `limit` UTF-16 units and never cut between surrogate halves. Linear: it looks at no more than it may keep.
 */
export function neutralize(text: string, limit: number = LIMITS.LABEL_CHARACTERS): string {
  const head = text.slice(0, limit * 4).toWellFormed();
  const line = head.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim();
  const safe = line.replace(MARKER_OPENING, (opening) => (opening === '[' ? '(' : '‹'));
  if (safe.length <= limit && text.length <= limit * 4) return safe;
  return `${cutWellFormed(safe, limit - 1)}…`;
}

/** The longest prefix of at most `length` units that does not end in half a surrogate pair (C18). */
export function cutWellFormed(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
