import { setTimeout as wait } from 'node:timers/promises';
import { ArchiveError } from '../../core/errors/archive-error.ts';
import { isFileBusy } from './failures.ts';

/** How long one call waits for another process's write. */
const PATIENCE_MS = 5_000;
const PAUSE_MS = 20;

/**
 * Runs it again where another process was writing, without holding the thread up meanwhile: a server's other streams go
 * on. What is run is one transaction or less, made whole or not at all: what was worked out for it is not worked out again.
 */
export async function patiently<T>(run: () => T): Promise<T> {
  const startedMs = performance.now();
  for (;;) {
    try {
      return run();
    } catch (error) {
      if (!isWaitingForFile(error) || performance.now() - startedMs >= PATIENCE_MS) throw error;
    }
    await wait(PAUSE_MS);
  }
}

/** SQLite's own lock of the file; that of a conversation has no such cause. */
function isWaitingForFile(error: unknown): boolean {
  if (!(error instanceof ArchiveError) || error.code !== 'archive-busy') return false;
  const { cause } = error;
  return typeof cause === 'object' && cause !== null && 'code' in cause && isFileBusy(String(cause.code));
}
