import { createHmac } from 'node:crypto';
import type { ArchivedSpan } from './archive.ts';
import { rawHash, splitSpan } from './record.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const HANDLE_LETTERS = 20;

/** What every archive handle looks like. */
export const HANDLE_FORM = /^hf_[a-z2-7]{20}$/;

/** The handle of a span under a tenant's key: unguessable without it, the same for the same content (DESIGN §4, §10). */
export function spanHandle(tenantKey: string | Uint8Array, span: ArchivedSpan): string {
  const { record, raws } = splitSpan(span);
  return splitHandle(tenantKey, record, raws.map(rawHash));
}

/** The same of a span that is taken apart: raws go in by their hashes, so that each is read once. */
export function splitHandle(tenantKey: string | Uint8Array, record: string, rawHashes: readonly string[]): string {
  return keyedName(tenantKey, `span\n${record}\n${rawHashes.join('\n')}`);
}

/** The handle of a raw that is in no span. Its own domain, so that it never meets a span's. */
export function rawHandle(tenantKey: string | Uint8Array, raw: string): string {
  return keyedName(tenantKey, `raw\n${rawHash(raw)}`);
}

function keyedName(tenantKey: string | Uint8Array, content: string): string {
  const digest = createHmac('sha256', tenantKey).update(content, 'utf8').digest();
  let letters = '';
  for (let bit = 0; letters.length < HANDLE_LETTERS; bit += 5) {
    const pair = ((digest[bit >> 3] ?? 0) << 8) | (digest[(bit >> 3) + 1] ?? 0);
    letters += ALPHABET[(pair >> (11 - (bit & 7))) & 31];
  }
  return `hf_${letters}`;
}
