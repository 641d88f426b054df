import { Worker } from 'node:worker_threads';
import type { Shorten, Shortened } from '../shorten.ts';
import type { Job, JobResult, ThreadStart } from './job.ts';
import { receivedError } from './sent-error.ts';

interface Waiting {
  readonly conversationId: string | undefined;
  resolve(shortened: Shortened): void;
  reject(error: unknown): void;
}

/**
 * Compacts on a thread of its own, with an archive of its own on the same file: a compaction takes seconds, and a server's
 * other streams go on meanwhile. A thread that ends, as for want of memory, fails what it had, and the next job starts
 * another.
 */
export class CompactionThread {
  readonly #threadStart: ThreadStart;
  readonly #release: (conversationId: string) => Promise<void>;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #jobs = 0;

  /** `release`: gives back the conversation that a thread held when it ended. */
  constructor(archiveUrl: string, release: (conversationId: string) => Promise<void>) {
    this.#threadStart = { archiveUrl };
    this.#release = release;
    this.#worker = this.#start();
  }

  /** As `shorten` on this thread. A job that has begun is not aborted: the client that comes again finds it decided. */
  readonly shorten: Shorten = (body, { archive: _archive, counter, signal, ...options }, targets) => {
    signal?.throwIfAborted();
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const job: Job = { id: this.#jobs++, body, counter: counter.name, options, targets };
    return new Promise<Shortened>((resolve, reject) => {
      worker.postMessage(job);
      this.#waiting.set(job.id, { conversationId: options.conversationId, resolve, reject });
    });
  };

  /** Ends the thread. What still waits fails. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./compaction-worker.js', import.meta.url), { workerData: this.#threadStart });
    worker.unref();
    worker.on('message', (result: JobResult) => this.#settle(result));
    worker.on('error', (error) => this.#lose(worker, error));
    worker.on('exit', (code) => this.#lose(worker, new Error(`the compaction's thread ended with ${code}`)));
    return worker;
  }

  #settle(result: JobResult): void {
    const waiting = this.#waiting.get(result.id);
    this.#waiting.delete(result.id);
    if ('error' in result) waiting?.reject(receivedError(result.error));
    else waiting?.resolve(result.shortened);
  }

  #lose(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const lost = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const waiting of lost) void this.#fail(waiting, error);
  }

  async #fail({ conversationId, reject }: Waiting, error: Error): Promise<void> {
    try {
      if (conversationId !== undefined) await this.#release(conversationId);
    } catch {
      // It stays busy until this process ends: the next compaction of it says so.
    }
    reject(error);
  }
}
