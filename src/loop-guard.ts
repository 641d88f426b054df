import type { LedgerEntry, LedgerSpan } from './archive/archive.ts';
import type { ClassifiedSpan } from './core/classify/classify.ts';
import { mayLeave } from './core/plan/unit.ts';
import { isTalk, isTalkRule } from './core/talk/is-talk.ts';
import type { PlanningOptions } from './options.ts';
import type { Prepared } from './prepare.ts';

/** Below this share of the target, what came since buys nothing (DESIGN §8). */
const NEW_MATERIAL_SHARE = 0.01;

/**
 * DESIGN §8, the loop guard (C04): whether too little may leave now that could not leave in compaction `parent`: what came
 * since, and what was recent then.
 */
export function lacksMaterial(prepared: Prepared, parent: LedgerEntry, options: PlanningOptions): boolean {
  const earlier = new Map(parent.spans.map((claim) => [claim.id, claim]));
  let freedTokens = 0;
  for (const one of prepared.classified) {
    const { index, id } = one.span;
    if (prepared.restored.gone.has(index) || !isReclaimable(one, options)) continue;
    const claim = earlier.get(id);
    if (claim === undefined || !wasReclaimable(claim, parent)) freedTokens += prepared.tokens[index] ?? 0;
  }
  return freedTokens < Math.max(1, prepared.targetTokens * NEW_MATERIAL_SHARE);
}

function isReclaimable(one: ClassifiedSpan, options: PlanningOptions): boolean {
  return mayLeave(one, { isTruncating: options.strategy === 'truncate' }) || (options.overflow === 'tombstone' && isTalk(one));
}

function wasReclaimable(claim: LedgerSpan, parent: LedgerEntry): boolean {
  const { strategy, overflow } = parent.options;
  const then = { rule: { id: claim.rule, spanClass: claim.class }, handleState: claim.handleState };
  return mayLeave(then, { isTruncating: strategy === 'truncate' }) || (overflow === 'tombstone' && isTalkRule(claim.rule));
}
