import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitUserText, type UserTextPart } from './user-text.ts';

const OPTIONS = { attachmentTokens: 3, harnessTags: new Map([['reminder', 'system-reminder']]) };
const SMALLEST = 12;

/** The slow twin: asks the whole rest of the text for each mark, and keeps nothing. */
function slowly(text: string): readonly Pick<UserTextPart, 'kind' | 'start' | 'end'>[] {
  const blocks: Pick<UserTextPart, 'kind' | 'start' | 'end'>[] = [];
  for (let at = 0; at < text.length; ) {
    const lineEnd = text.indexOf('\n', at) === -1 ? text.length : text.indexOf('\n', at) + 1;
    const block = blockAt(text, at);
    if (block !== undefined && (block.kind === 'injected' || block.end - block.start >= SMALLEST)) blocks.push(block);
    at = block?.end ?? lineEnd;
  }
  return blocks;
}

function blockAt(text: string, start: number): Pick<UserTextPart, 'kind' | 'start' | 'end'> | undefined {
  const fence = ['```', '~~~'].find((one) => text.startsWith(one, start));
  if (fence !== undefined) {
    const close = text.indexOf(`\n${fence}`, start + 3);
    const newline = text.indexOf('\n', close + 1);
    return close === -1 ? undefined : { kind: 'attachment', start, end: newline === -1 ? text.length : newline + 1 };
  }
  const tag = /^<([a-z]+)>/.exec(text.slice(start))?.[1];
  const close = tag === undefined ? -1 : text.indexOf(`</${tag}>`, start);
  if (tag === undefined || close === -1) return undefined;
  const end = close + tag.length + 3;
  return { kind: tag === 'reminder' ? 'injected' : 'attachment', start, end: text[end] === '\n' ? end + 1 : end };
}

const marks = fc.constantFrom('<a>', '</a>', '<b>', '</b>', '<reminder>', '</reminder>', '```', '~~~', '</', '<', '>', 'word', ' ', '\n', '\n');

describe('DESIGN §10: the parts of a user text', () => {
  it('property: blocks are those that the slow twin finds, and the parts cover the text', () => {
    fc.assert(
      fc.property(fc.array(marks, { maxLength: 60 }), (list) => {
        const text = `${list.join('')}.`;
        const parts = splitUserText(text, OPTIONS);
        expect(parts.map((part) => text.slice(part.start, part.end)).join('')).toBe(text);
        // White space on its own joins its neighbour, so only where blocks end by their own mark is compared.
        const starts = parts.filter((part) => part.kind !== 'text').map((part) => part.kind);
        expect(starts).toEqual(slowly(text).map((block) => block.kind));
        for (const block of slowly(text)) {
          const part = parts.find((one) => one.kind === block.kind && one.start <= block.start && one.end >= block.end);
          expect(part).toBeDefined();
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('C25: a quarter of a million different tags that nothing closes take one pass', () => {
    // With a search of the rest for each tag this would go on for hours.
    const text = `</x>\n${Array.from({ length: 250_000 }, (_, index) => `<t${index}>\n`).join('')}`;
    expect(splitUserText(text, OPTIONS)).toEqual([{ kind: 'text', start: 0, end: text.length }]);
  });

  it('C25: as many tags whose closing tags all stand before them', () => {
    const names = Array.from({ length: 100_000 }, (_, index) => `t${index}`);
    const text = `.\n${names.map((name) => `</${name}>\n`).join('')}${names.map((name) => `<${name}>\n`).join('')}`;
    expect(splitUserText(text, OPTIONS)).toEqual([{ kind: 'text', start: 0, end: text.length }]);
  });

  it('C25: one closing tag for as many openings is a block from the first', () => {
    const text = `${'<a>\n'.repeat(200_000)}</a>\nmine`;
    expect(splitUserText(text, OPTIONS).map((part) => part.kind)).toEqual(['attachment', 'text']);
  });
});
