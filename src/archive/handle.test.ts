import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ARCHIVE_HANDLE } from '../core/handles/archive-handle.ts';
import { spanOf } from './conformance.ts';
import { keyedNames } from './handle.ts';
import { NamedSpans } from './named-spans.ts';

/** The same as it reads in RFC 4648: five bits a letter, from the left. */
function plainName(key: string | Uint8Array, content: string): string {
  const bits = [...createHmac('sha256', key).update(content, 'utf8').digest()].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = Array.from({ length: 20 }, (_, index) => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(bits.slice(5 * index, 5 * index + 5), 2)]);
  return `hf_${letters.join('')}`;
}

it('§10: a name is the HMAC of its content under the key, whatever their lengths (oracle: createHmac)', () => {
  const key = fc.oneof(fc.uint8Array({ maxLength: 140 }), fc.string({ unit: 'grapheme', maxLength: 80 }));
  const content = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.integer({ min: 1_300, max: 9_000 }).map((length) => '検'.repeat(length)),
  );
  fc.assert(
    fc.property(key, fc.array(content, { maxLength: 4 }), (tenantKey, contents) => {
      const nameOf = keyedNames(tenantKey);
      for (const one of contents) {
        expect(nameOf(one)).toBe(plainName(tenantKey, one));
        expect(nameOf(one)).toMatch(ARCHIVE_HANDLE);
      }
    }),
  );
});

it('§4: a span that is changed after it was named keeps record, raws and handle together', () => {
  const spans = new NamedSpans('key');
  const span = spanOf('as it was');
  const before = spans.of(span);
  (span.pieces[0] as { raw: string }).raw = 'changed';
  expect(spans.of(span)).toEqual(before);
  expect(before.raws).toEqual(['as it was']);
  expect(new NamedSpans('key').of(spanOf('as it was'))).toEqual(before);
});
