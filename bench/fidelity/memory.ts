import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { surrogateCounter } from '../../src/core/count-span.ts';
import { loadO200k } from '../../src/tokens/o200k-counter.ts';
import { generateLog } from './generate-log.ts';
import { draftOf, redactRegion, writeTexts } from './speed.ts';

/** What writing the texts takes beside what was there before. */
export interface MemoryFigures {
  readonly sourceBytes: number;
  readonly largestSegmentBytes: number;
  /** The most that resident memory grew by while one segment was written, over what was resident before it. */
  readonly growthBytes: number;
  /** What the heap holds more when all are written, garbage aside. */
  readonly retainedBytes: number;
}

/** In a process of its own, so that nothing else has grown it before. `undefined` where there is no `/proc`. */
export function measureMemory(program: string, characters: number): MemoryFigures | undefined {
  if (process.platform !== 'linux') return undefined;
  const child = spawnSync(process.execPath, ['--expose-gc', program, '--memory', String(characters)], { encoding: 'utf8', maxBuffer: 1_000_000 });
  if (child.status !== 0) throw new Error(`the memory bench ended with ${child.status}: ${child.stderr.slice(-2000)}`);
  return JSON.parse(child.stdout) as MemoryFigures;
}

/** The child's part: prints its figures. */
export async function printMemory(characters: number): Promise<void> {
  const count = surrogateCounter(await loadO200k());
  const draft = draftOf(redactRegion(generateLog(characters, 1)), count);
  const bytes = draft.segments.map(({ sources }) => sources.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0));
  const collect = (): number => {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed;
  };
  const heapBefore = collect();
  let residentBytes = 0;
  let growthBytes = 0;
  const texts = writeTexts(draft, [], count, (step, run) => {
    if (step === 'extract') {
      collect();
      writeFileSync('/proc/self/clear_refs', '5'); // the peak begins anew
      residentBytes = statusBytes('VmRSS');
    }
    const result = run();
    growthBytes = Math.max(growthBytes, statusBytes('VmHWM') - residentBytes);
    return result;
  });
  const figures: MemoryFigures = {
    sourceBytes: bytes.reduce((sum, one) => sum + one, 0),
    largestSegmentBytes: Math.max(...bytes),
    growthBytes,
    retainedBytes: collect() - heapBefore,
  };
  if (texts.length !== draft.segments.length) throw new Error('a segment has no text');
  console.log(JSON.stringify(figures));
}

function statusBytes(name: string): number {
  const kilobytes = new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}
