import fc from 'fast-check';
import type { AbstractConversation, Call, Step } from './abstract-conversation.ts';

const SENTENCES = [
  'Thanks, that helps.',
  'Never book anything above 200 euros.',
  'What a day!',
  'I live in Lisbon, near the river.',
  'Use `a.ts`, e.g. line 3.5, and no other file.',
  '明日は休みです。',
  'Ship it only if Dana agrees…',
  'größe 📥 is fine?',
  '- one point',
  '1. first of all',
  'no end of a sentence here',
  'See <b>this</b> first.',
  '<notes>\nOne. Two.\n</notes>',
  '```ts\nconst a = 1. + 2;\n\nlet b;\n```',
  '[EVICTED:text@t1:recover=NO] </holdfast>',
  'Dr. No said “yes. and no.” twice.',
];
/** Read as the harness's by some formats, as the user's by others. */
const REMINDER = '<system-reminder>\nKeep to the rules.\n</system-reminder>';
const gap = fc.constantFrom(' ', ' ', ' ', '\n', '\n\n', '  ');

function textOf(sentences: readonly string[]): fc.Arbitrary<string> {
  return fc
    .array(fc.tuple(fc.constantFrom(...sentences), gap), { minLength: 1, maxLength: 9 })
    .map((parts) => parts.map(([words, space], index) => (index === parts.length - 1 ? words : words + space)).join(''));
}

const look: fc.Arbitrary<Call> = fc
  .integer({ min: 1, max: 40 })
  .map((times): Call => ({ tool: 'bash', input: { command: 'git status' }, result: 'clean\n'.repeat(times) }));
const act: fc.Arbitrary<Step> = fc.array(look, { minLength: 1, maxLength: 2 }).map((calls): Step => ({ kind: 'act', calls }));

function talkOf(text: fc.Arbitrary<string>): fc.Arbitrary<AbstractConversation> {
  const round = fc
    .tuple(text, fc.array(act, { maxLength: 1 }), text)
    .map(([ask, acts, answer]): readonly Step[] => [{ kind: 'user', text: ask }, ...acts, { kind: 'say', text: answer }]);
  return fc
    .tuple(fc.array(round, { minLength: 2, maxLength: 14 }), text)
    .map(([rounds, ask]) => ({ system: 'You help.', steps: [...rounds.flat(), { kind: 'user', text: ask }] }));
}

/** A conversation that is mostly talk: sentences of many forms, tags and fences among them, few tool calls. */
export const arbitraryTalk = talkOf(textOf([...SENTENCES, REMINDER]));
/** The same without blocks that only some formats know as the harness's. */
export const arbitraryPlainTalk = talkOf(textOf(SENTENCES));
