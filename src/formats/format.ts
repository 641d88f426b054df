import type { ToolTable } from '../core/classify/tools/tool-rule.ts';
import type { Conversation, Edit, FormatName } from '../core/conversation.ts';
import type { PieceContent } from '../core/span.ts';

export interface ParseOptions {
  /** Broken lines and blocks are errors instead of warnings. */
  readonly isStrict?: boolean | undefined;
  /** `reject`: a call without a result that is not the last, or the reverse, is a `FormatError` (default). `repair`: closed, with a warning. */
  readonly onInvalid?: 'reject' | 'repair' | undefined;
  /** A fenced or tagged block in a user turn above this is an attachment. Tokens are estimated as characters ÷ 4 here. */
  readonly attachmentTokens?: number | undefined;
}

/** A wire or transcript format. One folder each with the same files: parse, render, validate, tools, index. */
export interface Format {
  readonly name: FormatName;
  /** For people: "Anthropic Messages". */
  readonly title: string;
  /** A wire format renders messages of any conversation (`--to`). */
  readonly isWire: boolean;
  readonly tools: ToolTable;
  /** Pure. Throws `FormatError`. `source` is the whole text, without a BOM. */
  parse(source: string, options?: ParseOptions): Conversation;
  /** The content of one block, from its raw text alone: for recall and verification. The inverse of what `parse` put into `Piece.content`. */
  readPiece(raw: string, block: number): PieceContent;
  /** Source text of the edited conversation, in this format. For a wire format: of a conversation in any format. */
  render(conversation: Conversation, edit: Edit): string;
  /** Throws `FormatError` unless `source` is valid on this format's wire. */
  validate(source: string): void;
}
