import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LedgerEntry, LedgerSpan } from '../../src/archive/archive.ts';
import { plan } from '../../src/compact.ts';
import { CompactionInvariantError } from '../../src/core/errors/compaction-invariant-error.ts';
import { parseNote } from '../../src/core/markers/note.ts';
import { planCompaction } from '../../src/core/plan/reference.ts';
import { parseSource } from '../../src/formats/index.ts';
import { recall } from '../../src/recall.ts';
import { verify } from '../../src/verify-output.ts';
import { arbitraryCase, type Case, FORMATS, type GeneratedFormat, isRefused, type Run, runCase, runsOf } from './compacting.ts';

function inEveryFormat(name: string, runs: number, check: (run: Run, one: Case, format: GeneratedFormat) => Promise<void>): void {
  it.each(FORMATS)(`${name} [%s]`, async (format) => {
    await fc.assert(
      fc.asyncProperty(arbitraryCase, async (one) => check(await runCase(format, one), one, format)),
      runsOf(runs),
    );
  });
}

/** E6: 1 disposable, 2 recoverable and valid, 3 invalidated; 9 never. */
function tierOf(span: LedgerSpan): number {
  if (span.class === 'disposable') return span.rule === 'thinking-demanded' ? 9 : 1;
  if (span.class === 'recoverable') return span.handleState === 'valid' ? 2 : 3;
  return 9;
}

/** Signed thinking goes with any change of its prefix, whatever is needed: it is no choice of the planner. */
function isChoice(span: LedgerSpan): boolean {
  return span.rule !== 'thinking' && span.rule !== 'thinking-demanded';
}

const leavingOf = (entry: LedgerEntry): readonly LedgerSpan[] => entry.spans.filter((span) => span.action !== 'keep');

describe('E5: what may be done to a span, by its class', () => {
  inEveryFormat('disposable: dropped; valid: evicted into the index; invalidated: tombstone; authoritative: kept', 24, async ({ outcome, entry }) => {
    if (isRefused(outcome) || entry === undefined) return;
    const notes = notesOf(outcome.text, entry);
    const indexed = new Set(
      notes
        .flatMap((note) => note.sections)
        .filter((section) => section.title === 'live index' || section.title === 'changed')
        .flatMap((section) => section.lines.map((line) => line.text)),
    );
    for (const span of leavingOf(entry)) {
      if (span.class === 'disposable') expect(['drop', 'summarize']).toContain(span.action);
      else if (span.class === 'recoverable' && span.handleState === 'valid' && span.action === 'evict') expect(indexed).toContain(span.sourceHandle);
      else expect([span.class, span.action]).toEqual(['recoverable', 'evict_with_tombstone']);
    }
  });
});

describe('E6: order, net accounting, overshoot', () => {
  inEveryFormat('the target is met net of all notes, by a recount of the output', 18, async ({ outcome, entry }) => {
    if (isRefused(outcome) || entry === undefined) return;
    expect(outcome.receipt.tokensAfter).toBeLessThanOrEqual(outcome.receipt.targetTokens);
    const kept = entry.spans.filter((span) => span.action === 'keep').reduce((sum, span) => sum + span.tokens, 0);
    expect(outcome.receipt.tokensAfter).toBe(kept + outcome.receipt.noteTokens);
    const { countNote } = await import('../../src/core/count-span.ts');
    const { loadO200k } = await import('../../src/tokens/o200k-counter.ts');
    const counter = await loadO200k();
    const recounted = noteTexts(outcome.text, entry).reduce((sum, text) => sum + countNote(text, counter), 0);
    expect(outcome.receipt.noteTokens).toBe(recounted);
    // Handles count at a fixed rate that few exceed, so the real count is no higher but by a token or two a handle.
    const real = noteTexts(outcome.text, entry).reduce((sum, text) => sum + 3 + counter.count(text), 0);
    expect(real).toBeLessThanOrEqual(recounted + 8);
  });

  inEveryFormat('a tier is opened only when nothing of weight is left in the tiers before it', 24, async ({ outcome, entry }) => {
    if (isRefused(outcome) || entry === undefined) return;
    const last = Math.max(0, ...leavingOf(entry).filter(isChoice).map(tierOf));
    for (const span of entry.spans) {
      const tier = tierOf(span);
      if (span.action !== 'keep' || tier >= last) continue;
      // A small span may stay where its marker would cost more than it gives.
      expect(tier === 1 ? 0 : span.tokens, `${span.id} ${span.rule} of tier ${tier} stays, and tier ${last} was opened`).toBeLessThanOrEqual(
        tier === 1 ? 0 : 100,
      );
    }
  });
});

