import { z } from 'zod';
import type { TurnIndex } from '../core/turn.ts';

export interface TurnRange {
  readonly start: TurnIndex;
  /** Inclusive. */
  readonly end: TurnIndex;
}

const TURNS = /^t?(\d{1,9})(?:-t?(\d{1,9}))?$/;

export const turnsInput = z
  .string()
  .regex(TURNS)
  .refine((text) => isOrdered(turnRangeOf(text)), 'the range ends before it begins')
  .describe('A turn or a range of turns of the original conversation, as 11 or 3-7.');

/** Of what `turnsInput` has let through. */
export function turnRangeOf(text: string): TurnRange {
  const [, start, end] = TURNS.exec(text) ?? [];
  return { start: Number(start), end: Number(end ?? start) };
}

function isOrdered({ start, end }: TurnRange): boolean {
  return start <= end;
}
