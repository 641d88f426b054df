import { describe, expect, it } from 'vitest';
import { planBudget } from '../../src/core/checkpoint/budget.ts';
import { draftCheckpoint } from '../../src/core/checkpoint/draft.ts';
import { cliffBound } from '../../src/core/checkpoint/gates/cliff.ts';
import type { RegionSpan } from '../../src/core/checkpoint/region.ts';
import { type GateReason, type SettledSegment, settle } from '../../src/core/checkpoint/settle.ts';
import { surrogateCounter } from '../../src/core/count-span.ts';
import type { SpanId } from '../../src/core/span.ts';
import { loadO200k } from '../../src/tokens/o200k-counter.ts';
import { HEAD, TAIL } from './observed-case.ts';

/** DESIGN §1.3 again, with a text for each segment in which one gate alone has something to say, and what exactly it says. */

const counter = await loadO200k();
const count = surrogateCounter(counter);
const HEDGE =
  'Later work looked into remaining problems with finishing the migration. Several approaches were considered and tried, with varying results, and some of them may need another look. The situation was investigated further, relevant output was inspected, and follow-up steps were discussed where they seemed appropriate. Care should be taken when the work is continued, since not everything could be settled at this point and some details may still change. Overall good progress was made, the main parts are understood, and what is left appears to be manageable with the usual precautions and a fresh look at the remaining open questions.';

const region: readonly RegionSpan[] = [...HEAD, ...TAIL].map((call, index) => ({
  spanIndex: index,
  tokens: counter.count(call.output) + counter.count(call.command),
  source: {
    spanId: `t${index + 2}.1` as SpanId,
    turn: index + 2,
    origin: 'output' as const,
    call: `bash ${call.command}`,
    toolName: 'bash',
    input: { command: call.command },
    text: call.output,
    hasFailed: call.exitCode !== 0,
    exitCode: call.exitCode,
    writtenPaths: [],
  },
}));
const draft = draftCheckpoint(region, { minSegmentTokens: 400, floor: 3, count, userTurns: [] });
/** The failure with its cause, the disproved remedy, the one that worked. */
const [CAUSE, DISPROVED, REMEDY] = [7, 8, 9];
const TAIL_SEGMENTS: readonly number[] = [CAUSE, DISPROVED, REMEDY];

const padded = (text: string, tokens: number): string => `${text}${' word'.repeat(Math.max(0, tokens - count(text)))}`;
const anchorsOf = (segment: number): string => draft.segments[segment]?.facts.map((fact) => fact.anchor).join(' , ') ?? '';

/** All that is in the head stands; `tail` is what is tried. */
function settled(
  tail: (segment: number) => string,
  options: { readonly floor?: number; readonly headTokens?: number; readonly allowanceTokens?: number; readonly allotments?: readonly number[] } = {},
): readonly SettledSegment[] {
  const { floor = 0, headTokens = 200, allowanceTokens = 1_000_000, allotments = draft.segments.map(() => 1000) } = options;
  const segments = draft.segments.map(({ sourceTokens, facts, index }) => ({
    sourceTokens,
    facts,
    text: TAIL_SEGMENTS.includes(index) ? tail(index) : padded(anchorsOf(index), headTokens),
  }));
  return settle(segments, { allowanceTokens, reserveTokens: 0, allotments }, { floor, count });
}

const reasonsOf = (segments: readonly SettledSegment[]): readonly (GateReason | 'covered')[] => segments.map((one) => one.reason ?? 'covered');
const withTail = (...tail: readonly (GateReason | 'covered')[]): readonly (GateReason | 'covered')[] => [
  ...Array.from({ length: 7 }, () => 'covered' as const),
  ...tail,
];
/** So that neither F7 nor F8 has a say: some 25:1, where the head is at 18:1. */
const TAIL_TOKENS = 150;

