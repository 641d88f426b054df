import type { ClassifiedSpan } from '../classify/classify.ts';
import type { Action } from '../classify/span-class.ts';
import { withoutMentions } from '../drift/mentions.ts';
import type { VerificationFailure } from '../errors/verification-error.ts';
import { checkpointLines, type NoteCheckpoint } from '../markers/note.ts';
import type { SpanId } from '../span.ts';
import type { TokenCount } from '../token-count.ts';
import type { TurnIndex } from '../turn.ts';
import { standsChecked } from './check-surrogate.ts';
import type { Checkpoint } from './checkpoint.ts';
import { noteCheckpoint, receiptCheckpoint, roundToTenth, runsByHandle, type WrittenCheckpoint, type WrittenCheckpointSegment } from './compose.ts';
import { type SegmentDraft, segmentRequest, segmentsAgain } from './draft.ts';
import { proveBudget } from './prove-budget.ts';
import { withoutForgedHeadings } from './prove-headings.ts';
import { isMaterial, sourceOf } from './region.ts';
import { failedGate, figuresOf } from './settle.ts';

/** What the proof of checkpoints goes by. It believes nothing of `recorded` but which spans a segment is said to have. */
export interface CheckpointProof {
  /** As they stand in the notes of the output. */
  readonly found: readonly NoteCheckpoint[];
  readonly recorded: readonly WrittenCheckpoint[];
  readonly reported: readonly Checkpoint[];
  readonly claims: readonly {
    readonly id: SpanId;
    readonly action: Action;
    readonly handle: string;
    readonly tokens: TokenCount;
    readonly leftEarlier?: boolean | undefined;
  }[];
  /** Whether the parent entry says, too, that this span had left: its class was another then. */
  readonly hadLeft: (spanIndex: number) => boolean;
  /** The source, classed anew, in the claims' order. */
  readonly classified: readonly ClassifiedSpan[];
  readonly membersOf: (handle: string) => readonly string[] | undefined;
  /** `undefined` where the tokenizer of a checkpoint is not at hand: then recorded counts of texts are taken. */
  readonly countFor: (checkpoint: Pick<WrittenCheckpoint, 'tokenizer'>) => ((text: string) => TokenCount) | undefined;
  readonly userTexts: readonly string[];
  /** F10: the turns in which the user spoke. */
  readonly userTurns: readonly TurnIndex[];
}

/**
 * F14: every gate again, from the archived source and the text in the output, and the same figures as in the receipt;
 * E11: every surrogate is tied to bytes that the archive holds.
 */
export function proveCheckpoints(proof: CheckpointProof): readonly VerificationFailure[] {
  const standing = proof.found.flatMap(checkpointLines).join('\n');
  const wanted = proof.recorded.map(noteCheckpoint).flatMap(checkpointLines).join('\n');
  if (standing !== wanted) return [failure('the checkpoints in the output are not those of the ledger')];
  if (JSON.stringify(proof.reported) !== JSON.stringify(proof.recorded.map(receiptCheckpoint)))
    return [failure("the receipt's checkpoints are not those of the ledger")];
  const indexOf = new Map<SpanId, number>(proof.claims.map((claim, index) => [claim.id, index]));
  return [...proof.recorded.flatMap((checkpoint) => proveCheckpoint(checkpoint, indexOf, proof)), ...proveSummarized(proof)];
}

function proveCheckpoint(checkpoint: WrittenCheckpoint, indexOf: ReadonlyMap<SpanId, number>, proof: CheckpointProof): readonly VerificationFailure[] {
  const runs = checkpoint.segments.map((segment) => segment.spanIds.map((id) => indexOf.get(id) ?? -1));
  const strays = runs.flat().filter((index) => !isReclaimed(index, proof));
  if (strays.length > 0) return [failure(`${checkpoint.id} stands for ${strays.length} spans that did not leave, or may not be summarized`)];
  const drafts = segmentsAgain(checkpoint.segments, (id) => {
    const index = indexOf.get(id) ?? -1;
    const one = proof.classified[index];
    return one === undefined ? undefined : { spanIndex: index, tokens: proof.claims[index]?.tokens ?? 0, source: sourceOf(one) };
  });
  return [
    ...proveSources(checkpoint, indexOf, proof),
    ...checkpoint.segments.flatMap((segment, index) => proveSegment(checkpoint, segment, drafts[index], proof)),
    ...proveWhole(checkpoint),
    ...proveBudget(checkpoint, drafts, { count: proof.countFor(checkpoint), userTurns: proof.userTurns }).map((message) => failure(message)),
  ];
}

