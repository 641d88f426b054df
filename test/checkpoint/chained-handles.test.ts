import { describe, expect, it } from 'vitest';
import type { LedgerEntry, LedgerSpan } from '../../src/archive/archive.ts';
import { memory } from '../../src/archive/memory/index.ts';
import { type Compaction, compact } from '../../src/compact.ts';
import { archiveHandlesIn } from '../../src/core/handles/archive-handle.ts';
import { type Recalled, recall } from '../../src/recall.ts';

const ROUNDS = 20;

/** A round: one-shot work, some of it failing, reads of a file that is written later, what was thought and said beside it. */
function work(round: number): object[] {
  return Array.from({ length: 10 }, (_, number) => {
    const id = `r${round}n${number}`;
    const hasFailed = number % 5 === 3;
    const isRead = number % 5 === 1;
    const body = Array.from(
      { length: 26 },
      (__, line) => `${['opened', 'copied', 'checked', 'closed'][line % 4]} part ${['alpha', 'beta'][line % 2]} of unit ${id}`,
    ).join('\n');
    const end = hasFailed
      ? `Error: unit ${id} was refused by host-${round}.internal\nexit code ${round + 1}`
      : `unit ${id}: ${round * 100 + number} passed, 0 failed`;
    return [
      {
        role: 'assistant',
        content: [
          { type: 'text', text: `Now unit ${id}, since the one before it is settled.` },
          isRead ? { type: 'tool_use', id, name: 'Read', input: { file_path: `/w/${id}.ts` } } : { type: 'tool_use', id, name: 'deploy', input: { unit: id } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: `${body}\n${end}`, is_error: hasFailed }] },
    ];
  }).flat();
}

const leftOf = (entry: LedgerEntry): readonly LedgerSpan[] => entry.spans.filter((span) => span.action !== 'keep');

describe('§3, E12: twenty compactions in a row, after each of them', async () => {
  const archive = memory({ tenantKey: 'chained handles' });
  const rounds: { readonly round: number; readonly result: Compaction; readonly entry: LedgerEntry }[] = [];
  let messages: object[] = [{ role: 'user', content: 'Deploy the units one after the other.' }];
  for (let round = 1; rounds.length < ROUNDS; round++) {
    messages = [...messages, ...work(round)];
    const result = await compact(messages, { format: 'anthropic', archive, recall: 'tool', maxTokens: 6000 });
    messages = [...(result.messages as object[])];
    const entry = (await archive.ledger(result.receipt.conversationId)).at(-1);
    if (result.status === 'compacted' && entry !== undefined) rounds.push({ round, result, entry });
  }

  it.each(rounds)(
    'round $round: each span that ever left is behind a handle of this output that `recall` resolves, letter for letter, or in the live index',
    async ({ result, entry }) => {
      const behind = new Map<string, Recalled>();
      for (const handle of new Set(archiveHandlesIn(result.text))) for (const one of await recall(handle, { archive })) behind.set(one.handle, one);
      const left = leftOf(entry);
      expect(left.length).toBeGreaterThan(5);
      const homeless = left.filter((span) => !behind.has(span.handle) && (span.sourceHandle === undefined || !result.text.includes(span.sourceHandle)));
      // E13: a small plan has no checkpoint; what it drops is disposable, and stands behind the next one.
      const isSmall = result.receipt.checkpoints.length === 0;
      expect(isSmall).toBe(result === rounds[0]?.result);
      const wrong = homeless.filter((span) => !isSmall || span.class !== 'disposable');
      expect(wrong.map((span) => `${span.id} ${span.rule} ${span.action}`)).toEqual([]);
      for (const span of homeless) expect((await recall(span.handle, { archive })).length).toBe(1);
      // What is behind a handle is what the source had, and not what a note made of it.
      for (const one of behind.values()) for (const raw of one.raws) expect(raw).not.toContain('authority=\\"none\\"');
    },
  );

  it('what left in an earlier round has left for good: the number of spans behind handles only grows, and none changes its handle', () => {
    const known = new Map<string, string>();
    for (const { entry } of rounds) {
      const left = new Map(leftOf(entry).map((span) => [span.id as string, span.handle]));
      for (const [id, handle] of known) expect(left.get(id)).toBe(handle);
      for (const [id, handle] of left) known.set(id, handle);
    }
    expect(known.size).toBeGreaterThan(ROUNDS * 10);
  });

  it('the source of every round is in the archive: each unit, by its own last line', async () => {
    const last = rounds.at(-1);
    const texts = (await archive.getMany(last?.entry.spans.map((span) => span.handle) ?? [])).values();
    const whole = [...texts].flatMap((record) => record.pieces.map((piece) => piece.raw)).join('\n');
    for (let round = 1; round <= (last?.round ?? 0); round++) expect(whole).toContain(`unit r${round}n0: ${round * 100} passed`);
  });
});
