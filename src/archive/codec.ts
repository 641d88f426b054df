import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { damaged } from './failures.ts';

/** A pack is closed when it holds this many bytes: reading one span costs one pack. */
export const PACK_BYTES = 262_144;

/** Stored with each pack, so that a later version may use another. */
export const CODEC = 'brotli-1';

/** Brotli's windows are 2^10 to 2^24 bytes; one not much larger than the content spares most of the encoder's memory. */
const WINDOW_BITS_MIN = 10;
const WINDOW_BITS_MAX = 24;

/**
 * Compresses on this thread, a fraction of a millisecond for a pack. Brotli 1 makes 4.5 to 1 of packs of code at about
 * four times the speed of brotli 4, which makes 5.1 of them and is slower than the store (`bench/archive.ts`). Node's
 * asynchronous call takes two to four times the processor time for packs of this size.
 */
export function compressPack(bytes: Buffer): Buffer {
  const bits = Math.min(WINDOW_BITS_MAX, Math.max(WINDOW_BITS_MIN, Math.ceil(Math.log2(bytes.length + 1))));
  return brotliCompressSync(bytes, {
    chunkSize: Math.max(CHUNK_BYTES_MIN, Math.ceil(bytes.length / 2)),
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 1,
      [constants.BROTLI_PARAM_LGWIN]: bits,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

/** Room for what comes out of one call. */
const CHUNK_BYTES_MIN = 1_024;

/** `byteCount` is the length before compression: a damaged pack cannot grow beyond it in memory. */
export function decompress(codec: string, bytes: Buffer, byteCount: number, where: string): Buffer {
  if (codec !== CODEC) throw damaged(`A pack has the codec ${JSON.stringify(codec)}, which this version does not know`, where);
  let plain: Buffer;
  try {
    plain = brotliDecompressSync(bytes, { maxOutputLength: Math.max(1, byteCount) });
  } catch (cause) {
    throw damaged('A pack cannot be decompressed', where, cause);
  }
  if (plain.length !== byteCount) throw damaged(`A pack has ${plain.length} bytes where ${byteCount} were written`, where);
  return plain;
}

export type TextEncoding = 'utf8' | 'utf16le';

/** UTF-8 where the text is well-formed; else UTF-16, which keeps lone surrogates (C18). */
export function encodingOf(text: string): TextEncoding {
  return text.isWellFormed() ? 'utf8' : 'utf16le';
}

export function decodeText(encoding: string, bytes: Buffer, where: string): string {
  if (encoding !== 'utf8' && encoding !== 'utf16le') throw damaged(`A raw has the unknown encoding ${JSON.stringify(encoding.slice(0, 20))}`, where);
  return bytes.toString(encoding);
}
