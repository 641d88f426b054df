import { describe, expect, it } from 'vitest';
import { memory } from '../../src/archive/memory/index.ts';
import { compact } from '../../src/compact.ts';
import { recall } from '../../src/recall.ts';
import { verify } from '../../src/verify-output.ts';
import { toAnthropic } from '../generators/abstract-conversation.ts';
import { BLOCKED, CHECKSUM, CONSTRAINT, EXPORT, incidentConversation, PENDING } from './incident-conversation.ts';

const WINDOW = 200_000;

async function compacted() {
  const archive = memory({ tenantKey: 'scenario' });
  const body = toAnthropic(incidentConversation());
  const result = await compact(body, { archive, window: WINDOW, target: 0.4, recall: 'cli' });
  return { archive, body, result };
}

interface Block {
  readonly type: string;
  readonly text?: string;
}

function blocksOf(messages: readonly unknown[], role: string): readonly Block[] {
  return (messages as readonly { role: string; content: string | readonly Block[] }[])
    .filter((message) => message.role === role)
    .flatMap((message) => (typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content));
}

describe('DESIGN §1: the three cases, on a conversation at 70 % of a window of 200k with 40 tool calls', () => {
  it('the conversation has the size that the design states', async () => {
    const { body, result } = await compacted();
    const calls = JSON.stringify(body).split('"type":"tool_use"').length - 1;
    expect(calls).toBeGreaterThanOrEqual(38);
    expect(result.receipt.tokensBefore).toBeGreaterThan(0.65 * WINDOW);
    expect(result.receipt.tokensBefore).toBeLessThan(0.8 * WINDOW);
    expect(result.receipt.tokensAfter).toBeLessThanOrEqual(0.4 * WINDOW);
  });

  it('case 1, constraint drift: the constraint of turn 3 stands letter for letter, as a block of the user', async () => {
    const { result } = await compacted();
    expect(blocksOf(result.messages, 'user').filter((block) => block.text === CONSTRAINT)).toHaveLength(1);
    const span = result.receipt.spans.find((one) => one.turn === 3 && one.provenance === 'user');
    expect(span).toMatchObject({ class: 'authoritative', action: 'keep' });
  });

  it('case 2, state-qualifier loss: the subtask is blocked, with its reason, and the other is pending', async () => {
    const { result } = await compacted();
    const plan = blocksOf(result.messages, 'assistant').find((block) => block.text?.includes(BLOCKED));
    expect(plan?.text).toContain(PENDING);
    expect(result.receipt.spans.find((one) => one.rule === 'plan-latest')?.turn).toBe(18);
  });

  it('case 3, a reading that cannot be repeated: the checksum of turn 11 is recalled byte for byte', async () => {
    const { archive, result } = await compacted();
    const span = result.receipt.spans.find((one) => one.turn === 11);
    expect(span).toMatchObject({ class: 'recoverable', handleState: 'invalidated' });
    // Pressure stops before invalidated spans where disposable and valid ones are enough (E6), so a lower target takes it.
    const lower = await compact(toAnthropic(incidentConversation()), { archive, window: WINDOW, target: 0.042, recall: 'cli' });
    const evicted = lower.receipt.spans.find((one) => one.turn === 11);
    expect(evicted?.action).toBe('evict_with_tombstone');
    const [recalled] = await recall(evicted?.handle ?? '', { archive });
    expect(recalled?.text).toBe(EXPORT);
    expect(recalled?.call).toEqual({ name: 'Bash', input: { command: './tools/export-once --confirm' } });
    expect(recalled?.text).toContain(CHECKSUM);
    expect(lower.text).toContain('[EVICTED:');
  });

  it('E15: both outputs are proved from themselves and the archive', async () => {
    const { archive, result } = await compacted();
    await expect(verify(result.text, { archive })).resolves.toMatchObject({ compactionId: result.receipt.compactionId });
  });
});
