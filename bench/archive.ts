import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { ArchivedSpan, ArchivedSpanInput } from '../src/archive/archive.ts';
import { sqlite } from '../src/sqlite.ts';
import { codeOf, seeded } from '../test/generators/seeded.ts';

export interface ArchiveBench {
  readonly rawBytes: number;
  /** Put of all spans, durable, with handles, compression and the index for search. */
  readonly putMegabytesPerSecond: number;
  /** better-sqlite3's own insert of the same raws, one row each under the same handles, one transaction, WAL, full sync. */
  readonly bareMegabytesPerSecond: number;
  /** The same put again: nothing is new. */
  readonly againMegabytesPerSecond: number;
  readonly readMegabytesPerSecond: number;
  /** Raw bytes to packs. */
  readonly packRatio: number;
  /** Raw bytes to the whole file: packs, rows and the index for search. */
  readonly fileRatio: number;
  /** The bare insert's file, for comparison. */
  readonly bareFileRatio: number;
}

const SPAN_COUNT = 20_000;
const ROUNDS = 3;

/** Prints and returns how the archive does against its own store in the same run: the best of some rounds each (DESIGN §12). */
export async function benchArchive(): Promise<ArchiveBench> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
  try {
    const rounds: ArchiveBench[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await oneRound(folder, round));
    const best = bestOf(rounds);
    console.table(best);
    return best;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function oneRound(folder: string, round: number): Promise<ArchiveBench> {
  const path = join(folder, `archive-${round}.db`);
  const archive = sqlite(path);
  const inputs = sessionSpans().map((span): ArchivedSpanInput => ({ span, handle: archive.handleOf(span), searchText: textOf(span) }));
  const raws = inputs.map(({ span, handle }) => ({ handle, raw: Buffer.from(span.pieces[0]?.raw ?? '', 'utf8') }));
  const rawBytes = raws.reduce((sum, { raw }) => sum + raw.length, 0);
  const speed = (elapsedMs: number): number => rawBytes / 1_000 / elapsedMs;
  const bareMs = await elapsed(async () => insertBare(join(folder, `bare-${round}.db`), raws));
  const putMs = await elapsed(() => archive.put('c', inputs));
  const againMs = await elapsed(() => archive.put('c', inputs));
  const readMs = await elapsed(() => archive.getMany(inputs.map((input) => input.handle)));
  const { storedBytes } = await archive.stats();
  await archive.close();
  return {
    rawBytes,
    putMegabytesPerSecond: speed(putMs),
    bareMegabytesPerSecond: speed(bareMs),
    againMegabytesPerSecond: speed(againMs),
    readMegabytesPerSecond: speed(readMs),
    packRatio: rawBytes / storedBytes,
    fileRatio: rawBytes / statSync(path).size,
    bareFileRatio: rawBytes / statSync(join(folder, `bare-${round}.db`)).size,
  };
}

function insertBare(path: string, raws: readonly { readonly handle: string; readonly raw: Buffer }[]): void {
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('CREATE TABLE spans (handle TEXT PRIMARY KEY, raw BLOB NOT NULL) STRICT');
  const insert = database.prepare('INSERT INTO spans (handle, raw) VALUES (?, ?)');
  database.transaction(() => {
    for (const { handle, raw } of raws) insert.run(handle, raw);
  })();
  database.close();
}

/** Sizes as in a coding session: median of some hundred bytes, a tenth above 2 kB, a few of 20 kB. */
function sessionSpans(): readonly ArchivedSpan[] {
  const random = seeded(20_260_711);
  return Array.from({ length: SPAN_COUNT }, (_, index): ArchivedSpan => {
    const draw = index % 20;
    const lines = draw === 0 ? 400 : draw < 3 ? 60 : draw < 10 ? 12 : 4;
    const block = { type: 'text', text: `step ${index}\n${codeOf(random, lines)}` };
    return { format: 'anthropic', kind: 'text', provenance: 'tool', pieces: [{ role: 'tool', raw: JSON.stringify(block), block: 0 }] };
  });
}

function textOf(span: ArchivedSpan): string {
  return (JSON.parse(span.pieces[0]?.raw ?? '{}') as { text: string }).text;
}

async function elapsed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function bestOf(rounds: readonly ArchiveBench[]): ArchiveBench {
  const keys = Object.keys(rounds[0] ?? {}) as (keyof ArchiveBench)[];
  const best = keys.map((key) => [key, Number(Math.max(...rounds.map((round) => round[key])).toFixed(1))]);
  return Object.fromEntries(best) as unknown as ArchiveBench;
}
