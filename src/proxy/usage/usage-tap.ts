import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { LiveFormat, MeasuredUsage } from '../../live/live-request.ts';
import type { UpstreamAnswer } from '../recall-seam.ts';
import { type UsageReader, usageReader } from './usage-reader.ts';

/** Beside an answer that is passed on: takes its bytes, delays none, and never throws. */
export interface UsageTap {
  feed(bytes: Buffer): void;
  end(): void;
}

/** Compressed bytes that wait to be decompressed; above it the tap gives up. */
const WAITING_BYTES = 4 * 1024 * 1024;

/** `undefined` where there is no usage that could be read: an error, or an encoding that Node 20 does not know. */
export function usageTap(format: LiveFormat, { status, headers }: UpstreamAnswer, onUsage: (usage: MeasuredUsage) => void): UsageTap | undefined {
  if (status !== 200) return undefined;
  const reader = usageReader(format, headers['content-type'] ?? '');
  if (reader === undefined) return undefined;
  const decoder = decoderOf(headers['content-encoding']);
  if (decoder === undefined) return undefined;
  return decoder === 'none' ? plainTap(reader, onUsage) : decodingTap(decoder, plainTap(reader, onUsage));
}

function decoderOf(encoding = 'identity'): Transform | 'none' | undefined {
  switch (encoding.trim().toLowerCase()) {
    case 'identity':
      return 'none';
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      return createInflate();
    default:
      return undefined;
  }
}

function plainTap(reader: UsageReader, onUsage: (usage: MeasuredUsage) => void): UsageTap {
  let isBroken = false;
  // Foreign bytes: what they do to the reader must not reach the stream.
  const guarded = (read: () => void): void => {
    if (isBroken) return;
    try {
      read();
    } catch {
      isBroken = true;
    }
  };
  return {
    feed: (bytes) => guarded(() => reader.feed(bytes)),
    end: () =>
      guarded(() => {
        const usage = reader.end();
        if (usage !== undefined) onUsage(usage);
      }),
  };
}

function decodingTap(decoder: Transform, inner: UsageTap): UsageTap {
  decoder.on('data', inner.feed);
  decoder.once('end', inner.end);
  // Bytes that cannot be decompressed have no usage.
  decoder.once('error', () => {});
  return {
    feed(bytes) {
      if (decoder.destroyed) return;
      if (decoder.writableLength > WAITING_BYTES) decoder.destroy();
      else decoder.write(bytes);
    },
    end: () => void decoder.end(),
  };
}
