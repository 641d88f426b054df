import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { damaged } from './failures.ts';

/** A pack or sheet is closed when it holds this many bytes: reading one span costs one of each, about a millisecond. */
export const PACK_BYTES = 262_144;

/** Stored with each pack, so that a later version may use another. */
export const CODEC = 'brotli-1';

/** Brotli's windows are 2^10 to 2^24 bytes; one not much larger than the content spares most of the encoder's memory. */
const WINDOW_BITS_MIN = 10;
const WINDOW_BITS_MAX = 24;

/**
 * Compresses on this thread. Of packs of code of 256 kB, as ratio and time to brotli 1: brotli 0 makes 3.6 in 0.6,
 * brotli 1 makes 4.1, brotli 2 makes 4.3 in 1.7, deflate 1 makes 4.1 in 1.5. With brotli 0 the whole file misses a
 * third (DESIGN §12). Node's asynchronous call takes four to nine times the processor time.
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
