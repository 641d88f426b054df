import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearMergeCache } from 'gpt-tokenizer/encoding/o200k_base';
import { openArchive } from '../src/archive/open-archive.ts';
import { archiveSource, renderOutput } from '../src/compact.ts';
import { classify } from '../src/core/classify/classify.ts';
import type { FormatName } from '../src/core/conversation.ts';
import { countSpan } from '../src/core/count-span.ts';
import { DEFAULTS } from '../src/core/defaults.ts';
import { decide } from '../src/decide.ts';
import { formatNamed, parseSource } from '../src/formats/index.ts';
import { sha256 } from '../src/hash.ts';
import { ledgerEntry } from '../src/ledger-entry.ts';
import type { CompactOptions } from '../src/options.ts';
import { prepare } from '../src/prepare.ts';
import { loadShellParser } from '../src/shell/parse-shell.ts';
import { o200kCounter } from '../src/tokens/o200k-counter.ts';
import { proveEntry } from '../src/verify-output.ts';
import { extractCheckpoint, NOTHING_WRITTEN } from '../src/write-checkpoint.ts';

/** A short stage is repeated for so long, or so often. */
const REPEATED_MS = 300;
const REPEATS = 40;

/** The stages of DESIGN §3 in order. */
export const STAGES = ['parse', 'count', 'classify', 'plan', 'checkpoint', 'render', 'archive', 'verify'] as const;
export type Stage = (typeof STAGES)[number];

export interface Measured {
  readonly sourceBytes: number;
  readonly spanCount: number;
  readonly tokens: number;
  readonly tokensAfter: number;
  /** Elapsed milliseconds of each stage. */
  readonly elapsedMs: Readonly<Record<Stage, number>>;
}

/** Runs the pipeline's own functions over `source`, one stage after the other, each timed; into an SQLite archive of its own. */
export async function measure(source: string, format: FormatName): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
  const archive = await openArchive(`sqlite:${join(folder, 'bench.db')}`);
  try {
    return await measureWith(source, { format, target: 0.4, recall: 'cli', archive });
  } finally {
    await archive.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureWith(source: string, options: CompactOptions): Promise<Measured> {
  const { archive } = options;
  const elapsedMs: Record<Stage, number> = { parse: 0, count: 0, classify: 0, plan: 0, checkpoint: 0, render: 0, archive: 0, verify: 0 };
  const timed = async <T>(stage: Stage, run: () => T | Promise<T>): Promise<T> => {
    const start = performance.now();
    const result = await run();
    elapsedMs[stage] += performance.now() - start;
    return result;
  };

  /** A stage of few milliseconds, repeated: the least of its times, as the first ones measure the compiler. */
  const timedBest = <T>(stage: Stage, run: () => T): T => {
    let result: T | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (let spentMs = 0, count = 0; count === 0 || (spentMs < REPEATED_MS && count < REPEATS); count++) {
      clearMergeCache();
      const start = performance.now();
      result = run();
      const took = performance.now() - start;
      spentMs += took;
      least = Math.min(least, took);
    }
    elapsedMs[stage] += least;
    return result as T;
  };

  const parsed = await timed('parse', () => parseSource(source, options));
  // From nothing: no text was counted before, and the vocabulary's own cache is empty.
  const fresh = o200kCounter();
  fresh.count('');
  const counts = timedBest('count', () => parsed.spans.map((span) => countSpan(span, fresh)));

  // What `prepare` makes of the same source, its counts known; classification is timed apart from it.
  const counter = { name: fresh.name, count: countsOnce(fresh) };
  const prepared = await prepare(source, { ...options, counter }, archive);
  const parseShell = await loadShellParser();
  timedBest('classify', () =>
    classify(prepared.restored.conversation.spans, {
      tools: formatNamed(prepared.parsed.format).tools,
      toolDefinitions: prepared.restored.conversation.tools,
      parseShell,
      hash: sha256,
      recall: prepared.recall,
      tokens: counts,
      keepRecentTokens: prepared.keepRecentTokens,
      keepRecentExchanges: prepared.keepRecentExchanges,
    }),
  );

  // Lines of notes are counted from nothing, too.
  const planned = { ...prepared, counter: fresh };
  const plain = { ...options, checkpointTokens: 0 };
  timedBest('plan', () => decide(planned, plain, archive).conclude(NOTHING_WRITTEN));
  // With its checkpoint the plan is made two or three times: all beyond the first is counted here.
  const decision = timedBest('checkpoint', () => {
    const deciding = decide(planned, options, archive);
    return deciding.conclude(
      deciding.outline === undefined
        ? NOTHING_WRITTEN
        : extractCheckpoint(deciding.outline, { floor: DEFAULTS.minFactsPerSegment, counter: fresh, userTexts: [] }),
    );
  });
  if (decision.status === 'unchanged') throw new Error('the bench measures nothing: the source is within its target');
  const text = timedBest('render', () => renderOutput(prepared, decision));
  const rawHandles = await timed('archive', () => archiveSource(prepared, decision, archive));
  const entry = ledgerEntry(prepared, decision, text, rawHandles);
  const failures = await timed('verify', () => proveEntry(text, entry, archive));
  if (failures.length > 0) throw new Error(`the bench measures a broken pipeline: ${failures[0]?.message}`);
  await timed('archive', () => archive.appendLedger(entry));

  return {
    sourceBytes: Buffer.byteLength(source),
    spanCount: parsed.spans.length,
    tokens: counts.reduce((sum, count) => sum + count, 0),
    tokensAfter: decision.receipt.tokensAfter,
    elapsedMs,
  };
}

function countsOnce(counter: { count(text: string): number }): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    const count = known.get(text) ?? counter.count(text);
    known.set(text, count);
    return count;
  };
}
