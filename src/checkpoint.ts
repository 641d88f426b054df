import type { Archive, ArchivedSpan } from './archive/archive.ts';
import { memory } from './archive/memory/index.ts';
import { runRecord, spanInput } from './archive-records.ts';
import { archiveSummaryCache } from './archive-summary-cache.ts';
import type { CheckpointOptions, SummarizerOptions } from './checkpoint-options.ts';
import { planBudget } from './core/checkpoint/budget.ts';
import { noteCheckpoint, type WrittenCheckpoint } from './core/checkpoint/compose.ts';
import { draftCheckpoint } from './core/checkpoint/draft.ts';
import { type RegionSpan, regionOf } from './core/checkpoint/region.ts';
import { userTexts, userTurns } from './core/checkpoint/user-texts.ts';
import type { Action } from './core/classify/span-class.ts';
import { surrogateCounter } from './core/count-span.ts';
import { DEFAULTS } from './core/defaults.ts';
import { ConfigError } from './core/errors/config-error.ts';
import { checkpointLines } from './core/markers/note.ts';
import type { CompactionEvent, Receipt } from './core/receipt.ts';
import type { Span } from './core/span.ts';
import type { TokenCount } from './core/token-count.ts';
import type { TurnIndex } from './core/turn.ts';
import type { PlanningOptions } from './options.ts';
import { type CheckpointOutline, gatesOf, type Outline } from './outline.ts';
import { handleAt, type Prepared, prepare } from './prepare.ts';
import { settleCheckpoints } from './settle-checkpoints.ts';
import { sourceText } from './source-text.ts';
import { extractive } from './summarize/extractive.ts';
import { askForCheckpoint, type Deliveries, extractCheckpoint } from './write-checkpoint.ts';

/** Which spans, how much text, by whom. */
export interface RegionOptions
  extends Omit<CheckpointOptions, 'checkpointTokens'>,
    SummarizerOptions,
    Pick<PlanningOptions, 'format' | 'fileName' | 'isStrict' | 'onInvalid' | 'tools' | 'counter' | 'attachmentTokens'> {
  /** Turns of the region, both included. Without `turns` and `spans` it is the whole conversation. */
  readonly turns?: { readonly start: TurnIndex; readonly end: TurnIndex } | undefined;
  /** Ids of the first and the last span of the region. */
  readonly spans?: { readonly first: string; readonly last: string } | undefined;
  /** Tokens that the texts of all segments may take, without their markers; what F3 asks for where it is not given. */
  readonly allowanceTokens?: TokenCount | undefined;
  /** Where the source is kept. Without one nothing can be externalized, so that a segment that cannot be covered is an error (F13). */
  readonly archive?: Archive | undefined;
}

/** The checkpoint of a region, with the texts of its segments. */
export interface RegionCheckpoint extends WrittenCheckpoint {
  /** As it stands in a note: every text behind the marker that ties it to its source (E11). Absent without an archive: there is no handle. */
  readonly text?: string;
  readonly events: readonly CompactionEvent[];
  /** Tokens that a model charged, where one was asked. */
  readonly summarizerUsage?: NonNullable<Receipt['summarizerUsage']>;
}

/**
 * The checkpoint of a region alone (DESIGN §5), by the same gates as in `compact`: nothing leaves the conversation, and no
 * compaction is in the ledger. What is authoritative is never material, nor what has a handle of its own; where nothing
 * else is in the region, there are no segments.
 *
 * With an archive the region's spans are put there first, so that each handle resolves; `gc` lets go of what no compaction
 * names.
 *
 * @throws FidelityBudgetExhausted for a segment that cannot be covered, with `onExhausted: 'throw'` or without an archive.
 * @throws FormatError, ConfigError, ArchiveError; SummarizerError with `onSummarizerError: 'throw'`.
 * @example
 * const { segments, text } = await checkpoint(transcript, { turns: { start: 3, end: 18 }, allowanceTokens: 1800, archive });
 */
export async function checkpoint(input: string | object, options: RegionOptions = {}): Promise<RegionCheckpoint> {
  checkRegion(options);
  const archive = options.archive ?? memory();
  const prepared = await prepare(sourceText(input), planningOptions(options), archive);
  const spans = spansOfRegion(prepared.restored.conversation.spans, options);
  if (spans.length === 0) throw new ConfigError({ what: 'The region has no spans', option: 'turns', next: 'Name turns that the conversation has.' });
  const region = regionSpans(prepared, spans);
  const outline = outlineOf(prepared, region, options);
  await putSpans(prepared, region, archive);
  const deliveries = await writeTexts(prepared, outline, archive, options);
  const runs = new Map<string, ArchivedSpan>();
  const { checkpoints, events } = settleCheckpoints(outline, deliveries, {
    prepared,
    options,
    isArchived: options.archive !== undefined,
    ...(options.archive === undefined ? NO_HANDLES : handlesIn(archive, prepared, runs)),
  });
  await archive.put(
    prepared.conversationId,
    [...runs].map(([handle, span]) => ({ span, handle, searchText: '' })),
  );
  const written = checkpoints[0] ?? emptyCheckpoint(prepared, spans, options);
  return {
    ...written,
    ...(options.archive === undefined ? {} : { text: checkpointLines(noteCheckpoint(written)).join('\n') }),
    events,
    ...(deliveries.usage === undefined ? {} : { summarizerUsage: { ...deliveries.usage, cachedSegments: deliveries.cachedSegments } }),
  };
}

