import { type ErrorCode, HoldfastError } from '../core/errors/holdfast-error.ts';

/** Why a tool has no answer, beside the codes of `ERROR_CODES`. */
export type ToolErrorCode =
  | 'arguments-invalid'
  | 'cursor-invalid'
  | 'offset-invalid'
  | 'turns-unknown'
  | 'conversation-unknown'
  | 'conversation-unnamed'
  | 'file-refused'
  | 'session-unknown';

/** What a tool tells the model in place of an answer: nothing of a conversation, and no path of the user's machine. */
export class ToolError extends Error {
  readonly code: ToolErrorCode | ErrorCode;

  /** `message` says what is wrong, and what to do next. */
  constructor(code: ToolErrorCode | ErrorCode, message: string) {
    super(message);
    this.name = 'ToolError';
    this.code = code;
  }
}

export interface ToolErrorReport {
  readonly code: string;
  readonly message: string;
}

/** Of a fault of holdfast itself, only that there was one is told: its message may hold a path or a text. */
export function reportOf(error: unknown): ToolErrorReport {
  if (error instanceof ToolError) return { code: error.code, message: error.message };
  if (HoldfastError.is(error)) return { code: error.code, message: `${error.what}. ${error.next}` };
  return { code: 'fault', message: 'A fault of holdfast itself. Go on without this answer; the conversation and the archive are as they were.' };
}
