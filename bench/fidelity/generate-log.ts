import type { RegionSpan } from '../../src/core/checkpoint/region.ts';
import type { SpanId } from '../../src/core/span.ts';
import { seeded } from '../../test/generators/seeded.ts';

/** Characters of one output; every fourth is preceded by what the assistant said. */
const OUTPUT_CHARACTERS = 20_000;
const CHARACTERS_PER_TOKEN = 3;
const PARTS = ['ledger', 'cursor', 'invoice', 'worker', 'gateway', 'shard', 'retry', 'tenant', 'export', 'snapshot', 'totals', 'queue'];
const ACTS = ['loaded', 'merged', 'drained', 'stored', 'closed', 'indexed', 'settled', 'checked', 'routed', 'split'];
const ERRORS = [
  'TypeError: Cannot read properties of undefined',
  'Error: connect ECONNREFUSED',
  'RangeError: offset is out of bounds',
  'AssertionError: expected',
];

/** A region of logs of tests, builds and services, the same for the same seed, of about `characters` in all. */
export function generateLog(characters: number, seed: number): readonly RegionSpan[] {
  const random = seeded(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const pick = (words: readonly string[]): string => words[below(words.length)] ?? '';
  const hash = (): string => Math.floor(random() * 2 ** 40).toString(16);
  const line = (index: number): string => {
    const time = `2026-03-0${1 + below(9)}T1${below(10)}:${10 + below(50)}:${10 + below(50)}.${100 + below(900)}Z`;
    const part = pick(PARTS);
    if (index % 211 === 210) return `${time} ERROR ${part}-${below(64)} ${pick(ERRORS)} '${pick(PARTS)}${below(999)}' (request ${hash()})`;
    if (index % 97 === 96) return ` ✓ test/${part}/${pick(PARTS)}-${below(400)}.test.ts (${1 + below(40)} tests) ${below(900)} ms`;
    if (index % 53 === 52) return `    at ${pick(ACTS)}${part} (src/${part}/${pick(PARTS)}.ts:${below(900)}:${below(80)})`;
    return `${time} INFO  ${part}-${below(64)} ${pick(ACTS)} ${below(90_000)} of ${pick(PARTS)} ${hash()} in ${below(5_000)} ms, ${pick(ACTS)} ${pick(PARTS)}s`;
  };
  const region: RegionSpan[] = [];
  const add = (text: string, rest: Partial<RegionSpan['source']>): void => {
    const spanIndex = region.length;
    const turn = 1 + (spanIndex >>> 1);
    const source = { spanId: `t${turn}.${spanIndex + 1}` as SpanId, turn, origin: 'output' as const, text, hasFailed: false, writtenPaths: [], ...rest };
    region.push({ spanIndex, tokens: Math.ceil(text.length / CHARACTERS_PER_TOKEN), source });
  };
  for (let written = 0, output = 0; written < characters; output++) {
    if (output % 4 === 0) add(`The ${pick(PARTS)} is next. I run its tests; the ${pick(PARTS)} must not change.`, { origin: 'narration' });
    const lines: string[] = [];
    for (let length = 0; length < OUTPUT_CHARACTERS; length += (lines.at(-1)?.length ?? 0) + 1) lines.push(line(lines.length));
    const failed = below(6);
    lines.push(`Tests: ${failed} failed, ${200 + below(800)} passed, exit code ${failed === 0 ? 0 : 1}`);
    const command = `npm test -- ${pick(PARTS)}-${below(40)}`;
    add(lines.join('\n'), { call: `bash ${command}`, toolName: 'bash', input: { command }, hasFailed: failed > 0, exitCode: failed === 0 ? 0 : 1 });
    written += OUTPUT_CHARACTERS;
  }
  return region;
}
