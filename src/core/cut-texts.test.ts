import { describe, expect, it } from 'vitest';
import { parseSource } from '../formats/index.ts';
import { cutTexts } from './cut-texts.ts';

const parsed = parseSource(
  JSON.stringify([
    { role: 'user', content: 'One. Two.' },
    { role: 'assistant', content: 'Yes.' },
    { role: 'user', content: 'Three.' },
  ]),
  { format: 'openai' },
);

describe('E8a: a conversation with texts cut into sentences', () => {
  it('E8a: each part is a span of its own, in its turn and block, and nothing else changes', () => {
    const { conversation, firstIndexOf } = cutTexts(parsed, (span) =>
      span.text === 'One. Two.'
        ? [
            { start: 0, end: 5 },
            { start: 5, end: 9 },
          ]
        : undefined,
    );
    expect(conversation.spans.map(({ id, index, turn, text }) => [id, index, turn, text])).toEqual([
      ['t1.1.1', 0, 1, 'One. '],
      ['t1.1.2', 1, 1, 'Two.'],
      ['t2.1', 2, 2, 'Yes.'],
      ['t3.1', 3, 3, 'Three.'],
    ]);
    expect(conversation.spans[1]?.pieces).toEqual([
      { ...parsed.spans[0]?.pieces[0], textRange: { start: 5, end: 9 }, content: { type: 'text', text: 'Two.' } },
    ]);
    expect(conversation.messages.map(({ pieces }) => pieces.map(({ spanIndex }) => spanIndex))).toEqual([[0, 1], [2], [3]]);
    expect(firstIndexOf).toEqual([0, 2, 3, 4]);
  });

  it('E8a: a part of a block is cut by its own text, and keeps its place in the block', () => {
    const halves = cutTexts(parsed, (span) =>
      span.index === 0
        ? [
            { start: 0, end: 5 },
            { start: 5, end: 9 },
          ]
        : undefined,
    ).conversation;
    const again = cutTexts(halves, (span) =>
      span.text === 'Two.'
        ? [
            { start: 0, end: 3 },
            { start: 3, end: 4 },
          ]
        : undefined,
    ).conversation;
    expect(again.spans.slice(0, 3).map(({ text, pieces }) => [text, pieces[0]?.textRange])).toEqual([
      ['One. ', { start: 0, end: 5 }],
      ['Two', { start: 5, end: 8 }],
      ['.', { start: 8, end: 9 }],
    ]);
  });

  it('E8a: without cuts it is the same conversation', () => {
    expect(cutTexts(parsed, (span) => [{ start: 0, end: span.text.length }]).conversation).toBe(parsed);
  });
});
