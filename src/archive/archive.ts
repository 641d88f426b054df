import type { WrittenCheckpoint } from '../core/checkpoint/compose.ts';
import type { Action, HandleState, SpanClass } from '../core/classify/span-class.ts';
import type { FormatName } from '../core/conversation.ts';
import type { Provenance } from '../core/provenance.ts';
import type { Receipt } from '../core/receipt.ts';
import type { Exchange, Injection, SpanId, SpanKind } from '../core/span.ts';
import type { TokenCount } from '../core/token-count.ts';
import type { TurnIndex } from '../core/turn.ts';

/**
 * A span as the archive keeps it: its original bytes and the structure that classification needs. No position (turn,
 * order) is in it, so the same content in two places is one record, with one handle.
 */
export interface ArchivedSpan {
  readonly format: FormatName;
  readonly kind: SpanKind;
  readonly provenance: Provenance;
  readonly pieces: readonly ArchivedPiece[];
  /** Exchange without what `pieces` give back (input, result text) and without position. */
  readonly exchange?: Pick<Exchange, 'callId' | 'toolName' | 'isError' | 'isPending' | 'workingDirectory' | 'isUserAnswer' | 'exitCode'> | undefined;
  readonly injection?: Injection | undefined;
  readonly endsTurn?: boolean | undefined;
  readonly isSourceHeld?: boolean | undefined;
  readonly modeKind?: string | undefined;
  readonly isPinned?: boolean | undefined;
}

export interface ArchivedPiece {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  /** The exact source characters. Stored once for all pieces of all spans that have the same. May hold lone surrogates. */
  readonly raw: string;
  readonly block: number;
  readonly textRange?: { readonly start: number; readonly end: number } | undefined;
}

/** What `put` takes: the record and the text to index for search (decoded, well-formed). */
export interface ArchivedSpanInput {
  readonly span: ArchivedSpan;
  /** From `handleOf(span)`. */
  readonly handle: string;
  readonly searchText: string;
}

/** One span's line in the ledger: what was done to it, by which rule (DESIGN §2, ledger). */
export interface LedgerSpan {
  readonly id: SpanId;
  readonly turn: TurnIndex;
  readonly kind: SpanKind;
  readonly provenance: Provenance;
  readonly class: SpanClass;
  readonly rule: string;
  readonly handleState: HandleState;
  /** The stable handle of a recoverable span, as shown in the live index (`src/a.ts#1-40@…`). */
  readonly sourceHandle?: string | undefined;
  readonly action: Action;
  readonly tokens: TokenCount;
  /** The archive handle: always there, of kept spans too. */
  readonly handle: string;
  /** SHA-256 (hex) over what the model reads of the span, in any format: how it is found in an output. */
  readonly contentHash: string;
  /** A kept part of a block whose middle left: it continues the span before it in one block of the output. */
  readonly isJoined?: boolean | undefined;
  /** With parts that continue it: SHA-256 (hex) of the reading of all of them. */
  readonly joinedHash?: string | undefined;
  /** A bounded, neutralized label: tool and arguments, or the first words. */
  readonly label: string;
  /** Index of the message of the call, so that parallel calls are known. */
  readonly callMessage?: number | undefined;
  /** Thinking that the wire demanded back when this was compacted: of the place, not of the content. */
  readonly isDemanded?: boolean | undefined;
  /** Kept, but the host did not send it then either (an aborted call). */
  readonly isHidden?: boolean | undefined;
  /** It left in an earlier compaction of this conversation. */
  readonly leftEarlier?: boolean | undefined;
  /** Released by the caller (E8), with the reason. */
  readonly releaseReason?: string | undefined;
}

/** One compaction in the append-only ledger. */
export interface LedgerEntry {
  readonly schemaVersion: 1;
  readonly compactionId: string;
  readonly conversationId: string;
  /** The compaction whose output was compacted again. */
  readonly parentCompactionId?: string | undefined;
  readonly format: FormatName;
  readonly outputFormat: FormatName;
  /** SHA-256 (hex) of the input's text. */
  readonly inputHash: string;
  readonly targetTokens: TokenCount;
  /** Everything that decides classes and plan, so that a reader can decide again. */
  readonly options: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** All spans of the source in order, those that left earlier too. */
  readonly spans: readonly LedgerSpan[];
  /** Handles of shared tombstones (runs) and of broken raws: the ledger names them, so gc keeps them. */
  readonly markerHandles: readonly string[];
  /** SHA-256 (hex) of each note's exact text, in order: a marker counts only if it is here (DESIGN §10). */
  readonly noteHashes: readonly string[];
  /** Those that stand in the output, with text and spans; absent in entries of before there were any. */
  readonly checkpoints?: readonly WrittenCheckpoint[] | undefined;
  readonly tokensBefore: TokenCount;
  readonly tokensAfter: TokenCount;
  /** SHA-256 (hex) of the output's text. */
  readonly outputHash: string;
  readonly receipt: Receipt;
}

