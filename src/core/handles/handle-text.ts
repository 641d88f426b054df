import { LIMITS } from '../limits.ts';
import { neutralize } from '../markers/neutralize.ts';
import { redact } from '../redact/redact.ts';

/** Characters of a hash in a handle. */
const HASH_CHARACTERS = 12;
const UNSAFE = /[[\]\s]/g;

/** SHA-256 of a text, hex. */
export type Hash = (text: string) => string;

/**
 * A target and the hash of what was had from it, as one line without brackets: `src/a.ts#10-40@9f86d081884c`. Brackets, and
 * blanks where `isBlankAllowed` is false, are written as in URLs. The hash of a target that had to be cut is of all of it,
 * too, so that two such handles are not the same by chance. Without secrets (P26): what held one names nothing that an
 * agent could use.
 */
export function handleText(target: string, contentHash: string, isBlankAllowed: boolean, hash: Hash): string {
  const shown = withoutSecrets(target, isBlankAllowed);
  const room = LIMITS.HANDLE_CHARACTERS - HASH_CHARACTERS - 1;
  const safe = neutralize(
    shown.replace(UNSAFE, (sign) => escapeSign(sign, isBlankAllowed)),
    shown.length * 3 + 8,
  );
  const end = safe.length <= room ? contentHash : hash(`${shown}\u0000${contentHash}`);
  return `${cutMiddle(safe, room)}@${end.slice(0, HASH_CHARACTERS)}`;
}

/**
 * White space that falls together may join a name and its secret, so the target is looked at as one line, too. A path
 * keeps its white space as it is, where that hides none: `a  b` and `a b` are two files.
 */
function withoutSecrets(target: string, isBlankAllowed: boolean): string {
  const redacted = redact(target);
  const line = neutralize(redacted, redacted.length * 2 + 8);
  const shown = redact(line);
  return isBlankAllowed || shown !== line ? shown : redacted;
}

function escapeSign(sign: string, isBlankAllowed: boolean): string {
  if (sign === '[') return '%5B';
  if (sign === ']') return '%5D';
  return isBlankAllowed ? ' ' : '%20';
}

function cutMiddle(text: string, room: number): string {
  if (text.length <= room) return text;
  const half = Math.floor((room - 1) / 2);
  return `${text.slice(0, half)}…${text.slice(text.length - half)}`.replace(/[\uD800-\uDBFF]?…[\uDC00-\uDFFF]?/g, '…');
}
