import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memory } from '../../src/archive/memory/index.ts';
import { type Compaction, compact } from '../../src/compact.ts';
import { CompactionInvariantError } from '../../src/core/errors/compaction-invariant-error.ts';
import { wholeIdOf } from '../../src/core/sentence-id.ts';
import type { Span, SpanId } from '../../src/core/span.ts';
import { formatNamed, parseSource } from '../../src/formats/index.ts';
import type { CompactOptions } from '../../src/options.ts';
import { recall } from '../../src/recall.ts';
import { verify } from '../../src/verify-output.ts';
import { type AbstractConversation, SERIALIZERS } from '../generators/abstract-conversation.ts';
import { arbitraryPlainTalk, arbitraryTalk } from '../generators/arbitrary-talk.ts';
import { FORMATS, type GeneratedFormat, runsOf } from '../properties/compacting.ts';

interface TalkCase {
  readonly conversation: AbstractConversation;
  readonly target: number;
  readonly later: number;
}

const caseOf = (conversation: fc.Arbitrary<AbstractConversation>): fc.Arbitrary<TalkCase> =>
  fc.record({
    conversation,
    target: fc.double({ min: 0.1, max: 0.9, noNaN: true }),
    later: fc.double({ min: 0.3, max: 0.9, noNaN: true }),
  });

const archiveOf = () => memory({ tenantKey: 'talk' });

function inEveryFormat(name: string, runs: number, check: (one: TalkCase, format: GeneratedFormat) => Promise<void>): void {
  it.each(FORMATS)(`${name} [%s]`, async (format) => {
    await fc.assert(
      fc.asyncProperty(caseOf(arbitraryTalk), async (one) => check(one, format)),
      runsOf(runs),
    );
  });
}

/** `undefined` where even all talk is not enough. */
async function overflowing(source: string | object, options: CompactOptions): Promise<Compaction | undefined> {
  return compact(source, { recall: 'tool', overflow: 'tombstone', ...options }).catch((error: unknown) => {
    if (error instanceof CompactionInvariantError) return undefined;
    throw error;
  });
}

interface Part {
  readonly id: SpanId;
  readonly isKept: boolean;
  readonly handle: string;
  readonly text: string;
}

/** What became of each text of the source, sentence by sentence, each as its handle recalls it. */
async function partsByText({ receipt }: Compaction, archive: CompactOptions['archive']): Promise<ReadonlyMap<SpanId, readonly Part[]>> {
  const entry = (await archive.ledger(receipt.conversationId)).at(-1);
  const parts = new Map<SpanId, Part[]>();
  for (const [index, span] of receipt.spans.entries()) {
    const isKept = span.action === 'keep';
    // The receipt names the handle of what left; of what stays the ledger knows it.
    const handle = isKept ? entry?.spans[index]?.handle : span.handle;
    const [recalled] = await recall(handle ?? '', { archive });
    const id = wholeIdOf(span.id) ?? span.id;
    parts.set(id, [...(parts.get(id) ?? []), { id: span.id, isKept, handle: handle ?? '', text: recalled?.text ?? '' }]);
  }
  return parts;
}

const isSaid = (span: Span): boolean => span.kind === 'text' && (span.provenance === 'user' || span.provenance === 'assistant');
const keptText = (parts: readonly Part[]): string =>
  parts
    .filter((part) => part.isKept)
    .map((part) => part.text)
    .join('');

describe("E8a: overflow: 'tombstone' over generated talk", () => {
  inEveryFormat('what stays of a text is a subsequence of its sentences, and each that left comes back by its handle', 30, async (one, format) => {
    const archive = archiveOf();
    const source = SERIALIZERS[format](one.conversation);
    const done = await overflowing(source, { format, target: one.target, archive });
    if (done === undefined || done.status === 'unchanged') return;
    formatNamed(format).validate(done.text);
    await verify(done.text, { archive });
    const parts = await partsByText(done, archive);
    const output = parseSource(done.text, { format })
      .spans.filter(isSaid)
      .map((span) => span.text);
    for (const span of parseSource(source, { format }).spans.filter(isSaid)) {
      const own = parts.get(span.id) ?? [];
      expect(own.map((part) => part.text).join('')).toBe(span.text);
      const kept = keptText(own);
      if (kept !== '') expect(output.some((text) => text.includes(kept))).toBe(true);
    }
  });

  inEveryFormat('the latest message of the user stays whole', 15, async (one, format) => {
    const archive = archiveOf();
    const source = SERIALIZERS[format](one.conversation);
    const done = await overflowing(source, { format, target: one.target, archive });
    const last = parseSource(source, { format }).spans.findLast((span) => span.kind === 'text' && span.provenance === 'user');
    if (done === undefined || last === undefined) return;
    expect(done.receipt.spans.find((span) => span.id === last.id)?.action).toBe('keep');
  });

  inEveryFormat('a second compaction knows the sentences of the first: ids, texts and handles stay', 20, async (one, format) => {
    const archive = archiveOf();
    const first = await overflowing(SERIALIZERS[format](one.conversation), { format, target: one.target, archive });
    if (first === undefined || first.status === 'unchanged') return;
    const before = await partsByText(first, archive);
    const maxTokens = Math.max(1, Math.floor(first.receipt.targetTokens * one.later));
    const second = await overflowing(first.text, { format, maxTokens, archive });
    if (second === undefined || second.status === 'unchanged') return;
    expect(second.receipt.warnings.map((warning) => warning.code)).not.toContain('note-unrecognized');
    await verify(second.text, { archive });
    const after = new Map([...(await partsByText(second, archive)).values()].flat().map((part) => [part.id, part]));
    for (const part of [...before.values()].flat()) {
      const now = [...after.values()].filter(({ id }) => id === part.id || wholeIdOf(id) === part.id);
      expect(now.map(({ text }) => text).join('')).toBe(part.text);
      if (now.length === 1) expect(now[0]?.handle).toBe(part.handle);
      if (!part.isKept) expect(now.every(({ isKept }) => !isKept)).toBe(true);
    }
  });

  it.each(['anthropic', 'openai'] as const)('goes to another wire, proved, and is known there again [%s]', async (to) => {
    await fc.assert(
      fc.asyncProperty(caseOf(arbitraryPlainTalk), fc.constantFrom(...FORMATS), async (one, format) => {
        const archive = archiveOf();
        const done = await overflowing(SERIALIZERS[format](one.conversation), { format, to, target: one.target, archive });
        if (done === undefined) return;
        await verify(done.text, { archive });
        const again = await overflowing(done.text, { format: to, maxTokens: Math.floor(done.receipt.targetTokens * one.later), archive });
        if (again === undefined || again.status === 'unchanged') return;
        expect(again.receipt.warnings.map((warning) => warning.code)).not.toContain('note-unrecognized');
        expect(again.receipt.conversationId).toBe(done.receipt.conversationId);
        await verify(again.text, { archive });
      }),
      runsOf(40),
    );
  });
});
