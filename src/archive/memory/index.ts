import type { Archive, ArchivedSpan, ArchivedSpanInput, ArchiveStats, LedgerEntry, SearchHit } from '../archive.ts';
import { busy, closed, damaged, unarchived, wrongKey } from '../failures.ts';
import { rawHandle, spanHandle } from '../handle.ts';
import { joinSpan, splitSpan } from '../record.ts';
import { holdsPhrases, holdsWords, searchTerms, snippetOf } from '../search-terms.ts';
import { exportLines } from '../transfer/export-lines.ts';
import { type ImportedLine, readExport } from '../transfer/read-export.ts';
import { Holdings, type Removed } from './holdings.ts';
import { takeIn } from './take-in.ts';

export interface MemoryOptions {
  /** Under which handles are made. Default: a constant, so that the same input gives the same bytes; then they are guessable. */
  readonly tenantKey?: string | undefined;
  /** Reads the clock, in milliseconds: dates in the ledger, for `gc` by age. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

const TENANT_KEY_DEFAULT = 'holdfast:memory';
const HITS_DEFAULT = 10;

/** An archive that ends with the process: for tests, for one-off runs, and for hosts that keep the originals themselves. */
export function memory(options: MemoryOptions = {}): Archive {
  return new MemoryArchive(options.tenantKey ?? TENANT_KEY_DEFAULT, options.now ?? Date.now);
}

class MemoryArchive implements Archive {
  readonly url = 'memory:';
  readonly #tenantKey: string;
  readonly #now: () => number;
  readonly #locked = new Set<string>();
  #holdings = new Holdings();
  #isClosed = false;

  constructor(tenantKey: string, now: () => number) {
    this.#tenantKey = tenantKey;
    this.#now = now;
  }

