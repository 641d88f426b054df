import type { Piece, Span } from './span.ts';

export const FORMAT_NAMES = ['anthropic', 'openai', 'openai-responses', 'pi', 'claude-code', 'codex', 'swe-agent'] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

/** A message as the model sees it, whatever the wire: the common ground of all formats. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  /** In wire order. */
  readonly pieces: readonly MessagePiece[];
  /** False for what the harness no longer sends: what stands before another tool's compaction. */
  readonly isVisible: boolean;
}

export interface MessagePiece {
  readonly spanIndex: number;
  readonly piece: Piece;
}

/** Something in the input that was not as it should be, and what was done about it. Goes into the receipt. */
export interface Warning {
  /** Stable: `line-broken`, `text-ill-formed`, `record-unknown`, `note-unrecognized`, `call-unanswered`, … */
  readonly code: string;
  readonly message: string;
  readonly line?: number | undefined;
  readonly byteOffset?: number | undefined;
  readonly path?: string | undefined;
}

/** A tool that the model can call, as far as the input tells. */
export interface ToolDefinition {
  readonly name: string;
  /** MCP annotations, where the definition carries them. */
  readonly readOnlyHint?: boolean | undefined;
  readonly idempotentHint?: boolean | undefined;
}

/** A parsed conversation. Frozen; `document` is private to its format. */
export interface Conversation {
  readonly format: FormatName;
  readonly spans: readonly Span[];
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  /** What the input is, in words, with the evidence: "a pi session, version 1 (line 1 has type session and cwd)". */
  readonly recognizedAs: string;
  readonly warnings: readonly Warning[];
  /** Raw lines or bytes that are not in any span and that the output will not hold: archived as they are. */
  readonly brokenRaws: readonly string[];
  /** The harness's own name of the conversation, where it has one (a session id). */
  readonly sessionId?: string | undefined;
  /** The directory of the session, for relative paths in handles. */
  readonly workingDirectory?: string | undefined;
  /** Raw source had lone surrogates, which the output must not repeat (C18). */
  readonly isIllFormed: boolean;
  /** The format's own bookkeeping for rendering. */
  readonly document: unknown;
}

/** Where a note goes: before message `boundary` (an index into `messages`; its length = at the end). */
export interface PlacedNote {
  readonly boundary: number;
  readonly text: string;
}

/** What a format renders: the spans that stay, and the notes. */
export interface Edit {
  /** By span index. */
  readonly keeps: (spanIndex: number) => boolean;
  /** Ascending by boundary; at most one a boundary. */
  readonly notes: readonly PlacedNote[];
  /** Drives ids that a transcript's records need: deterministic, from the compaction. */
  readonly compactionId: string;
}
