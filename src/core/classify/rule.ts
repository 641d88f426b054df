import type { Span } from '../span.ts';
import type { ExchangeAnalysis } from './analyze-exchanges.ts';
import type { HandleState, SpanClass } from './span-class.ts';

/** How the agent can get spans back (E3a). */
export type RecallMode = 'tool' | 'cli' | 'off';

/** What a rule may look at: structure and position, computed once for the conversation. Never importance (E1). */
export interface RuleContext {
  readonly recall: RecallMode;
  /** Above it, a block is an attachment. */
  readonly attachmentCharacters: number;
  readonly isRecent: (span: Span) => boolean;
  readonly analysisOf: (span: Span) => ExchangeAnalysis | undefined;
  /** The latest of its kind among harness blocks or modes. */
  readonly isLatestOfKind: (span: Span) => boolean;
  /** A later span of the same provenance and kind has the same text, letter for letter. */
  readonly isRepeatedLater: (span: Span) => boolean;
  /** The user's reply to an assistant's text that ended in a question. */
  readonly isReply: (span: Span) => boolean;
  readonly planStandingOf: (span: Span) => PlanStanding | undefined;
}

/** Where a plan stands among the conversation's plans. */
export type PlanStanding = 'latest' | 'superseded' | 'open';

/** One row of the table in DESIGN §4. The first row that fits wins; the last fits always. */
export interface Rule {
  /** Stands in receipts and in tombstones' `why`. */
  readonly id: string;
  readonly spanClass: SpanClass;
  readonly handleState: HandleState;
  /** In words, for `plan --explain` and the docs. */
  readonly title: string;
  readonly fits: (span: Span, context: RuleContext) => boolean;
}
