import { describe, expect, it } from 'vitest';
import { parseSource } from '../../formats/index.ts';
import { type ClassifiedSpan, classify } from '../classify/classify.ts';
import { LeftTalk } from './left-talk.ts';
import { TALK_TIER, type Unit } from './unit.ts';

const SAID = [
  ['user', 'It was a warm morning.'],
  ['assistant', 'That sounds nice.'],
  ['user', 'Never drop the table orders_v2.'],
  ['assistant', 'Should I delete the old rows, or keep them?'],
  ['user', 'Delete.'],
  ['assistant', 'They are gone.'],
  ['user', 'Never drop the table orders_v2.'],
] as const;

function classified(): readonly ClassifiedSpan[] {
  const text = JSON.stringify(SAID.map(([role, content]) => ({ role, content })));
  return classify(parseSource(text, { format: 'anthropic' }).spans, {
    tools: [],
    parseShell: () => null,
    hash: (said) => said,
    recall: 'tool',
    tokens: SAID.map(() => 10),
    keepRecentTokens: 0,
    keepRecentExchanges: 0,
  });
}

const sentence = (index: number): Unit => ({ spanIndexes: [index], tokens: 10, tier: TALK_TIER });

describe('E8a: what is said of sentences that left', () => {
  const talk = new LeftTalk(classified());

  it('nothing, where none left', () => {
    expect(talk.events([{ spanIndexes: [0], tokens: 10, tier: 1 }])).toEqual([]);
  });

  it.each([
    { left: [0], said: '1 sentence of 10 tokens left, each behind a handle; none of them carry' },
    { left: [0, 6], said: '2 sentences of 20 tokens left, each behind a handle; none of them carry' }, // the rule stands in the third
    { left: [0, 2, 6], said: '3 sentences of 30 tokens left, each behind a handle; 2 of them carry' },
    { left: [0, 1, 4], said: '3 sentences of 30 tokens left, each behind a handle; 1 of them carries' }, // a reply to a choice decides
  ])('given that $left left, then how many of them bind and stand nowhere else', ({ left, said }) => {
    expect(talk.events(left.map(sentence)).map((event) => event.message)).toEqual([expect.stringContaining(said)]);
  });
});
