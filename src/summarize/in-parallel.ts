/** What came of the items, each in its place, and what was thrown, in the order of the items. */
export interface Outcomes<T> {
  /** Whole only where nothing failed. */
  readonly outcomes: readonly T[];
  readonly failures: readonly unknown[];
}

/**
 * Runs over the items, at most `concurrency` at once. After a failure no further one is begun, and those begun are
 * waited for. When the signal aborts it rejects at once with its reason, and nothing further is begun.
 */
export async function inParallel<Item, T>(
  items: readonly Item[],
  concurrency: number,
  run: (item: Item) => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<Outcomes<T>> {
  signal?.throwIfAborted();
  const outcomes: T[] = [];
  const failures = new Map<number, unknown>();
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length && failures.size === 0 && signal?.aborted !== true) {
      const index = next++;
      try {
        outcomes[index] = await run(items[index] as Item);
      } catch (error) {
        failures.set(index, error);
      }
    }
  };
  const workers = Array.from({ length: Math.min(Math.max(1, Math.floor(concurrency)), items.length) }, worker);
  await untilAborted(Promise.all(workers), signal);
  return { outcomes, failures: [...failures].sort(([one], [other]) => one - other).map(([, error]) => error) };
}

/** What is being waited for may not heed the signal. */
async function untilAborted(work: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) {
    await work;
    return;
  }
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    // The work may have ended it before there was a listener.
    if (signal.aborted) stop();
    work.then(() => resolve(), reject).finally(() => signal.removeEventListener('abort', stop));
  });
  signal.throwIfAborted();
}
