import type { Readable } from 'node:stream';

/** Of one line: a host's whole conversation, images included. */
export const LINE_BYTES_MAX = 256_000_000;

/** A line, or that it was longer than may be. */
export type ReadLine = { readonly text: string } | { readonly isTooLong: true };

/** Lines as they come. Of one that is too long nothing is kept. A last line without an ending was cut off, and is none. */
export async function* readLines(input: Readable, maxBytes: number): AsyncGenerator<ReadLine> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    let rest = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
      bytes += end;
      if (bytes <= maxBytes) parts.push(rest.subarray(0, end));
      yield bytes > maxBytes ? { isTooLong: true } : { text: Buffer.concat(parts).toString('utf8') };
      parts = [];
      bytes = 0;
      rest = rest.subarray(end + 1);
    }
    bytes += rest.length;
    if (bytes <= maxBytes) parts.push(rest);
    else parts = [];
  }
}

const NEWLINE = 0x0a;
