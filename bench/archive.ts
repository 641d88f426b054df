import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { ArchivedSpan, ArchivedSpanInput } from '../src/archive/archive.ts';
import { sqlite } from '../src/sqlite.ts';
import { codeOf, seeded } from '../test/generators/seeded.ts';

/** One round, all of it in this process; speeds are of raw bytes. */
interface Round {
  /** Put of spans whose handles were asked for before, as a compaction does: durable, compressed, with all rows. */
  readonly put: number;
  /** The same of spans that the archive has not seen: their handles are made in the put, too. */
  readonly coldPut: number;
  /** better-sqlite3's own insert of the same raws, one row each under the same handles, one transaction, WAL, full sync. */
  readonly bare: number;
  /** The same put again: nothing is new. */
  readonly again: number;
  readonly read: number;
  /** Raw bytes to packs and sheets. */
  readonly packRatio: number;
  /** Raw bytes to the whole file. */
  readonly fileRatio: number;
}

export interface ArchiveBench {
  readonly rawBytes: number;
  readonly megabytesPerSecond: Readonly<Record<'put' | 'coldPut' | 'bare' | 'again' | 'read', number>>;
  /** Speed of the put to that of the bare insert in the same round. */
  readonly putToBare: Spread;
  readonly coldPutToBare: Spread;
  readonly packRatio: number;
  readonly fileRatio: number;
}

interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

const SPAN_COUNT = 20_000;
const ROUNDS = 5;

/** Prints and returns how the archive does against its own store in the same run (DESIGN §12). */
export async function benchArchive(): Promise<ArchiveBench> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
  try {
    const rounds: Round[] = [];
    const raws = sessionRaws();
    const rawBytes = raws.reduce((sum, raw) => sum + Buffer.byteLength(raw), 0);
    for (let round = 0; round < ROUNDS; round++) rounds.push(await oneRound(join(folder, `${round}`), raws, rawBytes));
    const median = (key: keyof Round): number => spreadOf(rounds.map((round) => round[key])).median;
    const bench: ArchiveBench = {
      rawBytes,
      megabytesPerSecond: { put: median('put'), coldPut: median('coldPut'), bare: median('bare'), again: median('again'), read: median('read') },
      putToBare: spreadOf(rounds.map((round) => round.put / round.bare)),
      coldPutToBare: spreadOf(rounds.map((round) => round.coldPut / round.bare)),
      packRatio: median('packRatio'),
      fileRatio: median('fileRatio'),
    };
    console.log(JSON.stringify(bench, null, 2));
    return bench;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function oneRound(path: string, raws: readonly string[], rawBytes: number): Promise<Round> {
  const speed = (elapsedMs: number): number => rawBytes / 1_000 / elapsedMs;
  const archive = sqlite(`${path}.db`);
  const inputs = raws.map((raw): ArchivedSpanInput => {
    const span = spanOf(raw);
    return { span, handle: archive.handleOf(span), searchText: textOf(raw) };
  });
  const rows = inputs.map(({ span, handle }) => ({ handle, raw: Buffer.from(span.pieces[0]?.raw ?? '', 'utf8') }));
  const bareMs = await elapsed(async () => insertBare(`${path}-bare.db`, rows));
  const putMs = await elapsed(() => archive.put('c', inputs));
  const againMs = await elapsed(() => archive.put('c', inputs));
  const readMs = await elapsed(() => archive.getMany(inputs.map((input) => input.handle)));
  const { storedBytes } = await archive.stats();
  await archive.close();
  const cold = sqlite(`${path}-cold.db`);
  const handles = raws.map((raw) => cold.handleOf(spanOf(raw)));
  const unseen = inputs.map((input, index) => ({ ...input, span: spanOf(raws[index] ?? ''), handle: handles[index] ?? '' }));
  const coldPutMs = await elapsed(() => cold.put('c', unseen));
  await cold.close();
  return {
    put: speed(putMs),
    coldPut: speed(coldPutMs),
    bare: speed(bareMs),
    again: speed(againMs),
    read: speed(readMs),
    packRatio: rawBytes / storedBytes,
    fileRatio: rawBytes / statSync(`${path}.db`).size,
  };
}

function insertBare(path: string, rows: readonly { readonly handle: string; readonly raw: Buffer }[]): void {
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('CREATE TABLE spans (handle TEXT PRIMARY KEY, raw BLOB NOT NULL) STRICT');
  const insert = database.prepare('INSERT INTO spans (handle, raw) VALUES (?, ?)');
  database.transaction(() => {
    for (const { handle, raw } of rows) insert.run(handle, raw);
  })();
  database.close();
}

/** Sizes as in a coding session: median of some hundred bytes, a tenth above 2 kB, a few of 20 kB. */
function sessionRaws(): readonly string[] {
  const random = seeded(20_260_711);
  return Array.from({ length: SPAN_COUNT }, (_, index) => {
    const draw = index % 20;
    const lines = draw === 0 ? 400 : draw < 3 ? 60 : draw < 10 ? 12 : 4;
    return JSON.stringify({ type: 'text', text: `step ${index}\n${codeOf(random, lines)}` });
  });
}

function spanOf(raw: string): ArchivedSpan {
  return { format: 'anthropic', kind: 'text', provenance: 'tool', pieces: [{ role: 'tool', raw, block: 0 }] };
}

function textOf(raw: string): string {
  return (JSON.parse(raw) as { text: string }).text;
}

async function elapsed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other).map((value) => Number(value.toFixed(2)));
  return { min: sorted[0] ?? 0, median: sorted[sorted.length >> 1] ?? 0, max: sorted.at(-1) ?? 0 };
}
