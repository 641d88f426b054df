import type { Span } from './span.ts';

/** Redacted thinking: a cipher that only its provider reads. */
export function isEncrypted(span: Span): boolean {
  const content = span.pieces[0]?.content;
  return content?.type === 'thinking' && content.redacted === true;
}
