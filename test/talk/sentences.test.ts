import { describe, expect, it } from 'vitest';
import { splitSentences } from '../../src/core/talk/split-sentences.ts';
import { bindingChat } from './chat.ts';
import { casesOf, chatSentences, fitWeights, weightsModule, weightsUnseen } from './fit.ts';
import { labelledSentences, stayingOf } from './labelled.ts';

const all = labelledSentences();
const SETS = { all, dev: all.filter((one) => one.split === 'dev'), held: all.filter((one) => one.split === 'held') };

/** Least shares, by count: below what was measured (docs/talk.md), so that a change of the tables that loses more is seen. */
const FLOORS: readonly { readonly set: keyof typeof SETS; readonly slack: number; readonly least: number }[] = [
  { set: 'all', slack: 1, least: 0.94 },
  { set: 'dev', slack: 1, least: 0.94 },
  { set: 'all', slack: 1.25, least: 0.97 },
  { set: 'dev', slack: 1.25, least: 0.97 },
  { set: 'held', slack: 1, least: 0.8 },
  { set: 'held', slack: 1.25, least: 0.9 },
];

/** Domains of two authors who had seen neither the tables nor our sentences. */
const INDEPENDENT = ['allotment-club', 'baby-sleep', 'boat-sharing', 'language-lessons', 'mortgage-advice', 'startup-hiring', 'tax-filing', 'wedding-photos'];

describe('E8a: the labelled sentences', () => {
  it('are many, of many domains and six languages, and a good part of them binds', () => {
    expect(all.length).toBeGreaterThanOrEqual(500);
    expect(new Set(all.map((one) => one.id)).size).toBe(all.length);
    expect(new Set(all.map((one) => one.domain)).size).toBeGreaterThanOrEqual(15);
    const share = all.filter((one) => one.isBinding).length / all.length;
    expect(share).toBeGreaterThan(0.3);
    expect(share).toBeLessThan(0.5);
  });

  it.each(FLOORS.filter(({ set }) => SETS[set].length > 0))(
    'at $slack times the characters of what binds, at least $least of it stays [$set]',
    ({ set, slack, least }) => {
      const { countShare, characterShare } = stayingOf(SETS[set], slack);
      console.log(
        `talk: ${set} at ${slack}: ${(100 * countShare).toFixed(1)} % of the sentences that bind, ${(100 * characterShare).toFixed(1)} % of their characters`,
      );
      expect(countShare).toBeGreaterThanOrEqual(least);
      expect(characterShare).toBeGreaterThanOrEqual(least);
    },
  );
});

describe('E8a: the weights of the English table', () => {
  const cases = casesOf([...SETS.dev, ...chatSentences()]);

  it('are those of a regression over the dev sentences', async () => {
    await expect(weightsModule(fitWeights(cases))).toMatchFileSnapshot('../../src/core/talk/cues/english-weights.ts');
  });

  it('hold for domains that they have not seen', () => {
    const weights = weightsUnseen(cases, INDEPENDENT);
    const sentences = [...weights.keys()];
    const list = [...weights.values()];
    const order = sentences.map((_, index) => index).sort((a, b) => (list[a] ?? 0) - (list[b] ?? 0) || a - b);
    for (const [slack, least] of [
      [1, 0.88],
      [1.25, 0.94],
    ] as const) {
      const { countShare, characterShare } = stayingOf(sentences, slack, order);
      console.log(`talk: unseen domains at ${slack}: ${(100 * countShare).toFixed(1)} %, ${(100 * characterShare).toFixed(1)} % of the characters`);
      expect(countShare).toBeGreaterThanOrEqual(least);
    }
  });
});

describe('E8a: the chat', () => {
  const { messages, binding } = bindingChat();

  it('has 70 messages in turn, 20 sentences of the user that bind, and the length of a real one', () => {
    expect(messages.map(({ role }) => role)).toEqual(Array.from({ length: 70 }, (_, index) => (index % 2 === 0 ? 'user' : 'assistant')));
    expect(binding).toHaveLength(20);
    for (const sentence of binding) {
      expect(sentence.length).toBeGreaterThanOrEqual(60);
      expect(sentence.length).toBeLessThanOrEqual(140);
      expect(messages.filter(({ role, content }) => role === 'user' && content.includes(sentence))).toHaveLength(1);
    }
    const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
    expect(characters).toBeGreaterThanOrEqual(18_000);
    expect(characters).toBeLessThanOrEqual(26_000);
  });

  it('says nothing twice, and each sentence that binds is cut as one', () => {
    const sentences = messages.flatMap(({ content }) => splitSentences(content).map(({ start, end }) => content.slice(start, end).trim()));
    expect(new Set(sentences).size).toBe(sentences.length);
    for (const sentence of binding) expect(sentences).toContain(sentence);
  });
});
