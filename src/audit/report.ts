import type { DriftKind } from '../core/drift/drift.ts';
import type { Provenance } from '../core/provenance.ts';
import type { SpanId } from '../core/span.ts';
import type { TokenCount } from '../core/token-count.ts';
import type { TurnIndex } from '../core/turn.ts';

/** What a statement is about, in the order in which its loss is reported. */
export const LOSS_KINDS = ['constraint', 'approval', 'open-work', 'commitment', 'measurement', 'other', 'talk'] as const;
export type LossKind = (typeof LOSS_KINDS)[number];

/** What became of a statement: letter for letter, in other words, in other words that say something else, or nowhere. */
export type Fate = 'kept' | 'restated' | 'drifted' | 'lost';

/** What a drifted text changed against its source (E16). */
export interface Change {
  readonly kind: DriftKind;
  readonly found: string;
  readonly expected?: string | undefined;
}

/** One authoritative statement of the window before a compaction, and its fate in the window after it. */
export interface AuditedStatement {
  readonly spanId: SpanId;
  readonly turn: TurnIndex;
  readonly kind: LossKind;
  readonly provenance: Provenance;
  readonly fate: Fate;
  /** Letter for letter from the source; UTF-16 offsets of it in the span's text. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** What the window after has in its place. */
  readonly surrogateText?: string | undefined;
  readonly changes?: readonly Change[] | undefined;
}

/** Something that the surrogate says and no source does. */
export interface Invention {
  readonly text: string;
  readonly attributedTo: 'user' | 'tool' | 'assistant';
  readonly what: 'quotation' | 'constraint' | 'result';
  /** What of it stands nowhere. */
  readonly found: string;
}

/** One tenth of what left (F1), under the gates of checkpoints (F5–F11) as far as they say something of a foreign text. */
export interface AuditSegment {
  readonly index: number;
  readonly turns: readonly [TurnIndex, TurnIndex];
  readonly sourceTokens: TokenCount;
  /** Tokens of the surrogate's sentences that speak of this segment more than of any other. */
  readonly surrogateTokens: TokenCount;
  /** `null` where no sentence speaks of it. */
  readonly ratio: number | null;
  readonly facts: number;
  readonly factsHeld: number;
  readonly requiredFacts: number;
  readonly requiredHeld: number;
  readonly findings: readonly ('uncovered' | 'ceiling' | 'cliff' | 'hedge' | 'tail')[];
}

/** Something that happened in the turns after and touches what was lost (E17). */
export interface AftermathLink {
  readonly what: 'rejection' | 'error' | 're-read' | 'repeated-failure';
  readonly turn: TurnIndex;
  readonly spanId: SpanId;
  /** The lost span that it touches. */
  readonly lostSpanId: SpanId;
  readonly by: 'path' | 'command' | 'identifier';
  readonly value: string;
}

/** The turns after a compaction against as many before it (E17). */
export interface Aftermath {
  /** Turns that were compared, on each side. */
  readonly turns: number;
  readonly rejections: number;
  readonly rejectionsBefore: number;
  readonly errors: number;
  readonly errorsBefore: number;
  /** Turns from the compaction to the first rejection or error; `null` where there is none. */
  readonly latencyTurns: number | null;
  readonly rereads: number;
  readonly repeatedFailures: number;
  readonly links: readonly AftermathLink[];
}

export interface AuditCost {
  readonly savedTokens: TokenCount;
  /** Of what left, what was read again afterwards. */
  readonly rereadTokens: TokenCount;
  /** Of the window after, what stands behind the first changed place. */
  readonly invalidatedTokens: TokenCount;
}

export interface CompactionAudit {
  readonly index: number;
  readonly tool: string;
  /** 1-based line of the record in its file. */
  readonly line: number;
  readonly trigger?: string | undefined;
  readonly time?: string | undefined;
  readonly turn: TurnIndex;
  /** Of the spans in the window, as our counter counts them. */
  readonly tokensBefore: TokenCount;
  readonly tokensAfter: TokenCount;
  /** As the host recorded them, with what is not in the transcript. */
  readonly reportedTokensBefore?: number | undefined;
  readonly reportedTokensAfter?: number | undefined;
  readonly fates: Readonly<Record<LossKind, Readonly<Record<Fate, number>>>>;
  /** Drifted and lost, in the order of `LOSS_KINDS`; small talk is in `fates` only. */
  readonly losses: readonly AuditedStatement[];
  /** Kept and restated ones as well, for those who want to look. */
  readonly statements: readonly AuditedStatement[];
  readonly invented: readonly Invention[];
  readonly segments: readonly AuditSegment[];
  readonly after: Aftermath;
  readonly cost: AuditCost;
}

export interface SessionAudit {
  readonly recognizedAs: string;
  readonly sessionId?: string | undefined;
  readonly tokenizer: string;
  readonly compactions: readonly CompactionAudit[];
}

/** True where something that an agent acts on is gone or says something else: exit code 5. */
export function hasLost({ compactions }: { readonly compactions: readonly Pick<CompactionAudit, 'losses'>[] }): boolean {
  return compactions.some((compaction) => compaction.losses.length > 0);
}
