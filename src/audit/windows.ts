import type { ClassifiedSpan } from '../core/classify/classify.ts';
import type { Conversation } from '../core/conversation.ts';
import type { SourceText } from '../core/drift/drift.ts';
import type { Exchange, Span } from '../core/span.ts';

/** Some spans of a conversation as a window of their own: their indexes run from 0, their ids and turns stay. */
export function windowOf(conversation: Conversation, indexes: readonly number[]): readonly Span[] {
  return indexes.flatMap((index) => conversation.spans[index] ?? []).map((span, index) => ({ ...span, index }));
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
  return `${exchange.toolName} ${inputText(exchange)}\n${exchange.resultText}`;
}

export function inputText({ input }: Exchange): string {
  return typeof input === 'string' ? input : (JSON.stringify(input) ?? '');
}
