import type { HostCompaction } from '../formats/host-compaction.ts';

/**
 * JSON strings without which a transcript records no compaction of the host. Each stands in its record with its quotes:
 * as somebody's words it would stand within another string, and its quotes would be escaped.
 */
const MARKS: Readonly<Record<HostCompaction['tool'], readonly string[]>> = {
  'claude-code': ['"compact_boundary"', '"isCompactSummary"', 'This session is being continued from a previous conversation'],
  codex: ['"compacted"'],
  pi: ['"compaction"'],
};

/** How JSON may write a letter or an underscore of a mark otherwise: no host does, but then nothing is proved. */
const ESCAPED_LETTERS = ['\\u002', '\\u004', '\\u005', '\\u006', '\\u007'];
const NEEDLES = [...Object.values(MARKS).flat(), ...ESCAPED_LETTERS].map((needle) => Buffer.from(needle));
/** Bytes of a longest mark but one: what a reader in pieces has to look at again. */
export const MARK_OVERLAP_BYTES = Math.max(...NEEDLES.map((needle) => needle.length)) - 1;

/** False where the bytes of a transcript prove that no host compacted it: then nothing has to be parsed. */
export function mayHoldCompaction(bytes: Buffer): boolean {
  return NEEDLES.some((needle) => bytes.includes(needle));
}
