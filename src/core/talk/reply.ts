import { CLAUSE_START } from './cue-index.ts';
import { EAST_ASIAN_CHOICES } from './cues/east-asian.ts';
import { languagesOf } from './language.ts';
import { splitSentences } from './split-sentences.ts';
import { wordsOf } from './words-of.ts';

/** A reply with more words says by itself what it is about. */
const REPLY_WORDS = 12;
const REPLY_CHARACTERS = 80;
/** The question is at the end of what was said before. */
export const QUESTION_CHARACTERS = 400;

/** Whether `text` is a short reply to a question that offers a choice or asks for leave, as the last thing said before. */
export function decidesReply(words: readonly string[], text: string, previous: string): boolean {
  if (text.trim().length > REPLY_CHARACTERS || words.filter((word) => word !== CLAUSE_START).length > REPLY_WORDS) return false;
  const question = lastQuestion(previous);
  return question !== undefined && isChoice(question);
}

/** Whether what was said before ends with a question. */
export function isAnswer(previous: string): boolean {
  return /[?？]\s{0,4}["”’»」』)]{0,2}$/.test(previous.slice(-QUESTION_CHARACTERS).trimEnd());
}

function lastQuestion(previous: string): string | undefined {
  if (!isAnswer(previous)) return undefined;
  const end = previous.slice(-QUESTION_CHARACTERS).trimEnd();
  return end.slice(splitSentences(end).at(-1)?.start ?? 0);
}

function isChoice(question: string): boolean {
  const words = wordsOf(question);
  return languagesOf(words).some((one) => one.choices.findAll(words).length > 0) || EAST_ASIAN_CHOICES.some((one) => question.includes(one));
}
