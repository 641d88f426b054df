import { describe, expect, it } from 'vitest';
import { sourceAt } from '../../../test/checkpoint/fact-sources.ts';
import type { FactSource } from '../facts/fact.ts';
import type { SegmentNeed } from './need.ts';
import { type PhaseSegment, phaseChanges, sizeForPhases } from './phases.ts';

const need = (factCount: number, needTokens = 10, sourceTokens = 1000): SegmentNeed => ({ sourceTokens, factCount, needTokens });
const segment = (factCount: number, ...sources: readonly FactSource[]): PhaseSegment => ({ sources, need: need(factCount) });
const fine = (turn: number, toolName = 'deploy'): FactSource => sourceAt(turn, 'done', { toolName });
const failed = (turn: number): FactSource => sourceAt(turn, 'Error', { hasFailed: true });

describe('F10: a change of phase', () => {
  it('F10: given errors begin, and later end, and the facts get denser and thinner with them, then both are told, with their place', () => {
    const segments = [segment(2, fine(1)), segment(8, failed(2)), segment(8, failed(3), fine(4)), segment(2, fine(5))];
    expect(phaseChanges(segments, [])).toEqual([
      { index: 0, reason: 'errors-begin' },
      { index: 2, reason: 'errors-end' },
    ]);
  });

  it.each([
    ['1.5 times as dense', 3, 1],
    ['just less than that', 2.9, 0],
    ['as dense as before', 2, 0],
    ['so much thinner', 2 / 1.5, 1],
  ])('F10: given errors begin where facts are %s, then it counts only from a factor of 1.5 on', (_what, facts, changes) => {
    expect(phaseChanges([segment(2, fine(1)), segment(facts, failed(2))], [])).toHaveLength(changes);
  });

  it('F10: given most calls go to another tool, then it is a switch of tools; one call to it is none', () => {
    const reads = [fine(1, 'Read'), fine(2, 'Read')];
    expect(phaseChanges([segment(2, ...reads), segment(8, fine(3, 'Bash'), fine(4, 'Bash'), fine(5, 'Read'))], [])).toEqual([
      { index: 0, reason: 'tool-switch' },
    ]);
    expect(phaseChanges([segment(2, ...reads), segment(8, fine(3, 'Read'), fine(4, 'Bash'), fine(5, 'Read'))], [])).toEqual([]);
  });

  it.each([
    ['between them', 3, true],
    ['at the first turn of the second', 4, true],
    ['at the last turn of the first', 2, false],
    ['within the second', 5, false],
  ])('F10: given the user spoke %s, then whether the task has switched follows from the turn', (_what, turn, hasSwitched) => {
    const segments = [segment(2, fine(1), fine(2)), segment(8, fine(4), fine(6))];
    expect(phaseChanges(segments, [turn])).toEqual(hasSwitched ? [{ index: 0, reason: 'task-switch' }] : []);
  });

  it('F10: given errors begin where the user spoke, too, then the errors are the reason', () => {
    expect(phaseChanges([segment(2, fine(1)), segment(8, failed(3))], [2])).toEqual([{ index: 0, reason: 'errors-begin' }]);
  });

  it('F10: given one segment, or none, then there is no change', () => {
    expect(phaseChanges([segment(2, failed(1))], [1])).toEqual([]);
    expect(phaseChanges([], [1])).toEqual([]);
  });
});

describe('F10: sizes around a change', () => {
  it('F10: given a change, then both sides are sized to the denser one, by source tokens; the others stay, and nobody shrinks', () => {
    const needs = [need(1, 10, 1000), need(1, 20, 500), need(9, 100, 1000), need(1, 30, 2000)];
    const sized = sizeForPhases(needs, [{ index: 1, reason: 'errors-begin' }]);
    expect(sized.map((one) => one.needTokens)).toEqual([10, 50, 100, 30]);
    expect(sizeForPhases(needs, [])).toEqual(needs);
  });

  it('F10: given two changes beside each other, then the one in the middle has the larger of both', () => {
    const needs = [need(9, 200, 1000), need(1, 10, 1000), need(9, 300, 1000)];
    const changes = [
      { index: 0, reason: 'errors-end' },
      { index: 1, reason: 'errors-begin' },
    ] as const;
    expect(sizeForPhases(needs, changes).map((one) => one.needTokens)).toEqual([200, 300, 300]);
  });
});
