import type { Archive, ArchivedSpan, LedgerEntry } from './archive/archive.ts';
import { fromArchivedSpan, runOf } from './archived-span.ts';
import type { CheckpointProof } from './core/checkpoint/prove.ts';
import { userTexts, userTurns } from './core/checkpoint/user-texts.ts';
import { type ClassifiedSpan, classify } from './core/classify/classify.ts';
import type { RecallMode } from './core/classify/rule.ts';
import { type CallerTool, callerToolTable } from './core/classify/tools/caller-tool.ts';
import type { Conversation, FormatName } from './core/conversation.ts';
import { surrogateCounter } from './core/count-span.ts';
import { HoldfastError } from './core/errors/holdfast-error.ts';
import { VerificationError, type VerificationFailure } from './core/errors/verification-error.ts';
import { parseNote } from './core/markers/note.ts';
import { readingText } from './core/reading.ts';
import type { Span } from './core/span.ts';
import { type Proof, prove, proveClaims } from './core/verify.ts';
import { formatNamed, parseSource } from './formats/index.ts';
import { sha256 } from './hash.ts';
import { conversationIdOf } from './prepare.ts';
import { archivedHandles } from './recalled-handles.ts';
import { loadShellParser } from './shell/parse-shell.ts';
import { loadO200k } from './tokens/o200k-counter.ts';

export interface Verification {
  readonly compactionId: string;
  readonly conversationId: string;
  /** Spans of the source that the proof went through. */
  readonly spanCount: number;
  readonly keptCount: number;
  readonly evictedCount: number;
}

/**
 * Proves a compacted conversation from itself and the archive alone (E15).
 *
 * @throws VerificationError with every claim that does not hold.
 */
export async function verify(output: string | object, options: { readonly archive: Archive; readonly format?: FormatName | undefined }): Promise<Verification> {
  const text = typeof output === 'string' ? output : JSON.stringify(output);
  const entry = await findEntry(text, options);
  const failures = [...(await proveEntry(text, entry, options.archive, { mayGrow: true })), ...(await proveParents(entry, options.archive))];
  if (failures.length > 0)
    throw new VerificationError(
      failures,
      'Compact it again from your own copy; `holdfast recall --turn RANGE --conversation ID` gives back what the archive holds.',
    );
  return {
    compactionId: entry.compactionId,
    conversationId: entry.conversationId,
    spanCount: entry.spans.length,
    keptCount: entry.spans.filter((span) => span.action === 'keep').length,
    evictedCount: entry.spans.filter((span) => span.action !== 'keep').length,
  };
}

async function findEntry(text: string, options: { readonly archive: Archive; readonly format?: FormatName | undefined }): Promise<LedgerEntry> {
  const output = parseSource(text, { format: options.format });
  for (const span of output.spans.toReversed()) {
    const note = span.exchange ? undefined : parseNote(span.text.trimEnd());
    const entry = note === undefined ? undefined : await options.archive.compaction(note.compactionId);
    if (entry !== undefined) return entry;
  }
  const entry = await entryByOutput(sha256(text), output, options.archive);
  if (entry !== undefined) return entry;
  throw new VerificationError(
    [{ claim: 'handle-resolves', message: 'no compaction of this archive made it: it has no note that the ledger knows' }],
    'Name the archive that it was compacted with (`--archive`), or check that the file is an output of holdfast.',
  );
}

/** An output without notes is known by its bytes; in another format its conversation may have lost its name. */
async function entryByOutput(outputHash: string, output: Conversation, archive: Archive): Promise<LedgerEntry | undefined> {
  const own = conversationIdOf(output);
  const others = (await archive.conversations()).map((one) => one.conversationId).filter((id) => id !== own);
  for (const conversationId of [own, ...others]) {
    const entry = (await archive.ledger(conversationId)).find((one) => one.outputHash === outputHash);
    if (entry !== undefined) return entry;
  }
  return undefined;
}

/** Every claim of `entry` about `text` that does not hold. Reads the archive; what it takes from the ledger is in ADR 14. */
export async function proveEntry(
  text: string,
  entry: LedgerEntry,
  archive: Archive,
  options: { readonly mayGrow?: boolean } = {},
): Promise<readonly VerificationFailure[]> {
  const output = readOutput(text, entry);
  if (!('spans' in output)) return [output];
  const derived = await deriveClaims(entry, archive);
  if (!('classified' in derived)) return [derived];
  const noteHashes = new Set(entry.noteHashes);
  const groups = await groupMembers(entry, archive);
  const archived = new Set(entry.spans.map((span) => span.handle));
  return prove({
    ...derived,
    output,
    noteHashOf: (text) => {
      const hash = text.startsWith('<holdfast ') ? sha256(text.trimEnd()) : '';
      return noteHashes.has(hash) ? hash : undefined;
    },
    noteHashes: entry.noteHashes,
    membersOf: (handle) => groups.get(handle) ?? (archived.has(handle) ? [handle] : undefined),
    checkpoints: {
      recorded: entry.checkpoints ?? [],
      reported: entry.receipt.checkpoints,
      countFor: await counterOf(entry),
      userTexts: userTexts(derived.source),
      userTurns: userTurns(derived.source),
    },
    isOtherFormat: entry.format !== entry.outputFormat,
    mayGrow: options.mayGrow ?? false,
  });
}

/** The tokenizer that counted then, where we have it. */
async function counterOf(entry: LedgerEntry): Promise<CheckpointProof['countFor']> {
  if ((entry.checkpoints ?? []).length === 0) return () => undefined;
  const counter = await loadO200k();
  const count = surrogateCounter(counter);
  return ({ tokenizer = entry.options['tokenizer'] }) => (tokenizer === counter.name ? count : undefined);
}

