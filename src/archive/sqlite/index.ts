import { ConfigError } from '../../core/errors/config-error.ts';
import type { Archive, ArchivedSpan, ArchivedSpanInput, ArchiveStats, LedgerEntry, SearchHit } from '../archive.ts';
import { checkAll } from './check.ts';
import { type Connection, openConnection, reading } from './connection.ts';
import { guarded } from './failures.ts';
import { appendEntry, readCompaction, readLedger } from './ledger.ts';
import { dropOwnLock, takeLock } from './locks.ts';
import { patiently } from './patiently.ts';
import { getLooseRaw, getSpans } from './read-spans.ts';
import { collectGarbage, eraseConversation, type GcOptions, type Removed } from './removal.ts';
import { searchSpans } from './search.ts';
import { readConversations, readStats } from './stats.ts';
import { readSummary, writeSummary } from './summaries.ts';
import { exportArchive, importArchive } from './transfer.ts';
import { putLooseRaws, putSpans } from './write-spans.ts';

export interface SqliteOptions {
  /** Reads the clock, in milliseconds: dates in the ledger, for `gc` by age. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** Opens the archive in one SQLite file, made where there is none. Its calls run on this thread. */
export function openSqlite(path: string, options: SqliteOptions = {}): Archive {
  if (path === '' || path === ':memory:') {
    throw new ConfigError({
      what: 'A SQLite archive needs the path of a file',
      option: '--archive',
      next: 'Give `sqlite:PATH`, or `memory:` for one that ends with the process.',
    });
  }
  return new SqliteArchive(openConnection(path, options.now ?? Date.now));
}

/** Gives back the conversation that a thread of this process held when it died: to all others the process is alive, and holds it. */
export async function releaseLost(archive: Archive, conversationId: string): Promise<void> {
  if (archive instanceof SqliteArchive) await archive.releaseLost(conversationId);
}

class SqliteArchive implements Archive {
  readonly url: string;
  readonly #connection: Connection;
  /** Gives back each lock that is held. */
  readonly #releases = new Set<() => void>();

  constructor(connection: Connection) {
    this.url = `sqlite:${connection.path}`;
    this.#connection = connection;
  }

  handleOf(span: ArchivedSpan): string {
    return this.#connection.namedSpans.of(span).handle;
  }

  async lock(conversationId: string): Promise<() => Promise<void>> {
    const release = await patiently(() => takeLock(this.#connection, conversationId));
    this.#releases.add(release);
    return async () => {
      if (this.#releases.delete(release)) await patiently(release);
    };
  }

  async releaseLost(conversationId: string): Promise<void> {
    await patiently(() => dropOwnLock(this.#connection, conversationId));
  }

  async put(conversationId: string, spans: readonly ArchivedSpanInput[]): Promise<void> {
    await putSpans(this.#connection, conversationId, spans);
  }

  async putRaws(conversationId: string, raws: readonly string[]): Promise<readonly string[]> {
    return await putLooseRaws(this.#connection, conversationId, raws);
  }

  async appendLedger(entry: LedgerEntry): Promise<void> {
    await patiently(() => appendEntry(this.#connection, entry));
  }

  async ledger(conversationId: string): Promise<readonly LedgerEntry[]> {
    return patiently(() => readLedger(this.#connection, conversationId));
  }

  async compaction(compactionId: string): Promise<LedgerEntry | undefined> {
    return patiently(() => readCompaction(this.#connection, compactionId)?.entry);
  }

  async get(handle: string): Promise<ArchivedSpan | undefined> {
    return patiently(() => getSpans(this.#connection, [handle]).get(handle));
  }

  async getMany(handles: readonly string[]): Promise<ReadonlyMap<string, ArchivedSpan>> {
    return patiently(() => getSpans(this.#connection, handles));
  }

  async getRaw(handle: string): Promise<string | undefined> {
    return patiently(() => getLooseRaw(this.#connection, handle));
  }

  async getSummary(key: string): Promise<string | undefined> {
    return patiently(() => readSummary(this.#connection, key));
  }

  async putSummary(conversationId: string, key: string, text: string): Promise<void> {
    await patiently(() => writeSummary(this.#connection, conversationId, key, text));
  }

  async search(query: string, options: { readonly limit?: number; readonly conversationId?: string } = {}): Promise<readonly SearchHit[]> {
    return patiently(() => searchSpans(this.#connection, query, options));
  }

  async conversations(): ReturnType<Archive['conversations']> {
    return patiently(() => reading(this.#connection, () => readConversations(this.#connection)));
  }

  async stats(): Promise<ArchiveStats> {
    return patiently(() => readStats(this.#connection));
  }

  async erase(conversationId: string): Promise<Removed> {
    return await eraseConversation(this.#connection, conversationId);
  }

  async gc(options: GcOptions): Promise<Removed> {
    return await collectGarbage(this.#connection, options);
  }

  async *export(conversationId?: string): AsyncGenerator<string> {
    yield* exportArchive(this.#connection, conversationId);
  }

  async import(lines: AsyncIterable<string>): Promise<Removed> {
    return await importArchive(this.#connection, lines);
  }

  async check(): Promise<ArchiveStats> {
    return patiently(() => checkAll(this.#connection));
  }

  async close(): Promise<void> {
    if (!this.#connection.database.open) return;
    try {
      for (const release of this.#releases) await patiently(release);
    } finally {
      this.#releases.clear();
      guarded(this.#connection.path, () => this.#connection.database.close());
    }
  }
}