  handleOf(span: ArchivedSpan): string {
    return spanHandle(this.#tenantKey, span);
  }

  async lock(conversationId: string): Promise<() => Promise<void>> {
    this.#open();
    this.#refuseWhereHeld(conversationId);
    this.#locked.add(conversationId);
    let isHeld = true;
    return async () => {
      if (isHeld) this.#locked.delete(conversationId);
      isHeld = false;
    };
  }

  async put(conversationId: string, spans: readonly ArchivedSpanInput[]): Promise<void> {
    const holdings = this.#open();
    for (const { span, handle } of spans) {
      if (!holdings.spans.has(handle) && this.handleOf(span) !== handle) throw wrongKey(handle);
    }
    for (const { span, handle, searchText } of spans) {
      if (!holdings.spans.has(handle)) holdings.add(handle, { ...splitSpan(span), searchText: searchText.toWellFormed(), isLoose: false });
      holdings.hold(conversationId, handle);
    }
  }

  async putRaws(conversationId: string, raws: readonly string[]): Promise<readonly string[]> {
    const holdings = this.#open();
    return raws.map((raw) => {
      const handle = rawHandle(this.#tenantKey, raw);
      if (!holdings.spans.has(handle)) holdings.add(handle, { record: '{}', raws: [raw], searchText: '', isLoose: true });
      holdings.hold(conversationId, handle);
      return handle;
    });
  }

  async appendLedger(entry: LedgerEntry): Promise<void> {
    const missing = this.#open().append(entry, this.#now());
    if (missing.length > 0) throw unarchived(entry.compactionId, missing);
  }

  async ledger(conversationId: string): Promise<readonly LedgerEntry[]> {
    return [...this.#open().compactions.values()].filter((one) => one.conversationId === conversationId).map((one) => JSON.parse(one.json) as LedgerEntry);
  }

  async compaction(compactionId: string): Promise<LedgerEntry | undefined> {
    const found = this.#open().compactions.get(compactionId);
    return found === undefined ? undefined : (JSON.parse(found.json) as LedgerEntry);
  }

  async get(handle: string): Promise<ArchivedSpan | undefined> {
    const held = this.#open().spans.get(handle);
    if (held === undefined || held.isLoose) return undefined;
    const span = joinSpan(held.record, held.raws);
    if (span === undefined) throw damaged('The record of a span and its raws do not belong together', handle);
    return span;
  }

  async getMany(handles: readonly string[]): Promise<ReadonlyMap<string, ArchivedSpan>> {
    const found = new Map<string, ArchivedSpan>();
    for (const handle of new Set(handles)) {
      const span = await this.get(handle);
      if (span !== undefined) found.set(handle, span);
    }
    return found;
  }

  async getRaw(handle: string): Promise<string | undefined> {
    const held = this.#open().spans.get(handle);
    return held?.isLoose ? held.raws[0] : undefined;
  }

  async getSummary(key: string): Promise<string | undefined> {
    return this.#open().getSummary(key);
  }

  async putSummary(conversationId: string, key: string, text: string): Promise<void> {
    this.#open().putSummary(conversationId, key, text);
  }

  async search(query: string, options: { readonly limit?: number; readonly conversationId?: string } = {}): Promise<readonly SearchHit[]> {
    const holdings = this.#open();
    const terms = searchTerms(query);
    const hits: SearchHit[] = [];
    if (terms.length === 0) return hits;
    const among = options.conversationId === undefined ? undefined : (holdings.holders.get(options.conversationId) ?? new Set());
    for (const [handle, { searchText }] of [...holdings.spans].toReversed()) {
      if (hits.length >= (options.limit ?? HITS_DEFAULT)) break;
      if (among?.has(handle) === false || !holdsPhrases(searchText, terms) || !holdsWords(searchText, terms)) continue;
      hits.push({ handle, snippet: snippetOf(searchText, terms) });
    }
    return hits;
  }

  async conversations(): ReturnType<Archive['conversations']> {
    return this.#open().conversations();
  }

  async stats(): Promise<ArchiveStats> {
    return this.#open().stats();
  }

  async erase(conversationId: string): Promise<Removed> {
    const holdings = this.#open();
    this.#refuseWhereHeld(conversationId);
    const compactionCount = holdings.drop(conversationId);
    return { compactionCount, spanCount: holdings.removeUnheld() };
  }

  async gc(options: Parameters<Archive['gc']>[0]): Promise<Removed> {
    const holdings = this.#open();
    let compactionCount = 0;
    for (const conversationId of [...holdings.holders.keys()]) {
      if (this.#locked.has(conversationId) || (options.conversationId ?? conversationId) !== conversationId) continue;
      const newestMs = holdings.newestMs(conversationId);
      const isOld = options.olderThanMs !== undefined && newestMs !== undefined && newestMs < options.nowMs - options.olderThanMs;
      if (isOld) compactionCount += holdings.drop(conversationId);
      else holdings.letGoOfUnnamed(conversationId);
    }
    return { compactionCount, spanCount: holdings.removeUnheld() };
  }

  async *export(conversationId?: string): AsyncGenerator<string> {
    const holdings = this.#open();
    yield* exportLines([...holdings.exportedSpans(conversationId)], [...holdings.exportedCompactions(conversationId)]);
  }

  /** All or nothing: into a copy, which takes the place of what was there once every line is proven. */
  async import(lines: AsyncIterable<string>): Promise<Removed> {
    const proven: ImportedLine[] = [];
    for await (const line of readExport(lines)) proven.push(line);
    const copy = this.#open().copy();
    const counts = takeIn(copy, proven);
    this.#holdings = copy;
    return counts;
  }

  async check(): Promise<ArchiveStats> {
    const holdings = this.#open();
    for (const [handle, held] of holdings.spans) {
      const span = held.isLoose ? undefined : await this.get(handle);
      const again = span === undefined ? rawHandle(this.#tenantKey, held.raws[0] ?? '') : this.handleOf(span);
      if (!held.isImported && again !== handle) throw damaged('A span is not what was written', handle);
    }
    return holdings.stats();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#locked.clear();
  }

  #open(): Holdings {
    if (this.#isClosed) throw closed(this.url);
    return this.#holdings;
  }

  #refuseWhereHeld(conversationId: string): void {
    if (this.#locked.has(conversationId)) throw busy('This process is compacting the conversation', conversationId);
  }
}
