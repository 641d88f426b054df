import type { CheckpointOptions } from './checkpoint-options.ts';
import { type FidelityBudget, planBudget } from './core/checkpoint/budget.ts';
import { standsChecked } from './core/checkpoint/check-surrogate.ts';
import { noteCheckpoint, runsByHandle, type WrittenCheckpoint } from './core/checkpoint/compose.ts';
import { type CheckpointDraft, draftCheckpoint, segmentRequest, segmentsAgain } from './core/checkpoint/draft.ts';
import { RATIO_CEILING } from './core/checkpoint/gates/ratio.ts';
import { withoutForgedHeadings } from './core/checkpoint/prove-headings.ts';
import { type RegionSpan, regionOf, sourceOf } from './core/checkpoint/region.ts';
import { SEGMENT_COUNT } from './core/checkpoint/segment.ts';
import { userTexts } from './core/checkpoint/user-texts.ts';
import type { ClassifiedSpan } from './core/classify/classify.ts';
import { noteCounter, surrogateCounter } from './core/count-span.ts';
import { DEFAULTS } from './core/defaults.ts';
import { CompactionInvariantError } from './core/errors/compaction-invariant-error.ts';
import type { Fact, FactSource } from './core/facts/fact.ts';
import { gatherFacts } from './core/facts/gather-facts.ts';
import { runHandle } from './core/handles/run-handle.ts';
import { checkpointLines } from './core/markers/note.ts';
import { formatSegmentMarker } from './core/markers/segment-marker.ts';
import { type PlannedActions, type PlanOptions, planActions } from './core/plan/plan.ts';
import type { SpanId } from './core/span.ts';
import type { TokenCount } from './core/token-count.ts';
import type { PlanningOptions } from './options.ts';
import type { Prepared } from './prepare.ts';

/** What leaves, and what is to be written for it: all that is decided before a summarizer is asked. */
export interface Outline {
  readonly planned: PlannedActions;
  /** Checkpoints of earlier compactions that stand as they are. */
  readonly carried: readonly WrittenCheckpoint[];
  /** What is to be written: the earlier ones re-made as one, where they have to be, and that of what leaves now. */
  readonly checkpoints: readonly CheckpointOutline[];
  /** Why what left has no checkpoint, where it could have one. */
  readonly omission?: 'small-plan' | 'no-room' | 'not-wanted' | undefined;
}

/** A checkpoint before it is written. */
export interface CheckpointOutline {
  /** `k1`, `k2`, … through the life of the conversation. */
  readonly id: string;
  readonly draft: CheckpointDraft;
  readonly budget: FidelityBudget;
}

type OutlinePlanOptions = Omit<PlanOptions, 'checkpointTokens' | 'targetTokens'>;

/** Stands for a title while room is measured: ids are short and count alike. */
const TITLE = '## checkpoint k10';
/** E12: earlier checkpoints that stand as they were, at most; each has a title of its own. */
const MOST_CARRIED = 6;
/** E12: beside others that stand, what is re-made takes half of the room that is left, so that it fits beside new ones for a while. */
const REMADE_SHARE = 2;
/** Where there is less room than this for each, fewer segments are cut: a marker alone takes some 35 tokens. */
const SEGMENT_ROOM_TOKENS = 120;

interface Shares {
  readonly carried: readonly WrittenCheckpoint[];
  /** Spans of the checkpoints that are re-made as one. */
  readonly older: ReadonlySet<string>;
  readonly newTokens: TokenCount;
  readonly olderTokens: TokenCount;
  /** All of it together. */
  readonly tokens: TokenCount;
}

/** Stands for a handle while room is measured: handles count at a fixed rate. */
const ANY_HANDLE = 'hf_aaaaaaaaaaaaaaaaaaaa';

/**
 * Decides by E5–E9 what leaves, and sizes its checkpoint (F1–F3, E12, E13). Checkpoints never lead to a refusal: where
 * the target leaves no room for their text, everything is externalized, and where it leaves none for that, nothing stands.
 *
 * @throws CompactionInvariantError where the target cannot be met even so.
 */
export function outlinePlan(prepared: Prepared, options: PlanningOptions, planOptions: OutlinePlanOptions): Outline {
  return new Outliner(prepared, options, planOptions).outline();
}