type Derived = Pick<Proof, 'claims' | 'source' | 'classified' | 'hadLeft' | 'isTruncated' | 'isOverflowed'>;

/** The source out of the archive, classed anew; a failure where the archive does not hold it. */
async function deriveClaims(entry: LedgerEntry, archive: Archive): Promise<Derived | VerificationFailure> {
  const records = await archive.getMany([...new Set(entry.spans.map((span) => span.handle))]);
  const source: Span[] = [];
  for (const [index, claim] of entry.spans.entries()) {
    const record = records.get(claim.handle);
    const span = record === undefined ? undefined : sourceSpan(record, claim, index);
    if (span === undefined || sha256(readingText(span)) !== claim.contentHash) {
      return {
        claim: 'handle-resolves',
        spanId: claim.id,
        message: `the archive does not hold the span ${claim.id} with the recorded hash under ${claim.handle}`,
      };
    }
    source.push(span);
  }
  return {
    claims: entry.spans,
    source,
    classified: await classifyAgain(entry, source, archive),
    hadLeft: await leftBefore(entry, archive),
    isTruncated: entry.options['strategy'] === 'truncate',
    isOverflowed: entry.options['overflow'] === 'tombstone' && entry.options['recall'] !== 'off',
  };
}

async function classifyAgain(entry: LedgerEntry, source: readonly Span[], archive: Archive): Promise<readonly ClassifiedSpan[]> {
  const pins = new Set(listOf(entry, 'pin'));
  const pinned = source.map((span) => (pins.has(span.id) ? { ...span, isPinned: true } : span));
  return classify(pinned, {
    tools: [...callerToolTable(callerToolsOf(entry)), ...listOf<FormatName>(entry, 'toolFormats').flatMap((name) => formatNamed(name).tools)],
    toolDefinitions: listOf(entry, 'repeatableTools').map((name) => ({ name, readOnlyHint: true, idempotentHint: true })),
    parseShell: await loadShellParser(),
    hash: sha256,
    recall: entry.options['recall'] as RecallMode,
    tokens: entry.spans.map((span) => span.tokens),
    keepRecentTokens: Number(entry.options['keepRecentTokens']),
    keepRecentExchanges: Number(entry.options['keepRecentExchanges']),
    attachmentTokens: Number(entry.options['attachmentTokens']),
    leftEarlier: (index) => entry.spans[index]?.leftEarlier === true,
    isReleased: (index) => entry.spans[index]?.releaseReason !== undefined,
    isArchived: await archivedHandles(source, archive),
    probe: probeOf(entry),
  });
}

/** By index: whether the parent entry says, too, that the span was gone from its output. */
async function leftBefore(entry: LedgerEntry, archive: Archive): Promise<(spanIndex: number) => boolean> {
  const parent = entry.parentCompactionId === undefined ? undefined : await archive.compaction(entry.parentCompactionId);
  const gone = new Set((parent?.spans ?? []).filter((span) => span.action !== 'keep').map((span) => `${span.id} ${span.handle}`));
  return (index) => {
    const claim = entry.spans[index];
    return claim !== undefined && gone.has(`${claim.id} ${claim.handle}`);
  };
}

/** The earlier compactions of an output, back to the first: their classes and actions, too, have to follow from the archive. */
async function proveParents(entry: LedgerEntry, archive: Archive): Promise<readonly VerificationFailure[]> {
  const failures: VerificationFailure[] = [];
  const seen = new Set([entry.compactionId]);
  for (let id = entry.parentCompactionId; id !== undefined && !seen.has(id); ) {
    seen.add(id);
    const parent = await archive.compaction(id);
    if (parent === undefined) return [...failures, { claim: 'handle-resolves', message: `the earlier compaction ${id} is not in the ledger` }];
    const derived = await deriveClaims(parent, archive);
    failures.push(...('classified' in derived ? proveClaims(derived) : [derived]));
    id = parent.parentCompactionId;
  }
  return failures;
}

function listOf<T extends string = string>(entry: LedgerEntry, option: string): readonly T[] {
  const value = entry.options[option];
  return Array.isArray(value) ? (value as readonly T[]) : [];
}

function callerToolsOf(entry: LedgerEntry): readonly CallerTool[] {
  return listOf(entry, 'callerTools').flatMap((text) => JSON.parse(text) as readonly CallerTool[]);
}

/** The files as a live probe found them then. */
function probeOf(entry: LedgerEntry): ((path: string) => string | null | undefined) | undefined {
  const probed = listOf(entry, 'probed').map((text) => JSON.parse(text) as readonly [string, string | null]);
  if (probed.length === 0) return undefined;
  const found = new Map(probed);
  return (path) => found.get(path);
}

function readOutput(text: string, entry: LedgerEntry): Conversation | VerificationFailure {
  const format = formatNamed(entry.outputFormat);
  try {
    format.validate(text);
    return format.parse(text);
  } catch (error) {
    if (!HoldfastError.is(error)) throw error;
    return { claim: 'wire-valid', message: `the output is not valid ${format.title}: ${error.message}` };
  }
}

function sourceSpan(record: ArchivedSpan, claim: LedgerEntry['spans'][number], index: number): Span {
  return fromArchivedSpan(record, formatNamed(record.format), {
    index,
    id: claim.id,
    turn: claim.turn,
    callMessage: claim.callMessage,
    isDemanded: claim.isDemanded,
  });
}

async function groupMembers(entry: LedgerEntry, archive: Archive): Promise<ReadonlyMap<string, readonly string[]>> {
  const members = new Map<string, readonly string[]>();
  const records = await archive.getMany(entry.markerHandles);
  for (const [handle, record] of records) {
    const run = runOf(record);
    if (run !== undefined) members.set(handle, run);
  }
  return members;
}
