import type { Archive, PlanningArchive } from '../archive/archive.ts';
import { runOf } from '../archived-span.ts';
import { userTexts } from '../core/checkpoint/user-texts.ts';
import { DEFAULTS } from '../core/defaults.ts';
import { FormatError } from '../core/errors/format-error.ts';
import { HandleError } from '../core/errors/handle-error.ts';
import { HoldfastError } from '../core/errors/holdfast-error.ts';
import type { PieceContent, Span } from '../core/span.ts';
import type { TokenCount } from '../core/token-count.ts';
import { decide } from '../decide.ts';
import type { PlanningOptions } from '../options.ts';
import { gatesOf } from '../outline.ts';
import { type Prepared, prepare } from '../prepare.ts';
import { extractCheckpoint, NOTHING_WRITTEN } from '../write-checkpoint.ts';
import type { InspectedDecision, InspectedRefusal, InspectedSession, InspectedSource, InspectedSpan } from './inspected-session.ts';
import { planTermsOf } from './plan-terms.ts';
import { keepRecentTokensAt, recentAt, withRecent } from './recent.ts';
import { sessionEvents } from './session-events.ts';
import { writeShared } from './shared-strings.ts';

/** Spans that the page can hold and draw without stutter; above it, a refusal that says so. */
const INSPECTED_SPANS = 400_000;
/** Characters of all spans together: each is held by the page twice, for its lists and for its planner. */
const INSPECTED_CHARACTERS = 200_000_000;
/** Decisions that are remembered: going back and forth with the slider asks for the same ones. */
const REMEMBERED_DECISIONS = 16;

export interface SessionInput {
  readonly text: string;
  readonly fileName: string;
  readonly options: PlanningOptions;
  /** Names for spans, and what earlier compactions did. */
  readonly planning: PlanningArchive;
  /** The archive that spans are recalled from; without one, the source is the file. */
  readonly archive?: Archive | undefined;
}

/** A session that can be looked at: prepared once, decided for any target, and read span by span. Nothing is written. */
export interface OpenSession {
  /** The `InspectedSession` as `readShared` reads it. */
  readonly json: string;
  decideAt(targetTokens: TokenCount): InspectedDecision | InspectedRefusal;
  /** @throws HandleError where there is no such span, or its source is nowhere. */
  sourceOf(spanId: string): Promise<InspectedSource>;
}

/** @throws FormatError, ConfigError, ArchiveError as `plan` does. */
export async function openSession(input: SessionInput): Promise<OpenSession> {
  const { options, planning } = input;
  // Nothing is recent in the ground: what is follows from the target, and is put over it.
  const ground = await prepare(input.text, { ...options, keepRecentTokens: 0, keepRecentExchanges: 0 }, planning);
  const base: Prepared = { ...ground, keepRecentExchanges: options.keepRecentExchanges ?? DEFAULTS.keepRecentExchanges };
  checkSize(base);
  const known = new Map<TokenCount, InspectedDecision | InspectedRefusal>();
  return {
    json: writeShared(inspectedOf(base, input)),
    decideAt: (targetTokens) => {
      const decided = known.get(targetTokens) ?? decideAt(base, targetTokens, input);
      known.delete(targetTokens);
      known.set(targetTokens, decided);
      for (const oldest of known.keys()) if (known.size > REMEMBERED_DECISIONS) known.delete(oldest);
      return decided;
    },
    sourceOf: (spanId) => sourceOf(base, spanId, input.archive),
  };
}

function checkSize({ classified }: Prepared): void {
  const characters = classified.reduce((sum, one) => sum + one.span.text.length, 0);
  const [name, bound, found] =
    classified.length > INSPECTED_SPANS
      ? (['INSPECTED_SPANS', INSPECTED_SPANS, classified.length] as const)
      : (['INSPECTED_CHARACTERS', INSPECTED_CHARACTERS, characters] as const);
  if (found <= bound) return;
  throw new FormatError({
    code: 'format-limit',
    what: `The session has ${found}, more than the limit ${name} of ${bound}`,
    next: 'Split the file by session, or use `holdfast plan --explain`.',
  });
}

