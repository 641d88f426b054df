import type { TokenCounter } from '../core/token-count.ts';

/**
 * Counts bytes in the place of tokens, for a provider's limit on the body (P20): there an image of 0.8 MB weighs what it
 * weighs, and not the 1,600 tokens that the model reads it for.
 */
export function byteCounter(): TokenCounter {
  return {
    name: 'utf8-bytes',
    count: (text) => Buffer.byteLength(JSON.stringify(text)),
    countMedia: (media) => media.base64?.length ?? media.url?.length ?? JSON.stringify(media.value ?? '').length,
  };
}
