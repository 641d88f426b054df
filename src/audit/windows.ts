import type { ClassifiedSpan } from '../core/classify/classify.ts';
import type { Conversation } from '../core/conversation.ts';
import type { SourceText } from '../core/drift/drift.ts';
import type { Span } from '../core/span.ts';

/** Some spans of a conversation, as a conversation of their own: their indexes run from 0, their ids and turns stay. */
export interface SpanWindow {
  readonly spans: readonly Span[];
  /** By index in the window: that in the conversation. */
  readonly indexes: readonly number[];
}

export function windowOf(conversation: Conversation, indexes: readonly number[]): SpanWindow {
  const known = indexes.filter((index) => conversation.spans[index] !== undefined);
  return { indexes: known, spans: known.map((index, at) => ({ ...(conversation.spans[index] as Span), index: at })) };
}

/**
 * A span as a source that a surrogate is held against. What the user typed stands also in answers and refusals, and in
 * the echo of a command: words of the user, whoever wrote them down.
 */
export function sourceText({ span, rule }: ClassifiedSpan): SourceText {
  const isOfUser = rule.id === 'user-answer' || span.exchange?.isUserAnswer === true || span.injection?.kind === 'command-echo';
  const provenance = span.provenance === 'holdfast' ? 'harness' : span.provenance;
  return { text: isOfUser && span.exchange !== undefined ? span.exchange.resultText : readText(span), provenance: isOfUser ? 'user' : provenance };
}

/** All that a model reads of a span: a call's arguments with its result. */
export function readText(span: Span): string {
  const { exchange } = span;
  if (exchange === undefined) return span.text;
  const input = typeof exchange.input === 'string' ? exchange.input : (JSON.stringify(exchange.input) ?? '');
  return `${exchange.toolName} ${input}\n${exchange.resultText}`;
}
