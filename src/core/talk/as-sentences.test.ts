import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../test/properties/compacting.ts';
import type { ClassifiedSpan } from '../classify/classify.ts';
import { RULES } from '../classify/rules.ts';
import { LIMITS } from '../limits.ts';
import type { Span, SpanId } from '../span.ts';
import { splitUserText } from '../user-text.ts';
import { asSentences } from './as-sentences.ts';

const OPTIONS = { attachmentTokens: 10, harnessTags: new Map([['system-reminder', 'system-reminder']]) };

function classed(text: string, index: number, options: { readonly rule?: string; readonly id?: string; readonly isAssistant?: boolean } = {}): ClassifiedSpan {
  const span: Span = {
    id: (options.id ?? `t${index + 1}.1`) as SpanId,
    index,
    turn: index + 1,
    kind: 'text',
    provenance: options.isAssistant ? 'assistant' : 'user',
    text,
    pieces: [{ message: index, raw: JSON.stringify(text), block: 0, content: { type: 'text', text } }],
  };
  const rule = RULES.find((row) => row.id === (options.rule ?? (options.isAssistant ? 'final-text' : 'user-text')));
  if (rule === undefined) throw new Error('no such rule');
  return { span, rule, handleState: 'none' };
}

/** The parts of one text that is followed by another message of the user. */
function partsOf(text: string, options: Parameters<typeof classed>[2] = {}): readonly string[] {
  const cuts = asSentences([classed(text, 0, options), classed('Go on.', 1)]);
  return (cuts.get(0) ?? [{ start: 0, end: text.length }]).map(({ start, end }) => text.slice(start, end));
}

describe('E8a: where texts are cut', () => {
  it('E8a: a text of the user, and one that ended a turn, by its sentences', () => {
    expect(partsOf('Thanks a lot. Never call before nine. Bye!')).toEqual(['Thanks a lot. ', 'Never call before nine. ', 'Bye!']);
    expect(partsOf('It is done. I will wait.', { isAssistant: true })).toEqual(['It is done. ', 'I will wait.']);
  });

  it('E8a: not what is pinned, a repetition, a sentence already, or the latest message of the user', () => {
    for (const rule of ['pinned', 'user-redundant', 'plan-latest', 'narration']) expect(partsOf('One. Two.', { rule })).toHaveLength(1);
    expect(partsOf('One. Two.', { id: 't1.1.2' })).toHaveLength(1);
    expect(asSentences([classed('Hello.', 0), classed('One. Two.', 1)]).size).toBe(0);
  });

  it('E8a: a text with tags or fences by its lines, each block whole', () => {
    expect(partsOf('See this. And that.\n<notes>\nOne. Two.\n</notes>\nThen stop. Please.\n\nBye.')).toEqual([
      'See this. And that.\n',
      '<notes>\nOne. Two.\n</notes>\n',
      'Then stop. Please.\n\n',
      'Bye.',
    ]);
  });

  const line = fc.constantFrom('Do it. Now.', '<system-reminder>', '</system-reminder>', '<a>', '</a>', '```', '~~~', 'x < y </b>', '', '  ');
  const text = fc.array(line, { minLength: 1, maxLength: 14 }).map((lines) => lines.join('\n'));

  it('E8a: parts cover the text, and none is blank unless the whole is', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (whole, isAssistant) => {
        const parts = partsOf(whole, { isAssistant });
        expect(parts.join('')).toBe(whole);
        if (parts.length > 1) for (const part of parts) expect(part.trim()).not.toBe('');
      }),
      runsOf(500),
    );
  });

  it("E8a: whichever lines leave, what stays is read as the user's words again", () => {
    fc.assert(
      fc.property(text, fc.array(fc.boolean(), { minLength: 14, maxLength: 14 }), (whole, stays) => {
        // Only a text that is one span is the user's alone.
        fc.pre(splitUserText(whole, OPTIONS).every((part) => part.kind === 'text'));
        const kept = partsOf(whole)
          .filter((_, index) => stays[index])
          .join('');
        expect(splitUserText(kept, OPTIONS).every((part) => part.kind === 'text')).toBe(true);
      }),
      runsOf(2000),
    );
  });

  it('§10: a text of very many sentences is cut into no more parts than the limit, each of whole sentences', () => {
    const parts = partsOf(Array.from({ length: 1000 }, (_, index) => `This is number ${index}. `).join(''));
    expect(parts.length).toBeLessThanOrEqual(LIMITS.SENTENCES_OF_TEXT);
    expect(parts.length).toBeGreaterThan(LIMITS.SENTENCES_OF_TEXT / 2);
    for (const part of parts) expect(part).toMatch(/^This is number \d+\. .*\. $/);
  });

  it('§10: hostile text is cut without being looked at again and again', () => {
    for (const hostile of [
      'a'.repeat(1e6),
      '漢'.repeat(50_000),
      ' '.repeat(1e5),
      '\n'.repeat(1e5),
      `</a>${'\n'.repeat(1e5)}`,
      `${'<a>\n'.repeat(1e5)}</a>`,
      '```\n'.repeat(1e5),
    ]) {
      expect(partsOf(hostile).join('')).toHaveLength(hostile.length);
    }
  });
});
