import type { Conversation } from '../../core/conversation.ts';

/**
 * P38: the provider wants the reasoning of the active turn back, that is what stands behind the last message of the user,
 * as long as the turn has calls. What stands before is dropped with any change (P06).
 */
export function withDemandedReasoning(conversation: Conversation): Conversation {
  const { messages, spans } = conversation;
  const start = messages.findLastIndex(
    (message) => message.isVisible && message.role === 'user' && message.pieces.some(({ piece }) => piece.content.type !== 'result'),
  );
  const active = messages.slice(start + 1);
  if (!active.some((message) => message.pieces.some(({ piece }) => piece.content.type === 'call'))) return conversation;
  const demanded = new Set(active.flatMap((message) => message.pieces.filter(({ piece }) => piece.content.type === 'thinking').map((one) => one.spanIndex)));
  if (demanded.size === 0) return conversation;
  return { ...conversation, spans: spans.map((span) => (demanded.has(span.index) ? { ...span, isDemanded: true } : span)) };
}
