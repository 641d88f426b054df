import { z } from 'zod';
import { sha256 } from '../hash.ts';
import { ToolError } from './tool-error.ts';

const CURSOR_CHARACTERS = 512;
const ENVELOPE = z.strictObject({ v: z.literal(1), of: z.string(), at: z.unknown() });

/**
 * Where a next page begins, opaque to the client. All of it is in the cursor, so that it holds over a restart and for
 * any of several servers. It is bound to what was asked: with other arguments it says nothing.
 */
export class Cursors<Position> {
  private readonly of: string;
  private readonly position: z.ZodType<Position>;

  constructor(question: readonly unknown[], position: z.ZodType<Position>) {
    this.of = sha256(JSON.stringify(question)).slice(0, 12);
    this.position = position;
  }

  write(at: Position): string {
    return Buffer.from(JSON.stringify({ v: 1, of: this.of, at }), 'utf8').toString('base64url');
  }

  /** @throws ToolError where it is not one that `write` made for the same question. */
  read(cursor: string): Position {
    const envelope = ENVELOPE.safeParse(parsed(cursor));
    const at = this.position.safeParse(envelope.data?.at);
    if (envelope.data?.of === this.of && at.success) return at.data;
    throw new ToolError(
      'cursor-invalid',
      'The cursor is none of this question. Give that of the page before, letter for letter, with the same arguments, or leave it out to begin anew.',
    );
  }
}

function parsed(cursor: string): unknown {
  if (cursor.length > CURSOR_CHARACTERS) return undefined;
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
