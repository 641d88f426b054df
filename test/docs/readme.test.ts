import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { compact, memory } from '../../src/index.ts';
import { fenced } from './pages.ts';

const session = readFileSync(fileURLToPath(new URL('../../examples/migrate-orders.pi.jsonl', import.meta.url)), 'utf8');
const [excerpt = ''] = fenced('README.md', 'text');

const numbersIn = (pattern: RegExp): readonly number[] => (pattern.exec(excerpt) ?? []).slice(1).map((text) => Number(text.replaceAll(',', '')));

it('the excerpt of the README is what the demo does: tokens, spans, and words that stand in the session', async () => {
  const { receipt } = await compact(session, { fileName: 'migrate-orders.pi.jsonl', target: 0.12, archive: memory(), recall: 'cli' });
  const [before] = numbersIn(/before +\S+ ([\d,]+) tokens/);
  const [after = 0] = numbersIn(/after +\S+ ([\d,]+) tokens/);
  const [spanCount, keptCount = 0, archivedCount = 0] = numbersIn(/verify +(\d+) spans: (\d+) kept letter for letter, (\d+) in the archive/);
  expect(before).toBe(receipt.tokensBefore);
  expect(spanCount).toBe(receipt.spans.length);
  expect(keptCount + archivedCount).toBe(spanCount);
  // Handles and the compaction's id differ from archive to archive, and with them some tokens of the notes and a few spans.
  expect(after).toBeLessThanOrEqual(receipt.targetTokens);
  expect(Math.abs(after - receipt.tokensAfter)).toBeLessThan(receipt.targetTokens / 20);
  expect(Math.abs(keptCount - receipt.spans.filter((span) => span.action === 'keep').length)).toBeLessThanOrEqual(10);
  const quoted = [...excerpt.matchAll(/“([^”]+)”/g)].map(([, text = '']) => text.replace(/\s+/g, ' '));
  expect(quoted).toHaveLength(2);
  expect(quoted.filter((text) => !session.includes(text))).toEqual([]);
  const recalled =
    excerpt
      .split('recalled')[1]
      ?.split('\n\n')[0]
      ?.split('\n')
      .map((line) => line.trim()) ?? [];
  expect(recalled).toHaveLength(4);
  expect(recalled.filter((line) => !session.includes(line))).toEqual([]);
});
