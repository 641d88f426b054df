import type { SpanId } from '../span.ts';
import { isTalkRule } from '../talk/is-talk.ts';
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
  /** `strategy: 'truncate'` was chosen already. */
  readonly isTruncating?: boolean;
  /** `overflow: 'tombstone'` was chosen already. */
  readonly isOverflowing?: boolean;
  /** Instead of "target not met": which bound is broken. */
  readonly what?: string;
  readonly next?: string;
}

/** Share above the floor at which a target works: with a larger target a little more is recent. */
const ABOVE_FLOOR = 1.15;

/** E8: only what can help. */
function waysOut(fields: CompactionInvariantFields): string {
  const works = Math.ceil((fields.floorTokens * ABOVE_FLOOR) / 100) * 100;
  if (fields.fixedTokens >= fields.targetTokens) {
    return `System prompt and tool definitions alone take ${fields.fixedTokens} tokens, and they are never touched: a target of about ${works} works (\`--max-tokens ${works}\`).`;
  }
  const ways = [`take a target of about ${works} (\`--max-tokens ${works}\`)`, 'release spans (`--release ID=REASON`)'];
  if (fields.canRecall === false) ways.push('give the agent a way to recall (`--recall tool|cli`)');
  if (fields.canRecall === true && fields.isOverflowing !== true && isMostlyTalk(fields)) {
    ways.push('let what was said leave sentence by sentence, each behind a tombstone (`--overflow tombstone`)');
  }
  if (fields.isTruncating !== true) ways.push('cut hard (`--strategy truncate`)');
  return `Ways out: ${ways.join(', ')}; \`holdfast plan --explain\` shows every span.`;
}

/** E8a: what the user wrote, and commitments, are more than half of the floor. */
function isMostlyTalk({ floorTokens, protectedSpans }: CompactionInvariantFields): boolean {
  const talk = protectedSpans.reduce((sum, span) => sum + (isTalkRule(span.rule) ? span.tokens : 0), 0);
  return talk * 2 > floorTokens;
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
      next: fields.next ?? waysOut(fields),
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
