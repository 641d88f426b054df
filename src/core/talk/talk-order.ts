import { bindingOf } from './obligation.ts';
import { QUESTION_CHARACTERS } from './reply.ts';

/** One sentence of a conversation that is mostly talk. Sentences are given in the order of the conversation. */
export interface TalkSentence {
  readonly text: string;
  /** What the assistant said before, where the sentence is part of a reply: a short reply binds by its question. */
  readonly previous?: string | undefined;
  /** Who said it; `user` where not given. */
  readonly provenance?: 'user' | 'assistant' | undefined;
}

/** Leaves before all others. */
const REPEATED = -1;
const LIST_ITEM = /^\s{0,64}(?:[-*+•–]|\d{1,3}[.)]|[a-zA-Z]\))\s/;
const LEAD_IN = /[:：]\s{0,64}$/;

/**
 * E8a: indexes of `sentences` in the order in which they leave: what stands again later, letter for letter, before all,
 * then by what binds least, the oldest first among equals. n log n.
 */
export function talkOrder(sentences: readonly TalkSentence[]): readonly number[] {
  const weights = weightsOf(sentences);
  return sentences.map((_, index) => index).sort((a, b) => (weights[a] ?? 0) - (weights[b] ?? 0) || a - b);
}

function weightsOf(sentences: readonly TalkSentence[]): readonly number[] {
  const weights: number[] = [];
  const latest = new Map<string, number>();
  let listWeight = 0;
  for (const [index, sentence] of sentences.entries()) {
    const { weight, isReply } = weightOf(sentence);
    // `never use:` binds what is on its list.
    const isItem = LIST_ITEM.test(sentence.text);
    const own = isItem ? Math.max(weight, listWeight) : weight;
    if (!isItem) listWeight = LEAD_IN.test(sentence.text) ? weight : 0;
    // "Yes." to another question is another decision.
    const question = isReply ? sentence.previous?.slice(-QUESTION_CHARACTERS) : '';
    const key = [sentence.provenance ?? 'user', question, sentence.text.trim()].join('\n');
    const earlier = latest.get(key);
    if (earlier !== undefined) weights[earlier] = REPEATED;
    latest.set(key, index);
    weights.push(own);
  }
  return weights;
}

/** What the assistant says binds half as much as the user's words, but for what it takes upon itself. */
function weightOf({ text, previous, provenance }: TalkSentence): { readonly weight: number; readonly isReply: boolean } {
  if (provenance !== 'assistant') {
    const { weight, cues } = bindingOf(text, previous);
    return { weight, isReply: cues.includes('decision:reply') };
  }
  const { weight, cues } = bindingOf(text);
  const isCommitment = cues.some((cue) => cue.startsWith('commitment:'));
  return { weight: isCommitment ? weight : Math.ceil(weight / 2), isReply: false };
}