class Outliner {
  private readonly prepared: Prepared;
  private readonly options: PlanningOptions;
  private readonly planOptions: OutlinePlanOptions;
  private readonly countLines: (lines: readonly string[]) => TokenCount;
  private readonly countText: (text: string) => TokenCount;
  private readonly userTurns: readonly number[];
  private readonly standing = new Map<WrittenCheckpoint, boolean>();
  private readonly indexOf: ReadonlyMap<SpanId, number>;
  private readonly sources = new Map<ClassifiedSpan, FactSource>();
  private known: { readonly sources: readonly FactSource[]; readonly facts: readonly Fact[] } = { sources: [], facts: [] };
  /** Tokens that all checkpoints may take. */
  private readonly cap: TokenCount;

  constructor(prepared: Prepared, options: PlanningOptions, planOptions: OutlinePlanOptions) {
    this.prepared = prepared;
    this.options = options;
    this.planOptions = planOptions;
    const count = noteCounter(prepared.counter);
    const overhead = count([]);
    this.countLines = (lines) => count([...lines, '']) - overhead;
    this.countText = surrogateCounter(prepared.counter);
    this.userTurns = prepared.classified.flatMap(({ span }) => (span.kind === 'text' && span.provenance === 'user' ? [span.turn] : []));
    this.indexOf = new Map(prepared.classified.map(({ span }) => [span.id, span.index]));
    this.cap = options.checkpointTokens ?? Math.floor(prepared.targetTokens * DEFAULTS.checkpointShare);
  }

  outline(): Outline {
    const planned = this.plan(0);
    if (this.cap === 0) return { planned, carried: [], checkpoints: [], omission: 'not-wanted' };
    const earlier = this.prepared.restored.parent?.checkpoints ?? [];
    if (earlier.length === 0 && this.isSmall()) return { planned, carried: [], checkpoints: [], omission: 'small-plan' };
    const region = this.newRegion(planned, earlier);
    if (region.length === 0 && earlier.length === 0) return { planned, carried: [], checkpoints: [] };
    return this.withRoom(region, earlier, planned.isTerse ? this.leastOverhead() : this.cap) ?? { planned, carried: [], checkpoints: [], omission: 'no-room' };
  }

  private plan(checkpointTokens: TokenCount): PlannedActions {
    const { restored, classified, targetTokens } = this.prepared;
    // The target is net of checkpoints (E6): the plan counts what they will take.
    return planActions(restored.conversation, classified, { ...this.planOptions, targetTokens, checkpointTokens });
  }

  /** E13: a plan for little needs no checkpoint. */
  private isSmall(): boolean {
    const window = this.options.window ?? this.prepared.sourceTokens;
    const reclaim = this.prepared.tokensBefore - this.prepared.targetTokens;
    return reclaim < window * DEFAULTS.smallPlanShare;
  }

  /** Shares the room out, plans again with it, and cuts what leaves then. */
  private withRoom(first: readonly RegionSpan[], earlier: readonly WrittenCheckpoint[], cap: TokenCount): Outline | undefined {
    const shares = this.shareOut(first, earlier, cap);
    const planned = this.planWithRoom(shares.tokens, this.leastOf(shares));
    if (planned === undefined) return undefined;
    const region = this.newRegion(planned, earlier);
    // There may be less room than was wanted: then more of the earlier ones is re-made.
    const settled = this.shareOut(region, earlier, Math.min(cap, planned.checkpointTokens));
    const remade = this.regionOf(planned, (index) => !settled.older.has(this.idOf(index)));
    const sized = [
      ...(remade.length === 0 ? [] : [this.sized(remade, settled.olderTokens)]),
      ...(region.length === 0 ? [] : [this.sized(region, settled.newTokens)]),
    ];
    const last = earlier.reduce((largest, one) => Math.max(largest, Number(one.id.slice(1))), 0);
    return { planned, carried: settled.carried, checkpoints: sized.map((one, index) => ({ id: `k${last + 1 + index}`, ...one })) };
  }

