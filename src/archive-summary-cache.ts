import type { Archive } from './archive/archive.ts';
import type { SummaryCache } from './summarize/summary-cache.ts';

/** Texts that were paid for stay in the archive, with their conversation (C12). */
export function archiveSummaryCache(archive: Archive, conversationId: string): SummaryCache {
  return {
    get: (key) => archive.getSummary(key),
    put: (key, text) => archive.putSummary(conversationId, key, text),
  };
}
