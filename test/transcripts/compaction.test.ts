import { describe, expect, it } from 'vitest';
import { memory } from '../../src/archive/memory/index.ts';
import { compact, plan } from '../../src/compact.ts';
import { CompactionInvariantError } from '../../src/core/errors/compaction-invariant-error.ts';
import { formatNamed, parseSource } from '../../src/formats/index.ts';
import { recall } from '../../src/recall.ts';
import { verify } from '../../src/verify-output.ts';
import { hasTranscripts, readTranscript, testedTranscripts } from './corpus.ts';
import { measure, RECALLS, TARGETS } from './measure.ts';

const archiveOf = () => memory({ tenantKey: 'transcripts' });

describe.skipIf(!hasTranscripts)('real transcripts: compacted, proved, recalled in full', () => {
  for (const transcript of testedTranscripts()) {
    it(`${transcript.name}: to 50 %, 30 % and 15 %, with and without recall`, async () => {
      const source = readTranscript(transcript.name);
      const spans = parseSource(source, { fileName: transcript.name.split('/').at(-1), onInvalid: 'repair' }).spans;
      for (const mode of RECALLS) {
        for (const target of TARGETS) {
          const archive = archiveOf();
          const done = await measure(transcript, target, mode, archive);
          if (done.outcome === 'refused') {
            await expectFloor(transcript.name, source, done.targetTokens, mode);
            continue;
          }
          expect(done.tokensAfter).toBeLessThanOrEqual(done.targetTokens);
          if (done.outcome === 'unchanged' || done.text === undefined) continue;
          formatNamed(transcript.format).validate(done.text);
          await verify(done.text, { archive });
          await expectRecalled(archive, done.conversationId ?? '', spans);
        }
      }
    });
  }

  it('the long pi session reaches 30 % with recall off, and 12 % with recall cli', async () => {
    const source = readTranscript('pi/long-session.jsonl');
    for (const [target, mode] of [
      [0.3, 'off'],
      [0.12, 'cli'],
    ] as const) {
      const archive = archiveOf();
      const { receipt, text } = await compact(source, { archive, target, recall: mode });
      expect(receipt.status).toBe('compacted');
      expect(receipt.tokensAfter).toBeLessThanOrEqual(Math.floor(receipt.tokensBefore * target) + 1);
      await verify(text, { archive });
    }
  });
});

/** The floor analysis: a refusal is right only where what has to stay does not fit, notes aside. `npm run transcripts` writes it out. */
async function expectFloor(name: string, source: string, targetTokens: number, mode: 'off' | 'cli'): Promise<void> {
  const archive = archiveOf();
  const options = { archive, fileName: name.split('/').at(-1), onInvalid: 'repair', recall: mode } as const;
  const error = await plan(source, { ...options, maxTokens: Math.max(1, targetTokens) }).catch((caught: unknown) => caught);
  expect(error, name).toBeInstanceOf(CompactionInvariantError);
  const { floorTokens, protectedSpans } = error as CompactionInvariantError;
  const protectedTokens = protectedSpans.reduce((sum, span) => sum + span.tokens, 0);
  expect(floorTokens).toBeGreaterThan(targetTokens);
  // What stays is authoritative, or too small for its tombstone; what is put in place is a small share.
  const small = protectedSpans.filter((span) => !AUTHORITATIVE.has(span.rule));
  for (const span of small) expect(span.tokens, `${name} ${span.id} ${span.rule}`).toBeLessThanOrEqual(110);
  expect(protectedTokens, `${name}: floor ${floorTokens}, target ${targetTokens}`).toBeGreaterThan(targetTokens);
}

const AUTHORITATIVE: ReadonlySet<string> = new Set([
  'fixed',
  'pending',
  'recent',
  'thinking-demanded',
  'pinned',
  'summary-foreign',
  'note-foreign',
  'harness-latest',
  'mode-latest',
  'attachment',
  'user-answer',
  'user-text',
  'plan-latest',
  'plan-open',
  'final-text',
  'one-shot',
  'unknown',
]);

async function expectRecalled(archive: ReturnType<typeof memory>, conversationId: string, spans: ReturnType<typeof parseSource>['spans']): Promise<void> {
  const entry = (await archive.ledger(conversationId)).at(-1);
  for (const [index, line] of (entry?.spans ?? []).entries()) {
    const [recalled] = await recall(line.handle, { archive });
    expect(recalled?.raws).toEqual(spans[index]?.pieces.map((piece) => piece.raw));
  }
}