describe('E7: a refusal exactly when it has to be', () => {
  inEveryFormat('what is refused does not fit; at the floor that the refusal names, it does', 24, async ({ outcome, source, archive }, one, format) => {
    if (!isRefused(outcome)) return;
    expect(outcome.floorTokens).toBeGreaterThan(outcome.targetTokens);
    expect(await archive.conversations()).toEqual([]);
    const parsed = new Set<string>(parseSource(source, { format }).spans.map((span) => span.id));
    for (const span of outcome.protectedSpans) expect(parsed).toContain(span.id);
    // The state record and the recent share follow the target, so the floor of the larger target may be a little higher.
    const recentTokens = Math.floor(outcome.targetTokens * 0.1);
    const atFloor = await plan(source, { archive, format, maxTokens: outcome.floorTokens + 400, recall: one.recall, keepRecentTokens: recentTokens }).catch(
      (error: unknown) => error,
    );
    expect(atFloor).not.toBeInstanceOf(CompactionInvariantError);
  });

  inEveryFormat(
    'where authoritative spans alone are above the target, it is refused; where none stays in the way, it is not',
    18,
    async ({ outcome, entry }, one, format) => {
      const planned = entry?.spans ?? [];
      if (isRefused(outcome)) return;
      const protectedTokens = planned.filter((span) => span.class === 'authoritative').reduce((sum, span) => sum + span.tokens, 0);
      if (outcome.status === 'compacted') expect(protectedTokens, format).toBeLessThanOrEqual(outcome.receipt.targetTokens);
      expect(one.target).toBeGreaterThan(0);
    },
  );
});

describe('E8: the ways out are explicit and recorded', () => {
  inEveryFormat(
    'a released span leaves with a tombstone of its own, its reason in the ledger, and comes back whole',
    15,
    async ({ source, archive }, one, format) => {
      const planned = await plan(source, { archive, format, maxTokens: 10_000_000, recall: one.recall });
      const free = planned.spans.filter((span) => span.class === 'authoritative' && span.kind === 'text' && span.provenance === 'user');
      const chosen = free[Math.floor(one.target * free.length)];
      if (chosen === undefined) return;
      const { outcome, entry } = await runCase(format, { ...one, target: 0.95 }, { archive, release: { [chosen.id]: 'the user said so' } });
      if (isRefused(outcome) || entry === undefined) return;
      const line = entry.spans.find((span) => span.id === chosen.id);
      expect(line).toMatchObject({ action: 'evict_with_tombstone', releaseReason: 'the user said so' });
      const stones = notesOf(outcome.text, entry).flatMap((note) => note.tombstones.map((stone) => stone.tombstone.handle));
      expect(stones).toContain(line?.handle);
      const [recalled] = await recall(line?.handle ?? '', { archive });
      expect(recalled?.text).toBe(parseSource(source, { format }).spans.find((span) => span.id === chosen.id)?.text);
      await verify(outcome.text, { archive });
    },
  );

  inEveryFormat('strategy truncate cuts hard, with a tombstone for each cut, and is proved', 15, async ({ archive }, one, format) => {
    const { outcome, entry } = await runCase(format, one, { archive, strategy: 'truncate' });
    if (isRefused(outcome)) {
      // What even truncation keeps: the request's fixed part, the call in progress, the latest exchanges.
      const rules = new Set(outcome.protectedSpans.map((span) => span.rule));
      expect(rules.has('fixed') || rules.has('pending') || rules.has('recent') || outcome.targetTokens < 400).toBe(true);
      return;
    }
    if (entry === undefined) return;
    for (const span of leavingOf(entry)) if (span.class === 'authoritative') expect(span.action).toBe('evict_with_tombstone');
    await verify(outcome.text, { archive });
  });
});

