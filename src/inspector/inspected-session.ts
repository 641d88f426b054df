import type { ExchangeAnalysis } from '../core/classify/analyze-exchanges.ts';
import type { PlanStanding } from '../core/classify/rule.ts';
import type { Action } from '../core/classify/span-class.ts';
import type { FormatName, Message, PlacedNote, Warning } from '../core/conversation.ts';
import type { Receipt } from '../core/receipt.ts';
import type { PieceContent, Span } from '../core/span.ts';
import type { TokenCount } from '../core/token-count.ts';
import type { TurnIndex } from '../core/turn.ts';

/** A span as the page has it: its pieces without their source characters, media without their bytes. */
export interface InspectedSpan extends Omit<Span, 'pieces'> {
  readonly pieces: readonly { readonly message: number; readonly block: number; readonly content: PieceContent }[];
}

/** The span's class with nothing recent: what is recent follows from the target. */
export interface InspectedClass {
  readonly rule: string;
  readonly sourceHandle?: string | undefined;
  readonly analysis?: ExchangeAnalysis | undefined;
  readonly planStanding?: PlanStanding | undefined;
}

/** What planning needs besides the spans. */
export interface PlanTerms {
  readonly keepRecentTokens?: TokenCount | undefined;
  readonly keepRecentExchanges: number;
  /** Of the receipt's tokenizer, for notes. */
  readonly tokenizer: string;
  /** Indexes of spans that left in an earlier compaction. */
  readonly gone: readonly number[];
  /** Indexes of spans that the output cannot hold. */
  readonly mustLeave: readonly number[];
  readonly releases: readonly (readonly [spanId: string, reason: string])[];
  readonly canRecall: boolean;
  readonly isTruncating: boolean;
  readonly isOverflowing: boolean;
  readonly protectedBudget?: TokenCount | undefined;
  readonly legend: string;
  readonly checkpointLegend: string;
  /** Of the caller; a share of the target where it was not given. */
  readonly checkpointTokens?: TokenCount | undefined;
  /** E13 goes by it. */
  readonly windowTokens: TokenCount;
  readonly hasEarlierCheckpoints: boolean;
}

/** Something that happened in the session, for its timeline. */
export interface SessionEvent {
  readonly what: 'compaction' | 'refusal' | 'failure';
  readonly spanIndex: number;
  readonly turn: TurnIndex;
  /** Who made a compaction; the tool that was refused or failed. */
  readonly by: string;
  readonly line?: number | undefined;
  readonly trigger?: string | undefined;
  readonly time?: string | undefined;
  readonly tokensBefore?: TokenCount | undefined;
  readonly tokensAfter?: TokenCount | undefined;
}

/** All that the page is given of a session, once. */
export interface InspectedSession {
  readonly schemaVersion: 1;
  readonly fileName: string;
  readonly format: FormatName;
  readonly recognizedAs: string;
  readonly conversationId: string;
  /** Whether an archive is open; without one, a span's source is the file. */
  readonly hasArchive: boolean;
  readonly tokensBefore: TokenCount;
  readonly liveTokens: TokenCount;
  /** Where the slider stands first. */
  readonly targetTokens: TokenCount;
  readonly spans: readonly InspectedSpan[];
  readonly classes: readonly InspectedClass[];
  readonly tokens: readonly TokenCount[];
  readonly handles: readonly string[];
  readonly messages: readonly { readonly role: Message['role']; readonly isVisible: boolean; readonly spanIndexes: readonly number[] }[];
  readonly terms: PlanTerms;
  readonly events: readonly SessionEvent[];
  readonly warnings: readonly Warning[];
}

/** The whole decision at one target, checkpoints written, as `compact` would take it. */
export interface InspectedDecision {
  readonly targetTokens: TokenCount;
  readonly status: Receipt['status'];
  readonly tokensAfter: TokenCount;
  readonly noteTokens: TokenCount;
  /** By span index. */
  readonly actions: readonly Action[];
  readonly notes: readonly PlacedNote[];
  readonly checkpoints: Receipt['checkpoints'];
  readonly cache: Receipt['cache'];
  readonly events: Receipt['events'];
  /** What stands behind a handle of the notes that is no span's own: span indexes. */
  readonly groups: Readonly<Record<string, readonly number[]>>;
}

/** E7, or another refusal: nothing would be changed. */
export interface InspectedRefusal {
  readonly targetTokens: TokenCount;
  readonly refusal: { readonly code: string; readonly what: string; readonly next: string; readonly floorTokens?: TokenCount | undefined };
}

/** A span's source, letter for letter. */
export interface InspectedSource {
  readonly spanId: string;
  readonly handle: string;
  readonly from: 'archive' | 'file';
  /** The exact source characters, piece by piece. */
  readonly raws: readonly string[];
}