/** As `compact` would have it with a recall tool, but that the latest exchanges are as the others: the caller names the region. */
function planningOptions(options: RegionOptions): PlanningOptions & SummarizerOptions {
  const { turns: _turns, spans: _spans, allowanceTokens: _allowance, archive: _archive, ...rest } = options;
  return { ...rest, recall: 'tool', keepRecentTokens: 0, keepRecentExchanges: 0 };
}

const NO_HANDLES = { handleOf: () => '', groupHandleOf: () => '' };

function handlesIn(archive: Archive, prepared: Prepared, runs: Map<string, ArchivedSpan>) {
  return {
    handleOf: (index: number): string => handleAt(prepared, index),
    groupHandleOf: (indexes: readonly number[]): string => {
      const record = runRecord(prepared, indexes);
      const handle = archive.handleOf(record);
      runs.set(handle, record);
      return handle;
    },
  };
}

function checkRegion({ turns, spans, allowanceTokens }: RegionOptions): void {
  if (turns !== undefined && spans !== undefined)
    throw new ConfigError({ what: 'turns and spans were given together', option: 'spans', next: 'Give one of them.' });
  if (turns !== undefined && !(Number.isInteger(turns.start) && Number.isInteger(turns.end) && turns.start >= 0 && turns.end >= turns.start))
    throw new ConfigError({
      what: `turns is ${JSON.stringify(turns)}`,
      option: 'turns',
      next: 'Give whole numbers, the first turn and the last one, both included.',
    });
  if (allowanceTokens !== undefined && !(Number.isInteger(allowanceTokens) && allowanceTokens >= 0))
    throw new ConfigError({ what: `allowanceTokens is ${allowanceTokens}`, option: 'allowanceTokens', next: 'Give a whole number, 0 or more.' });
}

function spansOfRegion(all: readonly Span[], { turns, spans }: RegionOptions): readonly Span[] {
  if (turns !== undefined) return all.filter((span) => span.turn >= turns.start && span.turn <= turns.end);
  if (spans === undefined) return all;
  const [first, last] = [spans.first, spans.last].map((id) => all.findIndex((span) => span.id === id));
  if (first === undefined || last === undefined || first === -1 || last < first)
    throw new ConfigError({
      what: `The spans ${JSON.stringify(spans.first)} to ${JSON.stringify(spans.last)} are no region of this conversation`,
      option: 'spans',
      next: 'Give the ids of two spans in their order, as `parse` has them.',
    });
  return all.slice(first, last + 1);
}

function regionSpans({ classified, tokens }: Prepared, spans: readonly Span[]): readonly RegionSpan[] {
  const inRegion = new Set(spans.map((span) => span.index));
  const actions = classified.map((_, index): Action => (inRegion.has(index) ? 'drop' : 'keep'));
  return regionOf(classified, actions, tokens, () => false);
}

function outlineOf(prepared: Prepared, region: readonly RegionSpan[], options: RegionOptions): Omit<Outline, 'planned'> {
  return { carried: [], checkpoints: region.length === 0 ? [] : [outlineRegion(prepared, region, options)] };
}

function outlineRegion(prepared: Prepared, region: readonly RegionSpan[], options: RegionOptions): CheckpointOutline {
  const draft = draftCheckpoint(region, {
    minSegmentTokens: options.minSegmentTokens ?? DEFAULTS.minSegmentTokens,
    ...gatesOf(options),
    count: surrogateCounter(prepared.counter),
    userTurns: userTurns(prepared.restored.conversation.spans),
  });
  return { id: FIRST_ID, draft, budget: planBudget(draft.needs, options.allowanceTokens ?? draft.allowanceTokens) };
}

/** No compaction knows it, so it is the first of its own. */
const FIRST_ID = 'k1';

/** C12: before a model is asked. */
async function putSpans(prepared: Prepared, region: readonly RegionSpan[], archive: Archive): Promise<void> {
  await archive.put(
    prepared.conversationId,
    region.flatMap(({ spanIndex }) => spanInput(prepared, spanIndex) ?? []),
  );
}

async function writeTexts(prepared: Prepared, region: Omit<Outline, 'planned'>, archive: Archive, options: RegionOptions): Promise<Deliveries> {
  const writing = { floor: gatesOf(options).floor, counter: prepared.counter, userTexts: userTexts(prepared.restored.conversation.spans) };
  if (options.summarizer === undefined || options.summarizer === extractive) return extractCheckpoint(region, writing);
  return askForCheckpoint(region, writing, options.summarizer, { ...options, cache: archiveSummaryCache(archive, prepared.conversationId) });
}

/** Nothing in the region, which has spans, is material. */
function emptyCheckpoint(prepared: Prepared, spans: readonly Span[], options: RegionOptions): WrittenCheckpoint {
  const turns = spans.map((span) => span.turn);
  return {
    id: FIRST_ID,
    turns: [turns.reduce((least, turn) => Math.min(least, turn), Number.POSITIVE_INFINITY), turns.reduce((most, turn) => Math.max(most, turn), 0)],
    allowanceTokens: options.allowanceTokens ?? 0,
    ...gatesOf(options),
    tokenizer: prepared.counter.name,
    segments: [],
  };
}
