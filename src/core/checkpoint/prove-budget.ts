import type { TokenCount } from '../token-count.ts';
import type { TurnIndex } from '../turn.ts';
import { defaultAllowance, type FidelityBudget, planBudget } from './budget.ts';
import { gateOf, type WrittenCheckpoint, type WrittenCheckpointSegment } from './compose.ts';
import { measureSegments, type SegmentDraft } from './draft.ts';
import { cliffsAmong } from './gates/cliff.ts';
import { coverageRatio, isAboveCeiling } from './gates/ratio.ts';
import { Spending } from './spending.ts';

interface BudgetProof {
  /** Absent where the receipt's tokenizer is not at hand: then needs cannot be measured again. */
  readonly count?: ((text: string) => TokenCount) | undefined;
  readonly userTurns: readonly TurnIndex[];
}

/**
 * F14 for the gates that look at the whole: F3 and F2 from the needs of the archived source, F4 and F8 from what the texts
 * take. `drafts` are the checkpoint's segments again, from the archive. One sentence for each thing that does not hold.
 */
export function proveBudget(checkpoint: WrittenCheckpoint, drafts: readonly SegmentDraft[], proof: BudgetProof): readonly string[] {
  const entry = proveEntry(checkpoint, drafts, proof);
  return [...entry.problems, ...proveReasons(checkpoint), ...proveHeadroom(checkpoint, entry.budget), ...proveCliffs(checkpoint)];
}

/** F3: who is externalized at entry follows from the needs and the allowance. `budget` where all of it holds. */
function proveEntry(
  checkpoint: WrittenCheckpoint,
  drafts: readonly SegmentDraft[],
  { count, userTurns }: BudgetProof,
): { readonly problems: readonly string[]; readonly budget?: FidelityBudget } {
  const { id, allowanceTokens, floor, ceiling, segments } = checkpoint;
  if (count === undefined) return { problems: [] };
  const { needs } = measureSegments(drafts, { floor, ceiling, count, userTurns });
  const wanted = defaultAllowance(needs.filter((_, index) => !isOutAtEntry(segments[index])));
  if (wanted > allowanceTokens)
    return { problems: [`${id} has an allowance of ${allowanceTokens} tokens, and what is not externalized at entry needs ${wanted} (F3)`] };
  const budget = planBudget(needs, allowanceTokens);
  const wrong = segments.filter((segment, index) => isOutAtEntry(segment) !== (budget.allotments[index] === 0));
  if (wrong.length === 0) return { problems: [], budget };
  return {
    problems: wrong.map((segment) =>
      isOutAtEntry(segment)
        ? `${nameOf(checkpoint, segment)} is externalized at entry, and the allowance covers its need (F3)`
        : `${nameOf(checkpoint, segment)} is not externalized at entry, though it is the least dense in facts that the allowance does not cover (F3)`,
    ),
  };
}

/** F12: what is not covered says by which gate. */
function proveReasons(checkpoint: WrittenCheckpoint): readonly string[] {
  return checkpoint.segments
    .filter((segment) => (segment.outcome === 'covered') !== (segment.reason === undefined) || (segment.reason !== undefined && gateOf(segment) === undefined))
    .map((segment) => `${nameOf(checkpoint, segment)} is ${segment.outcome}, and the reason that it gives for it is none of the gates (F12)`);
}

/** F4, and F2 where the allotments are known: the allowance is spent again, in order. */
function proveHeadroom(checkpoint: WrittenCheckpoint, budget: FidelityBudget | undefined): readonly string[] {
  const problems: string[] = [];
  const spending = new Spending(checkpoint.allowanceTokens);
  for (const [index, segment] of checkpoint.segments.entries()) {
    const name = nameOf(checkpoint, segment);
    const gate = gateOf(segment);
    const allotment = budget?.allotments[index] ?? 0;
    if (gate !== 'entry' && spending.isShort !== (gate === 'headroom')) {
      problems.push(
        spending.isShort
          ? `${name} is ${segment.outcome === 'covered' ? 'written' : segment.outcome}, though what remained was less than twice the mean consumption (F4)`
          : `${name} is externalized for what remained, which was twice the mean consumption or more (F4)`,
      );
    }
    if (budget !== undefined && segment.outcome === 'covered' && segment.summaryTokens > spending.availableFor(allotment))
      problems.push(`${name} takes ${segment.summaryTokens} tokens, and has ${spending.availableFor(allotment)} (F2)`);
    // An entry of before it was kept: what is spent from here on is not known.
    if (gate === 'cliff' && segment.spentTokens === undefined) return problems;
    spending.pass(allotment, writtenTokens(segment));
  }
  return problems;
}

/** F8: exactly the cliffs among all that was written are externalized for it; F7: of what was one, its text passed the ceiling. */
function proveCliffs(checkpoint: WrittenCheckpoint): readonly string[] {
  const { segments, ceiling } = checkpoint;
  const ratios = segments.map((segment) => {
    const tokens = writtenTokens(segment);
    return tokens === undefined ? undefined : coverageRatio(segment.sourceTokens, tokens);
  });
  const cliffs = cliffsAmong(ratios);
  return segments.flatMap((segment, index) => {
    if (segment.outcome === 'covered') return cliffs.has(index) ? [`${nameOf(checkpoint, segment)} is a coverage cliff (F8)`] : [];
    const ratio = ratios[index];
    if (ratio === undefined || (cliffs.has(index) && !isAboveCeiling(ratio, ceiling))) return [];
    return [`${nameOf(checkpoint, segment)} is externalized as a coverage cliff, and was none (F8)`];
  });
}

/** What its text took, also where it was a cliff in the end: it was written, and its tokens were spent. */
function writtenTokens(segment: WrittenCheckpointSegment): TokenCount | undefined {
  if (segment.outcome === 'covered') return segment.summaryTokens;
  return gateOf(segment) === 'cliff' ? segment.spentTokens : undefined;
}

function isOutAtEntry(segment: WrittenCheckpointSegment | undefined): boolean {
  return segment !== undefined && gateOf(segment) === 'entry';
}

function nameOf(checkpoint: WrittenCheckpoint, segment: WrittenCheckpointSegment): string {
  return `${checkpoint.id}, segment ${segment.index}`;
}
