import { createHash } from 'node:crypto';

/** SHA-256, hex, of a text's UTF-8. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** The first `length` base32 characters of a text's SHA-256. */
export function base32Digest(text: string, length: number): string {
  const bytes = createHash('sha256').update(text, 'utf8').digest();
  let output = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5 && output.length < length) {
      bits -= 5;
      output += ALPHABET[(buffer >>> bits) & 31];
    }
    buffer &= (1 << bits) - 1;
  }
  return output;
}
