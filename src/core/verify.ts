import type { ClassifiedSpan } from './classify/classify.ts';
import type { Action, HandleState, SpanClass } from './classify/span-class.ts';
import { compareReadings, type KeptSpan } from './compare-readings.ts';
import type { Conversation } from './conversation.ts';
import type { VerificationFailure } from './errors/verification-error.ts';
import { type Note, type NoteSection, parseNote } from './markers/note.ts';
import { indexedHandle } from './plan/span-texts.ts';
import type { Span, SpanId } from './span.ts';

/** What the ledger claims of one span. The proof believes none of it. */
export interface ClaimedSpan {
  readonly id: SpanId;
  readonly class: SpanClass;
  readonly rule: string;
  readonly handleState: HandleState;
  readonly action: Action;
  readonly handle: string;
  readonly sourceHandle?: string | undefined;
  readonly releaseReason?: string | undefined;
}

export interface Proof {
  /** The output, read anew. */
  readonly output: Conversation;
  readonly claims: readonly ClaimedSpan[];
  /** The source spans as the archive gives them, in the claims' order. */
  readonly source: readonly Span[];
  /** The source classed anew. */
  readonly classified: readonly ClassifiedSpan[];
  /** Whether the exact text is a note of this compaction. */
  readonly isKnownNote: (text: string) => boolean;
  /** Archive handles that a shared tombstone's handle stands for; `undefined` where it does not resolve. */
  readonly membersOf: (handle: string) => readonly string[] | undefined;
  /** `strategy: 'truncate'` was chosen: authoritative spans may be cut, each with a tombstone (E8). */
  readonly isTruncated: boolean;
  /** The output is in another format than the source: boundaries of blocks may differ, its words may not. */
  readonly isOtherFormat: boolean;
  /** Turns that came after the compaction may follow. */
  readonly mayGrow: boolean;
}

/** E15, the reader's half: everything that does not hold, in the order in which it is found. Pure. */
export function prove(proof: Proof): readonly VerificationFailure[] {
  const notes = notesOf(proof);
  return [...proveClasses(proof), ...proveActions(proof), ...proveMarks(proof, notes), ...proveReadings(proof)];
}

function notesOf(proof: Proof): readonly Note[] {
  return proof.output.spans
    .filter((span) => proof.isKnownNote(span.text))
    .map((span) => parseNote(span.text))
    .filter((note) => note !== undefined);
}

function proveClasses(proof: Proof): readonly VerificationFailure[] {
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

/** The sections in which stable handles stand: files that were written have one of their own. */
function isIndex(section: NoteSection): boolean {
  return section.title === 'live index' || section.title === 'changed';
}

/** E5, from the class that was derived, not from the claimed one. */
function proveActions(proof: Proof): readonly VerificationFailure[] {
  const failures: VerificationFailure[] = [];
  for (const [index, claim] of proof.claims.entries()) {
    const derived = proof.classified[index];
    if (derived === undefined || claim.action === 'keep' || claim.releaseReason !== undefined) continue;
    const isAllowed =
      derived.rule.spanClass === 'disposable' ||
      (derived.rule.spanClass === 'recoverable' && claim.action !== 'drop' && claim.action !== 'summarize') ||
      (proof.isTruncated && claim.action === 'evict_with_tombstone');
    if (!isAllowed) {
      failures.push({
        claim: 'authoritative-present',
        spanId: claim.id,
        message: `the ${derived.rule.spanClass} span ${claim.id} (${derived.rule.id}) left by ${claim.action}`,
      });
    }
  }
  return failures;
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
  for (const claim of proof.claims) {
    if (claim.action === 'evict' && (claim.handleState !== 'valid' || !indexed.has(indexedHandle(claim)))) {
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
    expected.push({ span, isAuthoritative: proof.classified[index]?.rule.spanClass === 'authoritative' });
  }
  const found = proof.output.spans.filter((span) => !proof.isKnownNote(span.text));
  return compareReadings(expected, found, { isOtherFormat: proof.isOtherFormat, mayGrow: proof.mayGrow });
}
