import type { PieceContent } from './span.ts';

/** `Span.text` of a block: what is read of it as text; empty for calls, media and opaque blocks. */
export function contentText(content: PieceContent): string {
  switch (content.type) {
    case 'text':
    case 'thinking':
    case 'result':
      return content.text;
    case 'call':
    case 'media':
    case 'opaque':
      return '';
  }
}
