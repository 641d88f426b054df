/** A client that reads no more, or that cancelled a request and left its stream open, does not hold up an end for longer. */
const GRACE_MS = 2_000;

/** Requests that are being answered. */
export class Work {
  private readonly running = new Set<Promise<unknown>>();

  during<Result>(answer: Promise<Result>): Promise<Result> {
    this.running.add(answer);
    const ended = (): void => {
      this.running.delete(answer);
    };
    answer.then(ended, ended);
    return answer;
  }

  /** Resolves when all that runs now has ended, well or not, and was handed over to its connection; or after the grace. */
  async settled(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const graceOver = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, GRACE_MS);
    });
    await Promise.race([Promise.allSettled(this.running), graceOver]);
    clearTimeout(timer);
    // The SDK writes an answer in a later microtask than that in which it comes.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
