/** holdfast: compaction for LLM agents that never loses what only the context knows. */
export type { Archive, ArchivedSpan, ArchiveStats, LedgerEntry, LedgerSpan, SearchHit } from './archive/archive.ts';
export { memory } from './archive/memory/index.ts';
export { openArchive as createArchive } from './archive/open-archive.ts';
export { type AuditOptions, audit } from './audit/audit.ts';
export {
  type Aftermath,
  type AftermathLink,
  type AuditCost,
  type AuditedStatement,
  type AuditSegment,
  type Change,
  type CompactionAudit,
  type Fate,
  hasLost,
  type Invention,
  type LossKind,
  type SessionAudit,
} from './audit/report.ts';
export { checkpoint, type RegionCheckpoint, type RegionOptions } from './checkpoint.ts';
export { type Compaction, compact, plan } from './compact.ts';
export type { Checkpoint, CheckpointSegment, SegmentOutcome } from './core/checkpoint/checkpoint.ts';
export { compactSpan } from './core/checkpoint/reference.ts';
export { type ClassifiedSpan, type ClassifyOptions, classify } from './core/classify/classify.ts';
export type { RecallMode, Rule } from './core/classify/rule.ts';
export { RULES } from './core/classify/rules.ts';
export type { Action, HandleState, SpanClass } from './core/classify/span-class.ts';
export type { CallerTool } from './core/classify/tools/caller-tool.ts';
export type { PlanItem, ToolEffect, ToolRule, ToolTable } from './core/classify/tools/tool-rule.ts';
export type { Conversation, Edit, FormatName, Message, PlacedNote, ToolDefinition, Warning } from './core/conversation.ts';
export { DEFAULTS } from './core/defaults.ts';
export { ArchiveError } from './core/errors/archive-error.ts';
export { CompactionInvariantError, type ProtectedSpan } from './core/errors/compaction-invariant-error.ts';
export { ConfigError } from './core/errors/config-error.ts';
export { FidelityBudgetExhausted } from './core/errors/fidelity-budget-exhausted.ts';
export { FormatError } from './core/errors/format-error.ts';
export { HandleError } from './core/errors/handle-error.ts';
export { ERROR_CODES, type ErrorCode, HoldfastError } from './core/errors/holdfast-error.ts';
export { SummarizerError, type SummarizerFailure } from './core/errors/summarizer-error.ts';
export { VerificationError, type VerificationFailure } from './core/errors/verification-error.ts';
export { LIMITS } from './core/limits.ts';
export { formatNote, type Note, parseNote } from './core/markers/note.ts';
export { formatTombstone, parseTombstone, type Tombstone } from './core/markers/tombstone.ts';
export { planCompaction, type ReferencePlan, type ReferenceSpan } from './core/plan/reference.ts';
export type { CompactionEvent, Receipt, ReceiptSpan } from './core/receipt.ts';
export type { Exchange, Piece, PieceContent, Span, SpanId, SpanKind } from './core/span.ts';
export type { TokenCount, TokenCounter } from './core/token-count.ts';
export type { Format, ParseOptions } from './formats/format.ts';
export { formatNamed, formats, parseSource as parse } from './formats/index.ts';
export { createCompactor } from './live/compactor.ts';
export type { CompactorOptions } from './live/compactor-options.ts';
export type { Compactor, LiveEvent, LiveFormat, LiveRequest, MeasuredUsage } from './live/live-request.ts';
export type { CompactOptions, PlanningOptions, TargetOptions } from './options.ts';
export { type Recalled, recall, recallTurns } from './recall.ts';
export { estimateCounter } from './tokens/estimate-counter.ts';
export { o200kCounter } from './tokens/o200k-counter.ts';
export { type Verification, verify } from './verify-output.ts';
