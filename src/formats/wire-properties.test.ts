import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { responsesText } from '../../test/generators/responses-conversation.ts';
import { anthropicText, openaiText } from '../../test/generators/wire-conversation.ts';
import { seeded } from '../../test/generators/wire-json.ts';
import type { Conversation, Edit, PlacedNote } from '../core/conversation.ts';
import { layOut } from '../core/plan/layout.ts';
import { readingsOf } from '../core/reading.ts';
import type { Span } from '../core/span.ts';
import { anthropic } from './anthropic/index.ts';
import type { Format } from './format.ts';
import { openai } from './openai/index.ts';
import { openaiResponses } from './openai-responses/index.ts';
import type { ResponsesDocument } from './openai-responses/parse.ts';
import type { WireDocument } from './wire-document.ts';

const RUNS = 250;
const NOTE = /^<note \d+>$/;
const OPTIONS = { attachmentTokens: 5 };

const WIRES: readonly { readonly format: Format; readonly other: Format; readonly textOf: (seed: number) => string }[] = [
  { format: anthropic, other: openai, textOf: anthropicText },
  { format: openai, other: anthropic, textOf: openaiText },
  { format: openaiResponses, other: anthropic, textOf: responsesText },
  { format: openaiResponses, other: openai, textOf: responsesText },
  { format: anthropic, other: openaiResponses, textOf: anthropicText },
  { format: openai, other: openaiResponses, textOf: openaiText },
];

/** A random edit as a planner would make it: fixed spans stay, notes stand where spans left or the wire wants one. */
function randomEdit(conversation: Conversation, seed: number, keepShare: number): Edit {
  const random = seeded(seed);
  const keeps = conversation.spans.map((span) => span.turn === 0 || span.kind === 'system' || random() < keepShare);
  if (conversation.format === 'openai-responses') releaseReasoning(conversation, keeps);
  const layout = layOut(conversation, (index) => keeps[index] === false);
  const boundaries = new Set(layout.forcedBoundaries);
  for (const boundary of layout.boundaries) if (boundary >= 0 && random() < 0.5) boundaries.add(boundary);
  const notes: PlacedNote[] = [...boundaries].sort((a, b) => a - b).map((boundary, index) => ({ boundary, text: `<note ${index}>` }));
  return { keeps: (index) => keeps[index] === true, notes, compactionId: 'c' };
}

/** A planner keeps reasoning only beside what it belongs to. */
function releaseReasoning(conversation: Conversation, keeps: boolean[]): void {
  for (const message of conversation.messages) {
    if (message.pieces.some(({ spanIndex, piece }) => piece.content.type !== 'thinking' && keeps[spanIndex])) continue;
    for (const { spanIndex, piece } of message.pieces) if (piece.content.type === 'thinking') keeps[spanIndex] = false;
  }
}

/** The items or messages of the source, each with the spans that it holds. */
function rawsOf(conversation: Conversation): readonly { readonly raw: string; readonly role: string; readonly spans: readonly number[] }[] {
  if (conversation.format !== 'openai-responses') {
    const { source, places } = conversation.document as WireDocument;
    return places.flatMap((place, index) => {
      const spans = conversation.messages[index]?.pieces.map(({ spanIndex }) => spanIndex) ?? [];
      return place === undefined ? [] : [{ raw: source.slice(place.item.start, place.item.end), role: place.role, spans }];
    });
  }
  const { source, itemsOf } = conversation.document as ResponsesDocument;
  return itemsOf.flatMap((items, index) => {
    const spans = conversation.messages[index]?.pieces.map(({ spanIndex }) => spanIndex) ?? [];
    return (items ?? []).map(({ item, side }) => ({ raw: source.slice(item.start, item.end), role: side, spans }));
  });
}

function readingOf(spans: readonly Span[], stream: 'text' | 'exchange'): string {
  return spans
    .filter((span) => !NOTE.test(span.text))
    .flatMap((span) => readingsOf(span).filter((reading) => reading.stream === stream))
    .map((reading) => reading.text)
    .join(stream === 'text' ? '' : '\u0000');
}