describe('DESIGN §1.3: each gate by itself, to the letter', () => {
  it('given the facts of each segment in a text that is long enough, then all ten stand', () => {
    expect(draft.segments.map((segment) => segment.turns[0])).toEqual([2, 5, 8, 11, 15, 18, 21, 24, 25, 26]);
    expect(reasonsOf(settled((segment) => padded(anchorsOf(segment), TAIL_TOKENS), { floor: 3 }))).toEqual(withTail('covered', 'covered', 'covered'));
  });

  it('F11: given the hedge for the tail, with no facts of it, then it is uncovered, at a ratio that F7 and F8 let pass', () => {
    const outcome = settled(() => HEDGE);
    expect(reasonsOf(outcome)).toEqual(withTail('anchors', 'anchors', 'anchors'));
    for (const segment of TAIL_SEGMENTS) {
      expect(outcome[segment]).toMatchObject({ outcome: 'uncovered', factsRetained: 0 });
      expect(draft.segments[segment]?.facts).toHaveLength(2);
      expect(outcome[segment]?.ratio).toBeLessThan(40);
      expect(outcome[segment]?.ratio).toBeLessThan(cliffBound(outcome.map((one) => one.ratio)));
    }
  });

  it('F11: given one anchor of it in the hedge, then it is no hedge any more', () => {
    const outcome = settled((segment) => (segment === CAUSE ? `${HEDGE} exit code 40` : padded(anchorsOf(segment), TAIL_TOKENS)));
    expect(reasonsOf(outcome)).toEqual(withTail('covered', 'covered', 'covered'));
    expect(outcome[CAUSE]?.factsRetained).toBe(1);
  });

  it('F5: given facts promoted from the head, then they count for nothing in the tail', () => {
    const promoted = '2234 rows, 3.4 s, 3351 rows, 4.4 s.';
    const kept: Record<number, string> = { [CAUSE]: 'exit code 40', [DISPROVED]: anchorsOf(DISPROVED), [REMEDY]: '0 failed' };
    const outcome = settled((segment) => padded(`${kept[segment]}. ${promoted}`, TAIL_TOKENS), { floor: 2 });
    expect(reasonsOf(outcome)).toEqual(withTail('floor', 'covered', 'floor'));
    expect(outcome.slice(CAUSE).map((one) => one.factsRetained)).toEqual([1, 2, 1]);
  });

  it('F5: given a floor above what the tail has, then what it has is enough', () => {
    expect(reasonsOf(settled((segment) => padded(anchorsOf(segment), TAIL_TOKENS), { floor: 6 }))).toEqual(withTail('covered', 'covered', 'covered'));
  });

  it('F7: given the bare facts of the tail, then each is above 40:1', () => {
    const outcome = settled(anchorsOf);
    expect(reasonsOf(outcome)).toEqual(withTail('ratio', 'ratio', 'ratio'));
    for (const segment of TAIL_SEGMENTS) expect(outcome[segment]).toMatchObject({ outcome: 'externalized', factsRetained: 2 });
  });

  it('F8: given a tail just below 40:1 behind a head near 9:1, then it is a cliff, and F7 had let it pass', () => {
    const outcome = settled((segment) => padded(anchorsOf(segment), 100), { headTokens: 400 });
    expect(reasonsOf(outcome)).toEqual(withTail('cliff', 'cliff', 'cliff'));
    for (const segment of TAIL_SEGMENTS) {
      expect(outcome[segment]?.ratio).toBeLessThanOrEqual(40);
      expect(outcome[segment]?.ratio).toBeGreaterThan(3 * 9);
    }
  });

  it('F9: given the tail without its last outcomes, then it does not stand, though no floor asks for them', () => {
    const kept: Record<number, string> = { [CAUSE]: 'exit code 40', [DISPROVED]: 'exit code 40', [REMEDY]: '24 steps' };
    expect(reasonsOf(settled((segment) => padded(kept[segment] ?? '', TAIL_TOKENS)))).toEqual(withTail('covered', 'required', 'required'));
  });

  it('F4: given less than twice the mean is left behind the head, then the whole tail is externalized, however good its texts', () => {
    const texts = (segment: number): string => padded(anchorsOf(segment), TAIL_TOKENS);
    expect(reasonsOf(settled(texts, { allowanceTokens: 7 * 200 + 399 }))).toEqual(withTail('headroom', 'headroom', 'headroom'));
    expect(reasonsOf(settled(texts, { allowanceTokens: 7 * 200 + 3 * 400 }))).toEqual(withTail('covered', 'covered', 'covered'));
  });

  it('F2: given a text that is one token above its allotment, then it does not stand, and what it left is there for the later ones', () => {
    const exactly = draft.segments.map(({ index }) => (TAIL_SEGMENTS.includes(index) ? TAIL_TOKENS : 200));
    const text = (segment: number): string => padded(anchorsOf(segment), segment === REMEDY ? TAIL_TOKENS : TAIL_TOKENS + 1);
    expect(reasonsOf(settled(text, { allotments: exactly }))).toEqual(withTail('allotment', 'covered', 'covered'));
  });

  it('F3: given one token less than the needs and the reserve, then the segment that is least dense in facts is not written, whatever its text', () => {
    const { allotments } = planBudget(draft.needs, draft.allowanceTokens - 1);
    expect(allotments.map((allotment) => allotment > 0)).toEqual([true, true, true, true, true, true, true, false, true, true]);
    const outcome = settled((segment) => padded(anchorsOf(segment), 110), { headTokens: 110, allotments });
    expect(outcome[CAUSE]).toMatchObject({ outcome: 'externalized', reason: 'entry' });
  });
});
