import type { Shortened, ShortenOptions, Targets } from '../shorten.ts';

/** What a thread is started with. */
export interface ThreadStart {
  /** It opens the archive itself. */
  readonly archiveUrl: string;
}

/** One request to be shortened. The counter goes by its name, the archive is the thread's own. */
export interface Job {
  readonly id: number;
  readonly body: string;
  readonly counter: string;
  readonly options: Omit<ShortenOptions, 'archive' | 'counter' | 'signal'>;
  readonly targets: Targets;
}

/** What came of it. */
export type JobResult = { readonly id: number; readonly shortened: Shortened } | { readonly id: number; readonly error: SentError };

/** An error on its way between threads, which keep neither classes nor symbols. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}
