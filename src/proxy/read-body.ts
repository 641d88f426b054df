import type { IncomingMessage } from 'node:http';

/**
 * The whole body, in the pieces that it comes in. `undefined` where it is longer than `maxBytes`: the rest is not kept.
 *
 * Throws where the client leaves before the end.
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<readonly Buffer[] | undefined> {
  // The length that is told is a promise, so it spares reading and bounds nothing.
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    const take = (part: Buffer): void => {
      bytes += part.length;
      if (bytes <= maxBytes) return void parts.push(part);
      request.off('data', take);
      request.pause();
      resolve(undefined);
    };
    request.on('data', take);
    request.once('end', () => resolve(parts));
    request.once('error', reject);
    request.once('close', () => reject(new Error('The client left before the end of its request')));
  });
}
