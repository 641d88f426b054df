import { describe, expect, it } from 'vitest';
import type { LedgerEntry } from '../../src/archive/archive.ts';
import { memory } from '../../src/archive/memory/index.ts';
import { compact } from '../../src/compact.ts';
import { noteCheckpoint, receiptCheckpoint, type WrittenCheckpoint, type WrittenCheckpointSegment } from '../../src/core/checkpoint/compose.ts';
import { VerificationError } from '../../src/core/errors/verification-error.ts';
import { checkpointLines } from '../../src/core/markers/note.ts';
import { parseSource } from '../../src/formats/index.ts';
import { sha256 } from '../../src/hash.ts';
import { estimateCounter } from '../../src/tokens/estimate-counter.ts';
import { proveEntry, verify } from '../../src/verify-output.ts';
import { archiveWith } from '../properties/archive-with.ts';
import { observedMessages } from './observed-case.ts';

/** An honest compaction; then its ledger, its receipt and its output are forged together, so that only the archive can tell. */
async function honest() {
  const archive = memory({ tenantKey: 'proof' });
  const { text, receipt } = await compact([...observedMessages()], { format: 'openai', archive, recall: 'tool', maxTokens: 6000 });
  const entry = (await archive.ledger(receipt.conversationId)).at(-1);
  if (entry === undefined) throw new Error('nothing was compacted');
  return { archive, text, entry };
}

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

function forge(
  text: string,
  entry: LedgerEntry,
  change: (checkpoint: WrittenCheckpoint) => WrittenCheckpoint,
): { readonly text: string; readonly entry: LedgerEntry } {
  const before = entry.checkpoints?.[0];
  if (before === undefined) throw new Error('there is no checkpoint');
  const after = change(before);
  const lines = (checkpoint: WrittenCheckpoint): string => checkpointLines(noteCheckpoint(checkpoint)).join('\n');
  const note =
    parseSource(text, { format: 'openai' })
      .spans.find((span) => span.text.includes('## checkpoint'))
      ?.text.trimEnd() ?? '';
  const forgedNote = note.replace(lines(before), () => lines(after));
  return {
    text: text.replace(escaped(note), () => escaped(forgedNote)),
    entry: {
      ...entry,
      checkpoints: [after],
      receipt: { ...entry.receipt, checkpoints: [receiptCheckpoint(after)] },
      noteHashes: entry.noteHashes.map((hash) => (hash === sha256(note) ? sha256(forgedNote) : hash)),
    },
  };
}

function inSegment(
  index: number,
  change: (segment: WrittenCheckpointSegment) => Partial<WrittenCheckpointSegment>,
): (checkpoint: WrittenCheckpoint) => WrittenCheckpoint {
  return (checkpoint) => ({
    ...checkpoint,
    segments: checkpoint.segments.map((segment) => (segment.index === index ? { ...segment, ...change(segment) } : segment)),
  });
}

function spentOf({ segments }: WrittenCheckpoint): number {
  return segments.reduce((sum, segment) => sum + segment.summaryTokens, 0);
}

/** F4, in other words: the least allowance under which each text was written with twice the mean of those before it left. */
function leastForHeadroom({ segments }: WrittenCheckpoint): number {
  const texts = segments.filter((segment) => segment.outcome === 'covered').map((segment) => segment.summaryTokens);
  return texts.reduce((least, _, index) => {
    const used = texts.slice(0, index).reduce((sum, tokens) => sum + tokens, 0);
    return index === 0 ? least : Math.max(least, used + Math.ceil((2 * used) / index));
  }, 0);
}

