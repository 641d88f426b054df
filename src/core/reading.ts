import type { Provenance } from './provenance.ts';
import type { Media, PieceContent, Span, SpanKind } from './span.ts';

/**
 * What a model reads of a block, as strings that do not depend on the wire: the ground on which an output is compared
 * with the archive (E15), in the input's format or in another. Results may stand before the text of the same message,
 * and images of a result behind it, so there are three streams.
 */
export type Reading = TextReading | ExchangeReading | MediaReading;

export interface TextReading {
  readonly stream: 'text';
  readonly text: string;
  readonly kind: SpanKind;
  readonly provenance: Provenance;
}

export interface ExchangeReading {
  readonly stream: 'exchange';
  /** Name, arguments as a value, result. */
  readonly text: string;
  readonly isPending: boolean;
  readonly isError: boolean;
  /** Its images as text, for wires without them. */
  readonly mediaAsText: string;
}

export interface MediaReading {
  readonly stream: 'media';
  readonly text: string;
  /** As text, for wires that have no block for it. */
  readonly asText: string;
}

export function readingsOf(span: Span): readonly Reading[] {
  const readings: Reading[] = [];
  let exchange: string | undefined;
  let isPending = true;
  let isError = false;
  const media: Media[] = [];
  for (const { content } of span.pieces) {
    if (content.type === 'media') media.push(content.media);
    else if (content.type === 'call' && content.asText === undefined) exchange = `${content.name}\n${inputText(content)}`;
    else if (content.type === 'result' && !content.asText && exchange !== undefined) {
      exchange += `\n${content.text.toWellFormed()}`;
      isPending = false;
      isError = content.isError;
      media.push(...(content.media ?? []));
    } else readings.push({ stream: 'text', text: textOf(content), kind: span.kind, provenance: span.provenance });
  }
  if (exchange !== undefined) {
    const mediaAsText = media.map((one) => `\n${JSON.stringify(one.value) ?? ''}`).join('');
    readings.push({ stream: 'exchange', text: exchange, isPending, isError, mediaAsText });
  }
  for (const one of media) readings.push({ stream: 'media', text: mediaText(one), asText: JSON.stringify(one.value) ?? '' });
  return readings;
}

/** One string of a span's whole reading, for its content hash. */
export function readingText(span: Span): string {
  return readingsOf(span)
    .map((reading) => `${reading.stream}\u0000${reading.text}`)
    .join('\u0001')
    .toWellFormed();
}

function textOf(content: Exclude<PieceContent, { type: 'media' }>): string {
  switch (content.type) {
    case 'text':
    case 'result':
      return content.text.toWellFormed();
    case 'thinking':
      return content.signature === undefined ? content.text.toWellFormed() : `${content.text.toWellFormed()}\n${content.signature}`;
    case 'call':
      return (content.asText ?? inputText(content)).toWellFormed();
    case 'opaque':
      return JSON.stringify(content.value) ?? '';
  }
}

function mediaText(media: Media): string {
  return media.base64 ?? media.url ?? JSON.stringify(media.value) ?? '';
}

/**
 * Arguments as text: as a value where they are valid JSON, since a wire may carry them as a string or as an object. An
 * argument that is no object is wrapped by wires that demand one; the wrapping is seen through.
 */
function inputText(content: Extract<PieceContent, { type: 'call' }>): string {
  const input = content.input;
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) {
    const keys = Object.keys(input);
    const inner = (input as { input?: unknown }).input;
    const isWrapped = keys.length === 1 && keys[0] === 'input' && (typeof inner !== 'object' || inner === null || Array.isArray(inner));
    if (isWrapped) return (JSON.stringify(inner) ?? '').toWellFormed();
  }
  return (JSON.stringify(input) ?? 'null').toWellFormed();
}
