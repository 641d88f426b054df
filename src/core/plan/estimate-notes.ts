import type { ClassifiedSpan } from '../classify/classify.ts';
import type { Action } from '../classify/span-class.ts';
import type { TokenCount } from '../token-count.ts';
import type { Layout } from './layout.ts';

/** Averages over the notes of real sessions; the planner corrects them by exact counts, so they only steer its search. */
const LEGEND_TOKENS = 90;
const WRAPPER_TOKENS = 30;
const SINGLE_TOKENS = 60;
const RUN_TOKENS = 80;
const INDEX_CHARACTERS_PER_TOKEN = 3;
const INDEX_LINE_TOKENS = 8;

/** A guess of what the notes of these actions take, without writing them. O(n). */
export function estimateNoteTokens(
  classified: readonly ClassifiedSpan[],
  actions: readonly Action[],
  layout: Layout,
): TokenCount {
  const holes = new Map<number, number>(layout.forcedBoundaries.map((boundary) => [boundary, 0]));
  const handles = new Set<string>();
  let indexTokens = 0;
  for (const one of classified) {
    const action = actions[one.span.index];
    if (action === 'evict_with_tombstone') {
      const boundary = layout.boundaries[one.span.index] ?? 0;
      holes.set(boundary, (holes.get(boundary) ?? 0) + 1);
    } else if (action === 'evict' && one.sourceHandle !== undefined && !handles.has(one.sourceHandle)) {
      handles.add(one.sourceHandle);
      indexTokens += INDEX_LINE_TOKENS + Math.ceil(one.sourceHandle.length / INDEX_CHARACTERS_PER_TOKEN);
    }
  }
  let tokens = indexTokens + (holes.size > 0 || indexTokens > 0 ? LEGEND_TOKENS : 0);
  for (const count of holes.values()) tokens += WRAPPER_TOKENS + (count === 0 ? 0 : count === 1 ? SINGLE_TOKENS : RUN_TOKENS);
  return tokens;
}
