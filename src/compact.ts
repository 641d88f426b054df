import type { Archive, ArchivedSpanInput, PlanningArchive } from './archive/archive.ts';
import { spanInput } from './archive-records.ts';
import { archiveSummaryCache } from './archive-summary-cache.ts';
import { userTexts } from './core/checkpoint/user-texts.ts';
import type { Edit, FormatName } from './core/conversation.ts';
import { FormatError } from './core/errors/format-error.ts';
import { VerificationError, type VerificationFailure } from './core/errors/verification-error.ts';
import type { Receipt } from './core/receipt.ts';
import { type Decision, decide } from './decide.ts';
import { formatNamed } from './formats/index.ts';
import { ledgerEntry } from './ledger-entry.ts';
import type { CompactOptions, PlanningOptions } from './options.ts';
import { gatesOf, type Outline } from './outline.ts';
import { type Prepared, prepare } from './prepare.ts';
import { sourceText } from './source-text.ts';
import { extractive } from './summarize/extractive.ts';
import { proveEntry } from './verify-output.ts';
import { askForCheckpoint, type Deliveries, extractCheckpoint, NOTHING_WRITTEN, type Writing } from './write-checkpoint.ts';

/** What `compact` gives back. */
export interface Compaction {
  readonly status: Receipt['status'];
  /** The whole output in its format: a request body, a message array, a transcript. */
  readonly text: string;
  readonly format: FormatName;
  /** For a wire format: the messages, parsed. Empty for a transcript. */
  readonly messages: readonly unknown[];
  readonly receipt: Receipt;
}

/**
 * Compacts a conversation: parse → spans → classify → plan → archive → render → verify (DESIGN §3).
 *
 * `input` is the source text (a message array, a request body, a transcript), or a message array or body as a value.
 * Tokens are counted by o200k unless a counter is given. Writes to the archive only; the input is never changed.
 *
 * @throws CompactionInvariantError where only authoritative spans are left and the target is unmet (E7).
 * @throws FormatError, ArchiveError, ConfigError, VerificationError; then nothing was changed.
 * @example
 * const { messages, receipt } = await compact(conversation, { format: 'anthropic', window: 200_000, target: 0.4, archive });
 */
export async function compact(input: string | object, options: CompactOptions): Promise<Compaction> {
  const source = sourceText(input);
  const prepared = await prepare(source, options, options.archive);
  const deciding = decide(prepared, options, options.archive);
  if (deciding.outline === undefined) return atRest(source, prepared, deciding.conclude(NOTHING_WRITTEN), options);
  const unlock = await options.archive.lock(prepared.conversationId);
  try {
    const { deliveries, isArchived } = await writeTexts(prepared, deciding.outline, options);
    const decision = deciding.conclude(deliveries);
    for (const event of decision.receipt.events) options.onEvent?.(event);
    const rawHandles = await archiveSource(prepared, decision, options.archive, isArchived);
    const text = renderOutput(prepared, decision);
    const entry = ledgerEntry(prepared, decision, text, rawHandles);
    const failures = await proveEntry(text, entry, options.archive);
    if (failures.length > 0) throw inputFault(prepared, failures) ?? new VerificationError(failures);
    await options.archive.appendLedger(entry);
    return finish(text, entry.outputHash, prepared, decision);
  } finally {
    await unlock();
  }
}

function atRest(source: string, prepared: Prepared, decision: Decision, options: CompactOptions): Compaction {
  for (const event of decision.receipt.events) options.onEvent?.(event);
  return finish(source, prepared.inputHash, prepared, decision);
}

/** The texts of the checkpoint. A model is asked only when everything is in the archive: it may fail, or be killed with us (C12). */
async function writeTexts(
  prepared: Prepared,
  outline: Outline,
  options: CompactOptions,
): Promise<{ readonly deliveries: Deliveries; readonly isArchived: boolean }> {
  const writing = writingOf(prepared, options);
  if (options.summarizer === undefined || options.summarizer === extractive || outline.checkpoints.length === 0) {
    return { deliveries: extractCheckpoint(outline, writing), isArchived: false };
  }
  await options.archive.put(prepared.conversationId, spanInputs(prepared));
  const cache = archiveSummaryCache(options.archive, prepared.conversationId);
  return { deliveries: await askForCheckpoint(outline, writing, options.summarizer, { ...options, cache }), isArchived: true };
}

function writingOf(prepared: Prepared, options: PlanningOptions): Writing {
  return { floor: gatesOf(options).floor, counter: prepared.counter, userTexts: userTexts(prepared.restored.conversation.spans) };
}

/** The plan alone: the same decisions, nothing written; no model is asked, so its checkpoint is the extractive one. */
export async function plan(input: string | object, options: PlanningOptions & { readonly archive: PlanningArchive }): Promise<Receipt> {
  const prepared = await prepare(sourceText(input), options, options.archive);
  const deciding = decide(prepared, options, options.archive);
  const deliveries = deciding.outline === undefined ? NOTHING_WRITTEN : extractCheckpoint(deciding.outline, writingOf(prepared, options));
  return deciding.conclude(deliveries).receipt;
}

/** What came in invalid comes out invalid: then the input is at fault, and says where. */
function inputFault(prepared: Prepared, failures: readonly VerificationFailure[]): FormatError | undefined {
  if (!failures.some((failure) => failure.claim === 'wire-valid')) return undefined;
  try {
    formatNamed(prepared.parsed.format).validate(prepared.source);
    return undefined;
  } catch (error) {
    return error instanceof FormatError ? error : undefined;
  }
}

/**
 * Everything is archived, kept spans too, before anything leaves (DESIGN §3). Resolves to the handles of broken lines.
 * `isArchived`: the spans are, by the same writer under the same lock, so that none can have gone; runs are new.
 */
export async function archiveSource(prepared: Prepared, decision: Decision, archive: Archive, isArchived = false): Promise<readonly string[]> {
  const runs = [...decision.groups].map(([handle, record]): ArchivedSpanInput => ({ span: record, handle, searchText: '' }));
  await archive.put(prepared.conversationId, isArchived ? runs : [...spanInputs(prepared), ...runs]);
  const { conversation } = prepared.restored;
  return conversation.brokenRaws.length === 0 ? [] : archive.putRaws(prepared.conversationId, conversation.brokenRaws);
}

function spanInputs(prepared: Prepared): readonly ArchivedSpanInput[] {
  return prepared.records.flatMap((_, index) => spanInput(prepared, index) ?? []);
}

export function renderOutput(prepared: Prepared, decision: Decision): string {
  const { sourceIndexOf } = prepared.restored;
  const edit: Edit = {
    keeps: (index) => {
      const source = sourceIndexOf.get(index);
      return source !== undefined && decision.plan.actions[source] === 'keep';
    },
    notes: decision.plan.notes,
    compactionId: decision.receipt.compactionId,
  };
  return formatNamed(prepared.outputFormat).render(prepared.parsed, edit);
}

function finish(text: string, outputHash: string, prepared: Prepared, decision: Decision): Compaction {
  return {
    status: decision.status,
    text,
    format: prepared.outputFormat,
    messages: formatNamed(prepared.outputFormat).isWire ? messagesIn(text) : [],
    receipt: { ...decision.receipt, outputHash },
  };
}

function messagesIn(text: string): readonly unknown[] {
  const value: unknown = JSON.parse(text);
  if (Array.isArray(value)) return value;
  const messages = (value as { messages?: unknown }).messages;
  return Array.isArray(messages) ? messages : [];
}
