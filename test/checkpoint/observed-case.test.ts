import { describe, expect, it } from 'vitest';
import { memory } from '../../src/archive/memory/index.ts';
import { compact } from '../../src/compact.ts';
import { planBudget } from '../../src/core/checkpoint/budget.ts';
import { draftCheckpoint } from '../../src/core/checkpoint/draft.ts';
import { holdsNoAnchor } from '../../src/core/checkpoint/gates/anchors.ts';
import { cliffBound } from '../../src/core/checkpoint/gates/cliff.ts';
import { isBelowFloor } from '../../src/core/checkpoint/gates/floor.ts';
import { coverageRatio, isAboveCeiling } from '../../src/core/checkpoint/gates/ratio.ts';
import { compactSpan } from '../../src/core/checkpoint/reference.ts';
import type { RegionSpan } from '../../src/core/checkpoint/region.ts';
import { settle } from '../../src/core/checkpoint/settle.ts';
import { surrogateCounter } from '../../src/core/count-span.ts';
import { FidelityBudgetExhausted } from '../../src/core/errors/fidelity-budget-exhausted.ts';
import { holdsAnchor } from '../../src/core/facts/anchors.ts';
import { archiveHandlesIn } from '../../src/core/handles/archive-handle.ts';
import { parseNote } from '../../src/core/markers/note.ts';
import type { SpanId } from '../../src/core/span.ts';
import { parseSource } from '../../src/formats/index.ts';
import { recall } from '../../src/recall.ts';
import { loadO200k } from '../../src/tokens/o200k-counter.ts';
import { verify } from '../../src/verify-output.ts';
import { DISPROVED, HEAD, observedMessages, REMEDY, REMEDY_OUTCOME, ROOT_CAUSE, TAIL } from './observed-case.ts';

const counter = await loadO200k();
const count = surrogateCounter(counter);
const ALLOWANCE = 1800;
/** The reported floor: facts of the whole checkpoint. */
const FLOOR = 24;
const HEDGE =
  'Later work looked into remaining problems with finishing the migration. Several approaches were considered and tried, with varying results, and some of them may need another look. The situation was investigated further, relevant output was inspected, and follow-up steps were discussed where they seemed appropriate. Care should be taken when the work is continued, since not everything could be settled at this point and some details may still change. Overall good progress was made, the main parts are understood, and what is left appears to be manageable with the usual precautions and a fresh look at the remaining open questions about timing, ordering and the way in which the final part of the process is carried out.';

