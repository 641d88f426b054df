import { describe, expect, it } from 'vitest';
import { memory } from '../../src/archive/memory/index.ts';
import { compact } from '../../src/compact.ts';
import { parseNote } from '../../src/core/markers/note.ts';
import { recall } from '../../src/recall.ts';
import { verify } from '../../src/verify-output.ts';
import { assistant, call, exchange, filler, result, textsOf, user } from './anthropic-body.ts';

const FAILURES = 9;
const failing = (index: number) => [
  assistant(call(`f${index}`, 'Bash', { command: `make part-${index}` })),
  user(result(`f${index}`, `error: part ${index} broke\n${filler(400, index)}`, true)),
];

describe('§7: the state record is bounded, and what it has no line for is behind a handle', () => {
  it('§7: the handle of the earlier failures recalls each of them byte for byte, and the output is proved', async () => {
    const archive = memory({ tenantKey: 'cases' });
    const body = [
      user('Build it.'),
      ...Array.from({ length: FAILURES }, (_, index) => failing(index)).flat(),
      ...Array.from({ length: 12 }, (_, index) => exchange(`r${index}`, 'Read', { file_path: `/src/f${index}.ts` }, filler(900, index))).flat(),
      assistant('Nothing builds.'),
    ];
    const { messages, text, receipt } = await compact(body, { archive, maxTokens: 4500, recall: 'cli', keepRecentExchanges: 1, keepRecentTokens: 0 });
    // The oldest leave first; what stays in the window is not told again.
    const left = receipt.spans.filter((span) => span.action !== 'keep' && span.rule === 'one-shot-archived').length;
    const lines = textsOf(messages, 'user')
      .flatMap((one) => parseNote(one)?.sections ?? [])
      .flatMap((section) => (section.title === 'tried and failed' ? section.lines : []));
    const told = lines.slice(0, -1).map((line) => line.text);
    const last = lines.at(-1);
    expect(left - told.length).toBeGreaterThan(1);
    expect(told).toEqual(told.map((_, index) => `Bash make part-${left - 1 - index}: error: part ${left - 1 - index} broke`));
    expect(last?.text).toBe(`${left - told.length} earlier failures`);
    const recalled = await recall(last?.handle ?? '', { archive });
    expect(recalled.map((one) => one.call?.input)).toEqual(Array.from({ length: left - told.length }, (_, index) => ({ command: `make part-${index}` })));
    expect(recalled.map((one) => one.text)).toEqual(recalled.map((_, index) => `error: part ${index} broke\n${filler(400, index)}`));
    await verify(text, { archive });
  });
});
