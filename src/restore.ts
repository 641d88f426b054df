import type { ArchivedSpan, LedgerEntry, LedgerSpan, PlanningArchive } from './archive/archive.ts';
import { fromArchivedSpan } from './archived-span.ts';
import type { Conversation, FormatName, Warning } from './core/conversation.ts';
import { type CutConversation, cutTexts, type TextRange } from './core/cut-texts.ts';
import { ArchiveError } from './core/errors/archive-error.ts';
import { isEncrypted } from './core/is-encrypted.ts';
import { parseNote } from './core/markers/note.ts';
import { readingText } from './core/reading.ts';
import type { Span, SpanId } from './core/span.ts';
import { formatNamed } from './formats/index.ts';
import { sha256 } from './hash.ts';

/** A conversation with what left it earlier put back in its place: the ground of every decision (E12). */
export interface Restored {
  /** All spans of the source, in order, indexed anew. Those that are gone have no pieces in the input. */
  readonly conversation: Conversation;
  /** The input, with a text that holds several spans cut into them: what is rendered. */
  readonly parsed: Conversation;
  /** By index: the span is not in the input any more. */
  readonly gone: ReadonlyMap<number, LedgerSpan>;
  /** From an index in the spans of `parsed` to the index here; notes have none. */
  readonly sourceIndexOf: ReadonlyMap<number, number>;
  /** By index: the archive handle that the ledger has for it, where its original bytes are archived already. */
  readonly knownHandles: ReadonlyMap<number, string>;
  /** Indexes in `parsed` of the notes that are re-made. */
  readonly noteIndexes: ReadonlySet<number>;
  /** The compaction whose output the input is. */
  readonly parent?: LedgerEntry | undefined;
  /** Spans that came after that compaction. */
  readonly newSpanCount: number;
}

interface KnownNotes {
  readonly entry: LedgerEntry;
  /** Indexes of note spans in the input. */
  readonly indexes: ReadonlySet<number>;
}

/**
 * Recognizes an output of ours by its notes and the ledger, and puts back what left. A note counts only if the ledger
 * has its exact text (DESIGN §10); others stay as the text that they are, with a warning.
 */
export async function restore(parsed: Conversation, archive: PlanningArchive): Promise<Restored> {
  const { known, warnings } = await findNotes(parsed, archive);
  if (known === undefined) return untouched(withWarnings(parsed, warnings));
  const live = parsed.spans.filter((span) => !known.indexes.has(span.index));
  const matched = matchKept(known.entry.spans, live);
  if (matched === undefined) {
    const message = `the conversation was edited after compaction ${known.entry.compactionId}: its notes are kept as they stand`;
    return untouched(withWarnings(parsed, [...warnings, { code: 'note-unrecognized', message }]));
  }
  return rebuild(withWarnings(parsed, warnings), known, matched, archive);
}

function untouched(conversation: Conversation): Restored {
  return {
    conversation,
    parsed: conversation,
    gone: new Map(),
    knownHandles: new Map(),
    noteIndexes: new Set(),
    sourceIndexOf: new Map(conversation.spans.map((span) => [span.index, span.index])),
    newSpanCount: conversation.spans.length,
  };
}

function withWarnings(conversation: Conversation, warnings: readonly Warning[]): Conversation {
  return warnings.length === 0 ? conversation : { ...conversation, warnings: [...conversation.warnings, ...warnings] };
}

