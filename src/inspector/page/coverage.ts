import type { Checkpoint, CheckpointSegment } from '../../core/checkpoint/checkpoint.ts';

/** One tenth of the session's tokens, and what of it the window still holds. */
export interface Decile {
  readonly index: number;
  readonly turns: readonly [number, number];
  readonly sourceTokens: number;
  readonly keptTokens: number;
}

const DECILES = 10;

/** Ten equal parts of what came in; a span lies in the part in which it begins. */
export function decilesOf(tokens: readonly number[], starts: Float64Array, stays: Uint8Array, turnOf: (index: number) => number): readonly Decile[] {
  const total = starts.at(-1) ?? 0;
  const parts = Array.from({ length: DECILES }, (_, index) => ({ index, first: -1, last: -1, sourceTokens: 0, keptTokens: 0 }));
  for (let index = 0; index < tokens.length; index++) {
    const part = parts[Math.min(DECILES - 1, Math.floor(((starts[index] ?? 0) / Math.max(1, total)) * DECILES))];
    if (part === undefined) continue;
    if (part.first === -1) part.first = index;
    part.last = index;
    part.sourceTokens += tokens[index] ?? 0;
    if (stays[index] === 1) part.keptTokens += tokens[index] ?? 0;
  }
  return parts
    .filter((part) => part.first !== -1)
    .map(({ index, first, last, sourceTokens, keptTokens }) => ({ index, turns: [turnOf(first), turnOf(last)], sourceTokens, keptTokens }));
}

export interface NamedSegment extends CheckpointSegment {
  readonly name: string;
}

export function segmentsOf(checkpoints: readonly Checkpoint[]): readonly NamedSegment[] {
  return checkpoints.flatMap((checkpoint) => checkpoint.segments.map((segment) => ({ ...segment, name: `${checkpoint.id}.${segment.index}` })));
}
