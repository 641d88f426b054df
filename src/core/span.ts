import type { Provenance } from './provenance.ts';
import type { TurnIndex } from './turn.ts';

declare const spanIdBrand: unique symbol;
/**
 * `t<turn>.<n>`: the n-th span of its turn; `t<turn>.<n>.<s>`: the s-th sentence of that, where a text was cut into
 * sentences (E8a). Stays for life, through any number of compactions.
 */
export type SpanId = string & { readonly [spanIdBrand]: true };

/** What a span is by structure. Written in tombstones, so only `[a-z_]`. */
export type SpanKind =
  | 'system' // a system or developer message or block
  | 'tools' // the tool definitions
  | 'text' // one text block of the user or the assistant
  | 'thinking'
  | 'exchange' // one tool call and its result
  | 'attachment' // an image, a document, a large fenced or tagged block in a user turn
  | 'injected' // a block that the harness put into the conversation
  | 'mode' // a mode or permission state that the harness set
  | 'summary' // a summary that another tool wrote
  | 'note' // a note of holdfast, recognized by the ledger
  | 'unknown'; // a record or block of a type that the format does not know: kept whole

/**
 * One contiguous piece of the source, exactly as it stood, and what a model reads of it. A span has one piece, or
 * several where it is spread (an exchange: its call and its result).
 */
export interface Piece {
  /** Index into `Conversation.messages`. */
  readonly message: number;
  /** The exact characters of the source that hold it: a JSON value of a wire format, a whole line of a transcript. */
  readonly raw: string;
  /** Which block of `raw` it is, where `raw` holds several (a transcript's line). */
  readonly block: number;
  /** Where the span is only a part of the block's text: half-open offsets in UTF-16 units of the decoded text. */
  readonly textRange?: { readonly start: number; readonly end: number } | undefined;
  /** With `textRange`, the text of that part only. */
  readonly content: PieceContent;
}

export type PieceContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string; readonly signature?: string | undefined; readonly redacted?: boolean }
  | {
      readonly type: 'call';
      readonly callId: string;
      readonly name: string;
      /** The arguments as a value; the raw string where they are not valid JSON. */
      readonly input: unknown;
      /** The arguments' exact characters where the wire carries a string (Chat Completions). */
      readonly inputText?: string | undefined;
      /** Set where the call is plain assistant text (SWE-agent without function calling): the whole text. */
      readonly asText?: string | undefined;
    }
  | {
      readonly type: 'result';
      readonly callId: string;
      /** All text of the result, joined by newlines. */
      readonly text: string;
      readonly isError: boolean;
      /** Images and documents in the result. */
      readonly media?: readonly Media[] | undefined;
      /** Set where the result is plain user text (SWE-agent without function calling). */
      readonly asText?: boolean | undefined;
    }
  | { readonly type: 'media'; readonly media: Media }
  | { readonly type: 'opaque'; readonly value: unknown };

export interface Media {
  /** MIME type, `application/octet-stream` where unknown. */
  readonly mediaType: string;
  /** Base64, where the bytes are inline. */
  readonly base64?: string | undefined;
  readonly url?: string | undefined;
  /** The block as the source format had it: rendered as it is in its own format. */
  readonly value: unknown;
}

/** What a tool exchange says about itself, structure only. */
export interface Exchange {
  readonly callId: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly resultText: string;
  readonly isError: boolean;
  /** No result yet. */
  readonly isPending: boolean;
  /** Index of the message that holds the call: parallel calls share it. */
  readonly callMessage: number;
  /** The directory in which it ran, where the transcript says so. */
  readonly workingDirectory?: string | undefined;
  /** The user refused it, or answered it (a permission prompt, a question): authoritative. */
  readonly isUserAnswer?: boolean | undefined;
  /** The format's own exit code or status, where it records one. */
  readonly exitCode?: number | undefined;
}

/** What marks a block that the harness put there. */
export interface Injection {
  /** Its kind, so that the latest of a kind can be told from older ones: `system-reminder`, `hook-output`, `command-echo`, … */
  readonly kind: string;
  /** The file, where the block is the inclusion of one (`@file`). */
  readonly path?: string | undefined;
}

/** The smallest unit that is kept, evicted or summarized. Frozen. */
export interface Span {
  readonly id: SpanId;
  /** Position in `Conversation.spans`, from 0, in the order of their first pieces. */
  readonly index: number;
  /** From 1; 0 for the system prompt and tool definitions before the first message. */
  readonly turn: TurnIndex;
  readonly kind: SpanKind;
  readonly provenance: Provenance;
  /** What the model reads of it: a block's text; an exchange's result; empty for media. */
  readonly text: string;
  readonly pieces: readonly Piece[];
  readonly exchange?: Exchange | undefined;
  readonly injection?: Injection | undefined;
  /** Assistant text that ends its turn: what the user read and relied on. */
  readonly endsTurn?: boolean | undefined;
  /** Thinking that the wire format demands back (an open tool turn). */
  readonly isDemanded?: boolean | undefined;
  /** A summary of another tool: whether the transcript still holds its source. */
  readonly isSourceHeld?: boolean | undefined;
  /** The kind of a `mode` span: `plan-mode`, `sandbox`, … */
  readonly modeKind?: string | undefined;
  /** Invalid on a wire (an orphan): it cannot stay in a wire output, so it is evicted with a tombstone (C01). */
  readonly mustLeave?: 'orphan-call' | 'orphan-result' | undefined;
  /** The host or caller said so: never taken (E8a), a `constraint`. */
  readonly isPinned?: boolean | undefined;
}
