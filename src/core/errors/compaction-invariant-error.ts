import type { SpanId } from '../span.ts';
import type { TokenCount } from '../token-count.ts';
import type { TurnIndex } from '../turn.ts';
import { HoldfastError } from './holdfast-error.ts';

/** A span that may not leave, and the rule that says so. */
export interface ProtectedSpan {
  readonly id: SpanId;
  readonly turn: TurnIndex;
  readonly tokens: TokenCount;
  readonly rule: string;
}

export interface CompactionInvariantFields {
  /** What the window may hold afterwards. */
  readonly targetTokens: TokenCount;
  /** The most that could be reclaimed, net of what would be put in place. */
  readonly reclaimedTokens: TokenCount;
  /** What would stay at least: fixed, protected and notes. */
  readonly floorTokens: TokenCount;
  /** System prompt and tool definitions, part of the floor. */
  readonly fixedTokens: TokenCount;
  readonly protectedSpans: readonly ProtectedSpan[];
  /** The agent can recall already (E3a): then that is no way out. */
  readonly canRecall?: boolean;
  /** Instead of "target not met": which bound is broken. */
  readonly what?: string;
  readonly next?: string;
}

/** How many of the largest protected spans the message names; all are in `protectedSpans`. */
const NAMED_SPANS = 3;

/** E7: only authoritative spans are left and the target is unmet. Nothing was changed. */
export class CompactionInvariantError extends HoldfastError {
  readonly targetTokens: TokenCount;
  readonly reclaimedTokens: TokenCount;
  readonly floorTokens: TokenCount;
  readonly fixedTokens: TokenCount;
  readonly protectedSpans: readonly ProtectedSpan[];

  constructor(fields: CompactionInvariantFields) {
    const largest = [...fields.protectedSpans]
      .sort((a, b) => b.tokens - a.tokens)
      .slice(0, NAMED_SPANS)
      .map((span) => `${span.id} ${span.tokens} (${span.rule})`)
      .join(', ');
    super({
      code: 'invariant-unmet',
      what:
        fields.what ??
        `The protected floor of ${fields.floorTokens} tokens is above the target of ${fields.targetTokens}; at most ${fields.reclaimedTokens} tokens can be reclaimed, and nothing was changed`,
      where: largest === '' ? undefined : `largest protected spans: ${largest}`,
      next:
        fields.next ??
        `Raise the target, release spans (\`--release ID=REASON\`), ${fields.canRecall ? '' : 'give the agent recall (`--recall tool|cli`), '}or cut hard with \`--strategy truncate\`; \`holdfast plan --explain\` shows every span.`,
    });
    this.targetTokens = fields.targetTokens;
    this.reclaimedTokens = fields.reclaimedTokens;
    this.floorTokens = fields.floorTokens;
    this.fixedTokens = fields.fixedTokens;
    this.protectedSpans = fields.protectedSpans;
  }

  protected override details(): Record<string, unknown> {
    return {
      targetTokens: this.targetTokens,
      reclaimedTokens: this.reclaimedTokens,
      floorTokens: this.floorTokens,
      fixedTokens: this.fixedTokens,
      protectedSpans: this.protectedSpans,
    };
  }
}
