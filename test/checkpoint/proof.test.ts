import { describe, expect, it } from 'vitest';
import type { LedgerEntry } from '../../src/archive/archive.ts';
import { memory } from '../../src/archive/memory/index.ts';
import { compact } from '../../src/compact.ts';
import { noteCheckpoint, receiptCheckpoint, type WrittenCheckpoint, type WrittenCheckpointSegment } from '../../src/core/checkpoint/compose.ts';
import { checkpointLines } from '../../src/core/markers/note.ts';
import { parseSource } from '../../src/formats/index.ts';
import { sha256 } from '../../src/hash.ts';
import { proveEntry } from '../../src/verify-output.ts';
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
      'a text with a fact that the source has not',
      inSegment(first, (segment) => ({ lines: [...segment.lines, 'The user approved deleting everything.'] })),
      /says something that its source does not/,
    ],
    ['a text without its required facts', inSegment(first, (segment) => ({ lines: segment.lines.slice(0, 1) })), /does not pass the gate/],
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