  /**
   * E12: the newest checkpoints stand letter for letter beside that of what leaves now; what does not fit is re-made as
   * one, from the archived spans, at a lower allowance, or externalized.
   */
  private shareOut(region: readonly RegionSpan[], earlier: readonly WrittenCheckpoint[], cap: TokenCount): Shares {
    const least = this.leastOverhead();
    const newTokens = region.length === 0 ? 0 : Math.max(least, Math.min(this.wantedFor(region), earlier.length === 0 ? cap : Math.floor(cap / 2)));
    // One without any text stands for nothing that a re-made one would not.
    const textless = earlier.filter((one) => !one.segments.some((segment) => segment.outcome === 'covered'));
    const standing = earlier.filter((one) => !textless.includes(one) && this.stands(one));
    const fallen = earlier.filter((one) => !textless.includes(one) && !standing.includes(one));
    let left = cap - newTokens - (textless.length > 0 ? least : 0);
    let first = standing.length;
    for (; first > 0 && standing.length - first < MOST_CARRIED; first--) {
      const tokens = this.tokensOf(standing[first - 1]);
      if (tokens > left - (first > 1 && textless.length === 0 ? least : 0)) break;
      left -= tokens;
    }
    const older = [...textless, ...fallen, ...standing.slice(0, first)];
    if (textless.length > 0) left += least;
    const isBeside = first < standing.length;
    const olderTokens = older.length === 0 ? 0 : Math.max(least, isBeside ? Math.floor(left / REMADE_SHARE) : left);
    return {
      carried: standing.slice(first),
      older: new Set(older.flatMap(spanIdsOf)),
      newTokens,
      olderTokens,
      tokens: cap - left + olderTokens,
    };
  }

  private leastOf(shares: Shares): TokenCount {
    const carried = shares.carried.reduce((sum, one) => sum + this.tokensOf(one), 0);
    return carried + this.leastOverhead() * ((shares.newTokens > 0 ? 1 : 0) + (shares.olderTokens > 0 ? 1 : 0));
  }

  /**
   * Whether it may stand as it is: its handles are those of this archive and format, and nothing that the user said since
   * overturns a sentence of it. Else it is re-made.
   */
  private stands(checkpoint: WrittenCheckpoint): boolean {
    const known = this.standing.get(checkpoint) ?? (this.hasItsHandles(checkpoint) && this.isBorneOut(checkpoint));
    this.standing.set(checkpoint, known);
    return known;
  }

  /** Asking for them also makes the records behind shared ones part of this compaction. */
  private hasItsHandles({ segments }: WrittenCheckpoint): boolean {
    return runsByHandle(segments).every((run) => {
      const indexes = run.flatMap((segment) => segment.spanIds.map((id) => this.indexOf.get(id) ?? -1));
      return !indexes.includes(-1) && runHandle(indexes, this.planOptions) === run[0]?.handle;
    });
  }

  private isBorneOut({ segments, allowanceTokens, floor }: WrittenCheckpoint): boolean {
    const { classified, tokens, restored } = this.prepared;
    const drafts = segmentsAgain(segments, (id) => {
      const index = this.indexOf.get(id) ?? -1;
      const one = classified[index];
      return one === undefined ? undefined : { spanIndex: index, tokens: tokens[index] ?? 0, source: this.sourceFor(one) };
    });
    const options = { userTexts: userTexts(restored.conversation.spans), floor };
    return segments.every((segment, index) => {
      const draft = drafts[index];
      if (segment.outcome !== 'covered' || draft === undefined) return segment.outcome !== 'covered';
      const text = segment.lines.join('\n');
      if (withoutForgedHeadings(text, draft.sources).cut.length > 0) return false;
      return standsChecked(
        segmentRequest(draft, allowanceTokens, () => 0),
        text,
        options,
      );
    });
  }

  private tokensOf(checkpoint: WrittenCheckpoint | undefined): TokenCount {
    return checkpoint === undefined ? 0 : this.countLines(checkpointLines(noteCheckpoint(checkpoint)));
  }

  /** With `wanted` tokens for checkpoints, or as many as can be had, at least `least`. */
  private planWithRoom(wanted: TokenCount, least: TokenCount): (PlannedActions & { readonly checkpointTokens: TokenCount }) | undefined {
    for (let room = Math.max(wanted, least); room >= least; ) {
      try {
        const planned = this.plan(room);
        // Notes in few words leave room for one marker at most.
        if (!planned.isTerse || room === least) return { ...planned, checkpointTokens: room + this.prepared.targetTokens - planned.tokensAfter };
        room = Math.max(least, room >>> 1);
      } catch (error) {
        if (!(error instanceof CompactionInvariantError) || room === least) return undefined;
        room = Math.max(least, Math.min(room - 1, room - (error.floorTokens - error.targetTokens)));
      }
    }
    return undefined;
  }

