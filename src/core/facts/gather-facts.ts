import { callChain } from './call-chain.ts';
import type { Fact, FactSource } from './fact.ts';
import { mineSource } from './mine-source.ts';
import { requireFacts } from './require-facts.ts';

/**
 * The facts of a region's sources, in their order, distinct by source and anchor; `isRequired` by F9 over the whole
 * region. `Fact.offset` is -1 where the anchor is the call's (an exit code, a path written) and not in the text. Pure,
 * and linear in the text.
 */
export function gatherFacts(sources: readonly FactSource[]): readonly Fact[] {
  const mined = sources.map((source, index) => {
    const chain = callChain(source);
    return { source, chain, facts: mineSource(source, index, chain) };
  });
  const required = requireFacts(mined);
  return mined.flatMap(({ facts }) => facts.map((fact) => (required.has(fact) ? { ...fact, isRequired: true } : fact)));
}
