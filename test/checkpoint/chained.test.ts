import { describe, expect, it } from 'vitest';
import { memory } from '../../src/archive/memory/index.ts';
import { type Compaction, compact } from '../../src/compact.ts';
import { DEFAULTS } from '../../src/core/defaults.ts';
import { checkpointLines, type Note, parseNote } from '../../src/core/markers/note.ts';
import { parseSource } from '../../src/formats/index.ts';
import { recall } from '../../src/recall.ts';
import { loadO200k } from '../../src/tokens/o200k-counter.ts';
import { verify } from '../../src/verify-output.ts';

const ROUNDS = 20;
const CONSTRAINT = 'Do not modify anything under /etc/prod/ — it is read-only for you.';
const counter = await loadO200k();

/** One round of work: commands that cannot be had again, some of them failing, and what the agent said beside them. */
function work(round: number, exchanges: number): object[] {
  return Array.from({ length: exchanges }, (_, number) => {
    const id = `r${round}n${number}`;
    const hasFailed = number % 5 === 3;
    const body = Array.from(
      { length: 30 },
      (__, line) => `${['opened', 'copied', 'checked', 'closed'][line % 4]} part ${['alpha', 'beta', 'gamma'][(line + number) % 3]} of unit ${id}`,
    ).join('\n');
    const end = hasFailed
      ? `Error: unit ${id} was refused by host-${round}.internal\nexit code ${round + 1}`
      : `unit ${id}: ${round * 100 + number} passed, 0 failed in ${number + 1}.5 s`;
    return [
      {
        role: 'assistant',
        content: [
          { type: 'text', text: `Now unit ${id}, since the one before it is settled.` },
          { type: 'tool_use', id, name: 'deploy', input: { unit: id } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: `${body}\n${end}`, is_error: hasFailed }] },
    ];
  }).flat();
}

function notesOf(text: string): readonly Note[] {
  return parseSource(text, { format: 'anthropic' }).spans.flatMap((span) => parseNote(span.text.trimEnd()) ?? []);
}

function checkpointTokens(notes: readonly Note[]): number {
  return notes
    .flatMap((note) => note.checkpoints ?? [])
    .reduce((sum, one) => sum + counter.count(`${checkpointLines(one).join('\n')}\n`.replace(/hf_[a-z2-7]{20}/g, '')) + one.segments.length * 17, 0);
}

async function chain(maxTokens: number): Promise<{ readonly archive: ReturnType<typeof memory>; readonly rounds: readonly Compaction[] }> {
  const archive = memory({ tenantKey: 'chained' });
  let messages: object[] = [
    { role: 'user', content: 'Deploy the units one after the other.' },
    { role: 'assistant', content: 'I will. What must I leave alone?' },
    { role: 'user', content: CONSTRAINT },
  ];
  const rounds: Compaction[] = [];
  for (let round = 1; rounds.length < ROUNDS; round++) {
    messages = [...messages, ...work(round, 18)];
    const result = await compact(messages, { format: 'anthropic', archive, recall: 'tool', maxTokens });
    if (result.status === 'unchanged') continue;
    rounds.push(result);
    messages = [...(result.messages as object[])];
    await verify(result.text, { archive });
  }
  return { archive, rounds };
}

describe('E12: twenty compactions in a row', async () => {
  const maxTokens = 12_000;
  const { archive, rounds } = await chain(maxTokens);

  it('given a constraint at turn 3, then it stands letter for letter, once, after each of them', () => {
    for (const { text } of rounds) expect(text.split(CONSTRAINT)).toHaveLength(2);
  });

  it('the target is met, and checkpoints take no more than their share of it, however many came', () => {
    for (const { receipt, text } of rounds) {
      expect(receipt.tokensAfter).toBeLessThanOrEqual(maxTokens);
      expect(checkpointTokens(notesOf(text))).toBeLessThanOrEqual(maxTokens * DEFAULTS.checkpointShare);
    }
    expect(rounds.slice(2).every(({ receipt }) => receipt.checkpoints.length > 0)).toBe(true); // the first plan is small (E13)
  });

  it('no surrogate is made from a surrogate: each line stands in the source that its marker names', async () => {
    const { text } = rounds.at(-1) ?? { text: '' };
    const segments = notesOf(text).flatMap((note) => (note.checkpoints ?? []).flatMap((one) => one.segments));
    expect(segments.some((segment) => segment.lines.length > 0)).toBe(true);
    for (const { marker, lines } of segments) {
      const source = await recall(marker.handle, { archive });
      const said = source
        .map((span) => span.text)
        .join('\n')
        .replace(/\s+/g, ' ');
      for (const line of lines.filter((one) => !/^t\d+ .*:$/.test(one))) expect(said).toContain(line);
      expect(said).not.toContain('authority="none"');
    }
  });

  it('an earlier checkpoint stands as it was, letter for letter, or is re-made under another name', () => {
    let carried = 0;
    for (const [index, { text }] of rounds.entries()) {
      const before = new Map(
        notesOf(rounds[index - 1]?.text ?? '[]')
          .flatMap((note) => note.checkpoints ?? [])
          .map((one) => [one.id, checkpointLines(one).join('\n')]),
      );
      for (const one of notesOf(text).flatMap((note) => note.checkpoints ?? [])) {
        const earlier = before.get(one.id);
        if (earlier === undefined) continue;
        carried++;
        expect(checkpointLines(one).join('\n')).toBe(earlier);
      }
    }
    expect(carried).toBeGreaterThan(0);
  });

  it('P60: no slice of 200 characters of a checkpoint stands twice in a later one', () => {
    for (const { text } of rounds) {
      const lines = notesOf(text).flatMap((note) => (note.checkpoints ?? []).flatMap((one) => one.segments.flatMap((segment) => segment.lines)));
      const whole = lines.join('\n');
      for (let start = 0; start + 200 <= whole.length; start += 50) expect(whole.indexOf(whole.slice(start, start + 200), start + 1)).toBe(-1);
    }
  });

  it('all spans that ever left are in the window or behind a handle of the last output', async () => {
    const last = rounds.at(-1);
    const entry = (await archive.ledger(last?.receipt.conversationId ?? '')).at(-1);
    const covered = new Set<string>(entry?.checkpoints?.flatMap((one) => one.segments.flatMap((segment) => segment.spanIds)));
    for (const span of entry?.spans ?? []) {
      if (span.action === 'keep' || span.action === 'evict' || span.action === 'evict_with_tombstone') continue;
      expect(covered.has(span.id)).toBe(true);
    }
  });
});
