import { type Archive, type Compaction, CompactionInvariantError, compact } from 'holdfast';

/** Tries a low target; where it is refused, takes the lowest that keeps every protected span. */
export async function compactAsFarAsPossible(transcript: string, archive: Archive): Promise<Compaction> {
  try {
    return await compact(transcript, { target: 0.01, archive });
  } catch (error) {
    if (!(error instanceof CompactionInvariantError)) throw error;
    for (const span of error.protectedSpans.slice(0, 3)) console.log(`${span.id} stays: ${span.rule}, ${span.tokens} tokens`);
    return compact(transcript, { maxTokens: error.floorTokens, archive });
  }
}
