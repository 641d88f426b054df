import { isMaterial, sourceOf } from '../../src/core/checkpoint/region.ts';
import type { ClassifiedSpan } from '../../src/core/classify/classify.ts';
import type { Fact, FactSource } from '../../src/core/facts/fact.ts';
import { gatherFacts } from '../../src/core/facts/gather-facts.ts';

/** What of a session a checkpoint may have to stand for, whatever leaves. */
export interface Material {
  /** In the order of the conversation. `Fact.source` is an index into it. */
  readonly sources: readonly FactSource[];
  readonly facts: readonly Fact[];
  /** F9, over the whole session: what is counted. */
  readonly required: readonly Fact[];
}

/**
 * F9 over all material of a session, whether it leaves or stays: so what is counted is the same at each target and for
 * each peer. What is authoritative and what is read of files is in none of it.
 */
export function materialOf(classified: readonly ClassifiedSpan[]): Material {
  const sources = classified.filter(isMaterial).map(sourceOf);
  const facts = gatherFacts(sources);
  return { sources, facts, required: facts.filter((fact) => fact.isRequired) };
}