async function findNotes(parsed: Conversation, archive: PlanningArchive): Promise<{ readonly known?: KnownNotes; readonly warnings: readonly Warning[] }> {
  const warnings: Warning[] = [];
  const indexes = new Set<number>();
  let entry: LedgerEntry | undefined;
  for (const span of parsed.spans.toReversed()) {
    const note = span.exchange || span.provenance === 'assistant' ? undefined : parseNote(span.text.trimEnd());
    if (note === undefined) continue;
    const claimed = entry?.compactionId === note.compactionId ? entry : await archive.compaction(note.compactionId);
    const isKnown = claimed?.noteHashes.includes(sha256(span.text.trimEnd())) === true;
    if (isKnown && (entry === undefined || entry === claimed)) {
      entry = claimed;
      indexes.add(span.index);
    } else {
      warnings.push({
        code: 'note-unrecognized',
        message: `a note of holdfast at turn ${span.turn} is not in this archive's ledger: it is protected as it stands`,
      });
    }
  }
  return entry === undefined ? { warnings } : { known: { entry, indexes }, warnings };
}

interface Matched {
  /** Index in the ledger's spans to the input's span; a span that is joined to the one before has none. */
  readonly live: ReadonlyMap<number, Span>;
  /** What leads the request, as the host sends it now, each with its index in the ledger where that knows it. */
  readonly leading: readonly { readonly span: Span; readonly position: number | undefined }[];
  /** The input's spans that came after the compaction. */
  readonly added: readonly Span[];
}

/**
 * The kept spans of the ledger, in order, against the spans of the input; `undefined` where they differ. What leads the
 * request is the host's, which may change it from call to call (a date in the system prompt, another tool): it is taken
 * as it is now.
 */
function matchKept(claimed: readonly LedgerSpan[], live: readonly Span[]): Matched | undefined {
  const firstSpoken = live.findIndex((span) => !isFixed(span));
  const leading = live.slice(0, firstSpoken === -1 ? live.length : firstSpoken);
  const spoken = live.slice(leading.length);
  const matches = new Map<number, Span>();
  const known: number[] = [];
  let at = 0;
  for (const [index, span] of claimed.entries()) {
    if (span.action !== 'keep' || span.isJoined === true) continue;
    if (isLeading(span)) {
      known.push(index);
      continue;
    }
    const candidate = spoken[at];
    if (candidate === undefined || !isSame(span, candidate)) return undefined;
    matches.set(index, candidate);
    at++;
  }
  const withPositions = leading.map((span) => {
    const found = known.findIndex((position) => isSame(claimed[position], span));
    const [position] = found === -1 ? [] : known.splice(found, 1);
    return { span, position };
  });
  return { live: matches, leading: withPositions, added: spoken.slice(at) };
}

function isLeading(claim: LedgerSpan): boolean {
  return claim.turn === 0 && claim.rule === 'fixed';
}

function isFixed(span: Span): boolean {
  return span.kind === 'system' || span.kind === 'tools';
}

function isSame(span: LedgerSpan | undefined, candidate: Span): boolean {
  if (span === undefined) return false;
  if (span.rule === 'pending' && candidate.kind === 'exchange') return true; // its result may have come since
  return sha256(readingText(candidate)) === (span.joinedHash ?? span.contentHash);
}

