import { describe, expect, it } from 'vitest';
import { bindingOf } from './obligation.ts';
import { shapeOf } from './shape-of.ts';
import { wordsOf } from './words-of.ts';

const shape = (sentence: string): readonly string[] => shapeOf(wordsOf(sentence));

describe('shapeOf', () => {
  it('E8a: tells a story by verbs of the past behind a subject', () => {
    expect(shape('We lost our way and ended up in a ditch.')).toEqual(expect.arrayContaining(['past', 'past-twice', 'past-only', 'we-past']));
    expect(shape('I once sank it.')).toContain('i-past');
    expect(shape('He hit the gate.')).toContain('other-past');
  });

  it('E8a: a participle behind an auxiliary or an article is no story', () => {
    for (const sentence of ['The stall is booked.', 'Tips get shared.', 'A stuffed pike hangs there.', 'We need the red one.']) {
      expect(shape(sentence)).not.toContain('past');
    }
  });

  it('E8a: tells the present, the progressive, what begins with a gerund, and the length', () => {
    expect(shape('The tank is full.')).toContain('present');
    expect(shape("It's melting.")).toContain('progressive');
    expect(shape('Waiting never ends.')).toContain('gerund-first');
    expect(shape('Two words')).toContain('words-2');
    expect(shape(Array(18).fill('on').join(' '))).toContain('many-words');
  });
});

describe('bindingOf, English', () => {
  const weightOf = (sentence: string): number => bindingOf(sentence).weight;

  it('E8a: what carries nothing that E8a names weighs nothing, whatever its shape', () => {
    for (const sentence of ['Hm.', 'Phew!', 'What a lovely hat!']) expect(weightOf(sentence)).toBe(0);
  });

  it('E8a: a fact of the present stays longer than a story with the same figure', () => {
    expect(weightOf('The tank holds 40 litres.')).toBeGreaterThan(weightOf('We lost 40 litres on the way and laughed.'));
  });

  it('E8a: of two that bind alike the longer leaves first', () => {
    expect(weightOf('Never open the hatch.')).toBeGreaterThan(weightOf(`Never open the hatch${', xyz'.repeat(20)}.`));
  });

  it('E8a: small talk around a number or an identifier never takes the last of its weight', () => {
    for (const sentence of ['Haha, lol, wow, 40!', 'Oh wow, what a lovely HX-20993!']) {
      expect(weightOf(sentence)).toBeGreaterThan(weightOf('Haha, lol, wow!'));
    }
  });
});
