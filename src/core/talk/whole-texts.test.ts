import { describe, expect, it } from 'vitest';
import { parseSource } from '../../formats/index.ts';
import { classify } from '../classify/classify.ts';
import type { Conversation } from '../conversation.ts';
import { cutTexts } from '../cut-texts.ts';
import { splitSentences } from './split-sentences.ts';

const conversationOf = (...texts: readonly string[]): Conversation =>
  parseSource(JSON.stringify(texts.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }))), { format: 'openai' });

const rulesOf = ({ spans }: Conversation, pins: readonly string[] = []): readonly (readonly [string, string])[] =>
  classify(
    spans.map((span) => ({ ...span, isPinned: pins.includes(span.id) })),
    { tools: [], parseShell: () => null, hash: (text) => text, recall: 'tool', tokens: spans.map(() => 1), keepRecentTokens: 0 },
  ).map(({ span, rule }) => [span.id, rule.id]);

const inSentences = (whole: Conversation): Conversation => cutTexts(whole, (span) => splitSentences(span.text)).conversation;

describe('E8a: the class of a sentence', () => {
  it('E8a: is that of its whole text: a reply, a repetition, the end of a turn', () => {
    const whole = conversationOf(
      'Hello. I need a room.',
      'Fine. Which one?',
      'The second. It is quiet.',
      'Noted. I wait.',
      'Thanks. Bye.',
      'Bye.',
      'Thanks. Bye.',
    );
    expect(rulesOf(inSentences(whole))).toEqual([
      ['t1.1.1', 'user-text'],
      ['t1.1.2', 'user-text'],
      ['t2.1.1', 'final-text'],
      ['t2.1.2', 'final-text'],
      ['t3.1.1', 'user-answer'],
      ['t3.1.2', 'user-answer'],
      ['t4.1.1', 'final-text'],
      ['t4.1.2', 'final-text'],
      ['t5.1.1', 'user-redundant'],
      ['t5.1.2', 'user-redundant'],
      ['t6.1', 'final-text'],
      ['t7.1.1', 'user-text'],
      ['t7.1.2', 'user-text'],
    ]);
  });

  it('E8a: a plan of several lines is one, also where its lines are sentences', () => {
    const cut = inSentences(conversationOf('Plan it.', 'So:\n- [ ] one\n- [x] two\n', 'Good.'));
    expect(rulesOf(cut).slice(1, -1)).toEqual([
      ['t2.1.1', 'plan-latest'],
      ['t2.1.2', 'plan-latest'],
      ['t2.1.3', 'plan-latest'],
    ]);
  });

  it('E8a: a pin holds the sentence that it names', () => {
    expect(rulesOf(inSentences(conversationOf('One. Two.', 'Yes.')), ['t1.1.2']).slice(0, 2)).toEqual([
      ['t1.1.1', 'user-text'],
      ['t1.1.2', 'pinned'],
    ]);
  });
});
