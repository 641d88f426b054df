/** Work by name: of one name one after the other, of different names at once. */
export class Queues {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Resolves to what `work` gives. A failure is the caller's, and does not stop the next. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name);
    const own = before === undefined ? work() : before.then(work, work);
    this.#last.set(name, own);
    try {
      return await own;
    } finally {
      if (this.#last.get(name) === own) this.#last.delete(name);
    }
  }

  /** Resolves when nothing runs any more. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.allSettled(this.#last.values());
  }
}