  private newRegion(planned: PlannedActions, earlier: readonly WrittenCheckpoint[]): readonly RegionSpan[] {
    const covered = new Set<string>(earlier.flatMap(spanIdsOf));
    return this.regionOf(planned, (index) => covered.has(this.idOf(index)));
  }

  private idOf(index: number): string {
    return this.prepared.classified[index]?.span.id ?? '';
  }

  /** The default allowance of F3, with markers. */
  private wantedFor(region: readonly RegionSpan[]): TokenCount {
    const draft = this.draft(region, SEGMENT_COUNT);
    return draft.allowanceTokens + this.overheadOf(draft);
  }

  /** Cut into as many segments as the room has markers for, and each segment's share of what is left. */
  private sized(region: readonly RegionSpan[], room: TokenCount): Omit<CheckpointOutline, 'id'> {
    const draft = this.draft(region, Math.max(1, Math.min(SEGMENT_COUNT, Math.floor(room / SEGMENT_ROOM_TOKENS))));
    return { draft, budget: planBudget(draft.needs, Math.max(0, room - this.overheadOf(draft))) };
  }

  private regionOf(planned: PlannedActions, isCovered: (index: number) => boolean): readonly RegionSpan[] {
    const { classified, tokens } = this.prepared;
    return regionOf(classified, planned.actions, tokens, isCovered, (one) => this.sourceFor(one));
  }

  private draft(region: readonly RegionSpan[], mostSegments: number): CheckpointDraft {
    const total = region.reduce((sum, span) => sum + span.tokens, 0);
    return draftCheckpoint(
      region,
      {
        minSegmentTokens: Math.max(this.options.minSegmentTokens ?? DEFAULTS.minSegmentTokens, Math.floor(total / mostSegments)),
        ...gatesOf(this.options),
        count: this.countText,
        userTurns: this.userTurns,
      },
      this.factsOf(region),
    );
  }

  /** A plan is made two or three times, and most of a region stays: a source is redacted once. */
  private sourceFor(one: ClassifiedSpan): FactSource {
    const source = this.sources.get(one) ?? sourceOf(one);
    this.sources.set(one, source);
    return source;
  }

  /** The facts of the last region that was asked for: it is often the same again. */
  private factsOf(region: readonly RegionSpan[]): readonly Fact[] {
    const { sources, facts } = this.known;
    if (sources.length === region.length && region.every((span, index) => span.source === sources[index])) return facts;
    const asked = region.map((span) => span.source);
    this.known = { sources: asked, facts: gatherFacts(asked) };
    return this.known.facts;
  }

  /** The title, and a marker for each segment. */
  private overheadOf(draft: CheckpointDraft): TokenCount {
    return this.countLines([
      TITLE,
      ...draft.segments.map(({ turns, sourceTokens }) =>
        formatSegmentMarker({ outcome: 'externalized', startTurn: turns[0], endTurn: turns[1], tokens: sourceTokens, handle: ANY_HANDLE }),
      ),
    ]);
  }

  /** The title, and one marker for everything. */
  private leastOverhead(): TokenCount {
    const endTurn = this.prepared.classified.at(-1)?.span.turn ?? 1;
    return this.countLines([
      TITLE,
      formatSegmentMarker({ outcome: 'externalized', startTurn: 0, endTurn, tokens: this.prepared.sourceTokens, handle: ANY_HANDLE }),
    ]);
  }
}

/** F5, F7, as the caller wants them. */
export function gatesOf(options: CheckpointOptions): { readonly floor: number; readonly ceiling: number } {
  return { floor: options.minFactsPerSegment ?? DEFAULTS.minFactsPerSegment, ceiling: options.maxRatio ?? RATIO_CEILING };
}

function spanIdsOf(checkpoint: WrittenCheckpoint): readonly SpanId[] {
  return checkpoint.segments.flatMap((segment) => segment.spanIds);
}
