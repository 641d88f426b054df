import { type CheckpointProof, proveCheckpoints } from './checkpoint/prove.ts';
import type { ClassifiedSpan } from './classify/classify.ts';
import type { Action, SpanClass } from './classify/span-class.ts';
import { compareReadings, type KeptSpan } from './compare-readings.ts';
import type { Conversation } from './conversation.ts';
import type { VerificationFailure } from './errors/verification-error.ts';
import { type Note, type NoteSection, parseNote } from './markers/note.ts';
import { indexedHandle } from './plan/span-texts.ts';
import type { Span, SpanId } from './span.ts';
import { isTalk } from './talk/is-talk.ts';
import type { TokenCount } from './token-count.ts';

/** What the ledger claims of one span. The proof believes none of it. */
export interface ClaimedSpan {
  readonly id: SpanId;
  readonly class: SpanClass;
  readonly rule: string;
  readonly action: Action;
  readonly handle: string;
  readonly tokens: TokenCount;
  readonly releaseReason?: string | undefined;
  /** Kept, but the host did not send it before either. */
  readonly isHidden?: boolean | undefined;
  /** It left in an earlier compaction. */
  readonly leftEarlier?: boolean | undefined;
}

export interface Proof {
  /** The output, read anew. */
  readonly output: Conversation;
  readonly claims: readonly ClaimedSpan[];
  /** The source spans as the archive gives them, in the claims' order. */
  readonly source: readonly Span[];
  /** The source classed anew. */
  readonly classified: readonly ClassifiedSpan[];
  /** Whether the parent entry says, too, that this span (by index) had left: its class and options were others then. */
  readonly hadLeft: (spanIndex: number) => boolean;
  /** The hash of a text if it is exactly a note of this compaction. */
  readonly noteHashOf: (text: string) => string | undefined;
  /** Of its notes, in order; two may be alike. */
  readonly noteHashes: readonly string[];
  /** Archive handles that a shared tombstone's handle stands for; `undefined` where it does not resolve. */
  readonly membersOf: (handle: string) => readonly string[] | undefined;
  readonly checkpoints: Omit<CheckpointProof, 'found' | 'claims' | 'classified' | 'membersOf' | 'hadLeft'>;
  /** `strategy: 'truncate'` was chosen: authoritative spans may be cut, each with a tombstone (E8). */
  readonly isTruncated: boolean;
  /** `overflow: 'tombstone'` was chosen, with a way to recall: talk may leave, each sentence with a tombstone (E8a). */
  readonly isOverflowed: boolean;
  /** The output is in another format than the source: boundaries of blocks may differ, its words may not. */
  readonly isOtherFormat: boolean;
  /** Turns that came after the compaction may follow. */
  readonly mayGrow: boolean;
}

/** E15, the reader's half: everything that does not hold, in the order in which it is found. Pure. */
export function prove(proof: Proof): readonly VerificationFailure[] {
  const notes = notesOf(proof);
  const found = notes.flatMap((note) => note.checkpoints ?? []);
  return [
    ...proveClaims(proof),
    ...proveNotes(proof),
    ...proveMarks(proof, notes),
    ...proveCheckpoints({
      ...proof.checkpoints,
      found,
      claims: proof.claims,
      classified: proof.classified,
      membersOf: proof.membersOf,
      hadLeft: proof.hadLeft,
    }),
    ...proveReadings(proof),
  ];
}

/** The part of the proof that needs no output: classes, and what was done by them. */
export function proveClaims(proof: Pick<Proof, 'claims' | 'classified' | 'hadLeft' | 'isTruncated' | 'isOverflowed'>): readonly VerificationFailure[] {
  return [...proveClasses(proof), ...proveActions(proof)];
}

/** A note stands in the user's role; what an assistant or a tool says is never one. */
function isNote(span: Span, proof: Proof): boolean {
  return span.provenance !== 'assistant' && span.exchange === undefined && proof.noteHashOf(span.text) !== undefined;
}

function notesOf(proof: Proof): readonly Note[] {
  return proof.output.spans
    .filter((span) => isNote(span, proof))
    .map((span) => parseNote(span.text))
    .filter((note) => note !== undefined);
}

function proveClasses(proof: Pick<Proof, 'claims' | 'classified'>): readonly VerificationFailure[] {
  const failures: VerificationFailure[] = [];
  for (const [index, claim] of proof.claims.entries()) {
    const derived = proof.classified[index];
    if (derived === undefined) {
      failures.push({ claim: 'handle-resolves', spanId: claim.id, message: `the span ${claim.id} is not in the archive` });
    } else if (derived.rule.id !== claim.rule || derived.rule.spanClass !== claim.class) {
      failures.push({
        claim: 'class-derived',
        spanId: claim.id,
        message: `the span ${claim.id} is ${derived.rule.spanClass} (${derived.rule.id}) by the archive, and ${claim.class} (${claim.rule}) by the ledger`,
      });
    }
  }
  return failures;
}

