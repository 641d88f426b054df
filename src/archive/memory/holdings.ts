import type { Archive, ArchiveStats, LedgerEntry } from '../archive.ts';
import { encodingOf } from '../codec.ts';
import type { SplitSpan } from '../record.ts';
import type { ExportedCompaction, ExportedSpan } from '../transfer/export-lines.ts';

export interface Removed {
  readonly spanCount: number;
  readonly compactionCount: number;
}

/** A span, or a raw that is in none, as it is kept. Serialized, so that no caller can change it afterwards. */
export interface HeldSpan extends SplitSpan {
  readonly searchText: string;
  readonly isLoose: boolean;
  /** Came by `import`: its handle was made under another key. */
  readonly isImported?: boolean;
}

interface HeldCompaction {
  readonly conversationId: string;
  readonly recordedAtMs: number;
  readonly json: string;
  readonly handles: ReadonlySet<string>;
}

/** What an archive in memory has, all in the order of writing. */
export class Holdings {
  readonly spans = new Map<string, HeldSpan>();
  readonly compactions = new Map<string, HeldCompaction>();
  /** Which spans a conversation holds. */
  readonly holders = new Map<string, Set<string>>();
  /** Texts of summarizers by key, of each conversation. */
  readonly summaries = new Map<string, Map<string, string>>();
  /** One string for all that have the same characters. */
  readonly #raws = new Map<string, string>();

  copy(): Holdings {
    const copy = new Holdings();
    for (const [handle, span] of this.spans) copy.add(handle, span);
    for (const [id, compaction] of this.compactions) copy.compactions.set(id, compaction);
    for (const [conversationId, held] of this.holders) copy.holders.set(conversationId, new Set(held));
    for (const [conversationId, texts] of this.summaries) copy.summaries.set(conversationId, new Map(texts));
    return copy;
  }

  add(handle: string, span: HeldSpan): void {
    const raws = span.raws.map((raw) => {
      const known = this.#raws.get(raw) ?? raw;
      this.#raws.set(known, known);
      return known;
    });
    this.spans.set(handle, { ...span, raws });
  }

  hold(conversationId: string, handle: string): void {
    const held = this.holders.get(conversationId) ?? new Set();
    this.holders.set(conversationId, held.add(handle));
  }

  putSummary(conversationId: string, key: string, text: string): void {
    if (!this.holders.has(conversationId)) this.holders.set(conversationId, new Set());
    const texts = this.summaries.get(conversationId) ?? new Map<string, string>();
    this.summaries.set(conversationId, texts.set(key, text));
  }

  getSummary(key: string): string | undefined {
    for (const texts of this.summaries.values()) if (texts.has(key)) return texts.get(key);
    return undefined;
  }

  /** Returns the handles that are not there; where there are any, nothing is appended (§3). */
  append(entry: LedgerEntry, recordedAtMs: number): readonly string[] {
    if (this.compactions.has(entry.compactionId)) return [];
    const handles = new Set([...entry.spans.map((span) => span.handle), ...entry.markerHandles]);
    const missing = [...handles].filter((handle) => !this.spans.has(handle));
    if (missing.length > 0) return missing;
    for (const handle of handles) this.hold(entry.conversationId, handle);
    if (!this.holders.has(entry.conversationId)) this.holders.set(entry.conversationId, new Set());
    this.compactions.set(entry.compactionId, {
      conversationId: entry.conversationId,
      recordedAtMs: Math.trunc(recordedAtMs),
      json: JSON.stringify(entry),
      handles,
    });
    return [];
  }

  /** Returns how many compactions the conversation had. */
  drop(conversationId: string): number {
    const gone = this.#compactionsOf(conversationId);
    for (const [id] of gone) this.compactions.delete(id);
    this.#forget(conversationId);
    return gone.length;
  }

  /** Raws that are in no span are named by no ledger entry: they stay as long as their conversation has one. */
  letGoOfUnnamed(conversationId: string): void {
    const compactions = this.#compactionsOf(conversationId);
    const held = this.holders.get(conversationId) ?? new Set();
    for (const handle of held) {
      const isNamed = compactions.some(([, one]) => one.handles.has(handle));
      if (!isNamed && !(compactions.length > 0 && this.spans.get(handle)?.isLoose)) held.delete(handle);
    }
    if (held.size === 0 && compactions.length === 0) this.#forget(conversationId);
  }

  /** Removes what no conversation holds. Returns how many spans that were. */
  removeUnheld(): number {
    const held = new Set([...this.holders.values()].flatMap((handles) => [...handles]));
    let spanCount = 0;
    for (const [handle, span] of this.spans) {
      if (held.has(handle)) continue;
      this.spans.delete(handle);
      if (!span.isLoose) spanCount++;
    }
    const raws = new Set([...this.spans.values()].flatMap((span) => span.raws));
    for (const raw of this.#raws.keys()) if (!raws.has(raw)) this.#raws.delete(raw);
    return spanCount;
  }

  newestMs(conversationId: string): number | undefined {
    const dates = this.#compactionsOf(conversationId).map(([, one]) => one.recordedAtMs);
    return dates.length === 0 ? undefined : dates.reduce((newest, date) => Math.max(newest, date));
  }

  conversations(): Awaited<ReturnType<Archive['conversations']>> {
    return [...this.holders.keys()].sort().map((conversationId) => ({
      conversationId,
      compactionCount: this.#compactionsOf(conversationId).length,
      spanCount: [...(this.holders.get(conversationId) ?? [])].filter((handle) => this.spans.get(handle)?.isLoose === false).length,
    }));
  }

  stats(): ArchiveStats {
    let rawBytes = 0;
    for (const raw of this.#raws.keys()) rawBytes += Buffer.byteLength(raw, encodingOf(raw));
    const spanCount = [...this.spans.values()].filter((span) => !span.isLoose).length;
    return { spanCount, conversationCount: this.holders.size, compactionCount: this.compactions.size, rawBytes, storedBytes: rawBytes };
  }

  *exportedSpans(conversationId: string | undefined): Generator<ExportedSpan> {
    for (const [handle, span] of this.spans) {
      const conversations = [...this.holders].filter(([name, held]) => held.has(handle) && (conversationId ?? name) === name).map(([name]) => name);
      if (conversations.length > 0) yield { ...span, handle, conversations };
    }
  }

  *exportedCompactions(conversationId: string | undefined): Generator<ExportedCompaction> {
    for (const one of this.compactions.values()) {
      if ((conversationId ?? one.conversationId) === one.conversationId) yield { recordedAtMs: one.recordedAtMs, entry: JSON.parse(one.json) as LedgerEntry };
    }
  }

  #forget(conversationId: string): void {
    this.holders.delete(conversationId);
    this.summaries.delete(conversationId);
  }

  #compactionsOf(conversationId: string): readonly (readonly [string, HeldCompaction])[] {
    return [...this.compactions].filter(([, one]) => one.conversationId === conversationId);
  }
}
