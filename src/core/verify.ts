import type { ClassifiedSpan } from './classify/classify.ts';
import type { Action, HandleState, SpanClass } from './classify/span-class.ts';
import type { Conversation } from './conversation.ts';
import type { VerificationFailure } from './errors/verification-error.ts';
import { neutralize } from './markers/neutralize.ts';
import { type Note, parseNote } from './markers/note.ts';
import { type Reading, readingsOf } from './reading.ts';
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
  /** Where the output is in another format, thinking that no other wire takes is left out. */
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
  const indexed = new Set(notes.flatMap((note) => note.sections.filter((section) => section.title === 'live index').flatMap((section) => section.lines.map((line) => line.text))));
  const buried = new Set<string>();
  for (const { tombstone } of notes.flatMap((note) => note.tombstones)) {
    const members = tombstone.handle === null ? [] : proof.membersOf(tombstone.handle);
    if (members === undefined) {
      failures.push({ claim: 'handle-resolves', message: `the tombstone's handle ${tombstone.handle} is not in the archive` });
    }
    for (const member of members ?? []) buried.add(member);
  }
  for (const claim of proof.claims) {
    if (claim.action === 'evict' && (claim.handleState !== 'valid' || !indexed.has(neutralize(claim.sourceHandle ?? '')))) {
      failures.push({ claim: 'eviction-marked', spanId: claim.id, message: `the evicted span ${claim.id} is not in the live index` });
    }
    if (claim.action === 'evict_with_tombstone' && !buried.has(claim.handle)) {
      failures.push({ claim: 'eviction-marked', spanId: claim.id, message: `the evicted span ${claim.id} has no tombstone` });
    }
  }
  return failures;
}

interface Item {
  readonly text: string;
  readonly spanId: SpanId;
  readonly isAuthoritative: boolean;
}

/**
 * What stays is there, letter for letter and in order, and nothing else is. Two streams, since a wire may put results
 * before the text of the same message: texts, and exchanges. A text may continue inside a block of the output, where
 * the part between left.
 */
function proveReadings(proof: Proof): readonly VerificationFailure[] {
  const failures: VerificationFailure[] = [];
  for (const stream of ['text', 'exchange'] as const) {
    const expected = expectedItems(proof, stream);
    const found = proof.output.spans
      .filter((span) => !proof.isKnownNote(span.text))
      .flatMap((span) => readingsOf(span).filter((reading) => reading.stream === stream));
    const failure = compare(expected, found, proof.mayGrow);
    if (failure) failures.push(failure);
  }
  return failures;
}

function expectedItems(proof: Proof, stream: Reading['stream']): readonly Item[] {
  const items: Item[] = [];
  for (const [index, claim] of proof.claims.entries()) {
    const span = proof.source[index];
    if (span === undefined || claim.action !== 'keep') continue;
    for (const reading of readingsOf(span)) {
      if (reading.stream !== stream) continue;
      items.push({ text: reading.text, spanId: claim.id, isAuthoritative: proof.classified[index]?.rule.spanClass === 'authoritative' });
    }
  }
  return items;
}

function compare(expected: readonly Item[], found: readonly Reading[], mayGrow: boolean): VerificationFailure | undefined {
  let at = 0;
  let offset = 0;
  for (const item of expected) {
    while (at < found.length && offset > 0 && offset === found[at]?.text.length) {
      at++;
      offset = 0;
    }
    const here = found[at]?.text;
    if (here === undefined || !here.startsWith(item.text, offset)) {
      return {
        claim: item.isAuthoritative ? 'authoritative-present' : 'order-kept',
        spanId: item.spanId,
        message: `the ${item.isAuthoritative ? 'authoritative ' : ''}span ${item.spanId} does not stand letter for letter where it should`,
      };
    }
    offset += item.text.length;
    if (item.text.length === 0 || offset === here.length) {
      at++;
      offset = 0;
    }
  }
  const isRest = offset > 0 || at < found.length;
  if (!isRest || (mayGrow && offset === 0)) return undefined;
  return { claim: 'nothing-invented', message: `the output holds a text of ${found[at]?.text.length ?? 0} characters that is neither a kept span nor a note of this compaction` };
}
