import { describe, expect, it } from 'vitest';
import { memory } from '../../src/archive/memory/index.ts';
import { compact } from '../../src/compact.ts';
import { CompactionInvariantError } from '../../src/core/errors/compaction-invariant-error.ts';
import { ConfigError } from '../../src/core/errors/config-error.ts';
import { parseNote } from '../../src/core/markers/note.ts';
import { formatNamed, parseSource } from '../../src/formats/index.ts';
import type { CompactOptions } from '../../src/options.ts';
import { recall, recallTurns } from '../../src/recall.ts';
import { verify } from '../../src/verify-output.ts';
import { SERIALIZERS } from '../generators/abstract-conversation.ts';
import { growTalk } from '../generators/grow-talk.ts';
import { FORMATS, type GeneratedFormat } from '../properties/compacting.ts';
import { bindingChat } from '../talk/chat.ts';

const archiveOf = () => memory({ tenantKey: 'talk' });
const { messages, binding } = bindingChat();
const steps = messages.map(({ role, content }) => ({ kind: role === 'user' ? ('user' as const) : ('say' as const), text: content }));
const sourceOf = (format: GeneratedFormat): string => SERIALIZERS[format]({ system: '', steps });
const ROUNDS = 5;

/** Small talk that binds nothing; no two rounds say the same. */
const smallTalk = (round: number) =>
  ['morning', 'noon', 'evening'].flatMap((hour) => [
    {
      kind: 'user' as const,
      text: `What a ${hour} it was, the ${ORDINALS[round]} of its kind. The tea was warm and the street was quiet. I watched the birds for a while.`,
    },
    { kind: 'say' as const, text: `That sounds like a lovely ${hour}. I am glad that you told me of the ${ORDINALS[round]} one.` },
  ]);
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];

/** Characters of all that the output says, notes included. */
function charactersOf(text: string, format: GeneratedFormat): number {
  return parseSource(text, { format }).spans.reduce((sum, span) => sum + span.text.length, 0);
}

function saidIn(text: string, format: GeneratedFormat): readonly string[] {
  return parseSource(text, { format })
    .spans.filter((span) => parseNote(span.text.trimEnd()) === undefined)
    .map((span) => span.text);
}

const staying = (text: string, format: GeneratedFormat): readonly string[] => {
  const said = saidIn(text, format);
  return binding.filter((sentence) => said.some((one) => one.includes(sentence)));
};

/** Tokens at which the output has at most this share of the chat's characters, with a little room for the rounds after the first. */
async function targetFor(share: number, format: GeneratedFormat): Promise<number> {
  const allowed = charactersOf(sourceOf(format), format) * share * 0.97;
  let how: { target: number } | { maxTokens: number } = { target: share };
  for (;;) {
    const { text, receipt } = await compact(sourceOf(format), overflowing({ format, ...how, archive: archiveOf() }));
    const characters = charactersOf(text, format);
    if (characters <= allowed) return receipt.targetTokens;
    how = { maxTokens: Math.floor((receipt.targetTokens * allowed) / characters) };
  }
}

const overflowing = (options: Omit<CompactOptions, 'overflow'>): CompactOptions => ({ recall: 'tool', overflow: 'tombstone', ...options });