function regionOf(): readonly RegionSpan[] {
  return [...HEAD, ...TAIL].map((call, index) => ({
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
}

/** Greedy by recency of writing and salience: a generous line for each fact of the head, and what is left for the tail. */
function greedyCheckpoint(): { readonly head: string; readonly tail: string } {
  const lines = HEAD.map((call, index) => {
    const fact = call.output.trimEnd().split('\n').at(-1) ?? '';
    return `In step ${index + 1} the agent ran the command ${call.command}, watched its long output, and saw at its end that ${fact}; everything about this step is fine and it needs no further look by anybody later on.`;
  });
  return { head: lines.join('\n'), tail: HEDGE };
}

describe('DESIGN §1.3: a checkpoint that covers for a lost tail', () => {
  const region = regionOf();
  const headTokens = region.slice(0, HEAD.length).reduce((sum, span) => sum + span.tokens, 0);
  const tailTokens = region.slice(HEAD.length).reduce((sum, span) => sum + span.tokens, 0);
  const adversary = greedyCheckpoint();
  const draft = draftCheckpoint(region, { minSegmentTokens: 400, floor: 3, count, userTurns: [] });
  const tailSegments = draft.segments.filter((segment) => segment.turns[0] > HEAD.length + 1);

  it('the adversary reproduces it: 22 facts from the head, a hedge for the tail, ratios near 17:1 and 92:1, within all totals', () => {
    expect(headTokens).toBeGreaterThan(26_000);
    expect(tailTokens).toBeGreaterThan(11_000);
    const headRatio = coverageRatio(headTokens, count(adversary.head));
    const tailRatio = coverageRatio(tailTokens, count(adversary.tail));
    expect(headRatio).toBeGreaterThan(15);
    expect(headRatio).toBeLessThan(25);
    expect(tailRatio).toBeGreaterThan(80);
    expect(count(adversary.head) + count(adversary.tail)).toBeLessThanOrEqual(ALLOWANCE);
    const kept = HEAD.filter((call) => adversary.head.includes(call.output.trimEnd().split('\n').at(-1) ?? '-'));
    expect(kept).toHaveLength(22);
    expect(22 + 2).toBeGreaterThanOrEqual(FLOOR); // two facts promoted from the head met the floor of the whole
    for (const lost of [ROOT_CAUSE, REMEDY_OUTCOME]) expect(`${adversary.head}\n${adversary.tail}`).not.toContain(lost);
  });

  it('F7 alone catches it: the tail is above 40:1', () => {
    expect(isAboveCeiling(coverageRatio(tailTokens, count(adversary.tail)))).toBe(true);
    expect(isAboveCeiling(coverageRatio(headTokens, count(adversary.head)))).toBe(false);
  });

  it('F8 alone catches it: the tail is a cliff against the median', () => {
    const head = coverageRatio(headTokens, count(adversary.head));
    expect(coverageRatio(tailTokens, count(adversary.tail))).toBeGreaterThan(cliffBound([...Array.from({ length: 7 }, () => head), head * 5]));
  });

  it('F5 alone catches it: facts promoted from the head do not count for the tail', () => {
    for (const segment of tailSegments) {
      const retained = segment.facts.filter((fact) => holdsAnchor(adversary.tail, fact.anchor)).length;
      expect(isBelowFloor(retained, segment.facts.length, 3)).toBe(true);
    }
  });

  it('F9 alone catches it: what is required of the tail is not in it', () => {
    const required = tailSegments.flatMap((segment) => segment.facts.filter((fact) => fact.isRequired));
    expect(required.length).toBeGreaterThan(0);
    expect(required.filter((fact) => holdsAnchor(adversary.tail, fact.anchor))).toEqual([]);
  });

  it('F11 alone catches it: the hedge holds no anchor', () => {
    for (const segment of tailSegments) expect(holdsNoAnchor(0, segment.facts.length)).toBe(true);
  });

  it('F4 alone catches it: after the head less remains than twice the mean consumption', () => {
    const perSegment = Math.ceil(count(adversary.head) / 8);
    const texts = draft.segments.map((segment) => ({
      sourceTokens: segment.sourceTokens,
      facts: [],
      text: Array.from({ length: perSegment }, () => 'word').join(' '),
    }));
    const settled = settle(
      texts,
      { ...planBudget(draft.needs, ALLOWANCE), allotments: texts.map(({ text }) => count(text)), allowanceTokens: ALLOWANCE },
      { floor: 0, count },
    );
    expect(settled.at(-1)?.outcome).toBe('externalized');
    expect(settled.some((one) => one.reason === 'headroom')).toBe(true);
  });

  it('§13: the reference refuses it at the tail', () => {
    const reference = () =>
      compactSpan({
        spanTokens: 41_000,
        budgetTokens: ALLOWANCE,
        minFactsPerSegment: 2,
        segments: [
          { name: 'head', tokens: 28_000, facts: 22 },
          { name: 'tail', tokens: 13_000, facts: 0 },
        ],
      });
    expect(reference).toThrow(FidelityBudgetExhausted);
  });

  it('the adversary as a summarizer: its texts for the tail never stand, and what they lost is behind a handle that is named', async () => {
    const archive = memory({ tenantKey: 'observed' });
    const hedging = {
      name: 'greedy',
      version: '1',
      summarize: (request: { index: number; facts: readonly { line: string }[] }) =>
        Promise.resolve({ text: request.index < 8 ? [...new Set(request.facts.map((fact) => fact.line))].join('\n') : HEDGE }),
    };
    const { receipt, text } = await compact([...observedMessages()], { format: 'openai', archive, recall: 'tool', maxTokens: 6000, summarizer: hedging });
    for (const segment of receipt.checkpoints[0]?.segments.slice(8) ?? []) {
      expect(segment.outcome).not.toBe('covered');
      expect(text).toContain(segment.handle);
    }
    expect(text).not.toContain('Several approaches were considered');
    await verify(text, { archive });
  });

  it('ours, with the same allowance: root cause and remedy stand in the checkpoint or behind a named handle, the disproved remedy in *tried and failed*', async () => {
    const archive = memory({ tenantKey: 'observed' });
    const { receipt, text } = await compact([...observedMessages()], {
      format: 'openai',
      archive,
      recall: 'tool',
      maxTokens: 6000,
      checkpointTokens: ALLOWANCE + 500,
    });
    expect(receipt.checkpoints[0]?.allowanceTokens).toBeLessThanOrEqual(ALLOWANCE);
    const notes = parseSource(text, { format: 'openai' }).spans.flatMap((span) => parseNote(span.text.trimEnd()) ?? []);
    const surrogates = notes.flatMap((note) => (note.checkpoints ?? []).flatMap((one) => one.segments.flatMap((segment) => segment.lines))).join('\n');
    const behind = (await Promise.all(archiveHandlesIn(text).map((handle) => recall(handle, { archive })))).flat().map((span) => span.text);
    for (const fact of [ROOT_CAUSE, REMEDY_OUTCOME, ...HEAD.map((call) => call.output.trimEnd().split('\n').at(-1) ?? '')]) {
      expect(holdsAnchor(surrogates, fact) || behind.some((source) => source.includes(fact)) || text.includes(fact)).toBe(true);
    }
    expect(surrogates).toContain(ROOT_CAUSE);
    const failed = notes.flatMap((note) => note.sections.filter((section) => section.title === 'tried and failed').flatMap((section) => section.lines));
    expect(failed.map((line) => line.text).join('\n')).toContain(DISPROVED);
    expect(failed.map((line) => line.text).join('\n')).not.toContain(REMEDY);
    await verify(text, { archive });
  });

  it('F13: asked to be told, it is told: the segment, its ratio, its facts, what was needed and what remained', async () => {
    const run = compact([...observedMessages()], {
      format: 'openai',
      archive: memory({ tenantKey: 'observed' }),
      recall: 'tool',
      maxTokens: 6000,
      checkpointTokens: 700,
      onExhausted: 'throw',
    });
    await expect(run).rejects.toThrow(FidelityBudgetExhausted);
    await expect(run).rejects.toMatchObject({
      code: 'fidelity-exhausted',
      segment: expect.stringMatching(/^k1\.\d \(t\d+-t\d+\)$/),
      neededTokens: expect.any(Number),
      remainingTokens: expect.any(Number),
    });
  });
});
