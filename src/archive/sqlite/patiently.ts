import { setTimeout as wait } from 'node:timers/promises';
import { ArchiveError } from '../../core/errors/archive-error.ts';

/** How long one call waits for another process's write. */
const PATIENCE_MS = 5_000;
const PAUSE_MS = 20;

/**
 * Runs it again where another process was writing, without holding the thread up meanwhile: a server's other streams go
 * on. What is run may be run twice: each of its transactions is made whole or not at all, and doing it again is no other thing.
 */
export async function patiently<T>(run: () => T | Promise<T>): Promise<T> {
  const startedMs = performance.now();
  for (;;) {
    try {
      return await run();
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
  return typeof cause === 'object' && cause !== null && 'code' in cause && /^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(String(cause.code));
}