describe('E8a: a conversation that is mostly talk', () => {
  it('the chat is what the case asks for: 70 turns, 20 sentences that bind among small talk', () => {
    expect(messages).toHaveLength(70);
    expect(new Set(binding).size).toBe(20);
    for (const sentence of binding) expect(messages.filter(({ content }) => content.includes(sentence))).toHaveLength(1);
  });

  describe.each([
    { share: 0.3, least: 20 },
    { share: 0.2, least: 19 },
  ])('at $share of its characters, over five rounds', ({ share, least }) => {
    it.each(FORMATS)(`keeps at least ${least} of the 20 letter for letter, proved each time [%s]`, async (format) => {
      const archive = archiveOf();
      const maxTokens = await targetFor(share, format);
      const allowed = Math.ceil(charactersOf(sourceOf(format), format) * share);
      let text = sourceOf(format);
      for (let round = 0; round < ROUNDS; round++) {
        const done = await compact(text, overflowing({ format, maxTokens, archive }));
        expect(done.status).toBe('compacted');
        formatNamed(format).validate(done.text);
        await verify(done.text, { archive });
        expect(done.receipt.tokensAfter).toBeLessThanOrEqual(maxTokens);
        expect(charactersOf(done.text, format)).toBeLessThanOrEqual(allowed);
        expect(
          staying(done.text, format).length,
          `round ${round}, missing: ${binding.filter((one) => !staying(done.text, format).includes(one)).join(' | ')}`,
        ).toBeGreaterThanOrEqual(least);
        text = growTalk(format, done.text, smallTalk(round), `${round + 1}`);
      }
    });
  });

  it.each(FORMATS)('each sentence that left is in the receipt, and its handle gives it letter for letter; a turn comes back whole [%s]', async (format) => {
    const archive = archiveOf();
    const { text, receipt } = await compact(sourceOf(format), overflowing({ format, target: 0.3, archive }));
    const left = receipt.spans.filter((span) => span.action === 'evict_with_tombstone');
    expect(left.length).toBeGreaterThan(50);
    const source = parseSource(sourceOf(format), { format }).spans;
    for (const span of left) {
      const [recalled] = await recall(span.handle ?? '', { archive });
      const whole = source.find((one) => one.turn === span.turn && one.text.includes(recalled?.text ?? '\u0000'));
      expect(whole?.provenance).toBe(span.provenance);
    }
    const seventh = await recallTurns(receipt.conversationId, { start: 7, end: 7 }, { archive });
    expect(seventh.map(({ recalled }) => recalled.text)).toEqual(source.filter((span) => span.turn === 7).map((span) => span.text));
    const notes = parseSource(text, { format }).spans.flatMap((span) => parseNote(span.text.trimEnd()) ?? []);
    const shared = (await Promise.all(notes.flatMap((note) => note.tombstones).map(({ tombstone }) => recall(tombstone.handle ?? '', { archive })))).flat();
    expect(new Set(shared.map(({ handle }) => handle))).toEqual(new Set(left.map(({ handle }) => handle)));
  });

  it('to another format: the same sentences stay, and it is proved', async () => {
    const archive = archiveOf();
    const done = await compact(sourceOf('openai'), overflowing({ format: 'openai', to: 'anthropic', target: 0.3, archive }));
    await verify(done.text, { archive });
    expect(staying(done.text, 'anthropic')).toHaveLength(20);
  });

  it('without it the chat is refused, with the floor named and this way out', async () => {
    const error = await compact(sourceOf('openai'), { format: 'openai', target: 0.3, recall: 'tool', archive: archiveOf() }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(CompactionInvariantError);
    const refusal = error as CompactionInvariantError;
    expect(refusal.message).toContain(`protected floor of ${refusal.floorTokens} tokens`);
    expect(refusal.message).toContain('--overflow tombstone');
  });

  it('where nothing can be recalled the way out is not offered, and asking for it is an error', async () => {
    const halted = await compact(sourceOf('openai'), { format: 'openai', target: 0.3, recall: 'off', archive: archiveOf() }).catch((caught: unknown) => caught);
    expect((halted as Error).message).not.toContain('--overflow');
    for (const how of ['off', 'auto'] as const) {
      const error = await compact(sourceOf('openai'), overflowing({ format: 'openai', target: 0.3, recall: how, archive: archiveOf() })).catch(
        (caught: unknown) => caught,
      );
      expect(error).toBeInstanceOf(ConfigError);
      expect((error as ConfigError).message).toMatch(/no way to recall/);
    }
  });

  it('a pinned text stays whole, and a pinned sentence stays, whatever they say', async () => {
    const archive = archiveOf();
    const first = await compact(sourceOf('openai'), overflowing({ format: 'openai', target: 0.3, archive }));
    const left = first.receipt.spans.filter((span) => span.action === 'evict_with_tombstone' && /^t\d+\.\d+\.\d+$/.test(span.id));
    const sentence = left[0]?.id ?? '';
    const text = left.at(-1)?.id.replace(/\.\d+$/, '') ?? '';
    const pinned = await compact(sourceOf('openai'), overflowing({ format: 'openai', target: 0.3, pin: [sentence, text], archive }));
    await verify(pinned.text, { archive });
    const kept = pinned.receipt.spans.filter((span) => span.action === 'keep' && span.rule === 'pinned').map((span) => span.id);
    expect(kept).toEqual([sentence, text]);
  });

  it('what a release names by the id of a text leaves with all its sentences', async () => {
    const archive = archiveOf();
    const done = await compact(sourceOf('openai'), overflowing({ format: 'openai', target: 0.3, release: { 't3.1': 'said again' }, archive }));
    await verify(done.text, { archive });
    const third = done.receipt.spans.filter((span) => span.turn === 3);
    expect(third.length).toBeGreaterThan(1);
    expect(third.every((span) => span.action === 'evict_with_tombstone')).toBe(true);
  });

  it('where tiers before it are enough, nothing that was said leaves', async () => {
    const { receipt } = await compact(sourceOf('openai'), overflowing({ format: 'openai', target: 1, archive: archiveOf() }));
    expect(receipt.spans.every((span) => span.action === 'keep')).toBe(true);
  });
});
