import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../test/properties/compacting.ts';
import { splitSentences } from './split-sentences.ts';

const sentencesOf = (text: string): readonly string[] => splitSentences(text).map(({ start, end }) => text.slice(start, end));

/** A bar stands where a sentence ends. */
const CUT: readonly (readonly [what: string, text: string])[] = [
  ['plain prose', 'I like tea. |Do you? |Never mind! |Good'],
  ['lower case, as in a chat', 'i said no. |but thanks! |bye'],
  ['titles and initials', 'Dr. Smith and J. R. Miller came. |So do I. |Good.'],
  ['abbreviations in the middle', 'Bring fruit, e.g. apples, nuts etc. and so on. |We met at 5 p.m. |She left.'],
  ['abbreviations before a number', 'See fig. 3 and no. 12. |No. |I do not.'],
  ['numbers, versions, ordinals', 'It costs 3.5 euros in v1.2.3. |Am 3. März kommt er. |Ende'],
  ['file names and addresses', 'Edit a.ts and .env first. |See https://a.example/b?c=1. |Done'],
  ['ellipsis', 'Well... maybe not. |Wait... |What?'],
  ['quotations', 'He said "No." |Then he left. |"Really?" she asked. |Yes'],
  ['French quotation marks', '« Non ! » dit-il. |Puis il part.'],
  ['closing brackets', '(It was late.) |We slept.'],
  ['emoji belong to what they follow', 'Great! 😀👍🏽 |Never do it. :) |Bye'],
  ['inline code', 'Use `a. B. c` now. |Then ``x ` y. Z`` too. |Ok'],
  ['paragraphs and headings', '# One. Two.\n\n|First line\n|Second line.\n|Third'],
  ['hard-wrapped lines', 'Never touch the files\nunder /etc/prod, please. |Ok'],
  ['lists, each line one', 'Never use:\n|- nuts. Or seeds.\n|  - almonds\n|1. one. two\n|2) three'],
  ['a fenced block', 'Look:\n|```ts\na. B.\n\n- c\n```\n|Fine.'],
  ['a fence that nothing closes', 'Look.\n|~~~\na. B.\nC.'],
  ['Japanese', 'これは本です。|次へ！|「はい。」と言った'],
  ['Chinese', '好的。|太棒了!|再见？'],
  ['Hindi and Arabic', 'यह है। |दूसरा। |هل هذا؟ |نعم'],
  ['white space at both ends', '  Hello. |Bye. \n \n'],
];

describe('splitSentences', () => {
  it.each(CUT)('E8a: %s', (_, marked) => {
    const parts = marked.split('|');
    expect(sentencesOf(parts.join(''))).toEqual(parts);
  });

  it('E8a: an empty text has no sentence, white space alone is one', () => {
    expect(sentencesOf('')).toEqual([]);
    expect(sentencesOf(' \n ')).toEqual([' \n ']);
  });

  /** What the splitter looks at, more often than chance would have it. */
  const hostileText = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '. ',
          '.',
          '! ',
          '…',
          '\n',
          '\n\n',
          '- ',
          '1. ',
          '```',
          '`',
          '~~~\n',
          '"',
          '」',
          '。',
          ' ',
          'e.g. ',
          'Dr. ',
          'A',
          'b',
          '3',
          '😀',
          ':)',
          '本',
        ),
        fc.string({ maxLength: 5 }),
      ),
      {
        maxLength: 60,
      },
    )
    .map((parts) => parts.join(''));

  it('E8a: for any text, sentences cover it exactly, and none is empty', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const ranges = splitSentences(text);
        expect(ranges.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
        for (const { start, end } of ranges) expect(end).toBeGreaterThan(start);
      }),
      runsOf(500),
    );
  });

  it('E8a: for any text, a sentence by itself is one sentence', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        for (const sentence of sentencesOf(text)) expect(sentencesOf(sentence)).toEqual([sentence]);
      }),
      runsOf(500),
    );
  });

  /** Sentences that begin with a capital letter or a list's mark and end with a stop or a line: all but the corner cases below. */
  const sentence = fc.oneof(
    fc
      .tuple(
        fc.constantFrom(
          'We met Dr. Lee',
          'Never use `a. B`',
          'It costs 3.5',
          'Go to https://a.example/b.',
          'He said "No."',
          'I sing, e.g. at home',
          'これは本です',
        ),
        fc.constantFrom('. ', '! ', '?\n', '.\n\n', '。'),
      )
      .map(([text, end]) => text + end),
    fc.constantFrom('- milk. eggs\n', '2. rest\n', '## Plan\n', '```\na. B.\n```\n', 'Title\n'),
  );

  it('E8a: whichever sentences leave, the others are cut in the same places again', () => {
    fc.assert(
      fc.property(fc.array(sentence, { maxLength: 12 }), fc.infiniteStream(fc.boolean()), (written, stays) => {
        const kept = sentencesOf(written.join('')).filter(() => stays.next().value);
        expect(sentencesOf(kept.join(''))).toEqual(kept);
      }),
      runsOf(300),
    );
  });

  it('E8a: where a sentence began in lower case with its line, it may join what stays before it; nothing is ever cut further', () => {
    expect(sentencesOf('Title\nFoo.\nmore')).toEqual(['Title\n', 'Foo.\n', 'more']);
    expect(sentencesOf('Title\nmore')).toEqual(['Title\nmore']);
    expect(sentencesOf('Bring nuts etc.\nFoo.\nmore')).toEqual(['Bring nuts etc.\n', 'Foo.\n', 'more']);
    expect(sentencesOf('He said "No." Foo.\nmore')).toEqual(['He said "No." ', 'Foo.\n', 'more']);
    expect(sentencesOf('He said "No." more')).toEqual(['He said "No." more']);
  });

  it('§10: hostile text is read once', () => {
    const counts = [
      'a'.repeat(1e6),
      '漢'.repeat(50_000),
      ' '.repeat(100_000),
      '\n'.repeat(100_000),
      '. '.repeat(100_000),
      'ab\n'.repeat(100_000),
      '` '.repeat(100_000),
      '```\n'.repeat(50_000),
      `${'`'.repeat(70)}a. `.repeat(5_000),
      `a.${')'.repeat(100_000)}`,
      `. ${'😀'.repeat(100_000)}`,
    ].map((text) => splitSentences(text).length);
    expect(counts).toEqual([1, 1, 1, 1, 100_000, 1, 1, 25_000, expect.any(Number), 1, 2]);
  });
});
