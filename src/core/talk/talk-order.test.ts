import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../test/properties/compacting.ts';
import { bindingOf } from './obligation.ts';
import { type TalkSentence, talkOrder } from './talk-order.ts';

const leavingOf = (sentences: readonly TalkSentence[]): readonly string[] => talkOrder(sentences).map((index) => `${index}:${sentences[index]?.text}`);

describe('talkOrder', () => {
  it('E8a: repetitions leave before all, the older copies first, and the latest stays as long as its weight says', () => {
    expect(leavingOf([{ text: 'Never open it. ' }, { text: 'Nice.' }, { text: 'Never open it.' }, { text: 'Never open it.\n' }])).toEqual([
      '0:Never open it. ',
      '2:Never open it.',
      '1:Nice.',
      '3:Never open it.\n',
    ]);
  });

  it('E8a: the same words of another speaker, or to another question, are no repetition', () => {
    const sentences: readonly TalkSentence[] = [
      { text: 'Yes.', previous: 'Should I book it?' },
      { text: 'Nice.' },
      { text: 'Yes.', previous: 'Should I pay it?' },
      { text: 'Nice.', provenance: 'assistant' },
    ];
    expect(talkOrder(sentences)).toEqual([1, 3, 0, 2]);
  });

  it('E8a: what binds nothing leaves first, the oldest first among equals', () => {
    expect(talkOrder([{ text: 'I prefer oak.' }, { text: 'Nice.' }, { text: 'I prefer elm.' }, { text: 'Hm.' }])).toEqual([1, 3, 0, 2]);
  });

  it('E8a: a list binds as its lead-in does', () => {
    expect(talkOrder([{ text: 'Never cook with:\n' }, { text: '- nuts\n' }, { text: '- milk\n' }, { text: 'It is with us.' }, { text: '- eggs' }])).toEqual([
      3, 4, 0, 1, 2,
    ]);
  });

  it('E8a: advice of the assistant leaves before the same words of the user, a commitment of it does not', () => {
    const advice = 'You should open the window.';
    expect(talkOrder([{ text: advice }, { text: advice, provenance: 'assistant' }])).toEqual([1, 0]);
    expect(
      talkOrder([
        { text: 'I have booked the flight.', provenance: 'assistant' },
        { text: advice, provenance: 'assistant' },
      ]),
    ).toEqual([1, 0]);
  });

  it('E8a: for any sentences, each leaves once, and behind the repetitions the weights never fall', () => {
    const text = fc.constantFrom('Nice.', 'Never open it.', 'We are 12.', 'Haha!', 'I prefer tea.', 'Hm', 'It rains.', 'The job is blocked.');
    fc.assert(
      fc.property(fc.array(text, { maxLength: 40 }), (texts) => {
        const order = talkOrder(texts.map((one) => ({ text: one })));
        expect([...order].sort((a, b) => a - b)).toEqual(texts.map((_, index) => index));
        const left = order.slice(texts.length - new Set(texts).size).map((index) => bindingOf(texts[index] ?? '').weight);
        expect(left).toEqual([...left].sort((a, b) => a - b));
      }),
      runsOf(200),
    );
  });
});
