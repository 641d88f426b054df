import type { Archive, ArchivedSpan, LedgerSpan } from './archive/archive.ts';
import { fromArchivedSpan, runOf } from './archived-span.ts';
import { HandleError } from './core/errors/handle-error.ts';
import { ARCHIVE_HANDLE } from './core/handles/archive-handle.ts';
import type { Provenance } from './core/provenance.ts';
import { wholeIdOf } from './core/sentence-id.ts';
import type { PieceContent, SpanId, SpanKind } from './core/span.ts';
import { formatNamed } from './formats/index.ts';

/** A span out of the archive, letter for letter. */
export interface Recalled {
  readonly handle: string;
  /** Of a text that was cut into sentences, recalled whole: those of its sentences, in order. */
  readonly handles?: readonly string[] | undefined;
  readonly kind: SpanKind;
  readonly provenance: Provenance;
  readonly format: string;
  /** What the model read of it: a block's text; of an exchange the result. */
  readonly text: string;
  /** Of an exchange: what was called. */
  readonly call?: { readonly name: string; readonly input: unknown } | undefined;
  /** The exact source characters, piece by piece: JSON blocks of a wire format, whole lines of a transcript. */
  readonly raws: readonly string[];
}

/**
 * Gets back what an archive handle stands for: one span, or all members of a shared tombstone, in order.
 *
 * @throws HandleError where the handle is not well-formed, or not in this archive.
 */
export async function recall(handle: string, options: { readonly archive: Archive }): Promise<readonly Recalled[]> {
  if (!ARCHIVE_HANDLE.test(handle)) {
    throw new HandleError({
      code: 'handle-malformed',
      handle,
      what: 'That is not an archive handle',
      next: 'An archive handle is hf_ and 20 letters, as in the tombstone; to look for words, use `holdfast recall --search`.',
    });
  }
  const record = await options.archive.get(handle);
  if (record === undefined) return [await recallRaw(handle, options.archive)];
  const run = runOf(record);
  if (run === undefined) return [recalled(handle, record)];
  const members = await options.archive.getMany(run);
  return run.map((member) => {
    const span = members.get(member);
    if (span === undefined) throw unknownHandle(member);
    return recalled(member, span);
  });
}

async function recallRaw(handle: string, archive: Archive): Promise<Recalled> {
  const raw = await archive.getRaw(handle);
  if (raw === undefined) throw unknownHandle(handle);
  return { handle, kind: 'unknown', provenance: 'harness', format: 'raw', text: raw, raws: [raw] };
}

function unknownHandle(handle: string): HandleError {
  return new HandleError({
    code: 'handle-unknown',
    handle,
    what: 'This archive does not hold the handle',
    next: 'Name the archive that the conversation was compacted with (`--archive URL`, or HOLDFAST_ARCHIVE).',
  });
}

function recalled(handle: string, record: ArchivedSpan): Recalled {
  const span = fromArchivedSpan(record, formatNamed(record.format), { index: 0, id: 't0.0' as SpanId, turn: 0 });
  const call = span.pieces.map((piece) => piece.content).find((content) => content.type === 'call');
  return {
    handle,
    kind: record.kind,
    provenance: record.provenance,
    format: record.format,
    text: span.exchange ? span.text : span.pieces.map((piece) => contentText(piece.content)).join('\n'),
    call: call === undefined ? undefined : { name: call.name, input: call.input },
    raws: record.pieces.map((piece) => piece.raw),
  };
}

function contentText(content: PieceContent): string {
  switch (content.type) {
    case 'text':
    case 'thinking':
    case 'result':
      return content.text;
    case 'call':
      return content.asText ?? JSON.stringify(content.input) ?? '';
    case 'media':
      return content.media.base64 ?? content.media.url ?? JSON.stringify(content.media.value);
    case 'opaque':
      return JSON.stringify(content.value) ?? '';
  }
}

/**
 * The spans of a range of turns of a conversation, as the named compaction has them, or its newest; a text that was cut is
 * whole again. Both ends of the range are included. Branches of a conversation have the same turns with other words, so a
 * caller that knows its branch names it. Reads the archive; a conversation or a compaction that it does not hold has none.
 *
 * @throws ArchiveError where it cannot be read.
 */
export async function recallTurns(
  conversationId: string,
  turns: { readonly start: number; readonly end: number },
  options: { readonly archive: Archive; readonly compactionId?: string | undefined },
): Promise<readonly RecalledSpan[]> {
  const { archive, compactionId } = options;
  const entry = compactionId === undefined ? (await archive.ledger(conversationId)).at(-1) : await archive.compaction(compactionId);
  const wanted = (entry?.spans ?? []).filter((span) => span.turn >= turns.start && span.turn <= turns.end);
  const records = await options.archive.getMany(wanted.map((span) => span.handle));
  const found = wanted.flatMap((span) => {
    const record = records.get(span.handle);
    return record === undefined ? [] : [{ span, recalled: recalled(span.handle, record) }];
  });
  return joinSentences(found);
}

interface RecalledSpan {
  readonly span: LedgerSpan;
  readonly recalled: Recalled;
}

function joinSentences(found: readonly RecalledSpan[]): readonly RecalledSpan[] {
  const texts: RecalledSpan[][] = [];
  for (const one of found) {
    const whole = wholeIdOf(one.span.id);
    const last = texts.at(-1);
    if (whole !== undefined && last?.[0] !== undefined && wholeIdOf(last[0].span.id) === whole) last.push(one);
    else texts.push([one]);
  }
  return texts.flatMap((sentences) => {
    const [first] = sentences;
    if (first === undefined || sentences.length === 1) return sentences;
    return [
      {
        span: { ...first.span, id: wholeIdOf(first.span.id) ?? first.span.id, tokens: sentences.reduce((sum, { span }) => sum + span.tokens, 0) },
        recalled: {
          ...first.recalled,
          handles: sentences.map(({ recalled }) => recalled.handle),
          text: sentences.map(({ recalled }) => recalled.text).join(''),
          raws: [...new Set(sentences.flatMap(({ recalled }) => recalled.raws))],
        },
      },
    ];
  });
}