async function rebuild(input: Conversation, known: KnownNotes, inputMatched: Matched, archive: PlanningArchive): Promise<Restored> {
  const { entry } = known;
  const knownHandles = new Map<number, string>();
  const archived = await archive.getMany([...new Set(entry.spans.map((span) => span.handle))]);
  const cut = cutJoined(input, entry, inputMatched, archived);
  const parsed = cut.conversation;
  const noteIndexes = new Set([...known.indexes].map((index) => cut.firstIndexOf[index] ?? index));
  const live = parsed.spans.filter((span) => !noteIndexes.has(span.index));
  const matched = inCutSpans(inputMatched, entry, cut);
  const spans: Span[] = [];
  const gone = new Map<number, LedgerSpan>();
  const sourceIndexOf = new Map<number, number>();
  addLeading(spans, matched.leading, entry, sourceIndexOf, knownHandles);
  for (const [position, claim] of entry.spans.entries()) {
    const present = matched.live.get(position);
    if (isLeading(claim)) continue;
    const record = archived.get(claim.handle);
    const index = spans.length;
    if (record === undefined) throw lost(claim, entry);
    const source = fromArchivedSpan(record, formatNamed(record.format), { index, id: claim.id, turn: claim.turn, callMessage: -1 - (claim.callMessage ?? 0) });
    if (present === undefined || claim.rule !== 'pending') knownHandles.set(index, claim.handle);
    if (present === undefined) {
      gone.set(index, claim);
      // A cipher says nothing, and without its piece nothing tells that it is one.
      spans.push({ ...source, pieces: [], ...(isEncrypted(source) ? { text: '' } : {}) });
    } else {
      sourceIndexOf.set(present.index, index);
      spans.push(putInPlace(source, present, index));
    }
  }
  const { added } = matched;
  addNew(spans, added, entry, live[live.length - added.length - 1], sourceIndexOf);
  const homeless = live.find((span) => !sourceIndexOf.has(span.index));
  if (homeless !== undefined) throw new Error(`E3: the input's span ${homeless.id} has a place among the restored spans`);
  const conversation: Conversation = {
    ...parsed,
    spans,
    messages: parsed.messages.map((message) => ({
      ...message,
      pieces: message.pieces.flatMap(({ spanIndex, piece }) => {
        const index = sourceIndexOf.get(spanIndex);
        return index === undefined ? [] : [{ spanIndex: index, piece }];
      }),
    })),
  };
  return { conversation, parsed, gone, knownHandles, noteIndexes, sourceIndexOf, parent: entry, newSpanCount: added.length };
}

/** Positions in the ledger of the parts that stand in one text of the output: the first, and those that continue it. */
function joinedPositions(entry: LedgerEntry): readonly (readonly number[])[] {
  const runs: number[][] = [];
  for (const [position, claim] of entry.spans.entries()) {
    if (claim.action !== 'keep') continue;
    if (claim.joinedHash !== undefined) runs.push([position]);
    else if (claim.isJoined === true) runs.at(-1)?.push(position);
  }
  return runs;
}

/** Ids and handles stay for life: a text of the input that holds several kept parts of a block is cut into them again. */
function cutJoined(input: Conversation, entry: LedgerEntry, matched: Matched, archived: ReadonlyMap<string, ArchivedSpan>): CutConversation {
  const ranges = new Map<number, readonly TextRange[]>();
  for (const positions of joinedPositions(entry)) {
    const present = matched.live.get(positions[0] ?? -1);
    if (present === undefined) continue;
    let end = 0;
    const parts = positions.map((position) => {
      const start = end;
      end += archivedText(entry.spans[position], entry, archived).length;
      return { start, end };
    });
    if (end !== present.text.length) throw new Error(`E12: the parts of ${entry.spans[positions[0] ?? 0]?.id} make up the text that was found by their hash`);
    ranges.set(present.index, parts);
  }
  return cutTexts(input, (span) => ranges.get(span.index));
}

function archivedText(claim: LedgerSpan | undefined, entry: LedgerEntry, archived: ReadonlyMap<string, ArchivedSpan>): string {
  const record = archived.get(claim?.handle ?? '');
  if (claim === undefined) return '';
  if (record === undefined) throw lost(claim, entry);
  return fromArchivedSpan(record, formatNamed(record.format), { index: 0, id: claim.id, turn: claim.turn }).text;
}

/** The same match, by the spans after the cuts. */
function inCutSpans(matched: Matched, entry: LedgerEntry, cut: CutConversation): Matched {
  const at = (span: Span, part = 0): Span => {
    const found = cut.conversation.spans[(cut.firstIndexOf[span.index] ?? 0) + part];
    if (found === undefined) throw new Error('E12: a cut loses no span');
    return found;
  };
  const live = new Map([...matched.live].map(([position, span]) => [position, at(span)]));
  for (const positions of joinedPositions(entry)) {
    const whole = matched.live.get(positions[0] ?? -1);
    if (whole !== undefined) for (const [part, position] of positions.entries()) live.set(position, at(whole, part));
  }
  return {
    live,
    leading: matched.leading.map(({ span, position }) => ({ span: at(span), position })),
    added: matched.added.map((span) => at(span)),
  };
}

