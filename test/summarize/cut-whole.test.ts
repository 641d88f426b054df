import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { memory } from '../../src/archive/memory/index.ts';
import { compact } from '../../src/compact.ts';
import type { SegmentRequest, Summarizer } from '../../src/core/checkpoint/summarizer.ts';

const SESSION = readFileSync(new URL('../../examples/migrate-orders.pi.jsonl', import.meta.url), 'utf8');

function writing(write: (request: SegmentRequest) => string): Summarizer {
  return { name: 'writing', version: '1', summarize: (request) => Promise.resolve({ text: write(request) }) };
}

async function outcomes(write: (request: SegmentRequest) => string): Promise<Record<'covered' | 'uncovered', number>> {
  const { text } = await compact(SESSION, { archive: memory({ tenantKey: 'cut' }), target: 0.3, recall: 'cli', summarizer: writing(write) });
  const countOf = (marker: string): number => text.split(marker).length - 1;
  return { covered: countOf('[COVERED:t'), uncovered: countOf('[UNCOVERED:t') };
}

describe('F11, E16: a text of which nothing may stand', () => {
  it('given one that names no fact, then its segments are uncovered', async () => {
    const { covered, uncovered } = await outcomes(() => 'Several approaches were considered, with varying results.');
    expect(covered).toBe(0);
    expect(uncovered).toBeGreaterThan(0);
  });

  it('given one that names facts in sentences that are false, then it was no hedge: nothing is uncovered', async () => {
    const turned = ({ facts }: SegmentRequest): string => facts.map(({ anchor }) => `It turned out that ${anchor} was the opposite of that.`).join('\n');
    expect((await outcomes(turned)).uncovered).toBe(0);
  });

  it('E16: given lines of the source behind the command that gave them, then segments are covered by them', async () => {
    const placed = ({ facts, sources }: SegmentRequest): string =>
      facts.map(({ line, source }) => `${sources[source]?.call?.replace(/^bash /, '') ?? ''}: ${line}`).join('\n');
    const { covered, uncovered } = await outcomes(placed);
    expect(covered).toBeGreaterThan(0);
    expect(uncovered).toBe(0);
  });
});
