import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quarter, sourceAt } from '../../../test/checkpoint/fact-sources.ts';
import { runsOf } from '../../../test/properties/compacting.ts';
import type { Fact } from '../facts/fact.ts';
import type { SpanId } from '../span.ts';
import { factText } from './fact-text.ts';
import { floorFacts, measureNeed } from './need.ts';

const fact = (anchor: string, isRequired = false): Fact => ({
  kind: 'identifier',
  anchor,
  line: anchor,
  spanId: 't1.1' as SpanId,
  turn: 1,
  source: 0,
  offset: 0,
  isRequired,
});
const anchorsOf = (facts: readonly Fact[]): readonly string[] => facts.map((one) => one.anchor);

describe('F5, F9: the facts that have to stand', () => {
  it('F9: given required facts, then all of them stand, whatever the floor, in the order of the source', () => {
    const facts = [fact('a', true), fact('b'), fact('c', true), fact('d', true)];
    expect(anchorsOf(floorFacts(facts, 0))).toEqual(['a', 'c', 'd']);
    expect(anchorsOf(floorFacts(facts, 2))).toEqual(['a', 'c', 'd']);
  });

  it('F5, F9: given a floor above them, then the last others fill it up', () => {
    expect(anchorsOf(floorFacts([fact('a'), fact('b'), fact('c', true), fact('d')], 3))).toEqual(['b', 'c', 'd']);
    expect(anchorsOf(floorFacts([fact('a'), fact('b'), fact('c')], 2))).toEqual(['b', 'c']);
  });

  it('F5: given a floor above what there is, then all that there is', () => {
    expect(anchorsOf(floorFacts([fact('a'), fact('b', true)], 9))).toEqual(['a', 'b']);
    expect(floorFacts([], 3)).toEqual([]);
  });

  it('F5, F9: any facts, any floor: as many as min(floor, facts), or all required ones; a required one never gives way', () => {
    const facts = fc.array(fc.boolean(), { maxLength: 30 }).map((required) => required.map((isRequired, index) => fact(`f${index}`, isRequired)));
    fc.assert(
      fc.property(facts, fc.nat(12), (all, floor) => {
        const chosen = floorFacts(all, floor);
        const required = all.filter((one) => one.isRequired);
        expect(chosen).toHaveLength(Math.max(required.length, Math.min(floor, all.length)));
        expect(chosen.filter((one) => one.isRequired)).toEqual(required);
        expect(chosen).toEqual(all.filter((one) => chosen.includes(one)));
        const others = all.filter((one) => !one.isRequired);
        expect(chosen.filter((one) => !one.isRequired)).toEqual(others.slice(others.length - (chosen.length - required.length)));
      }),
      runsOf(200),
    );
  });
});

describe('F2: the need of a segment', () => {
  const sources = [sourceAt(3, 'text')];

  it('F2: given many facts, then it is what they take under their heading', () => {
    const facts = Array.from({ length: 8 }, (_, index) => fact(`identifier-number-${index}`, true));
    const need = measureNeed({ sources, facts, sourceTokens: 100 }, { floor: 3, count: quarter });
    expect(need).toEqual({ sourceTokens: 100, factCount: 8, needTokens: quarter(factText(facts, sources)) });
    expect(factText(facts, sources).split('\n')[0]).toBe('t3 deploy part=3:');
  });

  it('F2, F7: given few facts in much source, then it keeps the ratio below the ceiling, with something in hand', () => {
    const { needTokens } = measureNeed({ sources, facts: [], sourceTokens: 4000 }, { floor: 3, count: quarter });
    expect(4000 / needTokens).toBeLessThanOrEqual(40 * 0.8);
    expect(needTokens).toBe(125);
  });

  it.each([
    [20, 250],
    [40, 125],
    [60, 125],
  ])('F7: given a ceiling of %s, then a caller may lower it, not raise it', (ceiling, needTokens) => {
    expect(measureNeed({ sources, facts: [], sourceTokens: 4000 }, { floor: 0, ceiling, count: quarter }).needTokens).toBe(needTokens);
  });

  it('F2: given no source at all, then one token, so that nothing divides by zero', () => {
    expect(measureNeed({ sources: [], facts: [], sourceTokens: 0 }, { floor: 3, count: quarter }).needTokens).toBe(1);
  });
});
