import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import Table3 from 'cli-table3';
import { svgCharts, textChart } from './fidelity/chart.ts';
import { measureSession, type Outcome, readMaterial } from './fidelity/measure.ts';
import { printMemory } from './fidelity/memory.ts';
import { absentTable, charts, lostAt, type SessionRow, sessionsTable, TARGETS, type Table, textsTable, totalsTable } from './fidelity/report.ts';
import { hasTranscripts, type Session, sessions } from './fidelity/sessions.ts';
import { memoryTable, SPEED_NOTE, speedRows, speedTable } from './fidelity/speed-report.ts';

// What the window still says after a compaction, and how fast a checkpoint is written: npm run bench:fidelity, with
// -- --write into docs/fidelity.md and .svg

const PAGE = 'docs/fidelity.md';
const DRAWING = 'docs/fidelity.svg';
const USAGE = 'usage: npm run bench:fidelity -- [--write] [--json] [--only fidelity|speed]';
/** The target at which nothing that is required may be lost. */
const KEPT_TARGET = 0.3;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      write: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      only: { type: 'string' },
      memory: { type: 'string' },
    },
  });
  if (values.memory !== undefined) return printMemory(Number(values.memory));
  const isKnown = values.only === undefined || values.only === 'fidelity' || values.only === 'speed';
  if (!isKnown || (values.write && (!hasTranscripts || values.only !== undefined))) {
    console.error(`${hasTranscripts ? '' : 'the corpus is not there: set HOLDFAST_TRANSCRIPTS\n'}${USAGE}`);
    process.exitCode = 2;
    return;
  }
  const rows: SessionRow[] = [];
  for (const session of values.only === 'speed' ? [] : sessions()) {
    console.error(session.name);
    rows.push(await rowOf(session));
  }
  const tables = values.only === 'fidelity' ? [] : await speedTables();
  if (values.json)
    console.log(JSON.stringify({ sessions: rows.map((row) => ({ ...row, outcomes: Object.fromEntries(row.outcomes) })), speed: tables }, null, 2));
  else print(rows, tables);
  if (values.write) {
    writeFileSync(DRAWING, svgCharts(charts(rows)));
    writeFileSync(PAGE, pageOf(rows, tables));
  }
  const lost = lostAt(rows, KEPT_TARGET);
  for (const line of lost) console.error(line);
  if (lost.length > 0) process.exitCode = 1;
}

async function speedTables(): Promise<readonly Table[]> {
  const memoryUse = memoryTable(fileURLToPath(import.meta.url));
  return [speedTable(await speedRows(sessions())), ...(memoryUse === undefined ? [] : [memoryUse])];
}

async function rowOf(session: Session): Promise<SessionRow> {
  const material = await readMaterial(session);
  const outcomes = new Map<number, Outcome>();
  for (const target of TARGETS) outcomes.set(target, await measureSession(session, material, target));
  return { name: session.name, required: material.required.length, outcomes };
}

function print(rows: readonly SessionRow[], speed: readonly Table[]): void {
  if (!hasTranscripts) console.log('The corpus of real sessions is not there (HOLDFAST_TRANSCRIPTS): only the example is measured.');
  const fidelity = rows.length === 0 ? [] : [sessionsTable(rows), absentTable(rows), totalsTable(rows), textsTable(rows)];
  for (const table of [...fidelity, ...speed]) console.log(`\n${boxed(table)}`);
  if (rows.length > 0) for (const chart of charts(rows)) console.log(`\n${textChart(chart)}`);
}

function boxed([head = [], ...body]: Table): string {
  const table = new Table3({
    head: [...head],
    style: { head: [], border: [], compact: true },
    colAligns: head.map((_, index) => (index === 0 ? 'left' : 'right')),
  });
  for (const cells of body) table.push(cells.map((cell) => (cell.length > 60 ? `…${cell.slice(-59)}` : cell)));
  return table.toString();
}

function markdown([head = [], ...body]: Table): string {
  return [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function pageOf(rows: readonly SessionRow[], speed: readonly Table[]): string {
  return `# Fidelity

Made by \`npm run bench:fidelity -- --write\`: what the window still says after a compaction to 10, 20 and 30 % of the source.

![Share of required facts in the window against the window's size, and by place in what left](fidelity.svg)

**What is counted.** The *required facts* (F9) of a session: the last outcome of every tool chain, terminal errors, corrections, what reversed an earlier outcome, the final outputs. They are taken from all material of the session, whether it leaves or stays, so they are the same for each target and each peer. What is authoritative (the user's words, final answers, pending and one-shot work without recall) and what was read of files is not among them; holdfast keeps it, and the peers are not charged for losing it. The extractor that finds the facts is ours: a fact that it does not see is in no figure.

**What counts as kept.** A fact whose span stays in the window; else one whose anchor, letter for letter, stands in a text that stands for its own span or turn: the surrogate, a tombstone's label, a line of the state record. This is read from the output's bytes and the archive, not from the receipt. *Named* is a fact whose bytes the archive gives back for a handle that stands in the output.

**The peers**, each in a window of the same size as ours:

- *oldest turns dropped*: whole turns from the first on; system prompt and tools stay;
- *greedy from the head*: the same spans leave as in ours, and in the place of all our notes a summarizer writes whole lines for what is salient, from the head on, until the size is spent; then a hedge (case 3 of the design);
- *free-form prose*: the same, with the first and last sentences of what the assistant said, evenly spread over the whole region, and the last lines of outputs where the prose is short: a summary by one who was told no facts. No model is asked.

A peer's text counts as standing for the whole region, so an anchor that it holds by chance counts for it. The extractive summarizer wrote ours. Recall is \`cli\`; sessions that end in a refusal (E7) are listed with their floor.

## Totals

${markdown(totalsTable(rows))}

The same texts alone, each as long as our checkpoint's (the peers without the rest of our notes):

${markdown(textsTable(rows))}

## Speed

${SPEED_NOTE}

${speed.map(markdown).join('\n\n')}

## By session

${markdown(sessionsTable(rows))}

## Not in these figures

${markdown(absentTable(rows))}
`;
}

await main();
