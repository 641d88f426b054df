import type { PieceContent, Span } from './span.ts';

/**
 * What a model reads of a block, as strings that do not depend on the wire: the ground on which an output is compared
 * with the archive (E15), in the input's format or in another.
 */
export type Reading =
  | { readonly stream: 'text'; readonly text: string }
  | { readonly stream: 'exchange'; readonly text: string };

export function readingsOf(span: Span): readonly Reading[] {
  const readings: Reading[] = [];
  let exchange: string | undefined;
  for (const piece of span.pieces) {
    const content = piece.content;
    if (content.type === 'call' && content.asText === undefined) exchange = `${content.name}\n${inputText(content)}`;
    else if (content.type === 'result' && !content.asText && exchange !== undefined) exchange += `\n${resultText(content)}`;
    else readings.push({ stream: 'text', text: textOf(content) });
  }
  if (exchange !== undefined) readings.push({ stream: 'exchange', text: exchange });
  return readings;
}

/** One string of a span's whole reading, for its content hash. */
export function readingText(span: Span): string {
  return readingsOf(span)
    .map((reading) => `${reading.stream}\u0000${reading.text}`)
    .join('\u0001')
    .toWellFormed();
}

function textOf(content: PieceContent): string {
  switch (content.type) {
    case 'text':
    case 'thinking':
    case 'result':
      return content.text.toWellFormed();
    case 'call':
      return (content.asText ?? inputText(content)).toWellFormed();
    case 'media':
      return mediaText(content.media);
    case 'opaque':
      return JSON.stringify(content.value) ?? '';
  }
}

function resultText(content: Extract<PieceContent, { type: 'result' }>): string {
  return [content.text.toWellFormed(), ...(content.media ?? []).map(mediaText)].join('\n');
}

function mediaText(media: { readonly base64?: string | undefined; readonly url?: string | undefined; readonly value: unknown }): string {
  return media.base64 ?? media.url ?? JSON.stringify(media.value) ?? '';
}

/**
 * Arguments as text: as a value where they are valid JSON, since a wire may carry them as a string or as an object. An
 * argument that is no object is wrapped by wires that demand one; the wrapping is seen through.
 */
function inputText(content: Extract<PieceContent, { type: 'call' }>): string {
  const input = content.input;
  if (typeof input === 'object' && input !== null) {
    const keys = Object.keys(input);
    if (keys.length === 1 && keys[0] === 'input') {
      const inner = (input as { input: unknown }).input;
      if (typeof inner !== 'object' || inner === null) return JSON.stringify(inner) ?? '';
    }
  }
  return (JSON.stringify(input) ?? '').toWellFormed();
}
