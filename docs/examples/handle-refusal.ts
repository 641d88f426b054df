import { type Archive, type Compaction, CompactionInvariantError, compact } from 'holdfast';

/**
 * Tries a low target; where it is refused, takes one that keeps every protected span. A little more than the floor,
 * since the notes take a few tokens more or less from one target to the next; and the latest exchanges are bounded by
 * their number alone, since their default share grows with the target.
 */
export async function compactAsFarAsPossible(transcript: string, archive: Archive): Promise<Compaction> {
  try {
    return await compact(transcript, { target: 0.01, keepRecentTokens: 0, archive });
  } catch (error) {
    if (!(error instanceof CompactionInvariantError)) throw error;
    for (const span of error.protectedSpans.slice(0, 3)) console.log(`${span.id} stays: ${span.rule}, ${span.tokens} tokens`);
    return compact(transcript, { maxTokens: Math.ceil(1.05 * error.floorTokens), keepRecentTokens: 0, archive });
  }
}
