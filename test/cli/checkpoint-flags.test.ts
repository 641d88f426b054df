import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Receipt } from '../../src/core/receipt.ts';
import { CommandLine } from './command-line.ts';

const SESSION = fileURLToPath(new URL('../../examples/migrate-orders.pi.jsonl', import.meta.url));
let cli: CommandLine;
beforeAll(async () => {
  cli = await CommandLine.build();
  writeFileSync(cli.path('session.jsonl'), readFileSync(SESSION));
});
afterAll(() => cli?.remove());

async function planned(...flags: readonly string[]): Promise<Receipt> {
  const { code, stdout, stderr } = await cli.run(['plan', 'session.jsonl', '--target', '30%', '--json', ...flags]);
  expect([code, stderr]).toEqual([0, '']);
  return (JSON.parse(stdout) as { receipt: Receipt }).receipt;
}

const coveredOf = (receipt: Receipt) => receipt.checkpoints.flatMap((one) => one.segments.filter((segment) => segment.outcome === 'covered'));

describe('flags of checkpoints', () => {
  it('F1, F7: --max-ratio and --min-segment-tokens decide as the options of the library do', async () => {
    const plain = await planned();
    const ceiling = 12;
    const strict = await planned('--max-ratio', `${ceiling}:1`);
    expect(Math.max(...coveredOf(plain).map((segment) => segment.ratio ?? 0))).toBeGreaterThan(ceiling);
    for (const segment of coveredOf(strict)) expect(segment.ratio).toBeLessThanOrEqual(ceiling);
    const whole = await planned('--min-segment-tokens', '900k');
    expect(plain.checkpoints[0]?.segments.length).toBeGreaterThan(1);
    expect(whole.checkpoints.map((one) => one.segments.length)).toEqual([1]);
  });

  it('P68: a saved plan carries them', async () => {
    const flags = [
      '--target',
      '30%',
      '--max-ratio',
      '20',
      '--min-segment-tokens',
      '2k',
      '--min-facts',
      '2',
      '--checkpoint-tokens',
      '3000',
      '--on-exhausted',
      'externalize',
    ];
    const { stdout } = await cli.run(['plan', 'session.jsonl', '--json', ...flags]);
    writeFileSync(cli.path('plan.json'), stdout);
    const carried = await cli.run(['compact', 'session.jsonl', '--plan', 'plan.json', '--json', '-o', 'out.jsonl']);
    expect([carried.code, carried.stderr]).toEqual([0, '']);
    const [wanted, done] = [stdout, carried.stdout].map((text) => (JSON.parse(text) as { receipt: Receipt }).receipt);
    // Handles are of the archive, and the plan needed none.
    const figures = (receipt: Receipt | undefined) => JSON.stringify(receipt?.checkpoints, (name, value: unknown) => (name === 'handle' ? undefined : value));
    expect(wanted?.checkpoints.length).toBeGreaterThan(0);
    expect(figures(done)).toBe(figures(wanted));
    const doubled = await cli.run(['compact', 'session.jsonl', '--plan', 'plan.json', '--max-ratio', '10', '-o', 'other.jsonl']);
    expect(doubled.code).toBe(2);
  });

  it.each([
    ['--max-ratio', ['0', '0.5', '41', '1e1', '-3', 'high', ''], 'a ratio from 1 to 40'],
    ['--min-segment-tokens', ['0', '-1', '1.5', 'many', ''], 'a whole number of tokens above 0'],
    ['--summarizer-concurrency', ['0', '-1', '1.5', 'all', ''], 'a whole number of segments, 1 or more'],
  ])('a wrong %s ends with 2, and says what is allowed', async (flag, values, allowed) => {
    for (const value of values) {
      const { code, stdout, stderr } = await cli.run(['compact', 'session.jsonl', `${flag}=${value}`]);
      expect([code, stdout], value).toEqual([2, '']);
      expect(stderr).toContain(allowed);
    }
  });

  it('--summarizer-concurrency is taken, and --help names all three', async () => {
    const { code } = await cli.run(['compact', 'session.jsonl', '--target', '50%', '--summarizer-concurrency', '2', '-o', 'half.jsonl']);
    expect(code).toBe(0);
    const { stdout } = await cli.run(['compact', '--help']);
    for (const flag of ['--max-ratio <ratio>', '--min-segment-tokens <tokens>', '--summarizer-concurrency <count>']) expect(stdout).toContain(flag);
  });
});
