import { describe, expect, it } from 'vitest';
import { bindingOf } from './obligation.ts';

const weightOf = (sentence: string, previous?: string): number => bindingOf(sentence, previous).weight;
const classesOf = (sentence: string, previous?: string): readonly string[] => bindingOf(sentence, previous).cues.map((cue) => cue.slice(0, cue.indexOf(':')));

/** E8a names these, and a first row of the table must find each of them. */
const CLASSES: readonly (readonly [cueClass: string, sentence: string])[] = [
  ['prohibition', 'You must not write to it'],
  ['prohibition', 'Smoking is forbidden'],
  ['obligation', 'Invoices have to be signed'],
  ['obligation', 'Send it to the lawyer'],
  ['permission', 'Guests may park here'],
  ['condition', 'Unless it rains we walk'],
  ['exception', 'I eat all but fish except for trout'],
  ['decision', 'We decided on oak'],
  ['preference', 'I prefer trains'],
  ['goal', 'My goal is a marathon'],
  ['self', 'I am allergic to nuts'],
  ['commitment', 'It will arrive in time; we guarantee it'],
  ['rule', 'It applies to everyone'],
  ['state', 'The job is blocked'],
  ['state', 'The tank holds rain water'],
  ['state', 'Gerald waters it'],
  ['self', 'We sleep with the window open'],
  ['exception', 'Cold water only'],
  ['number', 'We are 12'],
  ['number', 'There are twelve of us'],
  ['date', 'It closes on Monday'],
  ['date', 'It closes at 5 pm'],
  ['name', 'It belongs to Gerald'],
  ['path', 'Look into src/core'],
  ['path', 'Look into notes.md'],
  ['identifier', 'It is order HX-20993'],
  ['identifier', 'Write to a.b@example.org'],
  ['identifier', 'See https://example.org'],
  ['quotation', 'They wrote "soon" to me'],
  ['item', '- milk'],
];

const SMALL_TALK: readonly string[] = [
  'I must say, what weather!',
  'Never mind.',
  'No worries!',
  'You have to see this film.',
  "I can't wait.",
  'You must be tired of me.',
  'It never gets old, does it?',
  'Should have seen his face!',
  'Haha, that was fun.',
  'Thanks a million, really.',
  'She has become louder than me.',
  'The cat had the sofa.',
  'My mother always said so.',
  'Keine Sorge!',
  "Ne t'inquiète pas.",
  'No te preocupes, no pasa nada.',
  '大丈夫です。',
  '没关系。',
];

const OTHER_LANGUAGES: readonly (readonly [language: string, binds: string, chats: string])[] = [
  ['German', 'Die Tür darf nicht offen bleiben.', 'Das Wetter ist heute herrlich.'],
  ['French', 'Vous devez fermer la porte.', 'Quel beau soleil ce matin.'],
  ['Spanish', 'No se puede abrir la puerta.', 'Hoy hace un sol muy bonito.'],
  ['Italian', 'La porta deve restare chiusa.', 'Oggi il sole è molto bello.'],
  ['Portuguese', 'Você não pode abrir a porta.', 'O sol está lindo hoje.'],
  ['Dutch', 'De deur mag niet open blijven.', 'De zon is vandaag prachtig.'],
  ['Japanese', 'ドアを開けないでください。', '今日はいい天気ですね。'],
  ['Chinese', '不要打开门。', '今天天气真好。'],
  ['Korean', '문을 열지 마세요.', '오늘 날씨가 좋네요.'],
];

describe('bindingOf', () => {
  it.each(CLASSES)('E8a: %s in "%s"', (cueClass, sentence) => {
    expect(classesOf(sentence)).toContain(cueClass);
    expect(weightOf(sentence)).toBeGreaterThan(0);
  });

  it.each(SMALL_TALK)('E8a: "%s" only looks as if it bound', (sentence) => {
    expect(weightOf(sentence)).toBeLessThan(weightOf('You must not write to it.'));
    expect(weightOf(sentence)).toBeLessThanOrEqual(2);
  });

  it.each(OTHER_LANGUAGES)('E8a: %s has its own cues', (_, binds, chats) => {
    expect(weightOf(binds)).toBeGreaterThanOrEqual(8);
    expect(weightOf(chats)).toBeLessThanOrEqual(2);
  });

  it('E8a: where no table reads the script, numbers still count, and all else is equal', () => {
    expect(weightOf('อย่าเปิดประตู')).toBe(0);
    expect(weightOf('ราคา 300')).toBeGreaterThan(0);
  });

  it('E8a: a short reply to a question of a choice is a decision', () => {
    for (const reply of ['Yes, do that.', 'No.', 'The second one.', 'Left.']) {
      expect(classesOf(reply, 'We have two ways. Should I take the first or the second one?')).toContain('decision');
    }
    expect(classesOf('はい。', '予約しますか？')).toContain('decision');
    expect(classesOf('Ja.', 'Soll ich buchen?')).toContain('decision');
  });

  it('E8a: a reply to a question in passing, to a statement, or in many words, is none by its place', () => {
    expect(classesOf('Lovely.', 'How was the walk?')).not.toContain('decision');
    expect(classesOf('Yes.', 'Should I? Well. I did it.')).not.toContain('decision');
    expect(classesOf('It was a very long walk along the river with all of the children.', 'Which way?')).not.toContain('decision');
  });

  it('E8a: small talk takes weight away, but never the last of it', () => {
    expect(weightOf('Haha, lol, thanks, never open it!')).toBeGreaterThan(0);
    expect(weightOf('Haha, never open it!')).toBeLessThan(weightOf('Never open it.'));
  });

  it('§10: hostile text is read once, and only its beginning', () => {
    for (const text of [
      'a'.repeat(1e6),
      '漢'.repeat(50_000),
      ' '.repeat(100_000),
      '\n'.repeat(100_000),
      'no '.repeat(100_000),
      '"'.repeat(100_000),
      'a/'.repeat(100_000),
      'a.b-'.repeat(100_000),
    ]) {
      expect(weightOf(text, text)).toBeLessThan(100);
    }
  });
});
