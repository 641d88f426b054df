import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ArchivedSpan } from './archive.ts';
import { canonicalJson } from './canonical-json.ts';
import { joinSpan, splitSpan } from './record.ts';

const text = fc.string({ unit: 'binary', maxLength: 6 });
const maybe = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> => fc.option(value, { nil: undefined });

/** Every field there is, in any order, left out or undefined. */
const arbitrarySpan = fc
  .record(
    {
      format: fc.constant('pi'),
      kind: fc.constant('exchange'),
      provenance: fc.constant('tool'),
      pieces: fc.array(
        fc.record(
          { raw: text, role: fc.constant('tool'), block: fc.nat(), textRange: maybe(fc.record({ start: fc.nat(), end: fc.nat() })) },
          { requiredKeys: ['raw', 'role', 'block'] },
        ),
        { maxLength: 3 },
      ),
      exchange: maybe(
        fc.record({
          workingDirectory: maybe(text),
          callId: text,
          toolName: text,
          isPending: fc.boolean(),
          isError: fc.boolean(),
          isUserAnswer: maybe(fc.boolean()),
          exitCode: maybe(fc.nat()),
        }),
      ),
      injection: maybe(fc.record({ path: maybe(text), kind: text })),
      endsTurn: maybe(fc.boolean()),
      isSourceHeld: maybe(fc.boolean()),
      modeKind: maybe(text),
      isPinned: maybe(fc.boolean()),
    },
    { requiredKeys: ['format', 'kind', 'provenance', 'pieces'] },
  )
  .map((span) => span as unknown as ArchivedSpan);

it('§4: a record is the canonical JSON of all fields of the span but the raws (oracle: canonicalJson)', () => {
  fc.assert(
    fc.property(arbitrarySpan, (span) => {
      const { record, raws } = splitSpan(span);
      expect(record).toBe(canonicalJson({ ...span, pieces: span.pieces.map(({ raw: _, ...piece }) => piece) }));
      expect(raws).toEqual(span.pieces.map((piece) => piece.raw));
      expect(joinSpan(record, raws)).toEqual(JSON.parse(JSON.stringify(span)));
    }),
  );
});