/** Each note of the compaction once, in their order: none is repeated, and none is gone. */
function proveNotes(proof: Proof): readonly VerificationFailure[] {
  const found = proof.output.spans.filter((span) => isNote(span, proof)).map((span) => proof.noteHashOf(span.text));
  const isWhole = found.length === proof.noteHashes.length && found.every((hash, index) => hash === proof.noteHashes[index]);
  return isWhole
    ? []
    : [
        {
          claim: 'eviction-marked',
          message: `of the compaction's ${proof.noteHashes.length} notes ${found.length} stand in the output, or not in their order`,
        },
      ];
}

/** The sections in which stable handles stand: files that were written have one of their own. */
function isIndex(section: NoteSection): boolean {
  return section.title === 'live index' || section.title === 'changed';
}

/** E5, from the class and the handle's state that were derived, not from the claimed ones. */
function proveActions(proof: Pick<Proof, 'claims' | 'classified' | 'hadLeft' | 'isTruncated' | 'isOverflowed'>): readonly VerificationFailure[] {
  const failures: VerificationFailure[] = [];
  for (const [index, claim] of proof.claims.entries()) {
    const derived = proof.classified[index];
    if (derived === undefined || claim.action === 'keep') continue;
    if (isAllowed(claim, derived, proof) || (claim.leftEarlier === true && proof.hadLeft(index))) continue;
    failures.push({
      claim: 'authoritative-present',
      spanId: claim.id,
      message: `the ${derived.rule.spanClass} span ${claim.id} (${derived.rule.id}) left by ${claim.action}`,
    });
  }
  return failures;
}

function isAllowed(claim: ClaimedSpan, derived: ClassifiedSpan, proof: Pick<Proof, 'isTruncated' | 'isOverflowed'>): boolean {
  // E8: what is released, and what is cut, has a tombstone.
  if (claim.releaseReason !== undefined) return claim.action === 'evict_with_tombstone';
  switch (derived.rule.spanClass) {
    case 'disposable':
      return true;
    case 'recoverable':
      return claim.action === 'evict_with_tombstone' || (claim.action === 'evict' && derived.handleState === 'valid');
    case 'authoritative':
      return claim.action === 'evict_with_tombstone' && (proof.isTruncated || (proof.isOverflowed && isTalk(derived)));
  }
}

/** Every eviction is in the live index or has a tombstone, and every handle resolves to what left. */
function proveMarks(proof: Proof, notes: readonly Note[]): readonly VerificationFailure[] {
  const failures: VerificationFailure[] = [];
  const indexed = new Set(notes.flatMap((note) => note.sections.filter(isIndex).flatMap((section) => section.lines.map((line) => line.text))));
  const buried = new Set<string>();
  for (const { tombstone } of notes.flatMap((note) => note.tombstones)) {
    const members = tombstone.handle === null ? [] : proof.membersOf(tombstone.handle);
    if (members === undefined) {
      failures.push({ claim: 'handle-resolves', message: `the tombstone's handle ${tombstone.handle} is not in the archive` });
    }
    for (const member of members ?? []) buried.add(member);
  }
  for (const [index, claim] of proof.claims.entries()) {
    const derived = proof.classified[index];
    if (claim.action === 'evict' && (derived?.handleState !== 'valid' || !indexed.has(indexedHandle(derived)))) {
      failures.push({ claim: 'eviction-marked', spanId: claim.id, message: `the evicted span ${claim.id} is not in the live index` });
    }
    if (claim.action === 'evict_with_tombstone' && !buried.has(claim.handle)) {
      failures.push({ claim: 'eviction-marked', spanId: claim.id, message: `the evicted span ${claim.id} has no tombstone` });
    }
  }
  return failures;
}

/** What stays is there, letter for letter and in order, and nothing else is. */
function proveReadings(proof: Proof): readonly VerificationFailure[] {
  const expected: KeptSpan[] = [];
  for (const [index, claim] of proof.claims.entries()) {
    const span = proof.source[index];
    if (span === undefined || claim.action !== 'keep') continue;
    expected.push({ span, isHidden: claim.isHidden === true, isAuthoritative: proof.classified[index]?.rule.spanClass === 'authoritative' });
  }
  const found = proof.output.spans.filter((span) => !isNote(span, proof));
  const isHidden = (span: Span): boolean => span.pieces.some((piece) => proof.output.messages[piece.message]?.isVisible === false);
  return compareReadings(expected, found, { isOtherFormat: proof.isOtherFormat, mayGrow: proof.mayGrow, isHidden });
}
