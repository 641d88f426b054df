import { parseArgs } from 'node:util';
import type { FormatName } from '../src/core/conversation.ts';
import { SERIALIZERS } from '../test/generators/abstract-conversation.ts';
import { generateSession } from './generate-session.ts';
import { type Measured, measure, STAGES, type Stage } from './stages.ts';

// How fast each stage is and how it grows (DESIGN §12): npm run bench, or for less npm run bench -- --max 2M

/** Tokens of each session, and how often it is run: the fastest run counts, as other work on a machine only adds. */
const SIZES = [
  { name: '200k', tokens: 200_000, runs: 5 },
  { name: '2M', tokens: 2_000_000, runs: 3 },
  { name: '20M', tokens: 20_000_000, runs: 1 },
] as const;

const USAGE = `usage: npm run bench -- [--max 200k|2M|20M] [--format ${Object.keys(SERIALIZERS).join('|')}] [--seed N] [--json]`;

interface Row {
  readonly name: string;
  readonly best: Measured;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      max: { type: 'string', default: '20M' },
      format: { type: 'string', default: 'pi' },
      seed: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
    },
  });
  const last = SIZES.findIndex((size) => size.name === values.max);
  const seed = Number(values.seed);
  if (last < 0 || !Object.hasOwn(SERIALIZERS, values.format) || !Number.isInteger(seed)) {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  const format = values.format as FormatName;
  const rows: Row[] = [];
  for (const size of SIZES.slice(0, last + 1)) {
    const source = SERIALIZERS[format](generateSession(size.tokens, seed));
    const runs: Measured[] = [];
    for (let run = 0; run < size.runs; run++) {
      console.error(`${size.name} tokens, run ${run + 1} of ${size.runs}`);
      runs.push(await measure(source, format));
    }
    rows.push({ name: size.name, best: fastest(runs) });
  }
  if (values.json) console.log(JSON.stringify({ schemaVersion: 1, format, seed, sizes: rows.map(({ name, best }) => ({ name, ...best })) }, null, 2));
  else printTable(rows, format, seed);
}

/** The least time of each stage over all runs. */
function fastest(runs: readonly Measured[]): Measured {
  const [first] = runs;
  if (first === undefined) throw new Error('a size has at least one run');
  const elapsedMs = Object.fromEntries(STAGES.map((stage) => [stage, Math.min(...runs.map((run) => run.elapsedMs[stage]))])) as Record<Stage, number>;
  return { ...first, elapsedMs };
}

function printTable(rows: readonly Row[], format: FormatName, seed: number): void {
  console.log(`\nA generated ${format} session (seed ${seed}), compacted to 40 %, archived in SQLite. Node ${process.version}.\n`);
  for (const { name, best } of rows) {
    console.log(
      `${name.padEnd(5)} ${number(best.tokens)} tokens, ${number(best.spanCount)} spans, ${(best.sourceBytes / 1e6).toFixed(1)} MB; after: ${number(best.tokensAfter)} tokens`,
    );
  }
  const cells = rows.flatMap(({ name }) => [`${name} ms`, 'MB/s', 'µs/span']);
  console.log(`\n${line(['stage', ...cells, 'growth'])}`);
  for (const stage of STAGES) {
    const figures = rows.flatMap(({ best }) => {
      const ms = best.elapsedMs[stage];
      return [ms.toFixed(1), (best.sourceBytes / 1e3 / ms).toFixed(1), ((ms * 1e3) / best.spanCount).toFixed(1)];
    });
    console.log(line([stage, ...figures, growth(rows, stage)]));
  }
  console.log('\ngrowth: exponent of time over length from each size to the next; 1 is linear.');
  for (const { name, best } of rows) {
    const share = (best.elapsedMs.plan + best.elapsedMs.render) / best.elapsedMs.count;
    console.log(`plan + render at ${name}: ${(share * 100).toFixed(1)} % of counting from nothing (DESIGN §12: below 5 % at 200k)`);
  }
}

/** Slopes of log time over log length, from each size to the next: a trend that bends up shows. */
function growth(rows: readonly Row[], stage: Stage): string {
  const slopes = rows.slice(1).map(({ best }, index) => {
    const before = rows[index]?.best ?? best;
    return Math.log(best.elapsedMs[stage] / before.elapsedMs[stage]) / Math.log(best.sourceBytes / before.sourceBytes);
  });
  return slopes.length === 0 ? '-' : slopes.map((slope) => slope.toFixed(2)).join(' ');
}

function line(cells: readonly string[]): string {
  return cells.map((cell, index) => (index === 0 ? cell.padEnd(9) : cell.padStart(9))).join(' ');
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

await main();
