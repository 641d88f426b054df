import { createHash, hash } from 'node:crypto';
import type { ArchivedSpan } from './archive.ts';
import { rawHash, splitSpan } from './record.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const HANDLE_LETTERS = 20;

/** The handle of a span under a tenant's key: unguessable without it, the same for the same content (DESIGN §4, §10). */
export function spanHandle(tenantKey: string | Uint8Array, span: ArchivedSpan): string {
  const { record, raws } = splitSpan(span);
  return keyedNames(tenantKey)(spanContent(record, raws.map(rawHash)));
}

/** What a span's handle is made of: raws go in by their hashes, so that each is read once. */
export function spanContent(record: string, rawHashes: readonly string[]): string {
  return `span\n${record}\n${rawHashes.join('\n')}`;
}

/** The handle of a raw that is in no span. Its own domain, so that it never meets a span's. */
export function rawHandle(tenantKey: string | Uint8Array, raw: string): string {
  return keyedNames(tenantKey)(`raw\n${rawHash(raw)}`);
}

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;

/**
 * HMAC-SHA-256 (RFC 2104) of each content as 20 letters. Two calls of `hash` take less than half the time of one
 * `createHmac`, which makes three objects; the test has that as its oracle.
 */
export function keyedNames(tenantKey: string | Uint8Array): (content: string) => string {
  const given = Buffer.from(tenantKey as string);
  const key = Buffer.alloc(BLOCK_BYTES);
  (given.length > BLOCK_BYTES ? createHash('sha256').update(given).digest() : given).copy(key);
  const outer = Buffer.concat([key.map((byte) => byte ^ 0x5c), Buffer.alloc(DIGEST_BYTES)]);
  const innerKey = key.map((byte) => byte ^ 0x36);
  let inner = Buffer.concat([innerKey, Buffer.alloc(4_096)]);
  return (content) => {
    // UTF-8 takes at most three bytes for a UTF-16 unit.
    if (inner.length < BLOCK_BYTES + 3 * content.length) inner = Buffer.concat([innerKey, Buffer.alloc(3 * content.length)]);
    const end = BLOCK_BYTES + inner.write(content, BLOCK_BYTES, 'utf8');
    outer.write(hash('sha256', inner.subarray(0, end), 'binary'), BLOCK_BYTES, 'latin1');
    return lettersOf(hash('sha256', outer, 'binary'));
  };
}

const letters = Buffer.from(`hf_${'a'.repeat(HANDLE_LETTERS)}`, 'latin1');

/** Five bits a letter. By way of a buffer: a text that is put together from letters is slow to compare ever after. */
function lettersOf(digest: string): string {
  for (let index = 0; index < HANDLE_LETTERS; index++) {
    const bit = 5 * index;
    const pair = (digest.charCodeAt(bit >> 3) << 8) | digest.charCodeAt((bit >> 3) + 1);
    letters[index + 3] = ALPHABET.charCodeAt((pair >> (11 - (bit & 7))) & 31);
  }
  return letters.toString('latin1');
}
