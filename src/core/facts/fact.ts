import type { SpanId } from '../span.ts';
import type { TurnIndex } from '../turn.ts';

/** Structural kinds (DESIGN §5): what the extractor's table has a row for. What a user answered is authoritative, and so never in a region. */
export type FactKind =
  | 'error' // an error's type and message, as the tool wrote them
  | 'exit' // an exit code or status
  | 'outcome' // what a command ended with: passed, built, pushed, refused
  | 'count' // tests passed, files changed, warnings
  | 'path' // a file written, moved or deleted
  | 'identifier' // a ticket, a request, a commit, a name in an error
  | 'hash'
  | 'url'
  | 'port'
  | 'version'
  | 'quantity' // a number with its unit
  | 'state' // done, blocked, pending, with its qualifier
  | 'correction'; // a statement that reverses an earlier one

/** Something in the source that a gate can look for verbatim. */
export interface Fact {
  readonly kind: FactKind;
  /** The exact characters that must appear in a text that keeps it. One line, at most `LIMITS.ANCHOR_CHARACTERS`. */
  readonly anchor: string;
  /** The whole line of the source that holds it, trimmed and bounded: what says it best. */
  readonly line: string;
  readonly spanId: SpanId;
  readonly turn: TurnIndex;
  /** Index into the region's sources. */
  readonly source: number;
  /** UTF-16 offset of the anchor in its source's text. */
  readonly offset: number;
  /** F9: last outcomes, terminal errors, corrections, final outputs: kept whatever the floor. */
  readonly isRequired: boolean;
}

/** What the extractor reads of one span: already redacted, never authoritative. */
export interface FactSource {
  readonly spanId: SpanId;
  readonly turn: TurnIndex;
  /** `thinking` and `narration` are the assistant's, `output` is a tool's. What was read of files is in no region, but for failures. */
  readonly origin: 'thinking' | 'narration' | 'output';
  /** The call in one line, where it is an exchange: `bash npm test`. Two calls of one chain have the same first words. */
  readonly call?: string | undefined;
  /** The tool's name, and its input as a value. */
  readonly toolName?: string | undefined;
  readonly input?: unknown;
  /** What was read: an exchange's result, a text. */
  readonly text: string;
  readonly hasFailed: boolean;
  readonly exitCode?: number | undefined;
  /** A file that the exchange wrote, moved or deleted. */
  readonly writtenPaths: readonly string[];
}