export interface SearchHit {
  readonly handle: string;
  /** A snippet around the first match, well-formed, at most 200 characters. */
  readonly snippet: string;
}

export interface ArchiveStats {
  readonly spanCount: number;
  readonly conversationCount: number;
  readonly compactionCount: number;
  /** Bytes of all distinct raws, before compression. */
  readonly rawBytes: number;
  /** Bytes as stored, packs only. */
  readonly storedBytes: number;
}

/** All that a plan needs of an archive: names for spans, and what earlier compactions did. Nothing is written. */
export type PlanningArchive = Pick<Archive, 'url' | 'handleOf' | 'compaction' | 'getMany'>;

/**
 * The store of every span's original bytes, and the ledger. One interface, one conformance suite for all stores.
 *
 * Order of writes (DESIGN §3): `put` resolves only when the spans are durable; `appendLedger` refuses an entry whose
 * handles are not all there. All methods throw `ArchiveError`.
 */
export interface Archive {
  /** As given: `memory:`, or `sqlite:PATH`. */
  readonly url: string;
  /** `hf_` and 20 base32 characters: HMAC of the canonical record under the tenant's key. Synchronous, no I/O. */
  handleOf(span: ArchivedSpan): string;
  /**
   * Takes the conversation for one writer. Throws `archive-busy` where a living process holds it; a dead owner's lock
   * is taken over. Resolves to a function that gives it back (idempotent).
   */
  lock(conversationId: string): Promise<() => Promise<void>>;
  /** Durable when it resolves. Known content is not stored again. Spans belong to `conversationId` from then on. */
  put(conversationId: string, spans: readonly ArchivedSpanInput[]): Promise<void>;
  /** Raw lines or bytes of the input that are in no span (broken lines), so that nothing is lost. Returns their handles. */
  putRaws(conversationId: string, raws: readonly string[]): Promise<readonly string[]>;
  /** Appends; the same `compactionId` again is a no-op. */
  appendLedger(entry: LedgerEntry): Promise<void>;
  /** Oldest first. */
  ledger(conversationId: string): Promise<readonly LedgerEntry[]>;
  compaction(compactionId: string): Promise<LedgerEntry | undefined>;
  get(handle: string): Promise<ArchivedSpan | undefined>;
  getMany(handles: readonly string[]): Promise<ReadonlyMap<string, ArchivedSpan>>;
  /** A raw put by `putRaws`. */
  getRaw(handle: string): Promise<string | undefined>;
  /** A text put by `putSummary` under this key, whichever conversation put it. */
  getSummary(key: string): Promise<string | undefined>;
  /**
   * Keeps what a summarizer wrote, so that a run that was killed does not pay for it again (C12). Durable when it
   * resolves. The same key again replaces the text. It goes with its conversation, by `erase` and by `gc`. An export
   * leaves it out: it carries what cannot be made again, and a text that stands in a compaction is in its ledger.
   */
  putSummary(conversationId: string, key: string, text: string): Promise<void>;
  search(query: string, options?: { readonly limit?: number; readonly conversationId?: string }): Promise<readonly SearchHit[]>;
  conversations(): Promise<readonly { readonly conversationId: string; readonly compactionCount: number; readonly spanCount: number }[]>;
  stats(): Promise<ArchiveStats>;
  /** Removes all that only this conversation holds: spans, ledger, index. Nothing of it stays behind in the file. */
  erase(conversationId: string): Promise<{ readonly spanCount: number; readonly compactionCount: number }>;
  /** Removes spans that no ledger entry names, and conversations whose newest compaction is older than `olderThanMs` before `nowMs`. */
  gc(options: {
    readonly nowMs: number;
    readonly olderThanMs?: number | undefined;
    readonly conversationId?: string | undefined;
  }): Promise<{ readonly spanCount: number; readonly compactionCount: number }>;
  /** JSON Lines, header first; ends with a line that counts them, so that a cut export is seen. */
  export(conversationId?: string): AsyncIterable<string>;
  /** All or nothing. Handles are kept: the export carries the tenant's key only when `includeKey` was set at export. */
  import(lines: AsyncIterable<string>): Promise<{ readonly spanCount: number; readonly compactionCount: number }>;
  /** Re-reads everything and compares hashes; throws `archive-corrupt` with the first that differs. */
  check(): Promise<ArchiveStats>;
  close(): Promise<void>;
}
