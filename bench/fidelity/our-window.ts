import type { Archive, LedgerEntry } from '../../src/archive/archive.ts';
import { runOf } from '../../src/archived-span.ts';
import { holdsAnchor } from '../../src/core/facts/anchors.ts';
import type { Fact } from '../../src/core/facts/fact.ts';
import { archiveHandlesIn } from '../../src/core/handles/archive-handle.ts';
import { type Note, parseNote } from '../../src/core/markers/note.ts';
import type { SpanId } from '../../src/core/span.ts';
import { parseSource } from '../../src/formats/index.ts';

/** What our output holds of facts, read from its bytes and the archive alone; the ledger only names the spans' handles. */
export interface OurWindow {
  /** The fact's span stands whole, or a text that stands for its span or its turn holds the anchor. */
  holds(fact: Fact): boolean;
  /** A surrogate that stands for the fact's span holds the anchor. */
  isSummarized(fact: Fact): boolean;
  /** The span's bytes are in the archive, behind a handle that stands in the output. */
  isNamed(fact: Fact): boolean;
  isKept(spanId: SpanId): boolean;
}

/** A text in a note, and the spans or the turn that it stands for. */
interface Standing {
  readonly isSurrogate: boolean;
  readonly text: string;
  readonly spanHandles: ReadonlySet<string>;
  /** Of a line of the state record. */
  readonly turn?: number;
}

export async function ourWindow(output: string, entry: LedgerEntry, archive: Archive): Promise<OurWindow> {
  const notes = notesOf(output, entry);
  const members = await membersOf(new Set(notes.flatMap((note) => archiveHandlesIn(JSON.stringify(note)))), archive);
  const standing = notes.flatMap((note) => standingTexts(note, members));
  const named = new Set([...members.values()].flat());
  const spans = new Map<SpanId, LedgerEntry['spans'][number]>(entry.spans.map((span) => [span.id, span]));
  const isKept = (spanId: SpanId): boolean => spans.get(spanId)?.action === 'keep';
  const isIn = (texts: readonly Standing[], fact: Fact): boolean => {
    const handle = spans.get(fact.spanId)?.handle ?? '';
    return texts.some(({ text, spanHandles, turn }) => (turn === fact.turn || spanHandles.has(handle)) && holdsAnchor(text, fact.anchor));
  };
  const surrogates = standing.filter(({ isSurrogate }) => isSurrogate);
  return {
    isKept,
    holds: (fact) => isKept(fact.spanId) || isIn(standing, fact),
    isSummarized: (fact) => isIn(surrogates, fact),
    isNamed: (fact) => named.has(spans.get(fact.spanId)?.handle ?? ''),
  };
}

function notesOf(output: string, entry: LedgerEntry): readonly Note[] {
  return parseSource(output, { format: entry.outputFormat, onInvalid: 'repair' }).spans.flatMap((span) => {
    const note = span.exchange === undefined ? parseNote(span.text.trimEnd()) : undefined;
    return note?.compactionId === entry.compactionId ? [note] : [];
  });
}

/** By handle: handles of the spans that the archive gives for it. */
async function membersOf(handles: ReadonlySet<string>, archive: Archive): Promise<ReadonlyMap<string, readonly string[]>> {
  const records = await archive.getMany([...handles]);
  const members = new Map<string, readonly string[]>();
  for (const [handle, record] of records) {
    const run = runOf(record) ?? [handle];
    const found = await archive.getMany(run);
    members.set(
      handle,
      run.filter((member) => found.has(member)),
    );
  }
  return members;
}

function standingTexts(note: Note, members: ReadonlyMap<string, readonly string[]>): readonly Standing[] {
  const surrogates = (note.checkpoints ?? []).flatMap(({ segments }) => segments);
  return [
    ...surrogates.map(({ marker, lines }) => ({ isSurrogate: true, text: lines.join('\n'), spanHandles: new Set(members.get(marker.handle)) })),
    ...note.tombstones.map(({ tombstone, label }) => ({ isSurrogate: false, text: label, spanHandles: new Set(members.get(tombstone.handle ?? '')) })),
    ...note.sections.flatMap(({ lines }) => lines.map(({ text, turn }) => ({ isSurrogate: false, text, turn, spanHandles: new Set<string>() }))),
  ];
}
