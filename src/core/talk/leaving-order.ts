import type { ClassifiedSpan } from '../classify/classify.ts';
import { isTalk, talkEnd } from './is-talk.ts';
import { talkOrder } from './talk-order.ts';

/** E8a: span indexes of the sentences that may leave, in the order in which they leave. `isFree` by span index. */
export function leavingOrder(classified: readonly ClassifiedSpan[], isFree: (spanIndex: number) => boolean): readonly number[] {
  const end = talkEnd(classified);
  const talk: { readonly index: number; readonly text: string; readonly provenance: 'user' | 'assistant'; readonly previous?: string }[] = [];
  let said: string | undefined;
  for (const one of classified) {
    const { span } = one;
    if (span.kind !== 'text') continue;
    if (span.provenance === 'assistant') said = span.text;
    // What left can neither leave nor stand for a repetition.
    if (span.pieces.length === 0 || !isTalk(one)) continue;
    const isReply = one.rule.id === 'user-answer' && said !== undefined;
    talk.push({
      index: span.index,
      text: span.text,
      provenance: span.provenance === 'assistant' ? 'assistant' : 'user',
      ...(isReply && said !== undefined ? { previous: said } : {}),
    });
  }
  return talkOrder(talk)
    .map((position) => talk[position]?.index ?? end)
    .filter((index) => index < end && isFree(index));
}
