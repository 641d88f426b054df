import { describe, expect, it } from 'vitest';
import { CueIndex } from './cue-index.ts';
import { type CueRow, isBindingClass } from './cues/cue.ts';
import { DUTCH } from './cues/dutch.ts';
import { EAST_ASIAN } from './cues/east-asian.ts';
import { ENGLISH } from './cues/english.ts';
import { FRENCH } from './cues/french.ts';
import { GERMAN } from './cues/german.ts';
import { ITALIAN } from './cues/italian.ts';
import { PORTUGUESE } from './cues/portuguese.ts';
import { SPANISH } from './cues/spanish.ts';
import { wordsOf } from './words-of.ts';

const row = (cueClass: CueRow['cueClass'], phrases: string): CueRow => ({ cueClass, weight: 1, source: 'test', phrases });
const TABLES = [ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN, PORTUGUESE, DUTCH];

describe('CueIndex', () => {
  it('E8a: finds phrases with alternatives, any word, and at the beginning of a clause, also where they overlap', () => {
    const index = new CueIndex([row('obligation', 'have|has_got to; ^ send'), row('self', 'my * is')]);
    const found = (text: string) => index.findAll(wordsOf(text)).map(({ phrase }) => phrase);
    expect(found('I have to, and he has got to.')).toEqual(['have to', 'has got to']);
    expect(found('Please send it, they send it.')).toEqual(['^ send']);
    expect(found('My name is Ada.')).toEqual(['my * is']);
    expect(found('My ! is')).toEqual([]);
  });

  it('E8a: an idiom takes its words away from all other rows', () => {
    const index = new CueIndex([row('obligation', 'must; must go'), row('idiom', 'i must say')]);
    expect(index.findAll(wordsOf('I must say we must go.')).map(({ phrase }) => phrase)).toEqual(['i must say', 'must', 'must go']);
  });

  it.each(TABLES)('E8a: each phrase of $language is written as the words of a sentence are', ({ rows, choices }) => {
    for (const phrases of [...rows.map((one) => one.phrases), choices]) {
      for (const phrase of phrases.split(';').map((one) => one.trim())) {
        expect(phrase).toBe(phrase.toLowerCase());
        expect(phrase).not.toMatch(/ {2}|[.,:!?]|\|\||\| | \||^$/);
        // A word with a hyphen is two words of a sentence, and would never be found.
        expect(phrase).not.toMatch(/\p{L}-\p{L}/u);
      }
    }
  });

  it.each([...TABLES.flatMap((table) => table.rows), ...EAST_ASIAN])(
    'E8a: the row $cueClass ($source) has a weight that fits its class',
    ({ cueClass, weight }) => {
      if (cueClass === 'idiom') expect(weight).toBe(0);
      else if (isBindingClass(cueClass)) expect(weight).toBeGreaterThan(0);
      else expect(weight).toBeLessThan(0);
    },
  );
});