describe('E9: the protected budget', () => {
  inEveryFormat('above it: refused; from 80 %: an event; below: silence', 15, async ({ source, archive }, one, format) => {
    const base = { archive, format, maxTokens: 10_000_000, recall: one.recall, keepRecentTokens: 0 } as const;
    const free = await plan(source, base);
    const sum = free.spans.filter((span) => span.class === 'authoritative').reduce((total, span) => total + span.tokens, 0);
    const maxTokens = Math.max(1, free.tokensBefore - 1);
    const attempt = (protectedBudget: number) => plan(source, { ...base, maxTokens, protectedBudget }).catch((error: unknown) => error as Error);
    const above = await attempt(Math.max(1, sum - 1));
    if (sum > 1) expect(above).toBeInstanceOf(CompactionInvariantError);
    const near = await attempt(sum);
    if (!(near instanceof Error)) expect(near.events.some((event) => event.name === 'protected-budget-neared')).toBe(true);
    const far = await attempt(sum * 2);
    if (!(far instanceof Error)) expect(far.events.some((event) => event.name === 'protected-budget-neared')).toBe(false);
  });
});

describe('E11: what stands for spans has no authority, and leads back', () => {
  inEveryFormat(
    'each note says authority="none"; each tombstone covers the turns of its spans, and its handle gives them back',
    15,
    async ({ outcome, entry, archive }) => {
      if (isRefused(outcome) || entry === undefined) return;
      const byHandle = new Map(entry.spans.map((span) => [span.handle, span]));
      for (const text of noteTexts(outcome.text, entry)) expect(text.split('\n')[0]).toMatch(/^<holdfast compaction="c_[a-z2-7]{16}" authority="none">$/);
      for (const { tombstone } of notesOf(outcome.text, entry).flatMap((note) => note.tombstones)) {
        const members = await recall(tombstone.handle ?? '', { archive });
        expect(members).toHaveLength(tombstone.spanCount ?? 1);
        for (const member of members) {
          const turn = byHandle.get(member.handle)?.turn ?? -1;
          // Two spans of the same content share a handle, so the turn may be that of the other one.
          const twins = entry.spans.filter((span) => span.handle === member.handle).map((span) => span.turn);
          expect([turn, ...twins].some((one) => one >= tombstone.startTurn && one <= tombstone.endTurn)).toBe(true);
        }
      }
    },
  );
});

describe('E13: small plans need no checkpoint', () => {
  inEveryFormat(
    'less than a tenth of the window is met by drops and valid evictions where those are enough; never by a surrogate',
    18,
    async ({ archive }, one, format) => {
      const { outcome, entry } = await runCase(format, { ...one, target: 0.92 }, { archive });
      if (isRefused(outcome) || entry === undefined) return;
      expect(outcome.receipt.checkpoints).toEqual([]);
      for (const span of entry.spans) expect(span.action).not.toBe('summarize');
      const missing = outcome.receipt.tokensBefore - outcome.receipt.targetTokens;
      const easy = entry.spans.filter((span) => tierOf(span) <= 2).reduce((sum, span) => sum + span.tokens, 0);
      const noteRoom = 60 * entry.spans.length; // far above what index lines take
      if (easy - noteRoom > missing) expect(leavingOf(entry).some((span) => tierOf(span) === 3)).toBe(false);
    },
  );
});

