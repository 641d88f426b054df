import { describe, expect, it } from 'vitest';
import { sourceAt } from '../../../test/checkpoint/fact-sources.ts';
import { checkpointLines } from '../markers/note.ts';
import type { SpanId } from '../span.ts';
import { composeCheckpoint, noteCheckpoint, receiptCheckpoint, roundToTenth, runsByHandle } from './compose.ts';
import type { SegmentDraft } from './draft.ts';
import type { GateReason, SettledSegment } from './settle.ts';

const draft = (index: number, turns: readonly [number, number], spanIndexes: readonly number[]): SegmentDraft => ({
  index,
  turns,
  spanIndexes,
  sources: spanIndexes.map((span) => sourceAt(span + 1, 'text')),
  facts: [],
  sourceTokens: 100 * spanIndexes.length,
});
const covered: SettledSegment = { outcome: 'covered', textTokens: 12, ratio: 8.3333, factsRetained: 2, lacksRequired: false };
const out = (reason: GateReason, outcome: 'externalized' | 'uncovered' = 'externalized'): SettledSegment => ({
  outcome,
  reason,
  textTokens: 7,
  ratio: 55,
  factsRetained: 1,
  lacksRequired: false,
});

/** Handles that tell what they stand for. */
const handleFor = (indexes: readonly number[]): string => `hf_${indexes.join('_')}`;
const OPTIONS = { allowanceTokens: 500, floor: 3, ceiling: 40, tokenizer: 'quarter', handleFor, spanIdOf: (index: number) => `t${index + 1}.1` as SpanId };
const drafts = [draft(0, [1, 2], [0, 1]), draft(1, [3, 3], [2]), draft(2, [4, 5], [3, 4]), draft(3, [5, 6], [5]), draft(4, [7, 7], [6])];

describe('what stands in note, receipt and ledger', () => {
  const settled = [covered, out('ratio'), out('entry'), out('anchors', 'uncovered'), out('cliff')];
  const deliveries = [
    { text: 'one\ntwo', summarizer: 'm' },
    { text: 'three', summarizer: 'm' },
    { summarizer: 'm' },
    { text: 'hedge', summarizer: 'm' },
    { text: 'five', summarizer: 'x' },
  ];
  const checkpoint = composeCheckpoint('k3', drafts, settled, deliveries, OPTIONS);

  it('F6: given a covered segment, then its figures are those of its text, the ratio to one decimal; of all others nothing is retained and no text stands', () => {
    expect(checkpoint.segments[0]).toMatchObject({
      summaryTokens: 12,
      externalizedTokens: 0,
      ratio: 8.3,
      factsRetained: 2,
      lines: ['one', 'two'],
      spanIds: ['t1.1', 't2.1'],
    });
    for (const segment of checkpoint.segments.slice(1)) {
      expect(segment).toMatchObject({ summaryTokens: 0, externalizedTokens: segment.sourceTokens, ratio: null, factsRetained: 0, lines: [] });
    }
  });

  it('E11: neighbours that are externalized share one handle for all their spans; covered and uncovered ones have their own', () => {
    expect(checkpoint.segments.map((segment) => segment.handle)).toEqual(['hf_0_1', 'hf_2_3_4', 'hf_2_3_4', 'hf_5', 'hf_6']);
    expect(runsByHandle(checkpoint.segments).map((run) => run.map((segment) => segment.index))).toEqual([[0], [1, 2], [3], [4]]);
  });

  it('C20: who wrote it is told of each that was asked; of one that was out at entry nobody', () => {
    expect(checkpoint.segments.map((segment) => segment.summarizer)).toEqual(['m', 'm', '', 'm', 'x']);
  });

  it.each<[GateReason, RegExp]>([
    ['entry', /F3/],
    ['headroom', /F4/],
    ['ratio', /F7/],
    ['cliff', /F8/],
    ['floor', /F5/],
    ['required', /F9/],
    ['anchors', /F11/],
    ['allotment', /F2/],
    ['unwritten', /nobody wrote/],
  ])('given it failed for %s, then the reason is told in words, with its rule', (reason, words) => {
    const [segment] = composeCheckpoint('k1', drafts.slice(0, 1), [out(reason)], [], OPTIONS).segments;
    expect(segment?.reason).toMatch(words);
    expect(checkpoint.segments[0]).not.toHaveProperty('reason');
  });

  it('F12: in the note a run has one marker, over its turns and tokens; an uncovered one is loud', () => {
    expect(checkpointLines(noteCheckpoint(checkpoint))).toEqual([
      '## checkpoint k3',
      '[COVERED:t1-t2:tokens=200:source=hf_0_1]',
      '> one',
      '> two',
      '[EXTERNALIZED:t3-t5:tokens=300:source=hf_2_3_4]',
      '[UNCOVERED:t5-t6:tokens=100:source=hf_5]',
      '[EXTERNALIZED:t7-t7:tokens=100:source=hf_6]',
    ]);
  });

  it('DESIGN §11: in the receipt there is neither text nor spans, and all else is the same', () => {
    const receipt = receiptCheckpoint(checkpoint);
    expect(receipt).not.toHaveProperty('floor');
    for (const [index, segment] of receipt.segments.entries()) {
      expect(segment).not.toHaveProperty('lines');
      expect(segment).not.toHaveProperty('spanIds');
      expect(checkpoint.segments[index]).toMatchObject(segment);
    }
    expect(receipt).toMatchObject({ id: 'k3', turns: [1, 7], allowanceTokens: 500 });
  });

  it('the turns are the least and the most, also where a segment reaches back', () => {
    expect(composeCheckpoint('k1', [draft(0, [4, 9], [0]), draft(1, [2, 5], [1])], [covered, covered], [], OPTIONS).turns).toEqual([2, 9]);
  });

  it('ratios are rounded to tenths', () => {
    expect([8.25, 8.249, 40, 0.04].map(roundToTenth)).toEqual([8.3, 8.2, 40, 0]);
  });
});
