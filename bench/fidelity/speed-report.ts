import { memory } from '../../src/archive/memory/index.ts';
import { isMaterial, sourceOf } from '../../src/core/checkpoint/region.ts';
import { prepare } from '../../src/prepare.ts';
import { loadO200k } from '../../src/tokens/o200k-counter.ts';
import { generateLog } from './generate-log.ts';
import { measureMemory } from './memory.ts';
import type { Table } from './report.ts';
import type { Session } from './sessions.ts';
import { type SpeedFigures, type SpeedMaterial, STEPS, type Step, timeCheckpoint, totalMs } from './speed.ts';

/** Megabytes of source in a second of processor time that an extractive checkpoint has to reach (issue 4). */
const GOAL = 5;
const LOG_CHARACTERS = [2_000_000, 20_000_000] as const;
/** The fastest of so many runs counts: the first ones measure the compiler, of sessions of 0.1 MB the first dozen. */
const RUNS = { session: 20, log: 3 } as const;
/** Sessions with less material measure nothing. */
const LEAST_CHARACTERS = 20_000;

interface Row {
  readonly name: string;
  readonly figures: SpeedFigures;
}

export async function speedRows(sessions: readonly Session[]): Promise<readonly Row[]> {
  const counter = await loadO200k();
  const real = (await Promise.all(sessions.map(materialOf))).filter(({ region }) => charactersOf(region) >= LEAST_CHARACTERS);
  const rows: Row[] = [];
  const measure = (material: SpeedMaterial, runs: number): SpeedFigures => {
    console.error(`speed: ${material.name}`);
    const all = Array.from({ length: runs }, () => timeCheckpoint(material, counter));
    return all.reduce((best, one) => (totalMs(one) < totalMs(best) ? one : best));
  };
  const first = real.map((material) => measure(material, 1));
  rows.push({ name: `${real.length} sessions, each once, in a new process`, figures: together(first) });
  const each = real.map((material) => measure(material, RUNS.session));
  rows.push({ name: 'the same, in a process that runs', figures: together(each) });
  for (const [index, characters] of LOG_CHARACTERS.entries()) {
    const log = { name: `generated log ×${10 ** index}`, region: generateLog(characters, 1), userTexts: [] };
    rows.push({ name: log.name, figures: measure(log, index === 0 ? RUNS.log : 1) });
  }
  return rows;
}

/** As it stands in the session, before redaction: that is part of what is timed. */
async function materialOf(session: Session): Promise<SpeedMaterial> {
  const options = { recall: 'cli', fileName: session.fileName, onInvalid: 'repair', target: 0.3 } as const;
  const { classified, tokens } = await prepare(session.read(), options, memory({ tenantKey: 'bench' }));
  return {
    name: session.name,
    region: classified.filter(isMaterial).map((one) => ({
      spanIndex: one.span.index,
      tokens: tokens[one.span.index] ?? 0,
      source: { ...sourceOf(one), text: one.span.text },
    })),
    userTexts: classified.filter(({ span }) => span.provenance === 'user' && span.text !== '').map(({ span }) => span.text),
  };
}

function charactersOf(region: SpeedMaterial['region']): number {
  return region.reduce((sum, { source }) => sum + source.text.length, 0);
}

function together(all: readonly SpeedFigures[]): SpeedFigures {
  const sum = (of: (one: SpeedFigures) => number): number => all.reduce((total, one) => total + of(one), 0);
  return {
    sourceBytes: sum((one) => one.sourceBytes),
    spanCount: sum((one) => one.spanCount),
    factCount: sum((one) => one.factCount),
    segmentCount: sum((one) => one.segmentCount),
    coveredSegments: sum((one) => one.coveredSegments),
    cpuMs: Object.fromEntries(STEPS.map((step) => [step, sum((one) => one.cpuMs[step])])) as Record<Step, number>,
  };
}

export function speedTable(rows: readonly Row[]): Table {
  return [
    ['material', 'MB', 'spans', 'facts', 'covered', ...STEPS.map((step) => `${step} ms`), 'MB/s'],
    ...rows.map(({ name, figures }) => [
      name,
      (figures.sourceBytes / 1e6).toFixed(1),
      figures.spanCount.toLocaleString('en-US'),
      figures.factCount.toLocaleString('en-US'),
      `${figures.coveredSegments} of ${figures.segmentCount}`,
      ...STEPS.map((step) => figures.cpuMs[step].toFixed(0)),
      (figures.sourceBytes / 1e3 / totalMs(figures)).toFixed(1),
    ]),
    ['growth from ×1 to ×10', '', '', '', '', ...STEPS.map((step) => growth(rows, (one) => one.cpuMs[step])), growth(rows, totalMs)],
  ];
}

/** Exponent of time over length; 1 is linear. */
function growth(rows: readonly Row[], ms: (figures: SpeedFigures) => number): string {
  const [small, large] = rows.slice(-2);
  if (small === undefined || large === undefined) return '';
  return (Math.log(ms(large.figures) / ms(small.figures)) / Math.log(large.figures.sourceBytes / small.figures.sourceBytes)).toFixed(2);
}

export function memoryTable(program: string): Table | undefined {
  const rows = LOG_CHARACTERS.map((characters) => measureMemory(program, characters));
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
  if (rows.some((one) => one === undefined)) return undefined;
  return [
    ['log of MB', 'largest segment, MB', 'resident memory grew by, MB', 'kept when all are written, MB'],
    ...rows.flatMap((one) => (one === undefined ? [] : [[one.sourceBytes, one.largestSegmentBytes, one.growthBytes, one.retainedBytes].map(megabytes)])),
  ];
}

export const SPEED_NOTE = `One checkpoint over all material of a source, by the pipeline's own functions, in processor time of one thread with its helpers (the goal is ${GOAL} MB of source in a second). \`facts\` is part of \`draft\`, run once more by itself; the last row is the exponent of time over length, where 1 is linear. Memory is that of writing the texts, the most for one segment; pages of the heap that were free before are not in it.`;
