import type { ClassifiedSpan } from '../core/classify/classify.ts';
import type { Conversation } from '../core/conversation.ts';
import { DEFAULTS } from '../core/defaults.ts';
import { CompactionInvariantError } from '../core/errors/compaction-invariant-error.ts';
import { type PlannedActions, planActions } from '../core/plan/plan.ts';
import type { TokenCount, TokenCounter } from '../core/token-count.ts';
import type { PlanTerms } from './inspected-session.ts';
import { recentAt, withRecent } from './recent.ts';

/** What a step of the slider plans with. */
export interface PlanGround {
  readonly conversation: Conversation;
  /** With nothing recent. */
  readonly classified: readonly ClassifiedSpan[];
  readonly tokens: readonly TokenCount[];
  readonly tokensBefore: TokenCount;
  readonly handles: readonly string[];
  readonly terms: PlanTerms;
  readonly counter: TokenCounter;
}

export interface PlanStep {
  readonly targetTokens: TokenCount;
  /** Indexes of what is recent at this target. */
  readonly recent: readonly number[];
  readonly planned: PlannedActions | undefined;
  /** Room that was kept for a checkpoint, in `planned.tokensAfter`. */
  readonly checkpointTokens: TokenCount;
  /** E7: what stands at least. Set where `planned` is not. */
  readonly refusal: CompactionInvariantError | undefined;
}

/** Stands for ids and shared handles while a step is planned: both count at a fixed rate. */
const ANY_COMPACTION = 'c_aaaaaaaaaaaaaaaa';
const ANY_HANDLE = 'hf_aaaaaaaaaaaaaaaaaaaa';

/**
 * One step of the slider, by the same core that decides in `compact` (E5–E9). Pure. What is not in it: the texts of
 * checkpoints. The room that they may take is kept instead, so a step may let a little more leave than the decision will,
 * and never leaves more tokens than that.
 */
export function planStep(ground: PlanGround, targetTokens: TokenCount): PlanStep {
  const { terms, tokens } = ground;
  const gone = new Set(terms.gone);
  const isGone = (index: number): boolean => gone.has(index);
  const recent = recentAt(targetTokens, ground.classified, tokens, isGone, terms);
  const classified = withRecent(ground.classified, recent);
  const mustLeave = new Set(terms.mustLeave);
  const releases = new Map(terms.releases);
  const plan = (checkpointTokens: TokenCount): PlannedActions =>
    planActions(ground.conversation, classified, {
      compactionId: ANY_COMPACTION,
      tokens,
      counter: ground.counter,
      isGone,
      mustLeave: (index) => mustLeave.has(index),
      releases,
      canRecall: terms.canRecall,
      isTruncating: terms.isTruncating,
      isOverflowing: terms.isOverflowing,
      protectedBudget: terms.protectedBudget,
      legend: terms.legend,
      checkpointLegend: terms.checkpointLegend,
      handleOf: (index) => ground.handles[index] ?? null,
      groupHandleOf: () => ANY_HANDLE,
      targetTokens,
      checkpointTokens,
    });
  return { targetTokens, recent, ...planWithRoom(plan, roomAt(ground, targetTokens)) };
}

function planWithRoom(plan: (checkpointTokens: TokenCount) => PlannedActions, room: TokenCount): Pick<PlanStep, 'planned' | 'checkpointTokens' | 'refusal'> {
  // Checkpoints never lead to a refusal, nor to notes in fewer words: without room there are none.
  if (room > 0) {
    const { planned } = tryPlan(plan, room);
    if (planned !== undefined && !planned.isTerse) return { planned, checkpointTokens: room, refusal: undefined };
  }
  return { ...tryPlan(plan, 0), checkpointTokens: 0 };
}

function tryPlan(plan: (checkpointTokens: TokenCount) => PlannedActions, room: TokenCount): Pick<PlanStep, 'planned' | 'refusal'> {
  try {
    return { planned: plan(room), refusal: undefined };
  } catch (error) {
    if (!(error instanceof CompactionInvariantError)) throw error;
    return { planned: undefined, refusal: error };
  }
}

/** The most that a checkpoint may take; none for a small plan (E13). */
function roomAt({ terms, tokensBefore }: PlanGround, targetTokens: TokenCount): TokenCount {
  const reclaim = tokensBefore - targetTokens;
  const isSmall = reclaim < terms.windowTokens * DEFAULTS.smallPlanShare;
  if (reclaim <= 0 || (isSmall && !terms.hasEarlierCheckpoints)) return 0;
  return terms.checkpointTokens ?? Math.floor(targetTokens * DEFAULTS.checkpointShare);
}