describe.each(WIRES)('$format.title: properties', ({ format, other, textOf }) => {
  const seeds = fc.record({ seed: fc.nat(), editSeed: fc.nat(), keepShare: fc.constantFrom(0.1, 0.5, 0.9) });

  it('what is not touched is written back byte for byte, and is valid', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const source = textOf(seed);
        const conversation = format.parse(source, OPTIONS);
        expect(format.render(conversation, { keeps: () => true, notes: [], compactionId: 'c' })).toBe(source);
        format.validate(source);
      }),
      { numRuns: RUNS },
    );
  });

  it('a piece is read from its raw alone as it was parsed', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const source = textOf(seed);
        for (const span of format.parse(source, OPTIONS).spans) {
          for (const piece of span.pieces) {
            expect(source).toContain(piece.raw);
            const read = format.readPiece(piece.raw, piece.block);
            const range = piece.textRange;
            expect(range && read.type === 'text' ? { type: 'text', text: read.text.slice(range.start, range.end) } : read).toEqual(piece.content);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('E14, E15: any edit is valid, holds what it keeps letter for letter and in order, and nothing else but its notes', () => {
    fc.assert(
      fc.property(seeds, ({ seed, editSeed, keepShare }) => {
        const conversation = format.parse(textOf(seed), OPTIONS);
        const edit = randomEdit(conversation, editSeed, keepShare);
        const output = format.render(conversation, edit);
        format.validate(output);
        const read = format.parse(output, OPTIONS);
        const kept = conversation.spans.filter((span) => edit.keeps(span.index));
        expect(readingOf(read.spans, 'text')).toBe(readingOf(kept, 'text'));
        expect(readingOf(read.spans, 'exchange')).toBe(readingOf(kept, 'exchange'));
        expect(read.spans.filter((span) => NOTE.test(span.text)).map((span) => span.text)).toEqual(edit.notes.map((note) => note.text));
        expect(read.spans.filter((span) => span.mustLeave)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('without notes, a message that stays whole stays in its exact characters: unknown fields, big numbers, repeated keys', () => {
    fc.assert(
      fc.property(seeds, ({ seed, editSeed, keepShare }) => {
        const conversation = format.parse(textOf(seed), OPTIONS);
        const { keeps } = randomEdit(conversation, editSeed, keepShare);
        const output = format.render(conversation, { keeps, notes: [], compactionId: 'c' });
        let position = 0;
        for (const { raw, role, spans } of rawsOf(conversation)) {
          if (!spans.every((spanIndex) => keeps(spanIndex))) continue;
          if (role === 'user' || /cache|citations/.test(JSON.stringify(JSON.parse(textOf(seed))))) continue; // joined, or given a breakpoint: examples below
          const at = output.indexOf(raw, position);
          expect(at).toBeGreaterThanOrEqual(position);
          position = at + raw.length;
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('rendered on the other wire it is valid there, with the same exchanges in the same order', () => {
    fc.assert(
      fc.property(seeds, ({ seed, editSeed, keepShare }) => {
        const conversation = format.parse(textOf(seed), OPTIONS);
        const edit = randomEdit(conversation, editSeed, keepShare);
        const output = other.render(conversation, edit);
        other.validate(output);
        const read = other.parse(output, OPTIONS);
        const kept = conversation.spans.filter(
          (span) => edit.keeps(span.index) && (span.exchange === undefined || span.pieces.every(({ content }) => !('media' in content))),
        );
        const keptCalls = conversation.spans.filter((span) => edit.keeps(span.index) && span.exchange).map((span) => span.exchange?.toolName);
        expect(read.spans.filter((span) => span.exchange).map((span) => span.exchange?.toolName)).toEqual(keptCalls);
        for (const span of kept) if (span.kind === 'text' && span.text.trim() !== '') expect(read.spans.some((one) => one.text.includes(span.text))).toBe(true);
        expect(other.render(conversation, edit)).toBe(output);
        expect(other.render(read, { keeps: () => true, notes: [], compactionId: 'c' })).toBe(output);
      }),
      { numRuns: RUNS },
    );
  });
});
