import { CueIndex } from './cue-index.ts';
import type { CueTable } from './cues/cue.ts';
import { DUTCH } from './cues/dutch.ts';
import { ENGLISH } from './cues/english.ts';
import { FRENCH } from './cues/french.ts';
import { GERMAN } from './cues/german.ts';
import { ITALIAN } from './cues/italian.ts';
import { PORTUGUESE } from './cues/portuguese.ts';
import { SPANISH } from './cues/spanish.ts';

/** A table, ready to be asked. */
export interface Language {
  readonly table: CueTable;
  readonly cues: CueIndex;
  readonly wording: CueIndex;
  readonly choices: CueIndex;
  readonly functionWords: ReadonlySet<string>;
}

const LANGUAGES: readonly Language[] = [ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN, PORTUGUESE, DUTCH].map((table) => ({
  table,
  cues: new CueIndex(table.rows),
  wording: new CueIndex((table.wording ?? []).map((one) => ({ ...one, cueClass: 'wording', source: 'regression' }))),
  choices: new CueIndex([{ cueClass: 'decision', weight: 1, source: 'questions', phrases: table.choices }]),
  functionWords: new Set(table.functionWords.split(' ')),
}));

/** That whose function words are the most; where several have as many, English if it is one of them, else all of these; all where there is none. */
export function languagesOf(words: readonly string[]): readonly Language[] {
  const counts = LANGUAGES.map(({ functionWords }) => words.reduce((sum, word) => sum + (functionWords.has(word) ? 1 : 0), 0));
  const most = Math.max(...counts);
  const best = LANGUAGES.filter((_, index) => counts[index] === most);
  return most > 0 && best[0] === LANGUAGES[0] ? best.slice(0, 1) : best;
}