/** Identity and provenance as the ledger has them; text and place as the input has them. */
function putInPlace(source: Span, present: Span, index: number): Span {
  return {
    ...source,
    index,
    text: present.text,
    pieces: present.pieces,
    ...(present.exchange && source.exchange
      ? {
          exchange: {
            ...present.exchange,
            workingDirectory: source.exchange.workingDirectory,
            exitCode: source.exchange.exitCode ?? present.exchange.exitCode,
          },
        }
      : {}),
    isDemanded: present.isDemanded,
    // Of its message, which may have had calls that left since.
    endsTurn: source.endsTurn,
    mustLeave: present.mustLeave,
  };
}

/** §3: what left is in the archive; where it is not, nothing may be decided without it. */
function lost(claim: LedgerSpan, entry: LedgerEntry): ArchiveError {
  return new ArchiveError({
    code: 'archive-corrupt',
    what: `The archive has lost the span ${claim.id} of compaction ${entry.compactionId}`,
    where: claim.handle,
    next: 'Import it from another archive (`holdfast import`), or compact your own copy of the source again.',
  });
}

/** System prompts and tool definitions as the host sends them now, before all else: what is new gets an id of turn 0. */
function addLeading(
  spans: Span[],
  leading: Matched['leading'],
  entry: LedgerEntry,
  sourceIndexOf: Map<number, number>,
  knownHandles: Map<number, string>,
): void {
  let ordinal = entry.spans.reduce((largest, span) => (span.turn === 0 ? Math.max(largest, Number(span.id.split('.')[1] ?? 0)) : largest), 0);
  for (const { span, position } of leading) {
    const claim = position === undefined ? undefined : entry.spans[position];
    const index = spans.length;
    sourceIndexOf.set(span.index, index);
    if (claim !== undefined) knownHandles.set(index, claim.handle);
    spans.push({ ...span, index, turn: 0, id: claim?.id ?? (`t0.${++ordinal}` as SpanId) });
  }
}

/** What came after the compaction gets the turns that follow (DESIGN §2: numbers stay for life). */
function addNew(spans: Span[], added: readonly Span[], entry: LedgerEntry, lastKnown: Span | undefined, sourceIndexOf: Map<number, number>): void {
  let turn = entry.spans.reduce((largest, span) => Math.max(largest, span.turn), 0);
  let inputTurn = lastKnown?.turn;
  const counts = new Map<number, number>();
  for (const span of spans) counts.set(span.turn, Math.max(counts.get(span.turn) ?? 0, Number(span.id.split('.')[1] ?? 0)));
  for (const span of added) {
    if (span.turn !== inputTurn) turn++;
    inputTurn = span.turn;
    const ordinal = (counts.get(turn) ?? 0) + 1;
    counts.set(turn, ordinal);
    sourceIndexOf.set(span.index, spans.length);
    spans.push({ ...span, index: spans.length, turn, id: `t${turn}.${ordinal}` as SpanId });
  }
}

/** Hosts whose calls go over a wire under their own tools' names: their tables speak for wire conversations too. */
const HOSTS_ON_WIRES: readonly FormatName[] = ['claude-code', 'codex', 'pi'];

/** Formats whose tool tables speak for the conversation: its own, those of what left it, and on a wire those of hosts. */
export function toolFormatsOf(restored: Restored): readonly FormatName[] {
  const { format } = restored.conversation;
  const earlier = restored.parent?.options['toolFormats'];
  const names = [format, ...(Array.isArray(earlier) ? earlier : []), ...(formatNamed(format).isWire ? HOSTS_ON_WIRES : [])];
  return [...new Set(names)] as readonly FormatName[];
}