describe('E14: exchanges are atomic', () => {
  inEveryFormat(
    'each call has its result in the output, and parallel calls of one tier leave together',
    24,
    async ({ outcome, entry, source }, one, format) => {
      if (isRefused(outcome) || entry === undefined) return;
      const output = parseSource(outcome.text, { format });
      const pending = parseSource(source, { format }).spans.filter((span) => span.exchange?.isPending).length;
      expect(output.spans.filter((span) => span.exchange?.isPending).length).toBeLessThanOrEqual(pending);
      const siblings = new Map<string, Set<boolean>>();
      for (const span of entry.spans) {
        if (span.callMessage === undefined || tierOf(span) === 9) continue;
        const key = `${span.callMessage} ${tierOf(span)}`;
        siblings.set(key, (siblings.get(key) ?? new Set()).add(span.action === 'keep'));
      }
      for (const [key, kept] of siblings) expect(kept.size, `${key} ${one.recall}`).toBe(1);
    },
  );
});

describe('§13: against the reference contract', () => {
  // ADR 1: where removing a small unit would cost more than it gives, the reference does not get it either.
  inEveryFormat(
    'never a span that it protects, never less than it takes in the order of E6 of what is larger than its marker',
    24,
    async ({ outcome, entry }) => {
      if (isRefused(outcome) || entry === undefined || outcome.status === 'unchanged') return;
      const reclaim = outcome.receipt.tokensBefore - outcome.receipt.targetTokens;
      const inOrder = unitOrder(entry.spans);
      const larger = inOrder.filter((span) => !isKeptForItsMarker(span, entry.spans));
      const reclaimed = [inOrder, larger].map((spans) => referenceReclaims(spans, reclaim));
      const left = leavingOf(entry);
      const taken = new Set(left.map((span) => span.id));
      expect(left.reduce((sum, span) => sum + span.tokens, 0)).toBeGreaterThanOrEqual(Math.min(...reclaimed));
      for (const span of entry.spans) if (span.class === 'authoritative') expect(taken.has(span.id)).toBe(false);
    },
  );
});

function referenceReclaims(spans: readonly LedgerSpan[], target: number): number {
  const input = spans.map((span) => ({ id: span.id, cls: span.class, tokens: span.tokens, handleValid: span.handleState === 'valid' }));
  try {
    return planCompaction(input, Math.max(0, target)).reclaimed;
  } catch (error) {
    // Without the small ones it may be short: then it takes all of them.
    if (error instanceof CompactionInvariantError) return error.reclaimedTokens;
    throw error;
  }
}

/** Tokens of the largest unit whose marker may be larger: its own tombstone, wrapper and legend line. */
const MARKER_TOKENS = 100;

function isKeptForItsMarker(span: LedgerSpan, spans: readonly LedgerSpan[]): boolean {
  if (span.action !== 'keep' || span.class !== 'recoverable') return false;
  const unit = spans.filter(
    (other) => other === span || (other.callMessage !== undefined && other.callMessage === span.callMessage && tierOf(other) === tierOf(span)),
  );
  return unit.reduce((sum, one) => sum + one.tokens, 0) <= MARKER_TOKENS;
}

/** Spans in the order in which the engine takes them; what it takes at last or never stays behind. */
function unitOrder(spans: readonly LedgerSpan[]): readonly LedgerSpan[] {
  const first = new Map<string, number>();
  const rank = (span: LedgerSpan, index: number): number => {
    if (span.callMessage === undefined) return index;
    const key = `${tierOf(span)} ${span.callMessage}`;
    if (!first.has(key)) first.set(key, index);
    return first.get(key) ?? index;
  };
  return spans
    .map((span, index) => ({ span, tier: tierOf(span), rank: rank(span, index), index }))
    .filter(({ span }) => span.rule !== 'thinking-demanded')
    .sort((a, b) => a.tier - b.tier || a.rank - b.rank || a.index - b.index)
    .map(({ span }) => span);
}

function noteTexts(text: string, entry: LedgerEntry): readonly string[] {
  return parseSource(text, { format: entry.outputFormat })
    .spans.filter((span) => parseNote(span.text.trimEnd())?.compactionId === entry.compactionId)
    .map((span) => span.text.trimEnd());
}

function notesOf(text: string, entry: LedgerEntry) {
  return noteTexts(text, entry)
    .map((note) => parseNote(note))
    .filter((note) => note !== undefined);
}