function isReclaimed(index: number, proof: CheckpointProof): boolean {
  const one = proof.classified[index];
  const claim = proof.claims[index];
  if (one === undefined || claim === undefined || claim.action === 'keep') return false;
  return isMaterial(one) || (claim.leftEarlier === true && proof.hadLeft(index));
}

/** E11: each marker's source is, in the archive, exactly the spans that it stands for. */
function proveSources(checkpoint: WrittenCheckpoint, indexOf: ReadonlyMap<SpanId, number>, proof: CheckpointProof): readonly VerificationFailure[] {
  return runsByHandle(checkpoint.segments).flatMap((run) => {
    const handle = run[0]?.handle ?? '';
    const wanted = run.flatMap((segment) => segment.spanIds.map((id) => proof.claims[indexOf.get(id) ?? -1]?.handle));
    const members = proof.membersOf(handle);
    const isWhole = members?.length === wanted.length && members.every((member, index) => member === wanted[index]);
    return isWhole ? [] : [failure(`the source ${handle} of ${checkpoint.id} does not resolve to the spans that it stands for`, 'handle-resolves')];
  });
}

function proveSegment(
  checkpoint: WrittenCheckpoint,
  segment: WrittenCheckpointSegment,
  draft: SegmentDraft | undefined,
  proof: CheckpointProof,
): readonly VerificationFailure[] {
  if (draft === undefined) return [failure(`${checkpoint.id} has a segment without a source`)];
  const name = `${checkpoint.id}, segment ${segment.index}`;
  const isCovered = segment.outcome === 'covered';
  const text = segment.lines.join('\n');
  const figures = figuresOf({ ...draft, text }, proof.countFor(checkpoint) ?? (() => segment.summaryTokens));
  const again: Partial<WrittenCheckpointSegment> = {
    turns: draft.turns,
    sourceTokens: draft.sourceTokens,
    externalizedTokens: isCovered ? 0 : draft.sourceTokens,
    summaryTokens: isCovered ? figures.textTokens : 0,
    ratio: isCovered ? roundToTenth(figures.ratio) : null,
    facts: draft.facts.length,
    factsRetained: isCovered ? figures.factsRetained : 0,
  };
  const failures = Object.entries(again)
    .filter(([field, value]) => JSON.stringify(segment[field as keyof WrittenCheckpointSegment]) !== JSON.stringify(value))
    .map(([field, value]) =>
      failure(
        `${name}: ${field} is ${JSON.stringify(value)} by the archive, and ${JSON.stringify(segment[field as keyof WrittenCheckpointSegment])} by the receipt`,
      ),
    );
  if (!isCovered) return segment.lines.length === 0 ? failures : [...failures, failure(`${name} has a text, and is not covered`)];
  const gate = failedGate(draft.facts, figures, checkpoint);
  if (gate !== undefined) failures.push(failure(`${name} does not pass the gate on its ${gate}`));
  const request = segmentRequest(draft, checkpoint.allowanceTokens, () => 0);
  if (!standsChecked(request, text, { userTexts: proof.userTexts, floor: checkpoint.floor }))
    failures.push(failure(`${name} says something that its source does not (E16)`));
  if (withoutForgedHeadings(text, draft.sources).cut.length > 0) failures.push(failure(`${name} has a line that reads as a heading of holdfast, and is none`));
  if (withoutMentions(text) !== text) failures.push(failure(`${name} has a mention that a host would put a file in the place of (P50)`));
  return failures;
}

/** The texts together are within the allowance. */
function proveWhole({ id, segments, allowanceTokens }: WrittenCheckpoint): readonly VerificationFailure[] {
  const spent = segments.reduce((sum, segment) => sum + (segment.outcome === 'covered' ? segment.summaryTokens : 0), 0);
  return spent > allowanceTokens ? [failure(`${id} takes ${spent} tokens of an allowance of ${allowanceTokens}`)] : [];
}

/** What is said to be summarized stands in a covered segment. */
function proveSummarized(proof: CheckpointProof): readonly VerificationFailure[] {
  const covered = new Set(proof.recorded.flatMap((one) => one.segments.flatMap((segment) => (segment.outcome === 'covered' ? segment.spanIds : []))));
  return proof.claims
    .filter((claim) => claim.action === 'summarize' && !covered.has(claim.id))
    .map((claim) => failure(`the span ${claim.id} is said to be summarized, and no checkpoint covers it`));
}

function failure(message: string, claim: VerificationFailure['claim'] = 'checkpoint-holds'): VerificationFailure {
  return { claim, message };
}