function inspectedOf(base: Prepared, { fileName, options, archive }: SessionInput): InspectedSession {
  const { conversation } = base.restored;
  return {
    schemaVersion: 1,
    fileName,
    format: base.parsed.format,
    recognizedAs: base.parsed.recognizedAs,
    conversationId: base.conversationId,
    hasArchive: archive !== undefined,
    tokensBefore: base.tokensBefore,
    liveTokens: base.liveTokens,
    targetTokens: base.targetTokens,
    spans: conversation.spans.map(inspectedSpan),
    classes: base.classified.map(({ rule, sourceHandle, analysis, planStanding }) => ({ rule: rule.id, sourceHandle, analysis, planStanding })),
    tokens: base.tokens,
    handles: base.handles,
    messages: conversation.messages.map(({ role, isVisible, pieces }) => ({ role, isVisible, spanIndexes: pieces.map((piece) => piece.spanIndex) })),
    terms: planTermsOf(base, options),
    events: sessionEvents(base),
    warnings: conversation.warnings,
  };
}

function inspectedSpan(span: Span): InspectedSpan {
  return { ...span, pieces: span.pieces.map(({ message, block, content }) => ({ message, block, content: withoutBytes(content) })) };
}

/** Bytes and ciphers are nothing to look at; that they are there is. */
function withoutBytes(content: PieceContent): PieceContent {
  switch (content.type) {
    case 'media':
      return { type: 'media', media: { mediaType: content.media.mediaType, value: null } };
    case 'thinking':
      return content.signature === undefined ? content : { ...content, signature: '' };
    case 'result':
      return content.media === undefined ? content : { ...content, media: content.media.map(({ mediaType }) => ({ mediaType, value: null })) };
    default:
      return content;
  }
}

/** As `compact` decides, the checkpoint written by the extractive summarizer. */
function decideAt(base: Prepared, targetTokens: TokenCount, { options, planning }: SessionInput): InspectedDecision | InspectedRefusal {
  try {
    const prepared = preparedAt(base, targetTokens, options);
    const deciding = decide(prepared, options, planning);
    const writing = { floor: gatesOf(options).floor, counter: prepared.counter, userTexts: userTexts(prepared.restored.conversation.spans) };
    const { status, plan, receipt, groups } = deciding.conclude(
      deciding.outline === undefined ? NOTHING_WRITTEN : extractCheckpoint(deciding.outline, writing),
    );
    const indexOf = new Map(prepared.handles.map((handle, index) => [handle, index]));
    const members = [...groups].map(([handle, record]) => [handle, (runOf(record) ?? []).flatMap((member) => indexOf.get(member) ?? [])] as const);
    const { tokensAfter, noteTokens, actions, notes } = plan;
    const { checkpoints, cache, events } = receipt;
    return { targetTokens, status, tokensAfter, noteTokens, actions, notes, checkpoints, cache, events, groups: Object.fromEntries(members) };
  } catch (error) {
    if (!HoldfastError.is(error)) throw error;
    const floorTokens = 'floorTokens' in error && typeof error.floorTokens === 'number' ? error.floorTokens : undefined;
    return { targetTokens, refusal: { code: error.code, what: error.what, next: error.next, floorTokens } };
  }
}

function preparedAt(base: Prepared, targetTokens: TokenCount, terms: PlanningOptions): Prepared {
  const { keepRecentExchanges, classified, tokens, restored } = base;
  const recentTerms = { keepRecentTokens: terms.keepRecentTokens, keepRecentExchanges };
  const recent = recentAt(targetTokens, classified, tokens, (index) => restored.gone.has(index), recentTerms);
  return { ...base, targetTokens, keepRecentTokens: keepRecentTokensAt(targetTokens, recentTerms), classified: withRecent(classified, recent) };
}

async function sourceOf(base: Prepared, spanId: string, archive: Archive | undefined): Promise<InspectedSource> {
  const index = base.classified.findIndex(({ span }) => span.id === spanId);
  const handle = base.handles[index];
  if (index === -1 || handle === undefined) {
    throw new HandleError({ code: 'handle-unknown', handle: spanId, what: 'The session has no such span', next: 'Take an id that the page shows.' });
  }
  const archived = await archive?.get(handle);
  if (archived !== undefined) return { spanId, handle, from: 'archive', raws: archived.pieces.map((piece) => piece.raw) };
  const record = base.records[index];
  if (record !== undefined) return { spanId, handle, from: 'file', raws: record.pieces.map((piece) => piece.raw) };
  throw new HandleError({
    code: 'handle-unknown',
    handle,
    what: 'This archive does not hold the span, and it is not in the file any more',
    next: 'Name the archive that the conversation was compacted with (`--archive URL`, or HOLDFAST_ARCHIVE).',
  });
}