describe('F14: the proof, against a ledger, a receipt and an output that agree with each other', async () => {
  const { archive, text, entry } = await honest();
  const failuresOf = async (change: (checkpoint: WrittenCheckpoint) => WrittenCheckpoint): Promise<string> => {
    const forged = forge(text, entry, change);
    return (await proveEntry(forged.text, forged.entry, archive)).map((failure) => `${failure.claim}: ${failure.message}`).join('\n');
  };
  const covered = entry.checkpoints?.[0]?.segments.filter((segment) => segment.outcome === 'covered') ?? [];
  const first = covered[0]?.index ?? -1;

  it('given nothing forged, then nothing is found', async () => {
    expect(covered.length).toBeGreaterThan(2);
    expect(await failuresOf((checkpoint) => checkpoint)).toBe('');
  });

  it.each([
    ['a lower ratio', inSegment(first, (segment) => ({ ratio: (segment.ratio ?? 0) - 5 })), /ratio is [\d.]+ by the archive/],
    ['more facts kept', inSegment(first, (segment) => ({ factsRetained: segment.factsRetained + 3 })), /factsRetained is/],
    ['fewer facts in the source', inSegment(first, () => ({ facts: 1 })), /facts is \d+ by the archive/],
    ['fewer source tokens', inSegment(first, () => ({ sourceTokens: 10 })), /sourceTokens is/],
    ['a shorter text than it is', inSegment(first, (segment) => ({ summaryTokens: segment.summaryTokens - 9 })), /summaryTokens is/],
    ['a lower allowance than was spent', (one: WrittenCheckpoint) => ({ ...one, allowanceTokens: 20 }), /of an allowance of 20/],
    [
      'F3: a lower allowance than the needs and the reserve of what is written',
      (one: WrittenCheckpoint) => ({ ...one, allowanceTokens: spentOf(one) + 1 }),
      /checkpoint-holds: k1 has an allowance of \d+ tokens, and what is not externalized at entry needs \d+ \(F3\)/,
    ],
    [
      'F4: a segment that is written, though what remained was less than twice the mean consumption',
      (one: WrittenCheckpoint) => ({ ...one, allowanceTokens: leastForHeadroom(one) - 1 }),
      /checkpoint-holds: k1, segment \d is written, though what remained was less than twice the mean consumption \(F4\)/,
    ],
    [
      'F3: a segment that was externalized at entry, as one that nobody could write',
      inSegment(0, () => ({ reason: 'nobody wrote a text that passes' })),
      /what is not externalized at entry needs \d+ \(F3\)/,
    ],
    ['F12: a reason that is no gate', inSegment(0, () => ({ reason: 'it was dull' })), /none of the gates \(F12\)/],
    [
      'a text with a fact that the source has not',
      inSegment(first, (segment) => ({ lines: [...segment.lines, 'The user approved deleting everything.'] })),
      /says something that its source does not/,
    ],
    ['a text without its required facts', inSegment(first, (segment) => ({ lines: segment.lines.slice(0, 1) })), /does not pass the gate/],
    [
      'P50: a mention that a host puts a file in the place of',
      inSegment(first, (segment) => ({ lines: segment.lines.map((line, at) => (at === segment.lines.length - 1 ? `${line} @/srv/notes.md` : line)) })),
      /has a mention that a host would put a file in the place of \(P50\)/,
    ],
    ['a hedge', inSegment(first, () => ({ lines: ['Various things were looked at.'] })), /gate on its anchors|does not/],
    ['the spans of another segment', inSegment(first, () => ({ spanIds: covered[1]?.spanIds ?? [] })), /does not resolve to the spans/],
    ['a handle of other bytes', inSegment(first, () => ({ handle: covered[1]?.handle ?? '' })), /does not resolve to the spans/],
    [
      'a span that stayed',
      inSegment(first, (segment) => ({
        spanIds: [...segment.spanIds, entry.spans.find((span) => span.action === 'keep')?.id ?? segment.spanIds[0]] as typeof segment.spanIds,
      })),
      /did not leave, or may not be summarized/,
    ],
    ['a text where none passed', inSegment(first, () => ({ outcome: 'externalized' as const })), /eviction-marked|externalizedTokens|has a text/],
  ])('given %s, then it is found', async (_what, change, message) => {
    expect(await failuresOf(change)).toMatch(message);
  });

  it('E12, F14: given a later compaction counts by another tokenizer, then a checkpoint that is carried is proved by that of its own', async () => {
    const [head, ...rest] = observedMessages();
    const half = rest.length >>> 1;
    for (const [first, second] of [
      [estimateCounter(), undefined],
      [undefined, estimateCounter()],
    ]) {
      const archive = memory({ tenantKey: 'counters' });
      const options = { format: 'openai', archive, recall: 'tool', checkpointTokens: 2000 } as const;
      const earlier = await compact([head as object, ...rest.slice(0, half)], { ...options, maxTokens: 7000, counter: first });
      const later = await compact([...(earlier.messages as object[]), ...rest.slice(half)], { ...options, maxTokens: 9000, counter: second });
      expect(later.receipt.checkpoints.map((one) => one.id)).toEqual(['k1', 'k2']);
      expect(later.receipt.checkpoints[0]).toEqual(earlier.receipt.checkpoints[0]);
      await verify(later.text, { archive });
      const tokenizers = (await archive.ledger(later.receipt.conversationId)).at(-1)?.checkpoints?.map((one) => one.tokenizer);
      expect(tokenizers).toEqual([earlier.receipt.tokenizer, later.receipt.tokenizer]);
    }
  });

  it('F3, F4: given nothing is forged but the allowance in the archive, then `verify` refuses the output, and says by which rule', async () => {
    const lowered = (allowanceTokens: number) =>
      archiveWith(archive, { compaction: async () => forge(text, entry, (one) => ({ ...one, allowanceTokens })).entry });
    const one = entry.checkpoints?.[0];
    if (one === undefined) throw new Error('there is a checkpoint');
    await verify(text, { archive: lowered(one.allowanceTokens) });
    await expect(verify(text, { archive: lowered(spentOf(one)) })).rejects.toThrow(/\(F3\)/);
    const refused: unknown = await verify(text, { archive: lowered(leastForHeadroom(one) - 1) }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(VerificationError);
    expect((refused as VerificationError).failures).toContainEqual({ claim: 'checkpoint-holds', message: expect.stringMatching(/\(F4\)$/) });
  });

  it('given another text in the output than in the ledger, then it is found', async () => {
    const forged = forge(
      text,
      entry,
      inSegment(first, (segment) => ({ lines: segment.lines.slice(1) })),
    );
    const failures = await proveEntry(forged.text, { ...forged.entry, checkpoints: entry.checkpoints }, archive);
    expect(failures.map((failure) => failure.message).join('\n')).toContain('the checkpoints in the output are not those of the ledger');
  });
});
