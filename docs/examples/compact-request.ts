import { compact, memory } from 'holdfast';

/** Compacts the messages of a request, and says what was done. Returns the messages for the next request. */
export async function shorten(messages: readonly object[]): Promise<readonly unknown[]> {
  const compaction = await compact(messages, {
    format: 'anthropic',
    window: 200_000,
    target: 0.4,
    archive: memory(),
  });
  const { status, tokensBefore, tokensAfter } = compaction.receipt;
  console.log(`${status}: ${tokensBefore} → ${tokensAfter} tokens`);
  return compaction.messages;
}
